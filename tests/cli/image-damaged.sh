#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# uabench image on files that are no kernel, cut, damaged or hostile: one line that names
# what is wrong, exit 2, and no more memory than the file has to do with.
. "${0%/*}/lib.sh"

if ! command -v gcc >/dev/null || ! command -v objcopy >/dev/null; then
	skip 'no gcc and binutils'
fi
src=$SRCDIR/tests/data/image.c
gcc -O2 -g -fcommon -c "$src" -o a.o
gcc -O1 -g -nostdlib -static -DSTART "$src" -o static

# each ARG...: all that reads one or two files says the same of it
each() {
	for command in "size $1" "diff $1 $1" "diff --no-dwarf a.o $1" "frames $1" "frames a.o $1" \
		       "sites $1" "sites a.o $1" "layout $1 a.o" "insns $1 $1 --symbol second"; do
		# shellcheck disable=SC2086 # words
		expect_exit 2 "$UABENCH" image $command
		expect_grep "$2" "$err"
		one_line
	done
}

# --- no kernel at all
echo 'int main(void) { return 0; }' >text
each text '^uabench: text: neither an ELF file nor a kernel that is packed in a known way$'
head -c 60 /dev/zero >zero
each zero '^uabench: zero: neither an ELF file nor a kernel'
: >empty
each empty '^uabench: empty: the file is empty$'
each . '^uabench: \.: Is a directory$'
each /nonexistent '^uabench: /nonexistent: No such file or directory$'
ok 'files that are no kernel'

# --- cut
size=$(wc -c <a.o)
n=1
while [ $n -lt 40 ]; do		# ends everywhere; the section headers are the last
	head -c $((size * n / 40)) a.o >short
	expect_exit 2 "$UABENCH" image diff short a.o
	[ $((size * n / 40)) -lt 64 ] ||
		expect_grep '^uabench: short: the section headers, [0-9]* bytes at 0x[0-9a-f]*, are not' "$err"
	one_line
	n=$((n + 1))
done
head -c 2000 static >short
each short '^uabench: short: the section headers, .* which ends at 0x7d0: is it cut?$'
ok 'a file that is cut'

# --- hostile: what claims to be large takes no memory of that size
# memory MIB COMMAND...: its exit status in $status, where it took no more
memory() {
	most=$1
	shift
	status=0
	"$SPENT" "$@" >spent 2>"$err" || status=$?
	awk -v most="$most" '{ took = $(NF - 1) } END {
		if (took <= most) exit 0
		print "took " took " MiB, of " most; exit 1
	}' spent || fail "$*: too much memory"
}
base=40		# MiB of the program itself, a sanitizer's included
if "$UABENCH" --version >/dev/null && grep -q __asan_init "$UABENCH"; then
	base=150
fi

echo 'void f(void) { } __asm__(".section .debug_junk; .zero 100000000; .text");' |
	gcc -x c -g -gz=zlib -c - -o bomb
[ "$(wc -c <bomb)" -lt 1000000 ] || fail 'that is no bomb'
for command in 'diff bomb bomb' 'sites bomb'; do
	# shellcheck disable=SC2086 # words
	memory $base "$UABENCH" image $command
	[ $status = 2 ] || fail "$command: exit $status"
	expect_grep '^uabench: bomb: section \.debug_junk: claims 100000000 bytes of the [0-9]* that are in' "$err"
	one_line
done
# frames has no use for it, and does not look
memory $base "$UABENCH" image frames bomb
[ $status = 0 ] || fail "frames bomb: exit $status"

{ head -c 30000 static; head -c 100000000 /dev/zero; } | gzip -9 >bomb.gz
most=$((base + (100 * $(wc -c <bomb.gz) >> 20) + 16))
for command in 'size bomb.gz' 'diff bomb.gz a.o' 'frames bomb.gz'; do
	# shellcheck disable=SC2086 # words
	memory $most "$UABENCH" image $command
	[ $status = 2 ] || fail "$command: exit $status"
	expect_grep '^uabench: bomb\.gz: packed with gzip: it unpacks to more than any kernel would$' "$err"
	one_line
done
ok 'bombs'

# --- DWARF that leads back to itself, or down without an end
if [ "$(gcc -dumpmachine)" = x86_64-linux-gnu ]; then
	gcc -c "$SRCDIR/tests/image/cyclic.S" -o whole.o
	expect_exit 0 "$UABENCH" image sites --format csv whole.o
	expect_grep '^copy_to_user,f,1,2,2,'
	expect_exit 0 "$UABENCH" image diff whole.o whole.o
	for way in FIRST_NEXT=.Lfirst FUNCTION_NEXT=.Lfunction FUNCTION_NEXT=.Lfirst \
		   CALL_NEXT=.Lcall CALL_NEXT=.Lfunction; do
		gcc -c -D$way "$SRCDIR/tests/image/cyclic.S" -o cyclic.o
		expect_exit 2 "$UABENCH" image sites cyclic.o
		expect_grep '^uabench: cyclic\.o: damaged DWARF: DIE at 0x[0-9a-f]*: ' "$err"
		one_line
		case $way in FUNCTION*) continue ;; esac
		# with more code, so that there is a change to explain by inlining
		gcc -c -D$way -DMORE "$SRCDIR/tests/image/cyclic.S" -o more.o
		expect_exit 2 "$UABENCH" image diff cyclic.o more.o
		expect_grep '^uabench: [a-z]*\.o: damaged DWARF: DIE at 0x[0-9a-f]*: ' "$err"
		one_line
	done
	gcc -c -DDEPTH=1000 "$SRCDIR/tests/image/cyclic.S" -o deep.o
	expect_exit 2 "$UABENCH" image sites deep.o
	expect_grep '^uabench: deep\.o: damaged DWARF: DIE at 0x[0-9a-f]*: nested too deep$' "$err"
	gcc -c -DORIGIN=.Lcall "$SRCDIR/tests/image/cyclic.S" -o origin.o
	expect_exit 0 "$UABENCH" image sites --filter 'copy*' origin.o	# of no name
	ok 'cyclic DWARF'
fi

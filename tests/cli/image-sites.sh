#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# `image sites` on a source whose uses of user copies are known.
. "${0%/*}/lib.sh"

# counts FILE: primitive,caller,inlined,called
counts() {
	expect_exit 0 "$UABENCH" image sites --format csv "$1"
	sed 1d "$out" | cut -d, -f1-3,6 | sort > found
}

cat > expected <<'END'
_copy_from_user,calls_in_tail,0,1
_copy_from_user,inlines_one_calls_one,0,1
_copy_to_user,calls_three,0,3
copy_to_user,inlines_one_calls_one,1,0
copy_to_user,inlines_two,2,0
raw_copy_to_user,_copy_to_user,1,0
raw_copy_to_user,inlines_one_calls_one,1,0
raw_copy_to_user,inlines_two,2,0
END
grep -v ',0$' expected > calls
echo 'unsigned long _copy_from_user(void) { return 0; } void done(void) { }' > stub.c

seen=0
for target in x86_64:-mcmodel=kernel aarch64: arm:-marm arm:-mthumb riscv64: powerpc: \
	      powerpc64le: s390x: arc:-mcpu=archs mips:-mno-abicalls mips64el:-mno-abicalls; do
	cc=${target%%:*}-linux-gnu
	[ "$cc" != arm-linux-gnu ] || cc=arm-linux-gnueabihf
	[ "$cc" != mips64el-linux-gnu ] || cc=mips64el-linux-gnuabi64
	flag=${target#*:}
	command -v "$cc-gcc" >/dev/null || { echo "SKIP: $cc-gcc is not installed"; continue; }
	# shellcheck disable=SC2086 # no flag is no word
	for level in -Os -O2; do
		"$cc-gcc" $level $flag -g -ffreestanding -fno-pic -fno-pie -c \
			"$SRCDIR/tests/image/sites.c" -o sites.o
		counts sites.o
		diff expected found || fail "$cc $flag $level"
	done
	# shellcheck disable=SC2086
	"$cc-gcc" -O2 $flag -ffreestanding -fno-pic -fno-pie -c stub.c -o stub.o
	"$cc-ld" -static -e 0 -o linked sites.o stub.o
	counts linked
	diff expected found || fail "$cc $flag, linked"
	# without DWARF: the calls alone
	"$cc-strip" -g linked
	counts linked
	diff calls found || fail "$cc $flag, without DWARF"
	expect_exit 0 "$UABENCH" image sites linked
	expect_grep 'no DWARF'
	seen=$((seen + 1))
done
[ $seen -gt 0 ] || skip "no compiler is here"
ok "$seen targets"

if command -v x86_64-linux-gnu-gcc >/dev/null; then
	set -- x86_64-linux-gnu-gcc -mcmodel=kernel -g -ffreestanding -fno-pic -fno-pie \
		-w -c "$SRCDIR/tests/image/sites.c"
	"$@" -O2 -o a.o
	"$@" -O2 -Dalways_inline=noinline -o b.o
	expect_exit 0 "$UABENCH" image sites --format csv a.o b.o
	expect_grep '^raw_copy_to_user,inlines_two,2,0,0,0,'	# called by copy_to_user then
	expect_grep '^copy_to_user,inlines_two,2,0,0,2,'
	expect_exit 0 "$UABENCH" image sites --format csv a.o a.o
	[ "$(wc -l < "$out")" = 1 ] || fail "a file against itself differs"
	expect_exit 0 "$UABENCH" image sites --format csv --all a.o a.o
	[ "$(wc -l < "$out")" = 9 ] || fail "--all"
	expect_exit 0 "$UABENCH" image sites --format csv --filter 'done' --caller 'calls_*' a.o
	expect_grep '^done,calls_three,0,0,,2,10,$'
	expect_grep '^done,calls_none,0,0,,[01],'
	expect_exit 0 "$UABENCH" image sites --format json a.o
	expect_grep '"first_at": ".*sites.c:4[0-9]"'
	ok "two files, names, places"
fi

expect_exit 2 "$UABENCH" image sites
expect_exit 2 "$UABENCH" image sites a.o a.o a.o
expect_exit 2 "$UABENCH" image sites /dev/null

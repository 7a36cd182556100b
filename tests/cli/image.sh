#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# uabench image size, diff, layout and insns: against GNU size, nm and known changes, for
# each compiler that is here.
. "${0%/*}/lib.sh"

if ! command -v gcc >/dev/null || ! command -v nm >/dev/null; then skip 'no gcc and binutils'; fi
src=$SRCDIR/tests/data/image.c

# each: the target's prefix, for those whose compiler is here; the native one is ""
targets=
for ini in "$SRCDIR"/machines/*.ini; do
	cc=$(sed -n "s/^c = '\(.*\)'/\1/p" "$ini")
	case $cc in *-gcc) command -v "$cc" >/dev/null && targets="$targets ${cc%gcc}" ;; esac
done
for cc in mips-linux-gnu-gcc mips64el-linux-gnuabi64-gcc; do	# objects, but no runner
	command -v $cc >/dev/null && targets="$targets ${cc%gcc}"
done
[ -n "$targets" ] || echo 'note: no cross compilers here'

# --- size is GNU size; diff has the totals of nm, on every target
for p in '' $targets; do
	"${p}gcc" -O2 -g -fcommon -c "$src" -o "${p}a.o"
	"${p}gcc" -O2 -g -gz -ffunction-sections -DNEW -c "$src" -o "${p}b.o"
	for f in a b; do
		"${p}size" "$p$f.o" >expected
		expect_exit 0 "$UABENCH" image size "$p$f.o"
		cmp "$out" expected || fail "not what ${p}size prints"
	done
	"${p}size" "${p}a.o" "${p}b.o" >expected
	expect_exit 0 "$UABENCH" image size "${p}a.o" "${p}b.o"
	head -n 3 "$out" | cmp - expected || fail "not what ${p}size prints"
	expect_grep "	${p}b\.o - ${p}a\.o\$"

	total() {
		"${p}nm" -S "$1" | awk '$3 ~ /^[tTdDbBrR]$/ { print $2 }' | sed 's/^/0x/' |
			{ sum=0; while read -r n; do sum=$((sum + n)); done; echo $sum; }
	}
	expect_exit 0 "$UABENCH" image diff --bloat-o-meter "${p}a.o" "${p}b.o"
	expect_grep "^Total: Before=$(total "${p}a.o"), After=$(total "${p}b.o"), chg "
	expect_exit 0 "$UABENCH" image diff "${p}a.o" "${p}b.o"
	expect_grep '^copy_to_user  *\.text'
	expect_grep '^added  *\.text'
	expect_grep '^copy_to_user  *copyin  *1  *3 '
	expect_grep '^1 added, 1 gone, '
	expect_exit 0 "$UABENCH" image layout "${p}a.o" "${p}b.o" --all
	expect_exit 0 "$UABENCH" image insns "${p}a.o" "${p}b.o" --symbol second
	expect_grep '^second: [1-9][0-9]* -> [1-9][0-9]* instructions'
	expect_exit 0 "$UABENCH" image insns "${p}a.o" "${p}a.o" -s copy_to_user --changes
	expect_grep '^copy_to_user: \([0-9]*\) -> \1 instructions, of which \1 are the same'
done
ok "size, diff, layout and insns:${targets:- the native target alone}"

# --- formats, filter, top
expect_exit 0 "$UABENCH" image diff a.o b.o --format csv --filter 'copy_*'
[ "$(wc -l <"$out")" = 2 ] || fail 'one row under its keys'
expect_grep '^symbol,section,base,new,change$'
expect_exit 0 "$UABENCH" image diff a.o b.o --top 1 --by symbol
expect_grep ' more have changed: --top 0 has them all$'
expect_exit 0 "$UABENCH" image diff a.o b.o --format json
expect_grep '"symbols": \['
expect_grep '"directories": \['
cp "$out" once
expect_exit 0 "$UABENCH" image diff a.o b.o --format json
cmp -s "$out" once || fail 'twice the same is not the same'
for what in symbol section directory inlining; do
	expect_exit 0 "$UABENCH" image diff a.o b.o --by $what -f csv
done
expect_exit 0 "$UABENCH" image size a.o b.o -f csv
expect_grep '^filename,packed,text,data,bss,dec,text_change'
expect_exit 0 "$UABENCH" image size a.o b.o -f csv --filter '.text*'
size -A a.o | awk '/^\.text/ { sum += $2 } END { print "a.o,," sum ",0,0," sum }' >expected
expect_grep "^$(cat expected),"
# the files stay as they were given; the differences have the largest first
expect_exit 0 "$UABENCH" image size a.o a.o b.o
expect_grep '	b\.o - a\.o$'
[ "$(grep -n ' - a\.o$' "$out" | head -n 1 | cut -f6)" = 'b.o - a.o' ] || fail 'not the largest first'
expect_exit 0 "$UABENCH" image size a.o a.o b.o --top 1
[ "$(cut -f6 "$out" | sed -n '2,4p' | tr '\n' ' ')" = 'a.o b.o b.o - a.o ' ] || fail 'size --top 1'
expect_exit 0 "$UABENCH" image insns a.o b.o -s copy_to_user --filter '*sink*' --top 1 -f csv
[ "$(wc -l <"$out")" = 2 ] || fail 'insns --filter --top'
expect_grep 'sink'
ok 'formats, --filter, --top, --by'

# --- names that compilers make
cat >fold.c <<'END'
#define KEEP __attribute__((used))
static int KEEP f1(void) { return 1; }
static int KEEP f2(void) { return 2; }
static int KEEP g1 = 1, KEEP g2 = 2;
END
gcc -c fold.c -o folded.o
objcopy --redefine-sym f1=f.isra.0 --redefine-sym f2=f.part.1.cold --redefine-sym g1=g.123 \
	--redefine-sym g2=h.foo folded.o
gcc -x c -c /dev/null -o none.o
expect_exit 2 "$UABENCH" image diff none.o folded.o
expect_grep 'none\.o: it is stripped, and has no symbols' "$err"
echo 'int none = 1;' | gcc -x c -c - -o none.o
expect_exit 0 "$UABENCH" image diff none.o folded.o -f csv
expect_grep '^f,\.text,,'
expect_grep '^g,\.data,,'
expect_grep '^h\.foo,\.data,,'
expect_exit 0 "$UABENCH" image diff none.o folded.o -f csv --unfold
expect_grep '^f\.isra\.0,'
expect_grep '^f\.part\.1\.cold,'
ok 'names are folded, and unfolded'

# --- packed kernels: the figures of what is inside
gcc -O1 -g -nostdlib -static -DSTART "$src" -o static
expect_exit 0 "$UABENCH" image size static
sed -n 2p "$out" | cut -f1-5 >figures
pack() {	# NAME COMMAND...
	name=$1
	shift
	command -v "$1" >/dev/null || { echo "note: no $1"; return; }
	"$@" <static >"packed.$name"
	expect_exit 0 "$UABENCH" image size "packed.$name"
	sed -n 2p "$out" | cut -f1-5 | cmp - figures || fail "other figures packed with $name"
	expect_said "packed.$name: packed with ${name%-*}: these are the figures of the kernel inside"
	head -c 1000 "packed.$name" >short
	expect_exit 2 "$UABENCH" image size short
	expect_grep "^uabench: short: packed with ${name%-*}: the file is cut" "$err"
	one_line
}
pack gzip gzip -9c
pack xz xz --check=crc32 -c
pack zstd zstd -q -c
pack lz4-legacy lz4 -q -l -c
pack lz4-frame lz4 -q -c
strip -o stripped static
gzip -c stripped >stripped.gz
expect_exit 2 "$UABENCH" image diff stripped.gz stripped.gz
expect_grep 'the kernel packed in it is stripped, and has no symbols' "$err"
# an x86 boot image: setup sectors, then the payload that its header tells of
{
	head -c 497 /dev/zero; printf '\001'; head -c 12 /dev/zero; printf '\125\252'
	head -c 2 /dev/zero; printf 'HdrS\015\002'; head -c 64 /dev/zero
	printf '\020\000\000\000'	# payload_offset
	printf '\377\377\377\000'	# payload_length
	head -c 432 /dev/zero; head -c 16 /dev/zero
	gzip -9c static
} >bzImage
expect_exit 0 "$UABENCH" image size bzImage
sed -n 2p "$out" | cut -f1-5 | cmp - figures || fail 'other figures in a bzImage'
# a bare arm64 Image
{ head -c 56 /dev/zero; printf 'ARM\144'; head -c 4036 /dev/zero; } >Image
gzip -c Image >Image.gz
for f in Image Image.gz; do
	expect_exit 0 "$UABENCH" image size $f
	expect_grep "^      0	   4096	      0	   4096	   1000	$f\$"
	expect_said "$f: arm64 Image"
	expect_exit 2 "$UABENCH" image diff $f $f
	expect_grep 'a bare image has no symbols' "$err"
done
ok 'packed kernels'

# --- usage
for args in size diff layout 'layout a.o' 'diff a.o' 'diff a.o b.o a.o' 'insns a.o b.o' \
	'diff --by x a.o b.o' 'diff --by section --bloat-o-meter a.o b.o' 'size --format x a.o' \
	'layout --line 3 a.o b.o' 'layout --all --filter x a.o b.o' \
	'insns a.o b.o --symbol nosuch' 'diff --top x a.o b.o'; do
	# shellcheck disable=SC2086 # words
	expect_exit 2 "$UABENCH" image $args
	one_line
done
ok 'usage'

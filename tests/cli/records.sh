#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Records that are damaged, foreign or none: a clear error, or a clear mark.
. "${0%/*}/lib.sh"

printf '%s\n' 'entry.null ns 100' 'copy.to_user.pread ns 250 size=4096' | make_record good.jsonl
lines=$(wc -l <good.jsonl)

# refused TEXT COMMAND...: exit 2, and one line which has TEXT
refused() {
	text=$1
	shift
	expect_exit 2 "$@"
	one_line
	grep -qF -- "$text" "$err" || fail "does not say '$text'"
}

expect_exit 0 "$UABENCH" show good.jsonl
expect_grep '12 batches, .*, complete$'
expect_exit 0 "$UABENCH" show - <good.jsonl
expect_grep '12 batches, .*, complete$'
ok 'a sound record, by name and from stdin'

# cut in the middle of a line, everywhere from the second line on
awk 'NR > 1 && NR < 5 { print at + 5; print at + length($0) - 1; print at + length($0) }
	{ at += length($0) + 1 }' good.jsonl >cuts
while read -r cut; do
	head -c "$cut" good.jsonl >cut.jsonl
	expect_exit 0 "$UABENCH" show cut.jsonl
	expect_grep 'incomplete'
done <cuts
whole=$(head -n 4 good.jsonl | wc -c)
head -c "$((whole + 40))" good.jsonl >cut.jsonl
expect_exit 0 "$UABENCH" show cut.jsonl
expect_said 'line 5,'
expect_said '3 batches, incomplete; cut'
expect_exit 0 "$UABENCH" compare good.jsonl cut.jsonl
expect_said 'cut.jsonl: cut in'
ok 'a last line that was cut is left out, and marked by show and compare'

sed '$d' good.jsonl >killed.jsonl
expect_exit 0 "$UABENCH" show killed.jsonl
expect_said 'incomplete; no end line'
expect_exit 0 "$UABENCH" compare good.jsonl killed.jsonl
expect_said 'killed.jsonl: no end line'
ok 'a record without its end is marked by show and compare'

sed '4s/,"iters.*//' good.jsonl >broken.jsonl
refused broken.jsonl:4: "$UABENCH" show broken.jsonl
sed '3s/"elapsed":[0-9]*/"elapsed":-5/' good.jsonl >broken.jsonl
refused broken.jsonl:3: "$UABENCH" show broken.jsonl
{ sed '$d' good.jsonl; cat good.jsonl; } >broken.jsonl
refused "broken.jsonl:$lines:" "$UABENCH" show broken.jsonl
sed 1d good.jsonl >broken.jsonl
refused broken.jsonl:1: "$UABENCH" show broken.jsonl
sed '3s/"unit":"ns"/"unit":"MB\/s"/' good.jsonl >broken.jsonl
refused broken.jsonl: "$UABENCH" show broken.jsonl
ok 'a line broken before the last, a run within a run, no run line, two units: the line is named'

sed '1s/"schema":1/"schema":99/' good.jsonl >newer.jsonl
refused 'schema 99' "$UABENCH" show newer.jsonl
refused 'newer' "$UABENCH" compare good.jsonl newer.jsonl
refused 'newer' "$UABENCH" gate good.jsonl newer.jsonl
ok 'a record of a newer schema'

sed -e '1s/{/{"a_new_key":[1,{"x":null}],/' \
	-e '3s/.*/{"type":"weather","sky":"blue"}\n&/' good.jsonl >extended.jsonl
expect_exit 0 "$UABENCH" show extended.jsonl
expect_grep '12 batches'
expect_grep 'ignored'
ok 'keys and types that are new are ignored, and so it says'

mkdir empty notes mixed
refused empty "$UABENCH" show empty
refused empty "$UABENCH" compare good.jsonl empty
refused empty "$UABENCH" gate empty good.jsonl
echo 'booted twice' >notes/notes.txt
cp good.jsonl notes/.hidden.jsonl
refused 'no record' "$UABENCH" show notes
cp good.jsonl notes/a.jsonl
mkdir notes/sub.jsonl notes/more
cp good.jsonl notes/more/b.jsonl
expect_exit 0 "$UABENCH" show notes
[ "$(grep -c '^kernel' "$out")" = 1 ] || fail 'not just the one record'
ok 'a directory: empty, with notes, with hidden files and folders'

cp good.jsonl mixed/a.jsonl
echo 'this is no record' >mixed/b.jsonl
refused mixed/b.jsonl:1: "$UABENCH" show mixed
refused mixed/b.jsonl:1: "$UABENCH" compare good.jsonl mixed
: >mixed/b.jsonl
refused mixed/b.jsonl "$UABENCH" show mixed
ok 'a file that is no record among records is an error'

: >zero
printf '\n\n' >blank
printf '\377\376\000\001binary\nmore' >binary
echo '[1,2]' >array
echo '{"type":"run"}' >bare
echo '{"a":1}' >other
head -c 3000000 /dev/zero | tr '\0' x >long
for file in zero blank binary array bare other long /dev/null missing missing/deep good.jsonl/x ''; do
	for cmd in show 'compare good.jsonl' 'gate good.jsonl'; do
		# shellcheck disable=SC2086 # two words
		refused "$file" "$UABENCH" $cmd "$file"
	done
done
refused stdin "$UABENCH" show - </dev/null
expect_exit 2 "$UABENCH" show - <&-
one_line
ok 'empty, blank, binary, foreign, too long, missing: exit 2 and one line'

expect_exit 0 "$UABENCH_RUNNER" -b 'entry.*' --iters 1 --procs 1 --rounds 1 -l board
cp "$out" board.jsonl
[ ! -s "$err" ] || fail 'the runner said something'
expect_exit 0 "$UABENCH" show board.jsonl
expect_grep '^label *board$'
expect_grep 'entry.null'
"$UABENCH_RUNNER" -b 'entry.*' --iters 1 --procs 1 --rounds 1 | "$UABENCH" show - >"$out" ||
	fail 'from the runner through a pipe'
expect_grep 'entry.null'
ok 'the runner on a board, show elsewhere'

# what a record quotes must not reach the terminal as it is
printf '{"type":"run","schema":1,"clock":"time","label":"a\\u001b[31mb\\nc","kernel":"\\u0007k","cpu":"c\\u009b"}\n' >esc.jsonl
sed -n 2,3p good.jsonl >>esc.jsonl
echo '{"type":"skip","case":"x.y","params":{},"reason":"no\u001b]0;title\u0007"}' >>esc.jsonl
for cmd in 'show esc.jsonl' 'compare esc.jsonl good.jsonl'; do
	# shellcheck disable=SC2086 # words
	expect_exit 0 "$UABENCH" $cmd
	! tr -d '\n' <"$out" | LC_ALL=C grep -q "$(printf '[\001-\037\177]')" || fail "control characters: $cmd"
	[ "$(grep -c '^c$' "$out")" = 0 ] || fail "a newline of a label: $cmd"
done
ok 'control characters in a record are not printed'

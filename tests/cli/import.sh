# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# uabench import: records out of pasted text, which the other commands take.
. "${0%/*}/lib.sh"

data=$SRCDIR/tests/data/import

# --- one format to a file; the label; show and compare take it
for f in original uaccess noinline; do
	expect_exit 0 "$UABENCH" import hdparm "$data/arm-hdparm-$f.txt" -o "$f.jsonl" --label "$f"
	expect_grep '^5 figures in 5 runs$' "$err"
done
[ "$(grep -c '"type":"run".*"label":"uaccess".*"imported":"hdparm"' uaccess.jsonl)" = 5 ] ||
	fail 'five runs, labelled'
expect_no_grep boot_id uaccess.jsonl
expect_exit 0 "$UABENCH" show original.jsonl
expect_grep 'hdparm\.cached'
expect_exit 0 "$UABENCH" compare original.jsonl uaccess.jsonl noinline.jsonl
expect_grep 'hdparm\.cached.* slower'
expect_grep 'unknown boot'
ok 'five repetitions are five runs of unknown boots, and compare judges them'

# --- records one after the other are one file of several runs
cat original.jsonl noinline.jsonl >all.jsonl
expect_exit 0 "$UABENCH" compare all.jsonl uaccess.jsonl
expect_grep '10 runs'
ok 'concatenated records are read'

# --- auto, into a directory, a file for each tool and subject
expect_exit 0 "$UABENCH" import auto "$data/mail.txt" -o d
[ "$(cd d && echo *)" = "dd.jsonl hdparm-dev-mmcblk0.jsonl \
time-dd-if-dev-zero-of-dev-null-bs-4k-count-10k.jsonl" ] || fail "files: $(ls d)"
expect_grep '^d/dd\.jsonl$' "$err"
expect_grep '^7 figures in 4 runs$' "$err"
expect_exit 0 "$UABENCH" show d
ok 'auto finds the blocks of a mail'

# --- stdin to stdout
expect_exit 0 "$UABENCH" import dd - <"$data/mail.txt"
[ "$(grep -c '"case":"dd"' "$out")" = 2 ] || fail 'two dd'
expect_exit 0 "$UABENCH" import auto - <"$data/riscv-hdparm.txt"
[ "$(grep -c '"type":"end"' "$out")" = 2 ] || fail 'two runs'
ok 'stdin to stdout'

# --- notes
expect_exit 0 "$UABENCH" import lmbench "$data/arc-lmbench-series.txt" -o l.jsonl
expect_grep '^note: line 8: lmbench: 3 rows' "$err"
expect_grep '^note: 3 tools and labels in one file' "$err"
ok 'what was read how is said'

# --- what cannot be: nothing is left behind
refused() {	# TEXT FORMAT WHAT: text, format and what is said
	printf '%b' "$1" >in.txt
	expect_exit 2 "$UABENCH" import "$2" in.txt -o no.jsonl
	expect_grep "$3" "$err"
	[ ! -s "$out" ] || fail 'something on stdout'
	expect_exit 2 "$UABENCH" import "$2" in.txt -o no/
	expect_exit 2 "$UABENCH" import "$2" in.txt
	[ ! -s "$out" ] || fail 'something on stdout'
	if [ -e no.jsonl ] || [ -e no ]; then
		fail 'an output is left behind'
	fi
	[ -z "$(find . -name '.uabench*')" ] || fail 'a temporary file is left behind'
}
good=' Timing cached reads:   580 MB in  2.00 seconds = 289.64 MB/sec\n'
refused '' auto 'in\.txt: the input is empty; formats: auto, hdparm, '
refused 'hello\n' auto 'in\.txt: nothing recognised in 1 lines; formats: auto, hdparm, '
refused "$good" dd 'nothing recognised as dd'
refused "${good}a\\000b\\n" auto 'in\.txt: line 2: a NUL byte'
refused "$good Timing cached reads:   580 MB in  2.0" auto 'line 2: hdparm: the line is cut'
refused "$good Timing cached reads: 580 MB in 2.00 seconds = 1.00 MB/sec\\n" auto \
	'line 2: hdparm: size, time and rate contradict'
refused "${good}x: cached-reads=172.47Mb/sec\\n" auto "line 2: hdparm: 'Mb/sec' may be bits"
refused "$good Performance counter stats for 'x':\\n\\n  5 faults\\n$good" auto \
	'output of another tool within the block'
ok 'bad input: line number, exit 2, no output'

# --- a record that is there is not replaced
cp original.jsonl before
expect_exit 2 "$UABENCH" import hdparm "$data/arm-hdparm-uaccess.txt" -o original.jsonl
expect_grep 'original\.jsonl is there already' "$err"
cmp -s original.jsonl before || fail 'it was replaced'
ok 'no record is replaced'

# --- usage
expect_exit 2 "$UABENCH" import
expect_exit 2 "$UABENCH" import auto
expect_exit 2 "$UABENCH" import nosuch "$data/mail.txt"
expect_grep "no format 'nosuch': auto, hdparm, " "$err"
expect_exit 2 "$UABENCH" import auto /nonexistent
expect_exit 2 "$UABENCH" import auto "$data"
expect_exit 0 "$UABENCH" import formats
expect_grep '^hdparm  *hdparm -T and -t$'
# every format is in the page that describes them
while read -r name _; do
	expect_grep "^| \`$name\` |" "$SRCDIR/docs/import.md"
done <"$out"
ok 'usage'

{
	printf 'Numbers first.\n\nBefore:\n'
	cat "$SRCDIR/tests/data/import/powerpc-perf-stat-before.txt"
	printf '\nAfter:\n'
	cat "$SRCDIR/tests/data/import/powerpc-perf-stat-after.txt"
} >both.txt
expect_exit 0 "$UABENCH" import auto both.txt -o both
expect_exit 0 "$UABENCH" compare both/perf-stat-Before*.jsonl both/perf-stat-After*.jsonl
expect_grep 'dTLB-load-misses .*-2.91%.* faster$'
ok 'a heading parts what stands in one mail'

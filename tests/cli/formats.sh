#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Every format of show and compare, to the letter, and read back by what reads it. After
# an intended change: UPDATE=1 sh tests/cli/formats.sh, and read the difference.
. "${0%/*}/lib.sh"
record=$SRCDIR/tests/data/show.jsonl
formats='text mail markdown csv json ktap go lava'

# side NAME N SEED COST PARAM...: N boots, each with its record
side() {
	name=$1 n=$2 seed=$3 cost=$4
	shift 4
	mkdir "$name"
	while [ "$n" -gt 0 ]; do
		cat <<-END | make_record "$name/$n.jsonl" seed=$((seed + n)) "boot=$name-$n" \
			spread=0.003 jitter=0.001 "label=$name" "$@"
		entry.null ns 100
		copy.to_user.pread ns 250 size=64
		copy.to_user.pread ns $cost size=4096
		fault.cow ns 5000
		END
		n=$((n - 1))
	done
}

side base 6 0 600
side slow 6 200 660 kernel=6.13.0
side few 1 300 600
mkdir in && cp "$record" in/show.jsonl

# a figure's last digits are the machine's: four are compared
rounded() {
	sed -E 's/([0-9]\.[0-9]{4})[0-9]+/\1/g' "$1" >"$out"
}

for format in $formats; do
	expect_exit 0 "$UABENCH" show -f "$format" in/show.jsonl few
	cp "$out" "$format.runs"
	expect_exit 0 "$UABENCH" compare -f "$format" base slow few
	cp "$out" "$format.news"
	expect_exit 0 "$UABENCH" show -f "$format" in/show.jsonl
	[ ! -s "$err" ] || fail 'something on stderr'
	cp "$out" "$format.show"
	expect_exit 0 "$UABENCH" compare -f "$format" base slow
	[ ! -s "$err" ] || fail 'something on stderr'
	cp "$out" "$format.compare"
	case $format in
	text | json) continue ;;	# show.sh and compare.sh
	esac
	rounded "$format.compare"
	golden "compare-$format.golden"
	rounded "$format.show"
	golden "show-$format.golden"
done
expect_exit 0 "$UABENCH" show "$record"
diff "$out" text.show || fail 'text is not the default'
ok 'each format is as expected'

for f in mail.*; do
	! awk 'length($0) > 72' "$f" | grep . || fail "$f is wider than 72 columns"
	! LC_ALL=C grep '[^ -~]' "$f" || fail "$f is not ASCII"
	grep -q '^\$ uabench [cs]' "$f" || fail "$f does not say how it was made"
done
side 'a;b c' 2 400 600 'label=é|#'
expect_exit 0 "$UABENCH" compare -f mail -m 2% base 'a;b c'
expect_grep -xF "\$ uabench compare --margin 2% base 'a;b c'"
ok 'mail: 72 columns, ASCII, and its command lines'

# count lines, numbers, and a result for each subtest
for f in ktap.*; do
	awk '/^KTAP version 1$/ && NR == 1 { next }
		/^1\.\.[0-9]+$/ { plan = substr($0, 4) + 0; next }
		/^  1\.\.[0-9]+$/ { sub_plan = substr($0, 6) + 0; sub_seen = 0; next }
		/^  (not )?ok / { sub_seen++; if ($(1 + ($1 == "not") + 1) != sub_seen) exit 1; next }
		/^(not )?ok / { seen++; if (sub_seen != sub_plan) exit 1; next }
		!/^ *# / && !/^  KTAP version 1$/ { exit 1 }
		END { if (seen != plan) exit 1 }' "$f" || fail "$f is not well formed"
done
grep -q '^not ok 1 comparison of slow with base$' ktap.news || fail 'slower is ok'
grep -q '^ok 2 comparison of few with base # SKIP ' ktap.news || fail 'undecided is no SKIP'
[ "$(grep -c '^  not ok ' ktap.news)" = 1 ] || fail 'not one case that is not ok'
[ "$(grep -c '^  ok .* # SKIP ' ktap.show)" = 2 ] || fail 'what was skipped is no SKIP'
expect_exit 0 "$UABENCH" compare -f ktap --figures f.json base slow few
grep -q '^# figures: f.json$' "$out" || fail 'does not say where the figures are'
cmp f.json json.news || fail 'the figures are not the JSON'
expect_exit 0 "$UABENCH" show -f lava --figures f.json in/show.jsonl few
cmp "$out" lava.runs
cmp f.json json.runs || fail 'the figures are not the JSON'
ok 'KTAP counts right; the figures go to a file beside it'

if python3 -c 1 2>"$err"; then
	python3 - <<'END' || fail 'not the CSV or JSON that was promised'
import csv, json
for name, columns in ("show", 12), ("runs", 12), ("compare", 18), ("news", 18):
    rows = list(csv.reader(open("csv." + name, newline=""), strict=True))
    assert all(len(row) == columns for row in rows)
    text = open("json." + name).read()
    cases = []
    while text.strip():
        d, end = json.JSONDecoder().raw_decode(text)
        text = text[end:].lstrip()
        cases += d["cases"]
    assert len(cases) == len(rows) - 1
    for case, row in zip(cases, rows[1:]):
        row = dict(zip(rows[0], row))
        assert case["case"] == row["case"]
        for key in "value", "spread", "base", "new", "ratio", "ci_low", "p_adjusted":
            if key in case:
                assert (case[key] is None) == (row[key] == "")
                assert case[key] is None or float(row[key]) == case[key], (key, case, row)
d = json.load(open("json.show"))
assert set(d) == {"path", "label", "kernel", "kernel_version", "build_id", "arch", "cpu", "virt",
                  "clock", "boot_id", "started", "imported", "status", "notes", "processes",
                  "batches", "duration_ns", "cases", "fit", "skipped"}, set(d)
assert d["fit"][0]["params"] == {"align": 0} and 200 < d["fit"][0]["ns_per_call"]["value"] < 250
assert d["skipped"][1]["count"] == 2
END
	ok 'CSV and JSON say the same'
fi

# Go's lines come back as they went
expect_exit 0 "$UABENCH" import go-bench go.show -o go.jsonl
expect_exit 0 "$UABENCH" show -f csv go.jsonl
expect_grep ',go.Entry.null-1,,ns,97.1101'
[ "$(grep -c '^side: base$' go.compare)" = 6 ] || fail 'not a line a run'
[ "$(grep -c '^Benchmark.*-1	[0-9]*	[0-9.]* ns/op' go.compare)" = 48 ] || fail 'not a line a run'
ok 'the Go format can be imported'

# LAVA's lines are what a shell runs
mkdir path
for tool in lava-test-case lava-test-set; do
	printf '#!/bin/sh\necho "%s $*"\n' $tool >path/$tool
	chmod +x path/$tool
done
PATH=$PWD/path:$PATH sh lava.news >ran
cmp ran lava.news || fail 'a shell does not run them as they are'
[ "$(grep -c -e '--result fail' ran)" = 1 ] || fail 'not one failure'
ok "LAVA's lines are run by a shell"

for args in 'compare -f xml base slow' 'compare -f= base slow' 'compare --figures= base slow' \
	'compare --figures base/1.jsonl base slow' 'show --figures base/1.jsonl slow' \
	'show -f xml base' 'show --lmbench -f json base' 'show --lmbench --counters base' \
	'show --lmbench --figures f.json base' 'show --counters -f ktap base' \
	'show --counters -f go base' 'show --counters -f lava base'; do
	# shellcheck disable=SC2086 # words
	expect_exit 2 "$UABENCH" $args
	one_line
done
for command in show compare; do
	expect_exit 2 "$UABENCH" $command -f xml base slow
	cp "$err" refusal
	expect_exit 0 "$UABENCH" $command --help
	for format in $formats; do
		grep -qw "$format" refusal || fail "the refusal does not name $format"
		expect_grep "^  $format  *[^ ]"
	done
done
expect_exit 1 "$UABENCH" compare --figures no/such/f.json base slow
one_line
for format in text mail markdown csv json; do
	expect_exit 0 "$UABENCH" show --counters -f "$format" in/show.jsonl
	expect_grep cycles:k
done
ok 'what does not go together is refused'

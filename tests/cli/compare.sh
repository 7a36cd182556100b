#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Verdicts on sets of records with known effects. The records are made with fixed
# seeds, so that each verdict is the same on every machine.
. "${0%/*}/lib.sh"

cases='entry.null ns 100
copy.to_user.pread ns 250 size=64
copy.to_user.pread ns 600 size=4096
fault.cow ns 5000'

# runs DIR N SEED NAME=VALUE...: N records of the cases on stdin, each of a boot of its
# own unless boot= says otherwise
runs() {
	dir=$1 count=$2 first=$3
	shift 3
	mkdir -p "$dir"
	cat >"$dir.cases"
	while [ "$count" -gt 0 ]; do
		make_record "$dir/$count.jsonl" seed=$((first + count)) "boot=$dir-$count" \
			spread=0.003 jitter=0.001 "label=$dir" "$@" <"$dir.cases"
		count=$((count - 1))
	done
}

# verdicts: "CASE PARAMS VERDICT" a line, of the last JSON on stdout
verdicts() {
	awk -F'"' '/"case":/ { name = $4 }
		/^ *"params": / { params = "" }
		/^ *"size": / { match($0, /[0-9]+/); params = " size=" substr($0, RSTART, RLENGTH) }
		/"verdict":/ { print name params " " $4 }' "$out"
}

# expect_verdict CASE VERDICT
expect_verdict() {
	verdicts | grep -qx "$1 $2" || { verdicts; fail "$1 is not $2"; }
}

# compare BASE NEW...: as JSON
compare() {
	expect_exit 0 "$UABENCH" compare --format json "$@"
}

echo "$cases" | runs base 6 0
echo "$cases" | runs null 6 100
echo "$cases" | sed 's/ns 600/ns 660/' | runs slow 6 200
compare base slow
expect_verdict 'copy.to_user.pread size=4096' slower
expect_verdict 'copy.to_user.pread size=64' same
[ "$(verdicts | grep -c -e slower -e faster)" = 1 ] || fail 'more than what was made slower'
compare slow base
expect_verdict 'copy.to_user.pread size=4096' faster
[ "$(verdicts | grep -c -e slower -e faster)" = 1 ] || fail 'more than what was made faster'
ok '10 % slower is slower; the other way round it is faster'

for new in null base; do
	compare base $new
	[ "$(verdicts | grep -c -e ' same$' -e ' undecided$')" = 4 ] || fail "base against $new"
done
ok 'equal kernels are never faster or slower, nor is a set against itself'

compare base/1.jsonl slow/1.jsonl
[ "$(verdicts | grep -c ' undecided$')" = 4 ] || fail 'a verdict from one run a side'
expect_exit 0 "$UABENCH" compare base slow/1.jsonl
expect_no_grep -E ' (slower|faster|same)$'
ok 'one run of a side is undecided'

# JSON says what the text says, in the text's order
for new in slow null; do
	expect_exit 0 "$UABENCH" compare base $new
	sed -n 's/.* \(slower\|faster\|same\|undecided\)\( +[0-9]*\)*$/\1/p' "$out" >text
	compare base $new
	verdicts | sed 's/.* //' | diff text - || fail 'text and JSON differ'
done
ok 'text and JSON have the same verdicts'

compare base slow
for key in case params unit better base new ratio ci_low ci_high verdict runs_needed; do
	[ "$(grep -c "^   \"$key\": " "$out")" = 4 ] || fail "not in each case: $key"
done
for key in sampling_unit base_units new_units cases warnings; do
	grep -q "^ \"$key\": " "$out" || fail "not on top: $key"
done
if python3 -c 1 2>"$err"; then
	python3 - "$out" <<'END' || fail 'not the JSON that was promised'
import json, sys
d = json.load(open(sys.argv[1]))
assert set(d) == {"sampling_unit", "base_units", "new_units", "margin", "confidence", "base",
                  "new", "warnings", "not_on_both_sides", "cases"}, set(d)
assert (d["sampling_unit"], d["base_units"], d["new_units"]) == ("boot", 6, 6)
for c in d["cases"]:
    assert set(c) == {"case", "params", "unit", "better", "base", "new", "ratio", "margin", "ci_low",
                      "ci_high", "p", "p_adjusted", "verdict", "runs_needed", "reference",
                      "base_units", "new_units", "base_shape", "new_shape"}, set(c)
    assert c["unit"] == "ns" and c["better"] == "lower"
    assert c["ci_low"] <= c["ratio"] <= c["ci_high"]
    assert 0 <= c["p"] <= c["p_adjusted"] <= 1
    assert (c["runs_needed"] == 0) == (c["verdict"] != "undecided")
slow = [c for c in d["cases"] if c["verdict"] == "slower"][0]
assert 1.09 < slow["ratio"] < 1.11 and slow["ci_low"] < 1.1 < slow["ci_high"]
assert 590 < slow["base"] < 610 and 650 < slow["new"] < 670
END
fi
compare base/1.jsonl slow/1.jsonl
[ "$(grep -c '"ci_low": null' "$out")" = 4 ] || fail 'an interval from one run'
ok 'JSON has the keys that were promised; what is not known is null'

compare base null slow
[ "$(grep -c '^{' "$out")" = 2 ] || fail 'not an object for each NEW'
expect_exit 0 "$UABENCH" compare base null slow
[ "$(grep -c '^== ' "$out")" = 2 ] || fail 'not told apart'
ok 'several NEW are compared with BASE one by one'

# unit_is UNIT BASE-UNITS NEW-UNITS TEXT: of the sets one and two
unit_is() {
	compare one two
	expect_grep "\"sampling_unit\": \"$1\""
	expect_grep "^ \"base_units\": $2,"
	expect_grep "^ \"new_units\": $3,"
	expect_exit 0 "$UABENCH" compare one two
	expect_said "sampling unit: the $1 ($2 against $3)"
	[ -z "${4:-}" ] || expect_said "$4"
	rm -r one two
}
echo "$cases" | runs one 5 0 boot=b
echo "$cases" | runs two 5 50 boot=n
unit_is run 5 5 'one boot a side'
echo "$cases" | runs one 5 0 boot=
echo "$cases" | runs two 5 50 boot=
unit_is run 5 5 'which boot'
echo "$cases" | runs one 3 0
echo "$cases" | runs two 4 50
unit_is boot 3 4
echo "$cases" | runs one 3 0
echo "$cases" | runs two 5 50 boot=n
unit_is boot 3 1
echo "$cases" | runs one 3 0
echo "$cases" | runs one/again 3 10
mv one/again/1.jsonl one/1b.jsonl && mv one/again/2.jsonl one/2b.jsonl
sed -i 's|one/again-|one-|' one/1b.jsonl one/2b.jsonl
echo "$cases" | runs two 4 50
unit_is boot 3 4
echo "$cases" | runs one 3 0 build=aa
echo "$cases" | runs two 3 50 build=bb
mv two/3.jsonl two/c.jsonl
sed -i 's/"build_id":"bb"/"build_id":"cc"/' two/c.jsonl
unit_is build 1 2
echo "$cases" | runs one 3 0 build=aa
echo "$cases" | runs two 3 50 build=bb
unit_is boot 3 3
ok 'the sampling unit is the build, the boot or the run, and it says which'

# five runs of one boot that happen to agree say nothing of the next boot
echo "$cases" | runs one 3 0 boot=b
echo "$cases" | sed 's/ns 600/ns 660/' | runs two 3 50 boot=n
make_record two/other.jsonl seed=70 boot=m <two.cases
make_record one/other.jsonl seed=71 boot=a <one.cases
compare one two
expect_grep '"sampling_unit": "boot"'
expect_grep '^ "base_units": 2,'
expect_verdict 'copy.to_user.pread size=4096' undecided
rm -r one two
ok 'runs of a boot count once where there are several boots'

echo "$cases" | runs one 2 0
echo "$cases" | sed 's/null ns/null us/' | runs two 2 50
expect_exit 2 "$UABENCH" compare one two
one_line
for word in entry.null ns us one/1.jsonl two/1.jsonl; do
	grep -qw "$word" "$err" || fail "the refusal does not name $word"
done
rm -r one two
echo 'entry.null instructions 100' | runs one 2 0
echo 'entry.null ns 100' | runs two 2 50
expect_exit 2 "$UABENCH" compare one two
one_line
rm -r one two
echo 'entry.null ns 100' | runs one 2 0
echo 'fault.cow ns 100' | runs two 2 50
expect_exit 2 "$UABENCH" compare one two
one_line
printf 'entry.null ns 100\nfault.cow ns 100\n' | runs two 2 50
expect_exit 0 "$UABENCH" compare one two
expect_said 'not on both sides: fault.cow'
rm -r one two
ok 'units are not mixed; a case on one side only is named'

echo "$cases" | runs one 2 0 governor=performance thp=always version=0.1.0 pinned=1
echo "$cases" | runs two 2 50 governor=powersave thp=never version=0.2.0 pinned=0
sed -i '1s/"seed"/"mitigations":{"meltdown":"Mitigation: PTI"},&/' two/?.jsonl
expect_exit 0 "$UABENCH" compare one two
for text in 'governor differs: base performance; new powersave' \
	'transparent huge pages differs: base always; new never' \
	'runner version differs: base 0.1.0; new 0.2.0' \
	'CPU measured on differs: base 1; new 0' \
	'mitigation meltdown differs: base unknown; new Mitigation: PTI'; do
	expect_said "warning: $text"
done
compare one two
[ "$(grep -c ' differs: ' "$out")" = 5 ] || fail 'JSON has other warnings'
compare base slow
expect_grep '"warnings": \[\]'
rm -r one two
ok 'settings that differ are named, each with both values'

# 60 equal cases and one that is 5 % slower
i=0
while [ $i -lt 60 ]; do
	i=$((i + 1))
	echo "null.case$i ns $((100 + i))"
done >many
{ cat many; echo 'real.case ns 1000'; } | runs one 8 0
{ cat many; echo 'real.case ns 1050'; } | runs two 8 1000
compare one two
expect_verdict real.case slower
[ "$(verdicts | grep -c -e ' faster$' -e ' slower$')" = 1 ] || fail 'a null case got a verdict'
expect_exit 0 "$UABENCH" compare one two
expect_said 'corrected for 61 cases (Holm)'
rm -r one two
ok 'of 61 cases just the one that differs gets a verdict'

printf 'rate.case MB/s 1000\nrate.other MB/s 1000\n' | runs one 6 0
printf 'rate.case MB/s 900\nrate.other MB/s 1100\n' | runs two 6 50
compare one two
expect_verdict rate.case slower
expect_verdict rate.other faster
[ "$(grep -c '"better": "higher"' "$out")" = 2 ] || fail 'not higher is better'
rm -r one two
ok 'of a rate, more is better'

echo 'entry.null instructions 1000' | runs one 6 0 spread=0 jitter=0
echo 'entry.null instructions 1002' | runs two 6 0 spread=0 jitter=0
compare one two
expect_verdict entry.null slower
expect_grep '"margin": 0.001'
compare --margin 1% one two
[ "$(verdicts)" = 'entry.null same' ] || fail 'not the same within 1 %'
rm -r one two
ok 'instructions that never vary: 0.2 % is slower, and the same within 1 %'

for args in '' base 'base null --margin=x' 'base null --margin=-1%' 'base null --margin=nan' \
	'base null -f xml' 'base missing' 'missing base' 'base null --no-such'; do
	# shellcheck disable=SC2086 # words
	expect_exit 2 "$UABENCH" compare $args
	one_line
done
ok 'usage and missing files: exit 2 and one line'

expect_exit 0 "$UABENCH" compare base slow
golden compare.golden
ok 'the text'

# what a careless person does: all runs of both kernels in one directory; a file
# copied to make more of them
mkdir all
for f in base/?.jsonl; do cp "$f" all/base-"${f#base/}"; done
for f in slow/?.jsonl; do cp "$f" all/slow-"${f#slow/}"; done
sed -i '1s/"kernel":"[^"]*"/"kernel":"6.13.0"/' all/slow-?.jsonl
expect_exit 0 "$UABENCH" compare base all
expect_said 'warning: '
expect_said '6.13.0'
ok 'runs of two kernels on one side are warned of'
echo "$cases" | runs one 5 0 boot=b
echo "$cases" | sed 's/ns 600/ns 660/' | runs two 1 50 boot=n
for i in 2 3 4 5; do cp two/1.jsonl two/$i.jsonl; done
compare one two
if verdicts | grep -q ' slower$'; then
	expect_no_grep '"warnings": \[\]'
fi
rm -r one two
ok 'copies of one run are not more runs, or are warned of'

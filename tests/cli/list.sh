#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The list of cases: complete in each format, and the same cases in all of them.
. "${0%/*}/lib.sh"

expect_exit 0 "$UABENCH" list
cp "$out" text
grep '^[^ ]' text | sed 's/ .*//' >names
[ "$(wc -l <names)" -gt 40 ] || fail 'too few cases'
! grep -vE '^[a-z0-9_]+(\.[a-z0-9_]+){1,2}$' names || fail 'not family.primitive[.path]'
[ -z "$(sort names | uniq -d)" ] || fail 'a name twice'
for family in copy word fault lmbench throughput entry; do
	grep -q "^$family\." names || fail "no case of the family $family"
done
ok 'names are family.primitive[.path], each once, of all families'

awk '
	function check() { if (name != "" && (!what || !how)) { print name; bad = 1 } }
	/^[^ ]/                        { check(); name = $1; what = how = 0 }
	/^  an operation:? +[^ ]/      { what = 1 }
	/^  exercises:? +[^ ]/         { how = 1 }
	length($0) > 80                { print "wide: " $0; bad = 1 }
	END                            { check(); exit bad }' text ||
	fail 'a case without summary or exercises, or beyond 80 columns'
ok 'each case says what an operation is and what it exercises'

expect_exit 0 "$UABENCH" list --format json
cp "$out" json
sed 's/.*"case":"\([^"]*\)".*/\1/' json | cmp - names || fail 'json lists other cases than text'
expect_no_grep -vE '^\{.*"summary":"[^"]+".*"exercises":"[^"]+".*"axes":\[.*\}$' json
if python3 -c 1 2>"$err"; then
	python3 -c 'import json,sys
for line in sys.stdin:
    c = json.loads(line)
    for a in c["axes"]:
        assert a["name"] and a["summary"] and a["values"], c
        assert all(a["min"] <= v <= a["max"] for v in a["values"]), c' <json ||
		fail 'not the JSON of cases'
fi
ok 'json: an object a line, axes with values in their range'

expect_exit 0 "$UABENCH" list --format markdown
sed -n 's/^### //p' "$out" | cmp - names || fail 'markdown lists other cases than text'
ok 'markdown: the same cases'

expect_exit 0 "$UABENCH_RUNNER" --list
sed 's/.*"case":"\([^"]*\)".*/\1/' "$out" | sort >runner
sort names | cmp - runner || fail 'the runner lists other cases'
ok 'the runner lists the same'

expect_exit 0 "$UABENCH" list 'word.*' entry.null
! grep '^[^ ]' "$out" | grep -v -e '^word\.' -e '^entry\.null' || fail 'more than was asked for'
[ "$(grep -c '^[^ ]' "$out")" = "$(($(grep -c '^word\.' names) + 1))" ] || fail 'not all of them'
ok 'globs choose, any of several'

for args in 'nothing.*' '-f xml' '--format' '--bogus'; do
	# shellcheck disable=SC2086 # two words
	expect_exit 2 "$UABENCH" list $args
	one_line
done
expect_exit 2 "$UABENCH" list ''
ok 'a glob without a match, an unknown format or option: exit 2'

evidence=$SRCDIR/docs/evidence.tsv
grep -v '"optional":1' json | sed 's/.*"case":"\([^"]*\)".*/\1/' >measured
grep -v '^#' "$evidence" | cut -f1 | cmp - measured || fail 'other cases than docs/evidence.tsv has'
# the primitive that `exercises` names first is what was seen to be the top one
sed 's/.*"case":"\([^"]*\)".*"exercises":"\([^"]*\)".*/\1	\2/' json >exercises
awk -F '\t' '
	FNR == NR { says[$1] = $2; next }
	/^#/ { next }
	/^(copy|word)\./ {
		seen++
		if (!match(says[$1], /(copy_to_user|copy_from_user|clear_user|get_user|put_user|strncpy_from_user)/) ||
		    substr(says[$1], RSTART, RLENGTH) != $4) {
			print $1 " says: " says[$1] "; seen: " $4 " in " $5
			bad = 1
		}
	}
	END { exit bad || seen < 25 }' exercises "$evidence" || fail 'not what was seen'
ok 'the primitive that a copy case names first is the top copy symbol that was seen'

sh "$SRCDIR/scripts/docs.sh" "$UABENCH" >cases.md
cmp cases.md "$SRCDIR/docs/cases.md" || fail 'docs/cases.md is not what the cases say: make docs'
ok 'docs/cases.md is what the cases say'

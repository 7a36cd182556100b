#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What show prints of a fixed record, tests/data/show.jsonl, to the letter. After
# an intended change: UPDATE=1 sh tests/cli/show.sh, and read the difference.
. "${0%/*}/lib.sh"
record=$SRCDIR/tests/data/show.jsonl

expect_exit 0 "$UABENCH" show "$record"
[ ! -s "$err" ] || fail 'something on stderr'
golden show.golden
! awk 'length($0) > 80' "$out" | grep . || fail 'wider than 80 columns'
expect_no_grep ' $'
ok 'the table'

expect_exit 0 "$UABENCH" show --counters "$record"
golden show-counters.golden
ok '--counters'

# LMBench's own layout, as its users post it: names to 9 and 13 columns, then
# eight figures of fixed width
expect_exit 0 "$UABENCH" show --lmbench "$record"
golden show-lmbench.golden
cat >want <<'END'
File & VM system latencies in microseconds - smaller is better
-------------------------------------------------------------------------------
Host                 OS   0K File      10K File     Mmap    Prot   Page   100fd
                        Create Delete Create Delete Latency Fault  Fault  selct
--------- ------------- ------ ------ ------ ------ ------- ----- ------- -----
arc-v4    Linux 4.11.0-  124.3   75.3  734.2  147.8  2200.0 6.205    10.9  87.6
END
diff -u want "$out" || fail 'not the layout of LMBench'
ok "--lmbench has LMBench's columns"

# a row a run, whatever the figures: nothing leaves its column
sed -e '1s/"label":"[^"]*"/"label":"a label that is too long"/' \
	-e '/lmbench.prot_fault/s/"elapsed":/&123456/' -e '/lmbench.mmap/d' "$record" >wide.jsonl
expect_exit 0 "$UABENCH" show --lmbench "$record" wide.jsonl
[ "$(wc -l <"$out")" = 7 ] || fail 'not a row a run'
awk 'NR == 5 { rule = $0 }
	NR > 5 { for (i = 1; i <= length(rule); i++)
			if (substr(rule, i, 1) == " " && i != 10 && substr($0, i, 1) != " ") exit 1 }
	NR > 5 && length($0) > length(rule) { exit 1 }' "$out" || fail 'a figure leaves its column'
expect_grep '^a label t Linux 4.11.0-'
ok 'long labels, large and missing figures stay in their columns'

expect_exit 0 "$UABENCH" show "$record" "$record"
[ "$(grep -c '^== ' "$out")" = 2 ] || fail 'runs are not told apart'
ok 'several runs are told apart'

printf 'entry.null ns 100\n' | make_record one.jsonl procs=1 rounds=1
expect_exit 0 "$UABENCH" show one.jsonl
expect_grep '^entry.null  *100.0 ns$'
expect_exit 0 "$UABENCH" show --counters one.jsonl
expect_grep 'no counter'
expect_exit 2 "$UABENCH" show --lmbench one.jsonl
expect_exit 0 "$UABENCH" show --lmbench one.jsonl "$record"
[ "$(wc -l <"$out")" = 7 ] || fail 'not a row a run'
ok 'one batch, no counters, no LMBench case'

expect_exit 2 "$UABENCH" show
one_line
ok 'without a record: exit 2'

printf 'entry.null ns 100\n' | make_record long.jsonl status=none
cat >>long.jsonl <<'END'
{"type":"skip","case":"fault.thp","params":{},"reason":"transparent huge pages are off: /sys/kernel/mm/transparent_hugepage/enabled says never"}
END
expect_exit 0 "$UABENCH" show long.jsonl
! awk 'length($0) > 80' "$out" | grep . || fail 'wider than 80 columns'
expect_said '/sys/kernel/mm/transparent_hugepage/enabled says never'
ok 'a long reason is folded'

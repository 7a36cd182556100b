#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Published figures, from what the tools printed to the verdict: what was computed from
# them by other means is what comes out. tests/unit/test_import_cases.c holds means,
# medians, shifts, exact p and standard errors of the same figures.
. "${0%/*}/lib.sh"
data=$SRCDIR/tests/data/import

# import NAME...: the records of NAME.txt into the folder NAME
import() {
	for name; do
		expect_exit 0 "$UABENCH" import -o "$name" auto "$data/$name.txt"
	done
}

# row CASE CHANGE INTERVAL VERDICT: fails unless a row of the table is so
row() {
	tr -s ' ' <"$out" | grep -qE "^ ?$1( .*)? $(echo "$2 $3 $4" | sed 's/[+.]/\\&/g')( \+[0-9]+)?$" ||
		fail "no row '$1 $2 $3 $4'"
}

import arm-hdparm-original arm-hdparm-uaccess arm-hdparm-noinline
expect_exit 0 "$UABENCH" compare arm-hdparm-original arm-hdparm-uaccess
row hdparm.cached -7.80% -8.30..-0.76 slower
expect_said 'sampling unit: the run (5 against 5)'
expect_said 'not all records say which boot they are from'
expect_exit 0 "$UABENCH" compare arm-hdparm-original arm-hdparm-noinline
row hdparm.cached -1.10% -5.00..-0.27 slower
ok 'ARM: medians, and the unit is the run'

import powerpc-perf-stat-before powerpc-perf-stat-after
expect_exit 0 "$UABENCH" compare powerpc-perf-stat-before powerpc-perf-stat-after
row perf.stat.cpu-cycles -0.13% -0.22..-0.05 faster
row perf.stat.dTLB-load-misses -2.91% -3.00..-2.83 faster
row perf.stat.iTLB-load-misses -0.06% -0.17..+0.06 undecided
row perf.stat.faults +0.00% -0.05..+0.05 same
row perf.stat.time_elapsed -0.16% -0.35..+0.04 same
ok 'powerpc: cycles and dTLB misses fell, the rest is not shown to have changed'

import arc-lmbench-series
set -- arc-lmbench-series/*.jsonl
[ $# = 3 ] || fail 'not three kernels'
for other in "$2" "$3"; do
	expect_exit 0 "$UABENCH" compare "$1" "$other"
	expect_said '0 faster, 0 slower, 0 same, 8 undecided of 8'
	[ "$(grep -c 'unknown  undecided' "$out")" = 8 ] || fail 'an interval from one run'
done
ok 'ARC: one run a kernel, every cell undecided'

import riscv-hdparm
expect_exit 0 "$UABENCH" compare riscv-hdparm/*before.jsonl riscv-hdparm/*with-patch.jsonl
row hdparm.cached +2.94% unknown undecided
row hdparm.buffered +1.47% unknown undecided
ok 'RISC-V: one run a kernel, undecided'

import powerpc-dd-busybox
expect_exit 0 "$UABENCH" show -f csv powerpc-dd-busybox
expect_grep ',79227420.99' "$out"
ok 'powerpc: the binary megabytes of BusyBox'

import arm-size
expect_exit 0 "$UABENCH" compare arm-size/*orig*.jsonl arm-size/*noinline*.jsonl
expect_said '0 faster, 0 slower'
ok 'ARM: sizes, one of each'

#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A machine that drifts, that steps to another frequency half way, that has two modes,
# and one process far out: named by show and compare, and no verdict of two equal kernels
# that were measured in turns. A clock that changes between runs: in turns no verdict, and
# a change is found through it; along the sides no verdict that it alone may have made.
. "${0%/*}/lib.sh"

cat >cases <<'EOC'
entry.null ns 80
copy.to_user.pread ns 900 size=4096
copy.from_user.pwrite ns 1200 size=4096
EOC
RUNS=5 PROCS=40

# pairs SHAPE: runs of base and new in turns, of one boot, with the shape over all of them
pairs() {
	rm -rf base new
	mkdir base new
	for i in $(seq $RUNS); do
		for side in base new; do
			make_record "$side/$i.jsonl" boot=one "seed=$i$([ $side = base ] || echo 7)" \
				jitter=0.004 rounds=1 procs=$PROCS "shape=$1" "first=$(((i - 1) * PROCS))" \
				total=$((RUNS * PROCS)) <cases
		done
	done
}

pairs ''
expect_exit 0 "$UABENCH" compare base new
expect_said '0 faster, 0 slower, 3 same, 0 undecided'
expect_no_grep 'not plain'
expect_exit 0 "$UABENCH" show base/1.jsonl
expect_no_grep 'not plain'
ok 'plain samples are called nothing'

for shape in drift step modes outlier; do
	name=$shape
	[ $shape != modes ] || name=bimodal
	make_record one.jsonl boot=one jitter=0.004 rounds=1 procs=$PROCS shape=$shape <cases
	expect_exit 0 "$UABENCH" show one.jsonl
	expect_grep '^not plain samples, from process to process:$'
	for case in entry.null copy.to_user.pread copy.from_user.pwrite; do
		tr '\n' ' ' <"$out" | grep -q "not plain.*${name}[a-z, ]*: .*$case" ||
			fail "show does not call $case $name"
	done
	pairs $shape
	expect_exit 0 "$UABENCH" compare base new
	expect_said '0 faster, 0 slower'
	expect_grep '^not plain samples, within the sides:$'
	expect_grep "^  base [a-z, ]*${name}[a-z, ]*; new [a-z, ]*$name"
	ok "$shape: named by show and by compare, and no verdict"
done

# at CLOCK...: ten runs, of base and new in turns, each with its clock; new from the cases of new.cases
at() {
	rm -rf base new
	mkdir base new
	i=0 side=base
	cp cases base.cases
	for clock; do
		i=$((i + 1))
		make_record "$side/$i.jsonl" boot=one seed=$i jitter=0.004 rounds=1 procs=$PROCS \
			"clock_factor=$clock" <"$side.cases"
		[ $side = base ] && side=new || side=base
	done
}

cp cases new.cases
at 1 1 0.83 1 1 0.83 0.83 1 1 0.83
expect_exit 0 "$UABENCH" compare base new
expect_said '0 faster, 0 slower, 3 same, 0 undecided'
expect_said "the CPU's clock changed"
sed 's/ 900 / 920 /' cases >new.cases
at 1 1 0.83 1 1 0.83 0.83 1 1 0.83
expect_exit 0 "$UABENCH" compare base new
expect_said '0 faster, 1 slower, 2 same, 0 undecided'
ok 'a clock that changes from run to run is taken out'

cp cases new.cases
at 1 0.83 1 0.83 1 0.83 1 0.83 1 0.83
expect_exit 0 "$UABENCH" compare base new
expect_said '0 faster, 0 slower, 0 same, 3 undecided'
expect_said 'base and new had different clocks'
sed 's/ 900 / 1500 /' cases >new.cases
at 1 0.83 1 0.83 1 0.83 1 0.83 1 0.83
expect_exit 0 "$UABENCH" compare base new
expect_said '0 faster, 1 slower, 0 same, 2 undecided'
ok 'of clocks along the sides nothing is concluded that they may have made'

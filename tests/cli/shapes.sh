#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A machine that drifts, that steps to another frequency half way, that has two modes,
# and one process far out: named by show and compare, and no verdict of two equal kernels
# that were measured in turns.
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


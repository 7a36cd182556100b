#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# bench-power.sh BUILD [RUNS [SECONDS]]: one series of RUNS (100) runs of SECONDS (45) of this
# kernel, the default cases and those of calib, kept in bench-power/ and continued there;
# then false verdicts, known differences, and the least slowdown decided of each case,
# of 5 runs against 5, and how far apart the runs are by what their value is made of.
# Takes more than an hour.
set -eu
build=$1 runs=${2:-100} seconds=${3:-45}
mkdir -p bench-power
i=0
while [ $i -lt "$runs" ]; do
	i=$((i + 1))
	run=bench-power/$(printf 'r%04d' $i)
	[ ! -e "$run.jsonl" ] || continue
	[ ! -t 2 ] || printf '\rrun %s of %s ' $i "$runs" >&2
	"$build/uabench-runner" -q -t "$seconds" -b 'default,calib.*' >"$run.part"
	mv "$run.part" "$run.jsonl"
done
[ ! -t 2 ] || printf '\r%30s\r' '' >&2
"$build/tests/bench_power" -m 0.5 bench-power
exec "$build/tests/bench_levers" bench-power

#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Comparisons of records whose clock counts instructions: seeds, control, twins, TCG.
. "${0%/*}/lib.sh"

# run FILE ARM SEED COST [CLOCK UNIT]: a boot with one exact case and one of 500
run() {
	mkdir -p "${1%/*}"
	clock=${5:-instructions} unit=${6:-instructions}
	{
		printf '{"type":"run","schema":1,"label":"%s","arm":"%s","seed":%s,"clock":"%s",' \
			"${1%%/*}" "$2" "$3" "$clock"
		printf '"virt":"tcg","kernel":"6.1.0","boot_id":"x"}\n'
		for case in "a.cost $4" 'b.cost 500'; do
			printf '{"type":"batch","case":"%s","params":{},"unit":"%s","iters":100,' \
				"${case% *}" "$unit"
			printf '"elapsed":%s00,"round":0,"proc":0}\n' "${case#* }"
		done
		printf '{"type":"end","batches":2,"status":"complete"}\n'
	} >"$1"
}

for seed in 1 2 3; do
	run "base/base-seed$seed.jsonl" base $seed 1000
	run "base/control-seed$seed.jsonl" control $seed 1000
	run "new/new-seed$seed.jsonl" new $seed 990
	run "plain/base-seed$seed.jsonl" base $seed 1000
done

expect_exit 0 "$UABENCH" compare base new
expect_grep 'sampling unit: the seed (3 against 3)'
expect_grep 'spread over seeds and a control arm of 3 boots'
expect_grep '^a.cost .*-1.00% .* faster'
expect_grep '^b.cost .* same'
expect_grep '^unit: instructions; it sees no cache, TLB, pipeline, barrier'
ok 'three seeds decide an exact count, and what the unit cannot see is said'

expect_exit 0 "$UABENCH" compare --format mail base new
expect_grep '^unit: instructions; it sees no cache'
expect_exit 0 "$UABENCH" show base/base-seed1.jsonl
expect_grep '^unit: instructions; it sees no cache'
ok 'under every table'

expect_exit 0 "$UABENCH" compare plain new
expect_grep 'there is no control arm'
ok 'a missing control arm is named'

run base/control-seed2.jsonl control 2 1015
expect_exit 0 "$UABENCH" compare base new
expect_grep '^a.cost .* undecided'
ok 'no verdict on less than the dummy word did'
run base/control-seed2.jsonl control 2 1000

for seed in 1 2 3; do
	run "other/other-seed$seed.jsonl" new $seed 990
	run "other/control-seed$seed.jsonl" control $((seed + 3)) 1000
	run "mixed/a-seed$seed.jsonl" new $seed 1000
	run "mixed/b-seed$seed.jsonl" new $seed 700
done
expect_exit 0 "$UABENCH" compare base other
expect_grep 'sampling unit: the seed (3 against 3)'
expect_grep '3 boots of a control arm among new.s: left out'
expect_grep '^a.cost .*-1.00% .* faster'
ok 'a control arm on the other side is no part of it'

expect_exit 0 "$UABENCH" compare base mixed
expect_grep '^a.cost .* undecided'
expect_grep 'boots of one seed and arm of a side have different figures in 1'
expect_grep '^b.cost .* same'
sed -i 's/"seed":[0-9]*,//' mixed/*.jsonl
expect_exit 0 "$UABENCH" compare base mixed
expect_grep 'sampling unit: the seed (3 against 6)'
ok 'what is not equal is no twin, and runs without a seed are none'

mkdir one two
cp base/base-seed1.jsonl one/a.jsonl
cp base/base-seed1.jsonl one/b.jsonl
cp base/base-seed1.jsonl one/c.jsonl
cp new/new-seed1.jsonl two/a.jsonl
cp new/new-seed1.jsonl two/b.jsonl
cp new/new-seed1.jsonl two/c.jsonl
expect_exit 0 "$UABENCH" compare one two
expect_grep 'sampling unit: the seed (1 against 1)'
expect_grep '4 runs left out'
expect_grep '^a.cost .* undecided +2'
ok 'twins are one boot, and one boot decides nothing'

for seed in 1 2 3; do
	run "slow/$seed.jsonl" base $seed 1000 time ns
	run "fast/$seed.jsonl" new $seed 500 time ns
done
expect_exit 0 "$UABENCH" compare slow fast
expect_grep 'verdict is given'
expect_grep '^a.cost .* undecided'
expect_no_grep ' faster$'
expect_exit 125 "$UABENCH" gate slow fast
sed -i 's/"virt":"tcg"/"virt":"qemu"/' slow/*.jsonl fast/*.jsonl
expect_exit 0 "$UABENCH" compare slow fast
expect_said 'cannot tell TCG from KVM: no verdict is given, unless the run is told --virt=kvm'
expect_grep '^a.cost .* undecided'
expect_no_grep ' faster$'
sed -i 's/"virt":"qemu"/"virt":"kvm"/' slow/*.jsonl fast/*.jsonl
expect_exit 0 "$UABENCH" compare slow fast
expect_no_grep 'verdict is given'
ok "times of an emulator give no verdict, nor those of what may be one"

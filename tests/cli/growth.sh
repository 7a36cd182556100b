#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# How the work of a command grows with its input, in basic blocks executed, which no
# other load on the machine changes: for twice as much it may not grow by more than
# what sorts in n log n. Of n, 2n and 4n the steps are compared, so that what is
# linear does not hide the beginning of what is not: (C(4n) - C(2n)) / 2 to
# C(2n) - C(n) is 1 for linear work, at most 1 + 1 / (2 + log2 n) for n log n, and
# 2 for quadratic.
. "${0%/*}/lib.sh"
COUNTED=${COUNTED:-$SRCDIR/build/tests/uabench-counted}
CONTROL=${CONTROL:-$SRCDIR/build/tests/control}
LIMIT=1.12

# blocks NAME COMMAND...: the file NAME tells how many it executed
blocks() {
	name=$1
	shift
	expect_exit 0 env UABENCH_BLOCKS="$TMPDIR/$name" "$@"
}

# step N2-N1 N4-N2: their ratio, of equal lengths
step() {
	awk -v a="$1" -v b="$2" -v c="$3" 'BEGIN { printf "%.3f", (c - b) / 2 / (b - a) }'
}

within() {
	awk -v x="$1" -v limit=$LIMIT 'BEGIN { exit !(x > 0 && x <= limit) }'
}

# grows WHAT N COMMAND...: N and its double and fourfold stand for @ in the command
grows() {
	what=$1 n=$2
	shift 2
	for k in 1 2 4; do
		# shellcheck disable=SC2046 # the words of the command are split
		blocks blocks$k $(echo "$@" | sed "s/@/$((n * k))/g")
	done
	ratio=$(step "$(cat blocks1)" "$(cat blocks2)" "$(cat blocks4)")
	echo "$what: $(cat blocks1 blocks2 blocks4 | tr '\n' ' ')blocks for $n, $((2 * n))" \
		"and $((4 * n)): $ratio"
	within "$ratio" || fail "$what grows faster than n log n"
	[ "$(cat blocks4)" -gt 100000 ] || fail "$what: nothing was counted"
}

# runs NAME VAR=VALUE...: records in NAME/base and NAME/new
runs() (
	mkdir -p "$1/base" "$1/new"
	dir=$1
	shift
	for var; do
		set -- "$@" -v "$var"
		shift
	done
	awk -v dir="$dir" "$@" -f "$SRCDIR/tests/cli/make-runs.awk"
)

grows 'control: linear' 1000 "$CONTROL" linear @
grows 'control: n log n' 1024 "$CONTROL" sort @
(grows 'control: with a quadratic part' 1000 "$CONTROL" quadratic @) >"$out" 2>&1 &&
	fail 'the test does not see what is quadratic'
ok 'the count tells linear and n log n from quadratic'

for shape in noise drift modes ties far; do
	for n in 500 1000 2000; do
		runs "runs-$shape-$n" runs=$n cases=3 shape=$shape named=1
	done
	grows "compare runs, $shape" 500 "$COUNTED" compare runs-$shape-@/base runs-$shape-@/new
done
ok 'compare: by runs, each of its own boot, label, kernel and governor'

for n in 500 1000 2000; do
	runs "seeds-$n" runs=$n cases=3 shape=ties counted=1
	runs "counted-$n" runs=12 cases=$n shape=ties counted=1
done
grows 'compare seeds' 500 "$COUNTED" compare seeds-@/base seeds-@/new
grows 'compare counted cases' 500 "$COUNTED" compare counted-@/base counted-@/new
ok 'compare: by runs and by cases of counted instructions, with twins and a control'

for n in 500 1000 2000; do
	runs "cases-$n" runs=6 cases=$n shape=noise
done
for format in $("$UABENCH" help compare | sed -n '/^formats:/,$s/^  \([a-z]*\) .*/\1/p'); do
	grows "compare cases, $format" 500 "$COUNTED" compare -f "$format" cases-@/base cases-@/new
	grows "show cases, $format" 500 "$COUNTED" show -f "$format" cases-@/base
done
ok 'compare and show: by cases, in every format'

for n in 500 1000 2000; do
	runs "instances-$n" runs=6 cases=$n shape=noise one=1
done
grows 'compare instances' 500 "$COUNTED" compare instances-@/base instances-@/new
grows 'show instances' 500 "$COUNTED" show instances-@/base
ok 'compare and show: by instances of one case'

for shape in noise drift modes ties far; do
	for n in 1000 2000 4000; do
		runs "procs-$shape-$n" runs=4 cases=2 procs=$n shape=$shape
	done
	grows "compare processes, $shape" 1000 "$COUNTED" compare procs-$shape-@/base procs-$shape-@/new
	grows "show processes, $shape" 1000 "$COUNTED" show procs-$shape-@/base
done
ok 'compare and show: by processes'

for n in 500 1000 2000; do
	awk -v n=$n 'BEGIN { for (i = 0; i < n; i++)
		printf "1048576+0 records in\n1048576+0 records out\n536870912 bytes (537 MB, 512 MiB) copied, %.5f s, %.0f MB/s\n\n", 1 + i / n, 537 / (1 + i / n) }' >"dd-$n"
	awk -v n=$n 'BEGIN { for (i = 0; i < n; i++)
		printf "/dev/sda:\n Timing cached reads:   %d MB in  2.00 seconds = %.2f MB/sec\n", 500 + i % 80, (500 + i % 80) / 2 }' >"hdparm-$n"
done
for tool in dd hdparm; do
	grows "import $tool" 500 "$COUNTED" import $tool $tool-@
done
ok 'import: by blocks of figures'

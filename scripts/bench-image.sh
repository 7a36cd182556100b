#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# bench-image.sh BUILD [VMLINUX [CHECKSTACK]]: what `uabench image` costs beside what does the
# same today, on one kernel with debug information, one after the other in one run:
#   frames  objdump -d | checkstack.pl of the kernel's scripts/ (default: that of the
#           installed linux-source)
#   sites   a bare walk over all of its DIEs by libdw
# Prints user and system time, for the wall clock of a busy machine says little.
set -eu
cd "$(dirname "$0")/.."
build=${1:?usage: bench-image.sh BUILD [VMLINUX [CHECKSTACK]]}
vmlinux=${2:-}
checkstack=${3:-}
uabench=${UABENCH:-$build/uabench}
walk=${WALK:-$build/tests/libdw_walk}
times=${RUNS:-3}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM

if [ -z "$vmlinux" ]; then	# that of a linux-image-*-dbg, if there is one
	for vmlinux in /usr/lib/debug/boot/vmlinux-*; do
		[ -e "$vmlinux" ] || { echo 'SKIP: no vmlinux with debug information'; exit 0; }
	done
fi
if [ -z "$checkstack" ]; then
	for tar in /usr/src/linux-source-*.tar.xz; do
		[ -e "$tar" ] || { echo 'bench-image.sh: name a checkstack.pl, or install linux-source' >&2; exit 2; }
		checkstack=$tmp/checkstack.pl
		top=$(basename "$tar" .tar.xz)
		tar -xOf "$tar" "$top/scripts/checkstack.pl" > "$checkstack"
	done
fi

# cpu COMMAND...: its seconds of CPU time in the variable of that name
cpu() {
	times > "$tmp/before"
	"$@" > "$tmp/out"
	times > "$tmp/after"
	cpu=$(awk 'FNR == 2 {
		for (i = 1; i <= 2; i++) { split($i, a, /[ms]/); t += a[1] * 60 + a[2] }
		sum[NR > 2] = t; t = 0
	} END { printf "%.2f", sum[1] - sum[0] }' "$tmp/before" "$tmp/after")
}

# best COMMAND...: the least of several runs
best() {
	least=
	n=0
	while [ $n -lt "$times" ]; do
		cpu "$@"
		least=$(echo "$cpu ${least:-$cpu}" | awk '{ print $1 < $2 ? $1 : $2 }')
		n=$((n + 1))
	done
	cpu=$least
}

by_checkstack() {
	objdump -d "$vmlinux" | perl "$checkstack" x86_64
}

row() {
	printf '%-44s %8s s\n' "$1" "$2"
}

ratio() {
	awk -v a="$1" -v b="$2" -v what="$3" 'BEGIN { printf "%-44s %8.2f\n", what, a / b }'
}

echo "$vmlinux, $(wc -c < "$vmlinux") bytes; CPU time, the least of $times runs"
# as many functions as checkstack.pl has lines for one of this size
best "$uabench" image frames --top 4000 "$vmlinux"
ours=$cpu
row "uabench image frames --top 4000" "$ours"
cpu by_checkstack
row 'objdump -d | checkstack.pl (one run)' "$cpu"
ratio "$cpu" "$ours" 'frames: times faster'
best "$walk" "$vmlinux"
bare=$cpu
row 'bare walk by libdw' "$bare"
best "$uabench" image sites "$vmlinux"
row 'uabench image sites' "$cpu"
ratio "$cpu" "$bare" 'sites: of the bare walk'

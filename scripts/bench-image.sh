#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# bench-image.sh BUILD [VMLINUX [OTHER]]: what `uabench image` costs beside what does the
# same today, in one run, on kernels with debug information (without arguments: the first
# two of /usr/lib/debug/boot, where linux-image-*-dbg puts them):
#   diff    the kernel's scripts/bloat-o-meter; the totals of both must be the same
#   frames  objdump -d | checkstack.pl of the kernel's scripts
#   sites   a bare walk over all DIEs by libdw
# The scripts are those of $SCRIPTS, a folder, or else of the installed linux-source.
# Prints the least of RUNS runs (5) on the clock and of CPU time, in seconds, and the most
# memory, in MiB. On a busy machine only CPU time says something.
set -eu
cd "$(dirname "$0")/.."
build=${1:?usage: bench-image.sh BUILD [VMLINUX [OTHER]]}
a=${2:-} b=${3:-}
uabench=$build/uabench
runs=${RUNS:-5}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM HUP

if [ -z "$a" ]; then
	for f in /usr/lib/debug/boot/vmlinux-*; do
		[ -e "$f" ] || continue
		if [ -z "$a" ]; then a=$f; elif [ -z "$b" ]; then b=$f; fi
	done
	[ -n "$a" ] || {
		echo 'bench-image.sh: name a vmlinux, or install a linux-image-*-dbg' >&2
		exit 2
	}
fi
scripts=${SCRIPTS:-}
if [ -z "$scripts" ]; then
	for tar in /usr/src/linux-source-*.tar.xz; do
		[ -e "$tar" ] || {
			echo 'bench-image.sh: name SCRIPTS of a kernel, or install linux-source' >&2
			exit 2
		}
	done
	top=$(basename "$tar" .tar.xz)
	tar -C "$tmp" -xf "$tar" "$top/scripts/bloat-o-meter" "$top/scripts/checkstack.pl"
	scripts=$tmp/$top/scripts
fi
python=$(python3 -c 'import sys; print(sys.executable)')	# without its launcher
case $(LC_ALL=C readelf -hW "$a" | sed -n 's/^ *Machine: *//p') in
*X86-64) arch=x86_64 ;;
AArch64) arch=aarch64 ;;
RISC-V) arch=riscv64 ;;
*) echo "bench-image.sh: what does checkstack.pl call the machine of $a?" >&2; exit 2 ;;
esac

# what COMMAND...: adds a row of what it took; keeps its seconds of CPU in $cpu
what() {
	name=$1
	shift
	n=0
	while [ $n -lt "$runs" ]; do
		"$build/tests/spent" "$@"
		n=$((n + 1))
	done >"$tmp/spent" || { echo "bench-image.sh: $* failed" >&2; exit 1; }
	cpu=$(awk -v name="$name" -v row="$tmp/row" '
	{ if (NR == 1 || $1 < clock) clock = $1
	  if (NR == 1 || $3 < cpu) cpu = $3
	  if ($7 > most) most = $7 }
	END {
		printf "%-44s %8.2f %8.3f %6d\n", name, clock, cpu, most >row
		print cpu, clock, most
	}' "$tmp/spent")
	cat "$tmp/row"
}

# ratio THEIRS OURS UNIT: how many times as much, of CPU and on the clock
ratio() {
	echo "$1 $2" | awk -v text="$3" '{
		printf "  %s: %.2f of CPU, %.2f on the clock\n", text, $1 / $4, $2 / $5
	}'
}

# peak FILE: the memory of the last row, as a share of the file
peak() {
	echo "$cpu" | awk -v size="$(wc -c <"$1")" '{
		printf "  memory at most: %.0f %% of the file\n", 100 * $3 * 1048576 / size
	}'
}

for f in "$a" ${b:+"$b"}; do
	echo "${f##*/}: $(($(wc -c <"$f") / 1048576)) MiB"
done
echo "$(nproc) CPUs, load $(cut -d' ' -f1-3 /proc/loadavg); the least of $runs runs"
printf '%-44s %8s %8s %6s\n' '' clock CPU MiB

if [ -n "$b" ]; then
	what 'bloat-o-meter A B' "$python" "$scripts/bloat-o-meter" "$a" "$b"
	theirs=$cpu
	what 'diff --bloat-o-meter --top 0 A B' "$uabench" image diff --bloat-o-meter --top 0 "$a" "$b"
	ratio "$theirs" "$cpu" 'times faster'
	"$python" "$scripts/bloat-o-meter" "$a" "$b" | sort >"$tmp/theirs"
	"$uabench" image diff --bloat-o-meter --top 0 "$a" "$b" | sort >"$tmp/ours"
	if cmp -s "$tmp/theirs" "$tmp/ours"; then
		echo "  the same $(wc -l <"$tmp/ours") lines, totals included"
	else
		echo "  lines that only one of them prints:"
		diff "$tmp/theirs" "$tmp/ours" | head -n 20
	fi
	what 'diff --no-dwarf A B' "$uabench" image diff --no-dwarf "$a" "$b"
	ratio "$theirs" "$cpu" 'times faster'
	what 'diff A B, with what DWARF tells' "$uabench" image diff "$a" "$b"
	ratio "$theirs" "$cpu" 'times faster'
	peak "$a"
fi

more=$runs runs=1
# shellcheck disable=SC2016 # the inner shell's
what 'objdump -d A | checkstack.pl (one run)' \
	sh -c 'objdump -d "$1" | perl "$2" "$3"' sh "$a" "$scripts/checkstack.pl" $arch
runs=$more theirs=$cpu
# as many functions as checkstack.pl has lines: those of 100 bytes and more
what 'frames --top 4000 A' "$uabench" image frames --top 4000 "$a"
ratio "$theirs" "$cpu" 'times faster'
peak "$a"

what 'bare walk over A by libdw' "$build/tests/libdw_walk" "$a"
theirs=$cpu
what 'sites A' "$uabench" image sites "$a"
ratio "$cpu" "$theirs" 'of the bare walk'
peak "$a"

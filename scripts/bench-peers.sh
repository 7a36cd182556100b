#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# bench-peers.sh BUILD [ROUNDS]: uabench beside the tools that people use, on the same
# operation (but hyperfine starts a program that ours execs), for as long as the other tool took, in turns, ROUNDS times (16). Prints by
# bench_least what slowdown 5 against 5 figures of each decide. "uabench" is the value that
# it gives a run, "mean" that of all its batches, which is what most tools print. Figures
# are kept in bench-peers.figures. Needs root for hdparm's loop device; a tool that is
# missing is named, and left out. On the last CPU (or CPU=N); leave the machine alone meanwhile.
set -eu
uabench=$1/uabench least=$1/tests/bench_least loop_of_both=$1/tests/bench_dd_loop
program=$1/runner/exec/uabench-exec-chain rounds=${2:-16}
cpu=${CPU:-$(($(nproc --all) - 1))}
out=bench-peers.figures
tmp=$(mktemp -d)
loop=
cleanup() {
	[ -z "$loop" ] || losetup -d "$loop"
	[ -z "${server:-}" ] || kill "$server" 2>/dev/null || :
	rm -rf "$tmp"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

have() {
	command -v "$1" >/dev/null && return
	echo "bench-peers.sh: no $1 here: its rows are left out" >&2
	return 1
}

# figure ROW TOOL VALUE: a figure that could not be had ends the run
figure() {
	case $3 in
	'' | *[!0-9.e+-]*)
		echo "bench-peers.sh: $1: no figure of $2: '$3'" >&2
		exit 1
		;;
	esac
	printf '%s %s %s\n' "$1" "$2" "$3" >>"$out"
}

# peer COMMAND...: its output in $tmp/peer, its duration in $took, seconds; with free=1 on any CPU
peer() {
	began=$(date +%s%N)
	if [ -n "${free:-}" ]; then
		"$@" >"$tmp/peer" 2>&1
	else
		taskset -c "$cpu" "$@" >"$tmp/peer" 2>&1
	fi
	took=$(awk -v ns=$(($(date +%s%N) - began)) 'BEGIN { printf "%.2f", ns / 1e9 }')
}

# ours ROW CASE PARAM EXPRESSION [OPTION...]: as long as the peer; EXPRESSION is the figure,
# from ns
ours() {
	row=$1 case=$2 param=$3 expression=$4
	shift 4
	"$uabench" run -q -t "$took" -b "$case" ${param:+-p "$param"} --cpu "$cpu" "$@" \
		-o "$tmp/run.jsonl" >/dev/null
	figure "$row" "uabench:$case" "$("$uabench" show --format csv "$tmp/run.jsonl" |
		awk -F, -v case="$case" 'NR == 1 { for (i = 1; i <= NF; i++) col[$i] = i }
			index($0, case) { ns = $col["value"]; printf "%.9g", '"$expression"'; exit }')"
	figure "$row" "mean:$case" "$(awk -F'[:,]' '/"type":"batch"/ {
			for (i = 1; i < NF; i++) {
				iters += $i == "\"iters\"" ? $(i + 1) : 0
				elapsed += $i == "\"elapsed\"" ? $(i + 1) : 0
			}
		}
		END { ns = elapsed / iters; printf "%.9g", '"$expression"' }' "$tmp/run.jsonl")"
	rm -f "$tmp/run.jsonl"
}

row_syscall() {
	peer perf bench syscall basic
	figure syscall perf-bench "$(awk '/usecs\/op/ { print 1000 * $1 }' "$tmp/peer")"
	ours syscall entry.null '' ns
}

row_dd() {
	peer dd if=/dev/zero of=/dev/null bs=512 count=4M
	figure dd-512 GNU-dd "$(awk -F, '/copied/ { split($3, s, " "); printf "%.9g", 512 * 4 * 1048576 / s[1] / 1e6 }' "$tmp/peer")"
	figure dd-512 loop-of-both-calls "$(taskset -c "$cpu" "$loop_of_both" 4194304)"
	ours dd-512 throughput.zero_null bs=512 '512 / ns * 1e3'
}

row_exec() {
	# it exits with 1 for want of orders
	peer hyperfine -N -i -w 5 -r 5000 --export-json "$tmp/hyper.json" "$program"
	for key in mean median min; do
		figure exec "hyperfine:$key" "$(awk -v key="\"$key\":" '$1 == key { printf "%.9g", $2 * 1e9 }' "$tmp/hyper.json")"
	done
	ours exec fault.exec '' ns
}

row_cached() {
	peer hdparm -T "$loop"
	figure cached hdparm-T "$(awk '/Timing cached/ { print $(NF - 1) }' "$tmp/peer")"
	ours cached throughput.cached '' '2 / ns * 1e9' --device "$loop"
}

row_fault() {
	peer stress-ng --fault 1 -t 2 --metrics-brief
	figure fault stress-ng "$(awk '$4 == "fault" { printf "%.9g", 1e9 / $9; exit }' "$tmp/peer")"
	ours fault fault.shared_write '' ns
}

# iperf NAME PREFIX...: Mbit/s of 2 s
iperf() {
	name=$1
	shift
	peer "$@" -f m
	figure tcp "$name" "$(awk '/receiver/ { for (i = 1; i < NF; i++) if ($(i + 1) ~ /bits/) print $i }' "$tmp/peer")"
}

# as people call it, the scheduler places both ends; with -A, on the CPUs that ours are on
row_tcp() {
	free=1 iperf iperf3 iperf3 -c 127.0.0.1 -p 5299 -t 2 -l 128K
	free='' iperf iperf3-A iperf3 -c 127.0.0.1 -p 5299 -t 2 -l 128K -A "$cpu,$other"
	ours tcp throughput.tcp '' '131072 * 8 / ns * 1e3'
}

rows=''
! have perf || rows="$rows syscall"
! have dd || rows="$rows dd"
! have hyperfine || rows="$rows exec"
! have stress-ng || rows="$rows fault"
if have hdparm; then
	dd if=/dev/urandom of="$tmp/disk" bs=1M count=64 2>/dev/null
	loop=$(losetup -f --show "$tmp/disk") && rows="$rows cached" || loop=
fi
other=$((cpu > 0 ? cpu - 1 : 0))
if have iperf3; then
	iperf3 -s -p 5299 >/dev/null 2>&1 &
	server=$!
	rows="$rows tcp"
	sleep 1
fi
: >"$out"
round=0
while [ $round -lt "$rounds" ]; do
	round=$((round + 1))
	for row in $rows; do
		[ ! -t 2 ] || printf '\rround %s of %s: %-10s' $round "$rounds" "$row" >&2
		"row_$row"
	done
done
[ ! -t 2 ] || printf '\r%40s\r' '' >&2
"$least" <"$out"

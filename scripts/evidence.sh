#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# evidence.sh DIR: measures, on the kernel that runs, where each case spends its time in
# the kernel, and writes docs/evidence.tsv. DIR is the build. As root, with perf of
# Debian's linux-perf; task-clock samples need no PMU. Some minutes. `make docs` then
# puts it into docs/cases.md.
set -eu
build=$1
here=$(cd "$(dirname "$0")/.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM HUP
command -v perf >/dev/null || {
	echo 'evidence.sh: no perf: apt-get install linux-perf' >&2
	exit 2
}

# one value of the main axis, where the primitive is neither all nor nothing
params_of() {
	case $1 in
	copy.iovec) echo segs=1024 ;;
	copy.*.udp) echo size=1400 ;;
	copy.*.unix) echo size=16384 ;;
	copy.clear_user.zero | copy.*.pipe | copy.*.pread | copy.*.pwrite | copy.*.process_vm)
		echo size=4096 ;;
	word.strncpy_from_user) echo len=4000 ;;
	esac
}

record='perf record -q -g -e task-clock:k -c 100000'
options='-t 8 --procs 1 --rounds 40 --batch 25 --ref 1'
{
	echo "# Made by scripts/evidence.sh; docs/cases.md explains it."
	# without what follows the numbers: that names a build, which nobody else has
	printf '# kernel\t%s %s\n' "$(uname -r | sed 's/[-+].*//')" "$(uname -m)"
	printf '# command\t%s -- uabench-runner -b CASE [-p PARAM] %s\n' "$record" "$options"
	printf '#case\tparam\tsamples\tprimitive\tsymbol\tshare\toffset\tthere\tcallers\ttop\n'
	"$build/uabench" list --format json | grep -v '"optional":1' |
		sed 's/.*"case":"\([^"]*\)".*/\1/' >"$tmp/cases"
	while read -r name; do
		param=$(params_of "$name")
		# shellcheck disable=SC2086 # options
		$record -o "$tmp/data" -- "$build/uabench-runner" -b "$name" ${param:+-p $param} \
			$options >"$tmp/run" 2>"$tmp/err" </dev/null || {
			echo "evidence.sh: $name: $(tail -n 1 "$tmp/err")" >&2
			exit 1
		}
		perf script -i "$tmp/data" -F comm,ip,sym,symoff 2>/dev/null |
			awk -v name="$name" -v param="${param:--}" -f "$here/scripts/evidence.awk"
	done <"$tmp/cases"
} >"$tmp/evidence"
mv "$tmp/evidence" "$here/docs/evidence.tsv"

#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# foreign.sh ARCH RUNNER: runs a runner built for ARCH (under qemu-user, as its
# machine file says), every case at one iteration, and checks the record. Also
# with UABENCH set that the tool reads it. Exit 77: cannot run here.
set -eu
arch=$1 runner=$2
src=$(cd "$(dirname "$0")/../.." && pwd)

emulator=$(sed -n "s/^emulator = '\(.*\)'/\1/p" "$src/machines/$arch.ini")
if [ -z "$emulator" ]; then
	echo "SKIP: built only: no user-mode emulator runs $arch"
	exit 77
fi
if [ "$(dpkg --print-architecture 2>/dev/null || uname -m)" = "$arch" ]; then
	emulator=	# this machine's own
elif ! command -v "$emulator" >/dev/null; then
	echo "SKIP: $emulator is not installed (sh scripts/deps.sh check)"
	exit 77
fi

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM HUP
record=$tmp/record.jsonl

status=0
(cd "$tmp" && exec timeout 300 ${emulator:+"$emulator"} "$runner" --iters 1 --rounds 1 \
	--procs 1 --time 0) >"$record" 2>"$tmp/err" </dev/null || status=$?
head -n 40 "$tmp/err"
if [ $status != 0 ]; then
	echo "FAIL: the runner's exit status is $status; the end of its record:"
	tail -n 3 "$record" | cut -c 1-400
	exit 1
fi

awk -f "$src/tests/runner/record.awk" "$record"

if [ -n "${UABENCH:-}" ]; then
	"$UABENCH" show "$record" >"$tmp/table" || { echo "FAIL: uabench show: $?"; exit 1; }
	lines=$(wc -l <"$tmp/table")
	echo "uabench show: $lines lines"
	[ "$lines" -gt 60 ] || { echo 'FAIL: the table is too short'; exit 1; }
fi

schema=$src/docs/record.schema.json
[ -e "$schema" ] || exit 0
for python in python3 /usr/bin/python3; do
	"$python" -c 'import jsonschema' 2>/dev/null || continue
	"$python" "$src/tests/runner/validate.py" "$schema" "$record" || exit 1
	exit 0
done
echo 'NOTE: not checked against the schema: python3-jsonschema is not installed'

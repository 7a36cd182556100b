#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# bench-scale.sh DIR: what `uabench compare` takes for 200 and for 10,000 runs of 300
# cases with one batch each, every run of a boot of its own, at one clock and with every
# third run at a faster one: the whole command, from files in the page cache. DIR is the
# build. Takes 500 MB below TMPDIR or /tmp.
set -eu
build=$1
here=$(dirname "$0")/..
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM HUP

for runs in 200 10000; do
	for clocks in 0 1; do
		mkdir -p "$tmp/$runs/base" "$tmp/$runs/new"
		awk -v dir="$tmp/$runs" -v runs=$runs -v cases=300 -v shape=noise -v clocks=$clocks \
			-f "$here/tests/cli/make-runs.awk"
		[ $clocks = 1 ] && changes=', clock changes' || changes=
		for _ in 1 2 3; do
			printf '%s runs of 300 cases%s: ' $runs "$changes"
			"$build/tests/spent" "$build/uabench" compare "$tmp/$runs/base" "$tmp/$runs/new"
		done
	done
done

#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# bench.sh [NAME...]: runs scripts/bench-NAME.sh, or all of them. They print figures of
# this machine and judge nothing; docs/statistics.md has those of one.
set -eu
cd "$(dirname "$0")/.."

if [ $# = 0 ]; then
	for f in scripts/bench-*.sh; do
		name=${f#scripts/bench-}
		set -- "$@" "${name%.sh}"
	done
fi
for name; do
	[ -e "scripts/bench-$name.sh" ] || {
		echo "bench.sh: no scripts/bench-$name.sh" >&2
		exit 2
	}
done
for name; do
	echo "== $name"
	sh "scripts/bench-$name.sh" build
done

#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# runners.sh DIR: builds the static runner for every target of machines/ and
# leaves them as DIR/uabench-runner-ARCH, stripped. Exit 1 when one is missing
# or too big; without CI set, the others are built all the same.
set -eu
cd "$(dirname "$0")/.."
dir=$1
limit=$((2 * 1024 * 1024))
bad=0 table=''

# build ARCH: 0, or 1 having said why
build() {
	ini=machines/$1.ini
	out=$dir/uabench-runner-$1
	cc=$(sed -n "s/^c = '\(.*\)'/\1/p" "$ini")
	strip=$(sed -n "s/^strip = '\(.*\)'/\1/p" "$ini")

	rm -f "$out"
	for tool in "$cc" "$strip"; do
		command -v "$tool" >/dev/null && continue
		echo "$1: $tool is not installed (sh scripts/deps.sh check)" >&2
		return 1
	done
	if ! [ -e "$dir/$1/build.ninja" ]; then
		meson setup --cross-file "$ini" -Dtool=disabled -Dtests=disabled \
			--buildtype release ${WERROR:+--werror} "$dir/$1" >"$dir/$1.log" 2>&1 ||
			{ tail -n 30 "$dir/$1.log" >&2; return 1; }
	fi
	ninja -C "$dir/$1" uabench-runner >"$dir/$1.log" 2>&1 ||
		{ grep -v '^\[.*ing ' "$dir/$1.log" | tail -n 30 >&2; return 1; }
	"$strip" -o "$out" "$dir/$1/uabench-runner" || return 1

	size=$(wc -c <"$out")
	table="$table$(printf '%-10s %9d bytes  %s' "$1" "$size" "$out")
"
	[ "$size" -lt "$limit" ] && return 0
	echo "$1: $size bytes, $limit or more" >&2
	return 1
}

for tool in meson ninja; do
	command -v $tool >/dev/null || exec sh scripts/deps.sh -n build
done
mkdir -p "$dir"
for ini in machines/*.ini; do
	grep -q '^\[host_machine\]' "$ini" || continue
	arch=$(basename "$ini" .ini)
	[ -z "${ONLY:-}" ] || [ "$ONLY" = "$arch" ] || continue
	build "$arch" && continue
	bad=1
	[ -z "${CI:-}" ] || break
done
printf '%s' "$table"
exit $bad

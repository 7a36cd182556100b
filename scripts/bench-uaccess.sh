#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# bench-uaccess.sh BUILD [ROUNDS]: what copies that survive faults cost here, pinned to
# one CPU; then of call sites of constant size, for each target of machines/ that is
# installed: bytes of text and of table, and instructions a copy, counted by the plugin.
set -eu
cd "$(dirname "$0")/.."
build=$1 rounds=${2:-400}
sizes='1 2 3 4 7 8 12 15 16 24 31 32 48 63 64'

[ -e "$build/build.ninja" ] || sh scripts/build.sh "$build" >/dev/null
ninja -C "$build" uaccess/bench/ua_bench plugin/uabench-count.so >/dev/null
cpu=$(taskset -pc $$ | sed 's/.*[ ,-]//')
echo "on CPU $cpu, load $(cut -d' ' -f1-3 /proc/loadavg), lower decile of $rounds rounds"
taskset -c "$cpu" "$build/uaccess/bench/ua_bench" -r "$rounds"

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM HUP

# bytes SECTION OBJECT: of all sections whose names begin so
bytes() {
	size -A "$2" | awk -v s="$1" 'index($1, s) == 1 { n += $2 } END { print n + 0 }'
}

# target ARCH: rows "size, 3 x text, 3 x table, 3 x instructions"
target() {
	ini=machines/$1.ini
	cc=$(sed -n "s/^c = '\(.*\)'/\1/p" "$ini")
	family=$(sed -n "s/^cpu_family = '\(.*\)'/\1/p" "$ini")
	emulator=$(sed -n "s/^emulator = '\(.*\)'/\1/p" "$ini")
	[ -d "uaccess/arch/$family" ] || return 0
	command -v "$cc" >/dev/null || { echo "$1: no $cc"; return 0; }
	flags="-O2 -Iuaccess/include -Iuaccess/arch/$family"
	# shellcheck disable=SC2086 # options
	"$cc" $flags -DWAY=0 -DSIZE=1 -c -o "$tmp/none.o" uaccess/bench/sites.c
	none=$(bytes .text "$tmp/none.o")
	count "$cc" "$family" "$emulator"
	echo "$1: text, table, instructions of: inline with elision; without; out of line"
	for n in $sizes; do
		row=$n
		for section in .text ua_ranges; do
			for way in 1 2 3; do
				o=$tmp/$way.o
				# shellcheck disable=SC2086
				[ $section = ua_ranges ] || "$cc" $flags -DWAY=$way -DSIZE="$n" \
					-c -o "$o" uaccess/bench/sites.c
				b=$(bytes $section "$o")
				[ $section = ua_ranges ] || b=$((b - none))
				row="$row $b"
			done
		done
		for way in 0 1 2; do
			line=$((2 + way * 64 + n - 1))
			row="$row $(sed -n "${line}p" "$tmp/counts")"
		done
		# shellcheck disable=SC2086 # words
		printf '%4s  %5s %5s %5s  %4s %4s %4s  %4s %4s %4s\n' $row
	done
}

# count CC FAMILY EMULATOR: into $tmp/counts a row a copy, the first of none
count() {
	if [ -z "$3" ] || ! command -v "$3" >/dev/null; then
		yes - | head -n 200 >"$tmp/counts"
		return
	fi
	ways=uaccess/ranges/common/variants.c
	[ ! -e "uaccess/arch/$2/variants.c" ] || ways=uaccess/arch/$2/variants.c
	# shellcheck disable=SC2086
	"$1" $flags -D_GNU_SOURCE -static -pthread -Iuaccess/src -Iuaccess/ranges/common \
		-Iuaccess/ranges -o "$tmp/sites" uaccess/bench/sites.c uaccess/src/*.c \
		uaccess/ranges/*.c $ways
	mark=$(nm "$tmp/sites" | awk '$3 == "mark" { print $1 }')
	"$3" -plugin "$build/plugin/uabench-count.so,from=0,to=ffffffffffffffff,mark=$mark,out=$tmp/rows" \
		"$tmp/sites"
	# what lies between two marks without a copy is none of it
	awk 'NR == 1 { none = $1 } { print $1 - none }' "$tmp/rows" >"$tmp/counts"
}

for ini in machines/*.ini; do
	grep -q '^\[host_machine\]' "$ini" || continue
	target "$(basename "$ini" .ini)"
done

#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# bench-uaccess.sh BUILD [ROUNDS]: what copies that survive faults cost here, pinned to
# one CPU; then of call sites, for each target of machines/ that is installed: bytes of
# text and of table, instructions a copy, counted by the plugin, and for this machine's own
# architecture the time. Every size is in BUILD/uaccess-sites.tsv, of which a part is printed.
set -eu
cd "$(dirname "$0")/.."
build=$1 rounds=${2:-400}
sites=$build/uaccess-sites.tsv layer=$build/uaccess-layer.tsv
choices='nothing=0 object=1 window=2 hook=4 all=7'

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM HUP

[ -e "$build/build.ninja" ] || sh scripts/build.sh "$build" >/dev/null
ninja -C "$build" uaccess/bench/ua_bench plugin/uabench-count.so >/dev/null
cpu=$(taskset -pc $$ | sed 's/.*[ ,-]//')
echo "on CPU $cpu, load $(cut -d' ' -f1-3 /proc/loadavg), lower decile of $rounds rounds"
taskset -c "$cpu" "$build/uaccess/bench/ua_bench" -r "$rounds" -d "$tmp"

# sites ARGUMENTS...: into $tmp/bytes rows "WAY SIZE TEXT TABLE", a site each
sites() {
	# shellcheck disable=SC2086 # options
	"$cc" $flags -ffunction-sections -DFUNCTIONS "$@" -S -o "$tmp/sites.s" uaccess/bench/sites.c
	"$cc" -c -o "$tmp/functions.o" "$tmp/sites.s"
	{
		size -A "$tmp/functions.o"
		cat "$tmp/sites.s"
	} | awk '
	# sections of a function and of its rare part
	sub(/^\.text\.(unlikely\.)?/, "") { text[$1] += $2; next }
	/^[a-z]+_[0-9]+(\.cold)?:/ { name = $1; sub(/[.:].*/, "", name) }
	/pushsection ua_ranges/ { table[name] += 12 }
	END {
		for (f in text) {
			split(f, part, "_")
			none = text[part[1] == "object" ? "none_1" : "none_0"]
			print part[1], part[2], text[f] - none, table[f] + 0
		}
	}' >"$tmp/bytes"
}

# of WAY SIZE FIELD: what sites said of one
of() {
	awk -v way="$1" -v size="$2" -v field="$3" '$1 == way && $2 == size { print $field }' "$tmp/bytes"
}

# library: compiles it for the target, as $tmp/lib*.o
library() {
	rm -f "$tmp"/lib*.o
	variants=uaccess/ranges/common/variants.c
	[ ! -e "uaccess/arch/$family/variants.c" ] || variants=uaccess/arch/$family/variants.c
	for c in uaccess/src/*.c uaccess/ranges/*.c "$variants"; do
		# shellcheck disable=SC2086
		"$cc" $flags -D_GNU_SOURCE -pthread -Iuaccess/src -Iuaccess/ranges/common \
			-Iuaccess/ranges -c -o "$tmp/lib$(echo "$c" | tr / _).o" "$c"
	done
}

# counts FILE ARGUMENTS...: into FILE a row a copy, instructions; the first of none
counts() {
	to=$1
	shift
	if [ -z "$emulator" ] || ! command -v "$emulator" >/dev/null; then
		yes - | head -n 200 >"$to"
		return
	fi
	# shellcheck disable=SC2086
	"$cc" $flags "$@" -static -pthread -o "$tmp/sites" uaccess/bench/sites.c "$tmp"/lib*.o
	mark=$(nm "$tmp/sites" | awk '$3 == "mark" { print $1 }')
	plugin=$build/plugin/uabench-count.so
	"$emulator" -plugin "$plugin,from=0,to=ffffffffffffffff,mark=$mark,out=$tmp/rows" \
		"$tmp/sites"
	# what lies between two marks without a copy is none of it
	awk 'NR == 1 { none = $1 } { print $1 - none }' "$tmp/rows" >"$to"
}

# target ARCH: its rows of both tables
target() {
	ini=machines/$1.ini
	cc=$(sed -n "s/^c = '\(.*\)'/\1/p" "$ini")
	family=$(sed -n "s/^cpu_family = '\(.*\)'/\1/p" "$ini")
	emulator=$(sed -n "s/^emulator = '\(.*\)'/\1/p" "$ini")
	flags="-O2 -Iuaccess/include -Iuaccess/arch/$family"
	[ -d "uaccess/arch/$family" ] || return 0
	command -v "$cc" >/dev/null || { echo "$1: no $cc" >&2; return 0; }
	library
	counts "$tmp/counts"
	here=false
	case $(uname -m)/$family in "$family/$family" | ppc64le/ppc64 | armv7l/arm) here=true ;; esac
	constant=/dev/null
	! $here || constant=$tmp/constant

	sites
	awk -v arch="$1" '
	FILENAME == ARGV[1] { text[$1, $2] = $3; table[$1, $2] = $4; next }
	FILENAME == ARGV[2] { count[FNR - 2] = $1; next }
	{ ns[$1] = $3 "\t" $4 "\t" $5 }
	END {
		for (n = 1; n <= 64; n++) {
			print arch "\t" n "\t" text["elided", n] "\t" text["inline", n] "\t" \
				text["out", n] "\t" table["elided", n] "\t" table["inline", n] "\t" \
				table["out", n] "\t" count[n - 1] "\t" count[n + 63] "\t" \
				count[n + 127] "\t" (n in ns ? ns[n] : "-\t-\t-")
		}
	}' "$tmp/bytes" "$tmp/counts" "$constant" >>"$sites"

	for choice in $choices; do
		with=-DCHOICE=${choice#*=} name=${choice%=*} times='	-	-	-'
		counts "$tmp/layer_counts" "$with"
		! $here || times=$(awk -v n="$name" '$1 == n { print "\t" $2 "\t" $3 "\t" $4 }' "$tmp/layer")
		sites "$with"
		echo "$1	$name	$(of elided 16 3)	$(of out 16 3)	$(of object 0 3)	$(sed -n \
			'17p;145p;194p' "$tmp/layer_counts" | paste -s -)$times"
	done >>"$layer"
}

printf 'target\tsize' >"$sites"
printf 'target\tchecks' >"$layer"
for what in text table instructions ns; do
	printf '\t%s, elided\t%s, inline\t%s, out of line' $what $what $what >>"$sites"
	[ $what = table ] || printf '\t%s, 16 inline\t%s, 16 out of line\t%s, n into object' \
		$what $what $what >>"$layer"
done
echo >>"$sites"
echo >>"$layer"
for ini in machines/*.ini; do
	grep -q '^\[host_machine\]' "$ini" || continue
	target "$(basename "$ini" .ini)"
done

awk -F '\t' '
function row(first,   i) {
	printf "%4s", first
	for (i = 3; i <= 14; i++)
		printf (i % 3 ? "%6s" : "%7s"), cell[i]
	print ""
}
function mean(   i) {
	for (i = 3; i <= 14; i++)
		cell[i] = was[i] == "-" ? "-" : sprintf(i < 12 ? "%.1f" : "%.2f", sum[i] / 64)
	row("mean")
}
NR == 1 { next }
$1 != arch {
	if (arch)
		mean()
	arch = $1
	split("", sum)
	printf "\n%-7s%16s%19s%19s%19s\n", arch, "text", "table", "instructions", "ns"
	print "size elided whole   out elided whole   out elided whole   out elided whole   out"
}
{
	for (i = 3; i <= 14; i++) {
		cell[i] = was[i] = $i
		sum[i] += $i
	}
	if ($2 ~ /^(1|4|7|8|15|16|31|32|64)$/)
		row($2)
}
END { mean() }' "$sites"

awk -F '\t' '
NR == 1 { next }
$1 != arch {
	arch = $1
	printf "\n%-10s%21s%21s%21s\n", arch, "text", "instructions", "ns"
	print "checks         16 in    out object   16 in    out object   16 in    out object"
}
{
	printf "%-12s", $2
	for (i = 3; i <= 11; i++)
		printf "%7s", $i
	print ""
}' "$layer"

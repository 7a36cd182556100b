#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# lab-table.sh UABENCH TREE [ARCH...]: the table of docs/lab.md, from what `uabench lab` says
# of a kernel tree in quick mode; every architecture where none is named.
set -eu
uabench=$1 tree=$2
shift 2
[ $# -gt 0 ] || set -- riscv64 arm64 x86-64 ppc64el ppc64el-power6 powerpc arm arc
out=$(mktemp)
trap 'rm -f "$out"' EXIT
# shellcheck disable=SC2016 # Markdown
echo '| `--arch` | routine | level | maxima | 8 | 64 | 256 | 4096 | 8+ | 64+ | 256+ | 4096+ |'
echo '| --- | --- | --- | --- | --: | --: | --: | --: | --: | --: | --: | --: |'
for arch; do
	status=0
	"$uabench" lab --tree "$tree" --arch "$arch" >"$out" || status=$?
	[ $status -le 1 ] || exit $status	# 1: something is broken, which the table says
	awk '
	/^[a-z0-9.-]+: / {
		spec = substr($1, 1, length($1) - 1)
		split("", maxima)
	}
	/^  [a-z_:0-9]+: (broken|deviation|conservative), / {
		split($0, part, ", ")
		name = $1
		sub(":$", "", name)
		split(substr($0, index($0, "up to ") + 6), word, " ")
		maxima[name] = maxima[name] (maxima[name] ? ", " : " ") part[2] \
			($0 ~ /up to/ ? " " word[1] : "")
	}
	/^(copy|clear)[a-z_:0-9]* / {
		level = $2 == "broken" ? "**broken**" : $2
		printf "| %s | %s | %s |%s |", spec, $1, level, maxima[$1]
		for (i = 3; i <= 10; i++)
			printf " %s |", $i
		print ""
	}
	' "$out"
done

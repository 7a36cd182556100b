#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# lint.sh shellcheck|clang-tidy|mandoc|listed|includes|size: one linter over the tree.
# Exit 0 clean, 77 where the linter cannot run here, else complaints.
set -eu
cd "$(dirname "$0")/.."

need() {
	command -v "$1" >/dev/null && return
	echo "SKIP: $1 is not installed (sh scripts/deps.sh check)"
	exit 77
}

dir=build-check/clang
case ${1:-} in
shellcheck)
	need shellcheck
	find scripts tests experiments .ci -type f \( -name '*.sh' -o -path .ci/run \) \
		-exec shellcheck -x -P . -P SCRIPTDIR {} + ;;
clang-tidy)	# over what the clang build compiles (built first for made headers)
	need clang-tidy
	need clang
	[ -e $dir/uabench ] || CC=clang sh scripts/build.sh $dir -Dtests=enabled
	sed -n 's/^ *"file": "\(.*\)",*$/\1/p' $dir/compile_commands.json | sort -u |
		tr '\n' '\0' | (cd $dir && xargs -0 -n 4 -P "$(nproc)" clang-tidy -p . --quiet) \
		>$dir/tidy.log 2>&1 && exit
	cat $dir/tidy.log
	echo 'In short:'
	sed -n 's/^\(.*\/\)\{0,1\}\.\.\/\.\.\/\(.*: error: \)/\2/p' $dir/tidy.log | sort -u
	exit 1 ;;
mandoc)	# the page that the build makes
	need mandoc
	need clang
	[ -e $dir/uabench ] || CC=clang sh scripts/build.sh $dir -Dtests=enabled
	# no date: it would differ from build to build
	! mandoc -T lint -W warning $dir/uabench.1 uaccess/uaccess.3 | grep -v 'missing date' ;;
listed)	# a test file that tests/meson.build does not name would never run
	bad=0
	for f in tests/unit/test_*.c tests/cli/*.sh; do
		name=$(basename "$f")
		name=${name%.*}
		[ "$name" != lib ] || continue
		grep -q "'${name#test_}'" tests/meson.build && continue
		echo "$f: not listed in tests/meson.build"
		bad=1
	done
	exit $bad ;;
includes)	# who may include whom is held by include directories: none goes around them
	! grep -rn '#include "\.\.' abi runner lib tool ;;
size)	# only told
	find abi runner lib tool tests scripts uaccess kmod plugin -type f \
		\( -name '*.[chS]' -o -name '*.sh' \) -exec wc -l {} + 2>/dev/null |
		awk '$2 != "total" && $1 > 500 { print "NOTE: " $2 ": " $1 " lines" }' ;;
*)
	echo 'usage: lint.sh shellcheck|clang-tidy|mandoc|listed|includes|size' >&2
	exit 2 ;;
esac

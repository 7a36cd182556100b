#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# uaccess.sh DIR ARCH: builds libuaccess and its tests for a target of machines/ in
# DIR/ARCH, and runs them under its emulator. Exit 77: built, but cannot run here.
set -eu
cd "$(dirname "$0")/.."
dir=$1/$2 arch=$2
ini=machines/$arch.ini

if ! [ -e "$dir/build.ninja" ]; then
	meson setup --cross-file "$ini" -Dtool=disabled -Dtests=disabled \
		--buildtype release ${WERROR:+--werror} "$dir"
fi
ninja -C "$dir" uaccess-tests

emulator=$(sed -n "s/^emulator = '\(.*\)'/\1/p" "$ini")
if "$dir/tests/uaccess/ua_layer" >/dev/null 2>&1; then
	emulator=	# this machine's own, or near enough
elif [ -z "$emulator" ]; then
	echo "SKIP: built only: no user-mode emulator runs $arch"
	exit 77
elif ! command -v "$emulator" >/dev/null; then
	echo "SKIP: $emulator is not installed (sh scripts/deps.sh check)"
	exit 77
fi

bad=0
# run TEST ARGUMENTS...
run() {
	test=$1
	shift
	timeout 300 ${emulator:+"$emulator"} "$dir/tests/uaccess/ua_$test" "$@" && return
	echo "FAIL: $test $*: exit status $?"
	bad=1
}

run layer
run behave
run sweep -s 23
run string -s 7
# QEMU's riscv64 of 7.2 dies where a signal handler faults, whatever handles that
case $arch/$emulator in
riscv64/?*) run stress -g -n 4000 ;;
*/?*) run stress -n 4000 ;;
*) run stress -n 100000 ;;
esac
exit $bad

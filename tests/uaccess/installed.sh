#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# installed.sh BUILD: installs BUILD elsewhere, and builds against what is there by pkg-config:
# with the shared and the static library, in C and C++, and a shared object to load.
set -eu
build=$1
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM HUP
bad=0

for tool in meson pkg-config cc readelf; do
	command -v $tool >/dev/null || { echo "SKIP: no $tool"; exit 77; }
done
if nm "$build"/uaccess/libuaccess.a 2>/dev/null | grep -q '__[at]san_'; then
	echo 'SKIP: a library for a sanitizer is not to be installed'
	exit 77
fi

# check WHAT COMMAND...: it must succeed
check() {
	what=$1
	shift
	"$@" >"$tmp/log" 2>&1 && { echo "ok: $what"; return; }
	echo "FAIL: $what: $*"
	cat "$tmp/log"
	bad=1
}

check install env DESTDIR="$tmp/root" meson install -C "$build" --no-rebuild --quiet
PKG_CONFIG_SYSROOT_DIR=$tmp/root
PKG_CONFIG_LIBDIR=$(dirname "$(find "$tmp/root" -name uaccess.pc)")
export PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_LIBDIR
so=$(find "$tmp/root" -name 'libuaccess.so.*.*')
page=$(find "$tmp/root" -name 'uaccess.3*')
check 'man page' test -s "$page"
check 'pkg-config: version' pkg-config --exact-version=0.1.0 uaccess
LD_LIBRARY_PATH=$(dirname "$so")
export LD_LIBRARY_PATH

# every function of the header is there, with its version, and nothing else
sed -n 's/^[a-z].* \**\(ua_[a-z0-9_]*\)(.*/\1/p' "$tmp"/root/*/*/include/uaccess.h "$tmp"/root/usr/include/uaccess.h \
	2>/dev/null | sort -u >"$tmp/declared"
readelf --dyn-syms -W "$so" | awk '$7 ~ /^[0-9]/ && $4 == "FUNC" { print $8 }' >"$tmp/exported"
while read -r name; do
	grep -qx "$name@@UACCESS_0.1" "$tmp/exported" || { echo "FAIL: $name is not exported"; bad=1; }
done <"$tmp/declared"
if [ "$(wc -l <"$tmp/declared")" -lt 25 ] || grep -v '^_*ua_.*@@UACCESS_0\.1$' "$tmp/exported"; then
	echo "FAIL: $(wc -l <"$tmp/declared") functions declared; or the above exported too"
	bad=1
fi

cflags="-O2 -Wall -Wextra -Werror -D_GNU_SOURCE $(pkg-config --cflags uaccess)"
libs=$(pkg-config --libs uaccess)
static=$(pkg-config --static --libs uaccess)

# shellcheck disable=SC2086 # options
for example in truncated wild peer; do
	check "$example, shared" cc $cflags -o "$tmp/$example" "$here/../../uaccess/examples/$example.c" $libs
	check "$example, shared, runs" "$tmp/$example"
	check "$example, static" cc $cflags -static -o "$tmp/$example" \
		"$here/../../uaccess/examples/$example.c" $static
	check "$example, static, runs" "$tmp/$example"
done
# shellcheck disable=SC2086
{
	check 'object to load' cc $cflags -Wno-unused-parameter -shared -fPIC -o "$tmp/plugin.so" \
		"$here/plugin.c" $libs
	check 'program that loads' cc $cflags -Wno-unused-parameter -o "$tmp/loaded" \
		"$here/loaded.c" "$here/area.c" $libs -ldl
}
check 'program that loads, runs' "$tmp/loaded" "$tmp/plugin.so"
check 'needs the shared library' sh -c "readelf -d '$tmp/loaded' | grep -q 'libuaccess.so.0'"

for cxx in g++ clang++; do
	command -v $cxx >/dev/null || { echo "no $cxx: left out"; continue; }
	for std in c++17 c++20; do
		# shellcheck disable=SC2086
		check "$cxx, $std, second file" $cxx -std=$std -Wpedantic $cflags -DSECOND -c \
			-o "$tmp/second.o" "$here/cxx.cc"
		# shellcheck disable=SC2086
		check "$cxx, $std" $cxx -std=$std -Wpedantic $cflags -o "$tmp/cxx" "$here/cxx.cc" \
			"$tmp/second.o" $libs
		check "$cxx, $std, runs" "$tmp/cxx"
	done
done

# what a careless caller writes, the compiler refuses
printf '#include <uaccess.h>\nsize_t f(const void *p);\nsize_t f(const void *p)\n{\n\tchar b[4];\n\treturn ua_copy_from(b, p, 8);\n}\n' >"$tmp/small.c"
# shellcheck disable=SC2086
if cc $cflags -c -o "$tmp/small.o" "$tmp/small.c" 2>"$tmp/log" ||
	! grep -q 'the object is smaller than the copy' "$tmp/log"; then
	echo 'FAIL: a copy beyond its object compiles:'
	cat "$tmp/log"
	bad=1
fi
exit $bad

#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# lab-tree.sh DIR [TARBALL]: unpacks into DIR what `uabench lab` needs of a kernel tree,
# once. TARBALL: a linux-source package's; else 6.1's or the newest of /usr/src. Prints the
# tree's path. Exit 77 where there is no tarball.
set -eu
dir=$1 tarball=${2:-}
if [ -z "$tarball" ]; then
	tarball=/usr/src/linux-source-6.1.tar.xz
	[ -e "$tarball" ] ||
		tarball=$(find /usr/src -maxdepth 1 -name 'linux-source-*.tar.xz' | sort -V | tail -n 1)
fi
if ! [ -f "$tarball" ]; then
	echo 'SKIP: no kernel tree in /usr/src: install linux-source-6.1' >&2
	exit 77
fi
name=$(basename "$tarball" .tar.xz)
mkdir -p "$dir"
exec 9>"$dir/lock"
flock 9		# tests that run side by side
if ! [ -e "$dir/$name/.unpacked" ]; then
	set -- "$name/Makefile" "$name/include/*" "$name/scripts/*" "$name/lib/*" "$name/arch/Kconfig"
	for arch in arc arm arm64 powerpc riscv x86; do
		for part in include lib tools kernel Makefile Kconfig; do
			set -- "$@" "$name/arch/$arch/$part"
		done
	done
	tar -C "$dir" -xJf "$tarball" --wildcards "$@" 2>/dev/null || :	# not all have tools/
	[ -f "$dir/$name/Makefile" ]
	: >"$dir/$name/.unpacked"
fi
echo "$dir/$name"

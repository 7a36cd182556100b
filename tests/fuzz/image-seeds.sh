#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# image-seeds.sh DIR: object files for fuzz_image, by every compiler of machines/ that is
# here, with DWARF plain and compressed, and packed files; made from tests/data/image.c.
set -eu
cd "$(dirname "$0")/../.."
dir=$1
mkdir -p "$dir"
for ini in machines/*.ini; do
	cc=$(sed -n "s/^c = '\(.*\)'/\1/p" "$ini")
	arch=$(basename "$ini" .ini)
	case $cc in '' | /*) cc=gcc ;; esac
	command -v "$cc" >/dev/null || continue
	$cc -O2 -g -c tests/data/image.c -o "$dir/$arch.o"
	$cc -O2 -g -gz -ffunction-sections -DNEW -c tests/data/image.c -o "$dir/$arch-gz.o"
done
gcc -O1 -g -nostdlib -static -DSTART tests/data/image.c -o "$dir/static"
strip -o "$dir/stripped" "$dir/static"
gzip -c "$dir/static" >"$dir/static.gz"
for tool in xz zstd lz4; do
	command -v $tool >/dev/null || continue
	case $tool in lz4) set -- -l ;; *) set -- ;; esac
	$tool -q "$@" -c "$dir/static" >"$dir/static.$tool"
done

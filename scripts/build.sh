#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# build.sh DIR [MESON-OPTIONS]: configures DIR where that was not done yet, and
# builds there. Without root; leaves DIR/uabench runnable.
set -eu
cd "$(dirname "$0")/.."
dir=$1
shift

if ! [ -e "$dir/build.ninja" ]; then
	sh scripts/deps.sh -n build || exit
	meson setup "$@" "$dir"
fi
command -v ninja >/dev/null || exec sh scripts/deps.sh -n build
ninja -C "$dir"

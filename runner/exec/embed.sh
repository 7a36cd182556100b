#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# embed.sh FILE: the bytes of FILE as the initializer of a C array
set -eu
[ -s "$1" ] || { echo "embed.sh: $1 is empty" >&2; exit 1; }
od -An -v -tx1 "$1" | sed 's/ *\([0-9a-f][0-9a-f]\)/0x\1,/g'

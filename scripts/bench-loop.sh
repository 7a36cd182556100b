#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# bench-loop.sh DIR: what a case's loop costs beside one written by hand. DIR is the build.
set -eu
"$1/tests/loop" count
for _ in 1 2 3; do
	"$1/tests/loop" time
done

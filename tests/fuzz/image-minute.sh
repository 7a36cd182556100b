#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# image-minute.sh OUT: fuzz_image of the build in OUT/asan, for a minute.
set -eu
sh "${0%/*}/image-seeds.sh" "$1/seeds"
exec "$1/asan/tests/fuzz_image" -t 60 "$1"/seeds/*

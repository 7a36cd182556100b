#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# run.sh [WORK]: what the stack protector leaves in a powerpc kernel. Builds three
# kernels of Debian's linux-source: without, with plain and with strong protector.
set -eu
cd "$(dirname "$0")"
uabench=${UABENCH:-$PWD/../../build/uabench}
work=$(mkdir -p "${1:-/tmp/uabench-powerpc}" && cd "${1:-/tmp/uabench-powerpc}" && pwd)
. ../kernel/kernel.sh

kernel_needs powerpc-linux-gnu-
kernel_source 6.1
for level in none plain strong; do
	kernel_build $level powerpc powerpc-linux-gnu- '' e500mc.config $level.config
done

cd "$work"
set -- vmlinux.none vmlinux.plain vmlinux.strong
"$uabench" image frames "$@"
echo
echo 'Functions that have a frame with the plain protector and none without:'
"$uabench" image frames --all --format csv vmlinux.none vmlinux.plain > changes.csv
awk -F , 'NR > 1 && $2 == 0 && $3 > 0 && $9 == "for nothing"' changes.csv | sort -t , -k 1,1 |
	head -n 12 | cut -d , -f 1-3,7,8
echo
"$uabench" image size "$@"
echo
for kernel in none plain strong; do
	kernel_usage $kernel
done

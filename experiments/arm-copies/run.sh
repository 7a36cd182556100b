#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# run.sh [WORK]: what inline and out-of-line user copies make of an arm kernel. Builds
# three kernels of Debian's linux-source: original (inline copies, no PAN by domains),
# uaccess (PAN opened and closed around each inline copy), noinline (PAN, copies called).
set -eu
cd "$(dirname "$0")"
uabench=${UABENCH:-$PWD/../../build/uabench}
work=$(mkdir -p "${1:-/tmp/uabench-arm-copies}" && cd "${1:-/tmp/uabench-arm-copies}" && pwd)
. ../kernel/kernel.sh

cross=arm-linux-gnueabihf-
kernel_needs "$cross"
kernel_source 6.1
# the inline switch: two macros in a header, made to depend on the command line
header=$source/arch/arm/include/asm/uaccess.h
grep -q OUT_OF_LINE_COPIES "$header" ||
	sed -i -e '/^#define INLINE_COPY_TO_USER/i #ifndef OUT_OF_LINE_COPIES' \
	       -e '/^#define INLINE_COPY_FROM_USER/a #endif' "$header"
kernel_build original arm "$cross" '' arm.config nopan.config
kernel_build uaccess arm "$cross" '' arm.config pan.config
kernel_build noinline arm "$cross" -DOUT_OF_LINE_COPIES arm.config pan.config

cd "$work"
set -- vmlinux.original vmlinux.uaccess vmlinux.noinline
echo 'What the copies make of the image: uabench image size'
"$uabench" image size "$@"
echo
echo 'Inlined and called, before and after taking them out of line: uabench image sites'
"$uabench" image sites --top 12 vmlinux.uaccess vmlinux.noinline
echo
"$uabench" image frames "$@"
echo
for kernel in original uaccess noinline; do
	kernel_usage $kernel
done

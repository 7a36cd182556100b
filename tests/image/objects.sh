#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# objects.sh DIR [ARCH...]: compiles corpus.c into DIR/ARCH-COMPILER-LEVEL.o with the
# compiler's own .su beside it, for every architecture and level of the stack protector,
# by gcc and, where it has the target, clang. Debug information gives .debug_frame, as
# in a kernel; DIR/ARCH-eh.o has .eh_frame instead. What is there already stays. Prints
# a line "SKIP: ..." for a compiler that is not here.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

# gcc's prefix, clang's target ("-": has none), flags as the kernel has them
target() {
	case $1 in
	x86-64)  echo 'x86_64-linux-gnu- x86_64-linux-gnu -mno-sse -mno-red-zone -mcmodel=kernel' ;;
	arm64)   echo 'aarch64-linux-gnu- aarch64-linux-gnu -mgeneral-regs-only' ;;
	arm)     echo 'arm-linux-gnueabihf- arm-linux-gnueabihf -marm' ;;
	thumb)   echo 'arm-linux-gnueabihf- arm-linux-gnueabihf -mthumb' ;;
	riscv64) echo 'riscv64-linux-gnu- riscv64-linux-gnu -mcmodel=medany' ;;
	powerpc) echo 'powerpc-linux-gnu- powerpc-linux-gnu -msoft-float' ;;
	ppc64el) echo 'powerpc64le-linux-gnu- powerpc64le-linux-gnu -mno-altivec -mno-vsx' ;;
	s390x)   echo 's390x-linux-gnu- s390x-linux-gnu -march=z13' ;;
	arc)     echo 'arc-linux-gnu- - -mcpu=archs' ;;
	*) echo "objects.sh: no architecture '$1'" >&2; exit 2 ;;
	esac
}

# compile OBJECT COMPILER FLAGS...
compile() {
	o=$1 cc=$2
	shift 2
	[ ! -e "$dir/$o" ] || return 0
	# shellcheck disable=SC2086 # clang has its target with it
	(cd "$dir" && $cc -O2 -ffreestanding -fno-pic -fno-pie -fomit-frame-pointer \
		-fno-stack-clash-protection -fstack-usage "$@" -w -c "$here/corpus.c" \
		-o "new-$o" && mv "new-${o%.o}.su" "${o%.o}.su" && mv "new-$o" "$o")
}

architecture() {
	arch=$1
	# shellcheck disable=SC2046 # a word each
	set -- $(target "$arch")
	gcc=${1}gcc clang=$2
	shift 2
	for compiler in gcc clang; do
		cc=$gcc
		[ "$compiler" = gcc ] || cc="clang --target=$clang"
		[ "$compiler-$clang" != clang-- ] || continue
		command -v "${cc%% *}" >/dev/null || {
			echo "SKIP: $arch: ${cc%% *} is not installed"
			continue
		}
		for level in no plain strong all; do
			case $level in
			no) flag=-fno-stack-protector ;;
			plain) flag=-fstack-protector ;;
			*) flag=-fstack-protector-$level ;;
			esac
			compile "$arch-$compiler-$level.o" "$cc" -g -fno-asynchronous-unwind-tables \
				$flag "$@"
		done
	done
	! command -v "$gcc" >/dev/null ||
		compile "$arch-eh.o" "$gcc" -fasynchronous-unwind-tables -fstack-protector-strong "$@"
}

if [ "$1" = --one ]; then
	dir=$2
	architecture "$3"
	exit
fi
dir=$(mkdir -p "$1" && cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- x86-64 arm64 arm thumb riscv64 powerpc ppc64el s390x arc
printf '%s\n' "$@" | xargs -n 1 -P "$(nproc)" sh "$here/objects.sh" --one "$dir"

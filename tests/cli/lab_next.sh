#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The lab on a newer tree than linux-source-6.1: linux-source-6.12 of the mirror that apt
# has, or UABENCH_LAB_NEXT. What it has that 6.1 lacks: riscv64's vector copy, x86's inline
# FSRM path and rep_movs_alternative, its nocache copy by another name.
. "${0%/*}/lib.sh"

tree=${UABENCH_LAB_NEXT:-}
if [ -z "$tree" ]; then
	tarball=/usr/src/linux-source-6.12.tar.xz
	if ! [ -e "$tarball" ]; then
		apt-get -q download linux-source-6.12 >apt.out 2>&1 || skip 'apt has no linux-source-6.12'
		dpkg-deb -x linux-source-6.12_*.deb next
		tarball=next/usr/src/linux-source-6.12.tar.xz
	fi
	tree=$(sh "$SRCDIR/scripts/lab-tree.sh" "$TMPDIR/trees" "$tarball")
fi

# levels ARCH ROUTINE...: each was verified, and is not broken
levels() {
	expect_exit 0 "$UABENCH" lab --tree "$tree" --arch "$1"
	arch=$1
	shift
	for routine; do
		expect_grep -E "^$routine +(clean|conservative|deviation) +[0-9]+"
	done
	ok "$arch: $*"
}
levels riscv64 copy_to_user copy_from_user clear_user
expect_grep '^riscv64.vector: vector copies'
expect_no_grep 'no such routines'
levels arm64 copy_to_user copy_from_user clear_user
levels x86-64 copy_to_user copy_from_user clear_user
expect_grep '^x86-64.nocache: '
expect_grep 'x86-64.string: .* no such routines in this tree'
[ "$(grep -c '^copy_from_user ' "$out")" = 4 ] || fail 'not base, erms, fsrm and nocache'
levels ppc64el.vmx copy_to_user copy_from_user

expect_exit 1 "$UABENCH" lab --tree "$tree" --arch arc
expect_grep 'clear_user: broken, more-than-n'
expect_grep 'n=67 user+61 kernel+0, hole 3..67 (none): returned 64'
expect_exit 1 "$UABENCH" lab --tree "$tree" --arch powerpc
expect_grep 'clear_user: broken, more-than-n, up to 1 B'
ok 'arc, powerpc: what docs/findings tells is there too'

# the window of what is inline in C
cp -rs "$(realpath "$tree")" edited
header=edited/arch/x86/include/asm/uaccess_64.h
sed '/^copy_user_generic(void/,/^}/{/clac();/d;}' "$header" >without
! cmp -s without "$header" || fail 'no clac() in copy_user_generic()'
rm "$header"
mv without "$header"
expect_exit 1 "$UABENCH" lab --tree edited --arch x86-64.fsrm
expect_grep 'copy_to_user: broken, window-open'
expect_no_grep 'clear_user: broken'
ok 'x86-64.fsrm: a clac() left out of the header is found'

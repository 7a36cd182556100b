#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# boot.sh ARCH: uabench boot on Debian's kernel for real: an A/B whose answer is known, twins, a
# boot beside others and alone, and boots that fail. Given: UABENCH, UABENCH_RUNNERS, and in
# XDG_CACHE_HOME a place where the fetched kernel may stay. Exit 77: it cannot be done here.
set -eu
arch=$1
: "${UABENCH:?}" "${UABENCH_RUNNERS:?}" "${XDG_CACHE_HOME:?}"

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM HUP
cd "$dir"

fail() {
	echo "FAIL: $*"
	tail -n 60 out err
	exit 1
}
touch out err

case $arch in
amd64) qemu=qemu-system-x86_64 other=vmlinux-arm64 ;;
arm64) qemu=qemu-system-aarch64 other=vmlinux-amd64 ;;
*) echo "boot.sh: no '$arch' here"; exit 2 ;;
esac
command -v $qemu >/dev/null || { echo "SKIP: no $qemu (sh scripts/deps.sh check)"; exit 77; }

# fetching is the one thing that wants the network
if ! "$UABENCH" boot -k "debian/bookworm:$arch" --append new= -n 1 --print >out 2>err; then
	grep -q 'cannot fetch\|no apt-get' err || fail 'not fetched, and not for want of a network'
	echo "SKIP: $(head -n 1 err)"
	exit 77
fi
k=$XDG_CACHE_HOME/uabench/debian/bookworm-$arch-$arch/vmlinuz
[ -s "$k" ] || fail "no kernel at $k"
head -c 1000000 "$k" >cut.img
# a header is all that is looked at
{ head -c 56 /dev/zero; printf 'ARM\144'; head -c 200 /dev/zero; } >vmlinux-arm64
{ head -c 510 /dev/zero; printf '\125\252\353\152HdrS\017\002'; head -c 46 /dev/zero
  printf '\001'; head -c 20000 /dev/zero; } >vmlinux-amd64

# run ARG...: boots of the cases looked at
run() {
	"$UABENCH" boot -n 1 -b entry.null,copy.to_user.pread,copy.to_user.statx "$@" >out 2>err
}
# batches FILE: what was measured
batches() {
	grep '"type":"batch"' "$1"
}
# cost FILE CASE: instructions an operation, the least of its batches
cost() {
	batches "$1" | grep "\"case\":\"$2\"" |
		sed 's/.*"iters":\([0-9]*\),"elapsed":\([0-9.]*\).*/\2 \1/' |
		awk '{ c = $1 / $2 } NR == 1 || c < least { least = c } END { printf "%d\n", least + 0.5 }'
}

status=0
run -k "base=$k" -k "new=$k" -k "usercopy=$k" -k "panic=$k" -k "hang=$k" -k cut=cut.img \
	-k foreign=$other --append usercopy=hardened_usercopy=off \
	--append panic=rdinit=/missing --append 'hang=rdinit=/missing root=/dev/none rootwait' \
	--patience 10 -j 2 -o kept || status=$?
[ $status = 1 ] || fail "exit $status, not 1"
for role in base/base base/control new/new usercopy/usercopy; do
	[ -s kept/$role-seed1.jsonl ] || fail "no record of $role"
	grep -q '"clock":"instructions"' kept/$role-seed1.jsonl || fail "$role: not counted"
	tail -n 1 kept/$role-seed1.jsonl | grep -q '"status":"complete"' || fail "$role: not whole"
done
echo 'ok: those that can be booted were counted, whatever became of the others'

grep -q '^uabench: boot: panic, seed 1 failed: panic: .*Kernel panic - not syncing' err ||
	fail 'the panic was not told'
grep -q '^uabench: boot: hang, seed 1 failed: hang: ' err || fail 'the hang was not told'
grep -q '^uabench: boot: cut failed: cut.img: cut: 1000000 bytes' err || fail 'the cut image was not told'
grep -q "^uabench: boot: foreign failed: $other: an* .* not for $arch\$" err ||
	fail 'the foreign image was not told'
grep -q '^uabench: boot: 4 of 8 boots failed$' err || fail 'not four failures of eight'
grep -q '^    | .*Kernel panic' err || fail 'the console was not shown'
echo 'ok: a panic, a hang, a cut and a foreign image are told'

batches kept/base/base-seed1.jsonl >twin
batches kept/new/new-seed1.jsonl | cmp - twin || fail 'twins differ'
run -k "base=$k" -k "new=$k" -j 1 -o alone || fail 'alone'
batches alone/base/base-seed1.jsonl | cmp - twin || fail 'another count alone than side by side'
echo 'ok: twins are equal in every figure, side by side and alone'

base=$(cost kept/base/base-seed1.jsonl copy.to_user.statx)
new=$(cost kept/usercopy/usercopy-seed1.jsonl copy.to_user.statx)
[ "$new" -lt "$base" ] || fail "statx: $base with usercopy's checks, $new without"
echo "NOTE: $arch: statx $base instructions, $new without hardened_usercopy"
base=$(cost kept/base/base-seed1.jsonl entry.null)
new=$(cost kept/usercopy/usercopy-seed1.jsonl entry.null)
[ "$new" = "$base" ] || fail "a null system call: $base and $new"
echo 'ok: hardened_usercopy=off costs statx less and a null system call the same'

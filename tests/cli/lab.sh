#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The lab on the tree of the linux-source package. What a routine's maxima are is its
# tree's affair; here: that verdicts are there, repeat, and drift where they change.
. "${0%/*}/lib.sh"

for args in '' '--tree .' '--arch riscv64' '--tree . --arch vax' '--tree nowhere --arch riscv64' \
	'--tree . --arch riscv64 --jobs 0' '--tree . --arch riscv64 --spec x' '--spec nowhere' \
	'--tree . --arch riscv64 operand' '--tree . --arch riscv64 --weights nowhere' \
	'--tree . --arch riscv64 --baseline nowhere' '--base . --spec x' \
	'--tree . --arch riscv64 --time 0' '--spec nowhere,nowhere'; do
	# shellcheck disable=SC2086 # words
	expect_exit 2 "$UABENCH" lab $args
	one_line
done
printf 'arch = riscv64\nsource = nowhere.S\nroutine = a b to_user\n' >bad.spec
expect_exit 2 "$UABENCH" lab --spec bad.spec
one_line
printf '8 zero\n' >bad.weights
expect_exit 2 "$UABENCH" lab --tree . --arch riscv64 --weights bad.weights
one_line
[ "$(count "$TMPDIR"/uabench-lab-*)" = 0 ] || fail 'a work directory was left'
ok 'usage and input errors: exit 2, one line, nothing left behind'

expect_exit 2 "$UABENCH" lab --tree . --arch riscv64
expect_said 'not a kernel tree' "$err"
ok 'no kernel tree is told as such'

tree=${UABENCH_LAB_TREE:-}
if [ -z "$tree" ]; then
	tree=$(sh "$SRCDIR/scripts/lab-tree.sh" "${LAB_TREES:-$TMPDIR/trees}" 2>tree.err) ||
		{ [ $? = 77 ] && skip "$(sed 's/^SKIP: //' tree.err)"; fail "$(cat tree.err)"; }
fi

# a copy of bytes with no exception table, which needs no tree
cat >own.S <<'EOF'
	.text
	.globl own_copy
	.type own_copy, @function
own_copy:
1:	beqz a2, 2f
	lb a4, 0(a1)
	sb a4, 0(a0)
	addi a0, a0, 1
	addi a1, a1, 1
	addi a2, a2, -1
	j 1b
2:	li a0, 0
	ret
EOF
printf 'arch = riscv64\nsource = own.S\nroutine = own own_copy to_user\n' >own.spec
expect_exit 1 "$UABENCH" lab --spec own.spec --write-baseline own.base
expect_grep 'own: broken, no-entry'
sed 's/own_copy/own_cpy/' own.spec >misspelt.spec
expect_exit 2 "$UABENCH" lab --spec misspelt.spec
expect_said 'define no symbol own_cpy' "$err"
one_line
{ cat own.spec; echo 'routine = other own_cpy from_user'; } >half.spec
expect_exit 2 "$UABENCH" lab --spec half.spec
expect_said 'define no symbol own_cpy' "$err"
sed 's/^own.spec /misspelt.spec /' own.base >misspelt.base
expect_exit 1 "$UABENCH" lab --spec misspelt.spec --baseline misspelt.base
expect_grep '^no longer: misspelt.spec own present'
expect_exit 2 "$UABENCH" lab --spec misspelt.spec --baseline own.base
sed "s/riscv64/x86-64/" own.spec >x86.spec
expect_exit 2 "$UABENCH" lab --spec x86.spec
expect_said "needs --tree" "$err"
one_line
sed "s/riscv64/ppc64el.vmx/" own.spec >vmx.spec
expect_exit 2 "$UABENCH" lab --spec vmx.spec
expect_said "needs --tree" "$err"
ok 'a spec without a tree; a symbol that is not there: exit 2, or drift'

# bytes left though nothing faulted: named, and no figure; the others have theirs
sed 's/li a0, 0/li a0, 1/; s/own_copy/left_copy/' own.S >left.S
{ cat own.spec; printf 'source = left.S\nroutine = left left_copy to_user\n'; } >left.spec
expect_exit 1 "$UABENCH" lab --spec left.spec
expect_grep 'left: not counted where it left bytes, as of n=8 user+0 kernel+0'
expect_grep -E '^left +broken( +-){8}$'
expect_grep -E '^own +broken( +[0-9]+){8}$'
ok 'a routine that leaves bytes without a fault is not counted'

# the routines of today's trees are not known to be broken on these
lab() {
	"$UABENCH" lab --tree "$tree" "$@"
}
printf '# few\n8 3\n64 1 1 3\n' >weights
expect_exit 0 lab --arch riscv64 --write-baseline base --weights weights --details
expect_no_grep -E '.{81}'
cp "$out" first
expect_exit 0 lab --arch riscv64 --baseline base --jobs 3 --weights weights --details
expect_grep 'baseline: as it was'
grep -v baseline: "$out" | cmp - first || fail 'not the same with another number of jobs'
ok 'the same again, whatever the number of jobs'

# routines of today's trees that are not known to be broken
for arch in arm64 x86-64.erms arm.thumb2 ppc64el.power7; do
	expect_exit 0 lab --arch "$arch"
	expect_no_grep -E '.{81}'
	expect_grep "^$arch: "
	expect_grep -E '^  Linux [0-9]+\.[0-9]+'
	expect_grep -E '^copy_to_user +(clean|conservative|deviation) +[0-9]+'
	ok "$arch: verified and counted"
done

# docs/findings: found in each tree so far
expect_exit 1 lab --arch powerpc
expect_grep 'clear_user: broken, more-than-n, up to 1 B'
ok 'powerpc: the clear_user that returns n + 1 is found, and is exit 1'

sed 's/ [0-9]*$/ 1/' base >drifted
expect_exit 1 lab --arch riscv64 --baseline drifted
expect_grep '^new: riscv64 '
expect_grep '^no longer: riscv64 '
{ cat base; echo 'riscv64.vector gone present 0 0'; } >gone
expect_exit 1 lab --arch riscv64 --baseline gone
expect_grep '^no longer: riscv64.vector gone present'
expect_exit 2 lab --arch riscv64 --baseline drifted --full --jobs 2
expect_said 'another mode' "$err"
ok 'drift from the baseline: exit 1; a baseline of the other mode: exit 2'

expect_exit 0 lab --arch riscv64 --base "$tree"
expect_grep -E '\+0\.00 % +same$'
expect_no_grep -E 'slower|faster'
ok 'a tree against itself: same'

if [ "$(uname -m)" = x86_64 ]; then native=x86-64.fsrm other=arm64; else native=arm64 other=x86-64.fsrm; fi
expect_exit 0 lab --arch $other --time 1
expect_grep 'not timed'
if [ "$(uname -m)" = x86_64 ] || [ "$(uname -m)" = aarch64 ]; then
	expect_exit 0 lab --arch $native --time 2 --keep kept
	expect_grep '^ns a call '
	expect_grep -E '^copy_to_user( +[0-9]+\.[0-9]){8}$'
	expect_exit 0 "$UABENCH" show kept/$native-tree/time.jsonl
	expect_grep 'lab.copy_to_user'
	ok "$native: timed by the runner's core, and a record of it"
	expect_exit 0 lab --arch $native --base "$tree" --time 1 --keep both
	[ "$(grep -c '^ns a call ' "$out")" = 2 ] || fail 'not both sides were timed'
	expect_exit 0 "$UABENCH" compare both/$native-base/time.jsonl both/$native-tree/time.jsonl
	expect_grep '^0 faster, 0 slower, 0 same, 24 undecided of 24;'
	ok "$native: both sides timed, and their records compared: one of each decides nothing"
fi

# a header that neither the stubs nor this tree's Kbuild (it is cut) has: told, and where
{ echo '#include <generated/nowhere.h>'; cat own.S; } >asks.S
sed 's/own.S/asks.S/' own.spec >asks.spec
expect_exit 2 lab --spec asks.spec
expect_said 'asks.S:1:10: fatal error: generated/nowhere.h' "$err"
expect_said 'nor does the tree'\''s own Kbuild make it' "$err"
one_line
{ cat own.S; echo 'nonsense'; } >wrong.S
sed 's/own.S/wrong.S/' own.spec >wrong.spec
expect_exit 2 lab --spec wrong.spec
expect_said 'wrong.S:14: ' "$err"
expect_said nonsense "$err"
one_line
echo 'no object' >garbage.o
sed 's/own.S/garbage.o/' own.spec >garbage.spec
expect_exit 2 lab --spec garbage.spec
expect_said 'garbage.o' "$err"
one_line
ok 'a header that is not there, an error in a source, a file that is no object: exit 2'

# left SIGNAL: begins a run, sends it that once its sweep runs, and sets $status
left() {
	"$UABENCH" lab --tree "$tree" --arch riscv64 >"$out" 2>"$err" &
	tries=0
	until [ "$(count "$TMPDIR"/uabench-lab-*/*/verify0.out)" = 1 ]; do
		tries=$((tries + 1))
		[ $tries -lt 1200 ] || fail 'no sweep was begun'
		sleep 0.1
	done
	kill "-$1" $!
	status=0
	wait $! || status=$?
	[ "$(count "$TMPDIR"/uabench-lab-*)" = 0 ] || fail "SIG$1: a work directory was left"
	for cwd in /proc/[0-9]*/cwd; do
		case $(readlink "$cwd" 2>/dev/null || :) in
		"$TMPDIR"/uabench-lab-*) fail "SIG$1: a process was left: $cwd" ;;
		esac
	done
}
left TERM
[ $status = 143 ] || fail "SIGTERM: exit $status"
left HUP
[ $status = 129 ] || fail "SIGHUP: exit $status"
trap '' HUP	# as nohup
left HUP
[ $status = 0 ] || fail "an ignored SIGHUP: exit $status"
ok 'a signal leaves nothing behind; one that is ignored, as by nohup, is'

mkdir nothing
expect_exit 2 env PATH="$PWD/nothing" "$UABENCH" lab --tree "$tree" --arch riscv64
expect_said 'riscv64-linux-gnu-gcc failed: cannot be started: not found: install' "$err"
one_line
ok 'a compiler that is not there'

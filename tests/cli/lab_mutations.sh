#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The verifier is tested by planted faults: each edit of tests/data/lab-mutations.txt is
# applied to a copy of a source of the tree, and must be caught and named. What the
# unedited routine shows is the baseline, so that nothing it does anyway counts.
. "${0%/*}/lib.sh"

tree=${UABENCH_LAB_TREE:-}
if [ -z "$tree" ]; then
	tree=$(sh "$SRCDIR/scripts/lab-tree.sh" "${LAB_TREES:-$TMPDIR/trees}" 2>tree.err) ||
		{ [ $? = 77 ] && skip "$(sed 's/^SKIP: //' tree.err)"; fail "$(cat tree.err)"; }
fi

# of ARCH: its folder in the tree, its sources, and the routines that the table names
describe() {
	case $1 in
	riscv64) folder=riscv sources=uaccess.S
		to=__asm_copy_to_user from=__asm_copy_from_user clear=__clear_user ;;
	arm64) folder=arm64 sources='copy_to_user.S copy_from_user.S clear_user.S'
		to=__arch_copy_to_user from=__arch_copy_from_user clear=__arch_clear_user ;;
	x86-64) folder=x86 sources=copy_user_64.S
		to=copy_user_generic_unrolled from=$to clear='' ;;
	ppc64el) folder=powerpc sources='copyuser_64.S copyuser_power7.S string_64.S'
		to=__copy_tofrom_user from=$to clear=__arch_clear_user ;;
	arm) folder=arm sources='copy_to_user.S copy_from_user.S clear_user.S'
		to=arm_copy_to_user from=arm_copy_from_user clear=arm_clear_user ;;
	*) fail "no architecture $1" ;;
	esac
}

# prepare NAME ARCH ROUTINE: NAME.spec for one routine, and copies of the sources in NAME
prepare() {
	describe "$2"
	mkdir "$1"
	cp "$tree/arch/$folder/lib/"*.S "$1"
	case $3 in
	to) symbol=$to ;;
	from) symbol=$from ;;
	clear) symbol=$clear ;;
	esac
	{
		echo "arch = $2"
		for source in $sources; do echo "source = $1/$source"; done
		echo "routine = $3 $symbol ${3}_user"
	} >"$1.spec"
	specs=$specs${specs:+,}$1.spec
}

# judge: all of an architecture in one run, then each by what the unedited routine shows
tried=0
judge() {
	[ -n "$specs" ] || return 0
	expect_exit 1 "$UABENCH" lab --tree "$tree" --spec "$specs" --write-baseline "$arch.found"
	while IFS='	' read -r name routine findings edit; do
		sed -n "s/^$arch.$routine.spec //p" "$arch.found" | sort >known
		sed -n "s/^$name.spec //p" "$arch.found" | sort >found
		if ! [ -s known ] || ! [ -s found ]; then fail "not run: $name"; fi
		comm -13 known found >new
		caught=''
		for finding in $findings; do
			grep -q "^$routine $finding " new && caught=$finding && break
		done
		[ -n "$caught" ] || fail "not named one of '$findings': $name $routine: $edit"
		tried=$((tried + 1))
		ok "$name $routine: $caught: $edit"
	done <planted
	specs=''
	rm planted
}

mutant() {	# SOURCE ROUTINE FINDINGS EDIT
	[ -d "$arch.$2" ] || prepare "$arch.$2" "$arch" "$2"
	nr=$((nr + 1))
	prepare "$arch-$nr" "$arch" "$2"
	sed "$4" "$arch-$nr/$1" >edited
	! cmp -s edited "$arch-$nr/$1" || fail "the edit changes nothing: $arch $1: $4"
	mv edited "$arch-$nr/$1"
	printf '%s\t%s\t%s\t%s\n' "$arch-$nr" "$2" "$3" "$4" >>planted
}

archs='' specs='' arch='' nr=0
while IFS= read -r line; do
	case $line in
	'#'* | '') ;;
	mutant*)
		# shellcheck disable=SC2086 # words
		set -- $line
		[ "$arch" = "$2" ] || judge </dev/null
		arch=$2 source=$3 routine=$4
		shift 4
		findings=$*
		case " $archs " in *" $arch "*) ;; *) archs="$archs $arch" ;; esac ;;
	*) mutant "$source" "$routine" "$findings" "${line#	}" </dev/null ;;
	esac
done <"$SRCDIR/tests/data/lab-mutations.txt"
judge
# shellcheck disable=SC2086 # words
set -- $archs
if [ $tried -lt 25 ] || [ $# -lt 4 ]; then fail "only $tried planted faults on $# architectures"; fi
ok "$tried planted faults on $# architectures, each caught and named"

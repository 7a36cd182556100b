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

# prepare ARCH ROUTINE: a spec in ./work for one routine, and copies of the sources
prepare() {
	describe "$1"
	rm -rf work
	mkdir work
	cp "$tree/arch/$folder/lib/"*.S work/
	case $2 in
	to) symbol=$to ;;
	from) symbol=$from ;;
	clear) symbol=$clear ;;
	esac
	{
		echo "arch = $1"
		for source in $sources; do echo "source = $source"; done
		echo "routine = $2 $symbol ${2}_user"
	} >work/mutant.spec
}

tried=0
mutant() {	# ARCH SOURCE ROUTINE FINDINGS EDIT
	known=$1.$3.base
	prepare "$1" "$3"
	if ! [ -e "$known" ]; then
		expect_exit 0 "$UABENCH" lab --tree "$tree" --spec work/mutant.spec \
			--write-baseline "$known"
	fi
	sed "$5" "work/$2" >edited
	! cmp -s edited "work/$2" || fail "the edit changes nothing: $1 $2: $5"
	mv edited "work/$2"
	expect_exit 1 "$UABENCH" lab --tree "$tree" --spec work/mutant.spec --baseline "$known"
	for finding in $4; do
		if grep -q "^new: mutant.spec $3 $finding " "$out"; then
			tried=$((tried + 1))
			ok "$1 $2 $3: $finding: $5"
			return
		fi
	done
	fail "caught, but not named one of '$4': $1 $2: $5"
}

archs=''
while IFS= read -r line; do
	case $line in
	'#'* | '') ;;
	mutant*)
		# shellcheck disable=SC2086 # words
		set -- $line
		arch=$2 source=$3 routine=$4
		shift 4
		findings=$*
		case " $archs " in *" $arch "*) ;; *) archs="$archs $arch" ;; esac ;;
	*) mutant "$arch" "$source" "$routine" "$findings" "${line#	}" </dev/null ;;
	esac
done <"$SRCDIR/tests/data/lab-mutations.txt"
# shellcheck disable=SC2086 # words
set -- $archs
if [ $tried -lt 25 ] || [ $# -lt 4 ]; then fail "only $tried planted faults on $# architectures"; fi
ok "$tried planted faults on $# architectures, each caught and named"

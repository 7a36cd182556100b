#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The exit statuses of gate, and git bisect run finding a bad commit by them.
. "${0%/*}/lib.sh"

# runs DIR N SEED COST [NAME=VALUE...]: N records, each of a boot of its own
runs() {
	dir=$1 count=$2 first=$3 cost=$4
	shift 4
	mkdir -p "$dir"
	while [ "$count" -gt 0 ]; do
		printf 'entry.null ns 100\ncopy.to_user.pread ns %s size=4096\n' "$cost" |
			make_record "$dir/$count.jsonl" seed=$((first + count)) \
				"boot=$dir-$count" spread=0.002 jitter=0.001 "$@"
		count=$((count - 1))
	done
}
runs base 6 0 1000
runs good 6 100 1000
runs bad 6 200 1100
runs better 6 300 900

for new in good better base; do
	expect_exit 0 "$UABENCH" gate base $new
	expect_grep '2 within 1.00 %, 0 beyond, 0 undecided'
done
ok '0: equal, better, itself'

expect_exit 1 "$UABENCH" gate base bad
expect_grep '^regression: copy.to_user.pread size=4096 '
expect_grep '1 within 1.00 %, 1 beyond, 0 undecided'
ok '1: a regression, named'

expect_exit 0 "$UABENCH" gate base bad --max-regress 15%
expect_exit 0 "$UABENCH" gate --max-regress=0.15 base bad
expect_exit 1 "$UABENCH" gate base bad --max-regress 5%
expect_exit 0 "$UABENCH" gate base bad -b 'entry.*'
expect_exit 1 "$UABENCH" gate base bad --bench 'copy.*'
ok '--max-regress and --bench'

expect_exit 125 "$UABENCH" gate base/1.jsonl good/1.jsonl
expect_exit 125 "$UABENCH" gate base/1.jsonl bad/1.jsonl
mkdir two
cp bad/1.jsonl bad/2.jsonl two
expect_exit 125 "$UABENCH" gate two two --max-regress 0%
ok '125: one run a side, too few runs'

mkdir other units
printf 'fault.cow ns 100\n' | make_record other/1.jsonl boot=o
expect_exit 125 "$UABENCH" gate base other
one_line
printf 'entry.null MB/s 100\n' | make_record units/1.jsonl boot=u
expect_exit 125 "$UABENCH" gate base units
one_line
ok '125: no case in common, other units'

mkdir empty garbage
echo garbage >garbage/x.jsonl
for args in '' base 'base good bad' 'base missing' 'missing base' 'base empty' 'base garbage' \
	'base good --max-regress' 'base good --max-regress=x' 'base good --max-regress=-1%' \
	'base good --max-regress=nan' 'base good -b nothing.*' 'base good --no-such'; do
	# shellcheck disable=SC2086 # words
	expect_exit 2 "$UABENCH" gate $args
	one_line
done
status=0
"$UABENCH" gate base bad >/dev/full 2>"$err" || status=$?
[ $status = 2 ] || fail "exit $status on a full disk"
ok '2: usage, missing, empty, garbage, an answer that could not be written'

command -v git >/dev/null || { ok 'no git here to bisect with'; exit 0; }

# A "kernel" whose speed stands in a file; commit 3 cannot be built, at commit 6 it
# gets slower. A build is measured in boots of its own.
export HOME="$TMPDIR" GIT_CONFIG_NOSYSTEM=1
git init -q kernel
cd kernel
git config user.name nobody
git config user.email nobody@localhost
i=0
for speed in 1000 1000 1001 broken 1000 999 1100 1101 1100 1102; do
	echo $speed >speed
	git add speed
	git commit -q --allow-empty -m "commit $i"
	git tag "c$i"
	i=$((i + 1))
done
cat >../measure.sh <<'END'
set -eu
speed=$(cat speed)
[ "$speed" != broken ] || exit 125
. "$TMPDIR/functions.sh"
cd "$TMPDIR"
rm -rf now
runs now 6 "$((speed * 10))" "$speed"
exec "$UABENCH" gate base now
END
{
	sed -n '/^make_record/,/^)/p' "$SRCDIR/tests/cli/lib.sh"
	sed -n '/^runs()/,/^}/p' "$SRCDIR/tests/cli/gate.sh"
} >../functions.sh
expect_exit 0 git bisect start c9 c0
expect_exit 0 git bisect run sh ../measure.sh
expect_grep "$(git rev-parse c6) is the first bad commit"
ok 'git bisect run finds the commit that made it slower'

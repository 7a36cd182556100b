# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# For the tests of the command line: source it first,  . "${0%/*}/lib.sh"
#
# Given: UABENCH, UABENCH_RUNNER, DENY (paths), SRCDIR (the checkout), TMPDIR (this
# test's own folder and working directory, removed at its end). A test exits 0
# when it passed, 77 when skipped, else failed. By hand, after `make`:
#     sh tests/cli/NAME.sh
set -eu

SRCDIR=${SRCDIR:-$(cd "${0%/*}/../.." && pwd)}
UABENCH=${UABENCH:-$SRCDIR/build/uabench}
UABENCH_RUNNER=${UABENCH_RUNNER:-$SRCDIR/build/uabench-runner}
TMPDIR=$(mktemp -d)
DENY=${DENY:-$SRCDIR/build/tests/deny}
SPENT=${SPENT:-$SRCDIR/build/tests/spent}
export SRCDIR UABENCH UABENCH_RUNNER DENY SPENT TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
trap 'exit 130' INT TERM HUP
cd "$TMPDIR"

# the last command of expect_exit: its stdout and stderr
out=$TMPDIR/stdout err=$TMPDIR/stderr
touch "$out" "$err"

# ok TEXT: says that one thing was found to be so
ok() {
	echo "ok: $*"
}

# fail TEXT: ends the test, with what the last command said
fail() {
	echo "FAIL: $*"
	for f in "$out" "$err"; do
		echo "--- ${f##*/} (the end):"
		tail -n 15 "$f"
	done
	exit 1
}

# skip REASON: ends the test, not run
skip() {
	echo "SKIP: $*"
	exit 77
}

# expect_exit STATUS COMMAND...: runs it (its input is this one's); fails unless it
# exits so
expect_exit() {
	expected=$1
	shift
	status=0
	"$@" >"$out" 2>"$err" || status=$?
	[ "$status" = "$expected" ] || fail "exit $status, not $expected: $*"
}

# expect_grep [GREP-OPTION...] PATTERN [FILE]: fails unless FILE (the last stdout)
# has it. A FILE is told from a PATTERN by being the last word and existing.
expect_grep() {
	find_in "$@" || fail "not there: $*"
}

# expect_no_grep: the contrary
expect_no_grep() {
	! find_in "$@" || fail "should not be there: $*"
}

find_in() {
	for last; do :; done
	if [ $# -gt 1 ] && [ -f "$last" ]; then
		grep -q "$@"
	else
		grep -q "$@" "$out"
	fi
}

# one_line: fails unless the last command said one line on stderr and nothing else
one_line() {
	[ ! -s "$out" ] || fail 'something on stdout'
	[ "$(wc -l <"$err")" = 1 ] || fail 'not one line on stderr'
}

# expect_said TEXT [FILE]: fails unless FILE (the last stdout) has the text, on
# whatever lines it was folded to
expect_said() {
	tr -s ' \n' ' ' <"${2:-$out}" | grep -qF -- "$1" || fail "not said: $1"
}

# count FILE...: how many of a pattern's files there are
count() {
	if [ -e "$1" ]; then echo $#; else echo 0; fi
}

# golden NAME: fails unless the last stdout is tests/data/NAME; with UPDATE=1 in the
# environment it becomes that
golden() {
	[ -z "${UPDATE:-}" ] || cp "$out" "$SRCDIR/tests/data/$1"
	diff -u "$SRCDIR/tests/data/$1" "$out" || fail "not as in tests/data/$1"
}

# make_record FILE NAME=VALUE...: a record with known costs, made from the cases on
# stdin, as make-record.awk says
make_record() (
	file=$1
	shift
	for var; do
		set -- "$@" -v "$var"
		shift
	done
	awk "$@" -f "$SRCDIR/tests/cli/make-record.awk" >"$file"
)

# wait_for COMMAND...: until it is true, for a minute at most
wait_for() {
	tries=0
	until "$@"; do
		tries=$((tries + 1))
		[ $tries -lt 600 ] || fail "in vain: $*"
		sleep 0.1
	done
}

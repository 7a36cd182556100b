#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What cannot be written: a full disk, a closed stdout, a reader that left, no
# permission. An exit status, a message, and nothing of the record lost.
. "${0%/*}/lib.sh"

quick='--iters 1 --procs 1 --rounds 1'
one="-b entry.null $quick"
printf 'entry.null ns 100\n' | make_record a.jsonl

# to FILE COMMAND...: with stdout to FILE, or closed where FILE is "-"; sets status
to() {
	file=$1
	shift
	status=0
	if [ "$file" = - ]; then
		"$@" >&- 2>"$err" || status=$?
	else
		"$@" >"$file" 2>"$err" || status=$?
	fi
}

# every command that writes to stdout
each_command() {
	# shellcheck disable=SC2086 # words
	{
		"$@" "$UABENCH" list
		"$@" "$UABENCH" list --format json
		"$@" "$UABENCH" show a.jsonl
		"$@" "$UABENCH" show --lmbench "$SRCDIR/tests/data/show.jsonl"
		"$@" "$UABENCH" compare a.jsonl a.jsonl
		"$@" "$UABENCH" compare --format json a.jsonl a.jsonl
		"$@" "$UABENCH" gate a.jsonl a.jsonl
		"$@" "$UABENCH" help
		"$@" "$UABENCH" help --man
		"$@" "$UABENCH" run --help
		"$@" "$UABENCH" --version
		"$@" "$UABENCH" run -q $one
		"$@" "$UABENCH_RUNNER" $one
		"$@" "$UABENCH_RUNNER" --list
		"$@" "$UABENCH_RUNNER" --help
		"$@" "$UABENCH_RUNNER" --version
	}
}

complains() {	# that FILE cannot be written
	file=$1
	shift
	to "$file" "$@"
	want=1
	[ "$2" != gate ] || want=2
	[ "$2" != run ] || [ "$3" = --help ] || want=1
	[ $status = $want ] || fail "exit $status, not $want: $* >$file"
	[ "$(wc -l <"$err")" = 1 ] || fail "not one line on stderr: $* >$file"
	grep -qi 'cannot write' "$err" || fail "does not say what was wrong: $* >$file"
}
each_command complains -
ok 'closed stdout: exit 1 and a line'
if [ -c /dev/full ]; then
	each_command complains /dev/full
	ok '/dev/full: exit 1 and a line'
fi

# the reader has left already, most probably; a short text may get through all the same
left_alone() {
	rm -f status
	{
		sleep 0.2
		if "$@" 2>"$err"; then echo 0 >status; else echo $? >status; fi
	} | :
	wait_for [ -s status ]
	case $(cat status) in
	0 | 125 | 141) ;;
	1 | 2) [ "$(wc -l <"$err")" -le 1 ] || fail "more than a line on stderr: $*" ;;
	*) fail "exit $(cat status) with the reader gone: $*" ;;
	esac
}
each_command left_alone
"$UABENCH_RUNNER" -t 3000 2>"$err" | head -n 12 >some.jsonl
expect_exit 0 "$UABENCH" show some.jsonl
expect_grep incomplete
ok 'a reader that left: no hang, at most a line is said; what it read is a record'

# a closed stdout must not make the record go elsewhere
# shellcheck disable=SC2086
to - "$UABENCH" run -o closed.jsonl $one
[ $status = 1 ] || fail "exit $status"
expect_exit 0 "$UABENCH" show closed.jsonl
expect_grep ', complete$'
status=0
# shellcheck disable=SC2086
"$UABENCH" run -o closed2.jsonl $one <&- >&- 2>&- || status=$?
[ $status = 1 ] || fail "exit $status with everything closed"
expect_exit 0 "$UABENCH" show closed2.jsonl
expect_grep ', complete$'
status=0
"$UABENCH" show missing 2>&- || status=$?
[ $status = 2 ] || fail "exit $status with stderr closed"
ok 'closed stdout, stdin, stderr: the record is whole'

whole_lines() {
	! grep -v '}$' full.jsonl || fail 'a line that is not whole'
	[ "$(tail -c 1 full.jsonl | od -An -c | tr -d ' ')" = '\n' ] || fail 'the last line is cut'
	[ "$(grep -c '^{"type":"batch"' full.jsonl)" -gt 3 ] || fail 'hardly anything was kept'
	expect_exit 0 "$UABENCH" show full.jsonl
	expect_said 'no end line'
}

# a limit of the file size (in blocks of 512 bytes or 1 KiB, as the shell has it)
rm -f full.jsonl
status=0
# shellcheck disable=SC2086,SC3045
(ulimit -f 20 && exec "$UABENCH_RUNNER" $quick) >full.jsonl 2>"$err" || status=$?
[ $status = 1 ] || fail "exit $status beyond ulimit -f"
[ "$(wc -l <"$err")" = 1 ] || fail 'not one line on stderr'
grep -q 'File too large' "$err" || fail 'does not say what was wrong'
whole_lines
[ "$(count "$TMPDIR"/uabench-*)" = 0 ] || fail 'left a work directory'
ok 'ulimit -f: exit 1, a line, and whole lines in the record'

# a disk that is full after four pages
mkdir small
cat >full_disk.sh <<'END'
# the arguments as a command on a disk of four pages; stdout there is r.jsonl
set -eu
mount -t tmpfs -o size=16k tmpfs small
cd small
status=0
case $1 in
*runner) "$@" >r.jsonl 2>../stderr || status=$? ;;
*) "$@" >../stdout 2>../stderr || status=$? ;;
esac
cp ./*.jsonl ../full.jsonl
exit $status
END
for unshare in 'unshare -m' 'unshare -rm' ''; do
	# shellcheck disable=SC2086
	[ -z "$unshare" ] || ! $unshare mount -t tmpfs tmpfs /mnt 2>"$err" || break
done
if [ -n "$unshare" ]; then
	# shellcheck disable=SC2086
	{
		expect_exit 1 $unshare sh full_disk.sh "$UABENCH_RUNNER" $quick
		[ "$(wc -l <stderr)" = 1 ] || fail "not one line: $(cat stderr)"
		grep -q 'No space left' stderr || fail "not said: $(cat stderr)"
		whole_lines
		expect_exit 1 $unshare sh full_disk.sh "$UABENCH" run -o . $quick
		[ "$(wc -l <stderr)" = 1 ] || fail "not one line: $(cat stderr)"
		grep -q 'No space left' stderr || fail "not said: $(cat stderr)"
		grep -q '^case .*an operation' stdout || fail 'no table'
		whole_lines
		ok 'a full disk: exit 1, a line, and whole lines in the record'

		# no room for the work files: those cases are skipped, the others measured
		expect_exit 0 $unshare sh full_disk.sh "$UABENCH_RUNNER" --dir . --no-counters \
			$quick -b 'lmbench.mmap,fault.file_read,throughput.cached,entry.*'
		grep '"type":"skip"' full.jsonl
		[ "$(grep -c '"type":"skip".*No space left' full.jsonl)" = 3 ] || fail 'not skipped'
		grep -q '"type":"batch","case":"entry.null"' full.jsonl || fail 'no entry.null'
		tail -n 1 full.jsonl | grep -q '"status":"complete"' || fail 'not complete'
		ok 'no room for work files: those cases are skipped with the reason'
	}
else
	ok 'not tested with a full disk: no mount namespaces here'
fi

mkdir locked
chmod 555 locked
: >file
as_nobody=
if [ "$(id -u)" = 0 ]; then
	command -v setpriv >/dev/null || { ok 'no setpriv to be refused as'; exit 0; }
	as_nobody='setpriv --reuid 65534 --regid 65534 --clear-groups'
	mkdir open
	cp "$UABENCH" "$UABENCH_RUNNER" open
	export UABENCH="$TMPDIR/open/uabench" UABENCH_RUNNER="$TMPDIR/open/uabench-runner"
	chmod 755 "$TMPDIR"
fi
# shellcheck disable=SC2086
for where in locked locked/new locked/new.jsonl file file/new.jsonl missing/new.jsonl \
	/proc/nothing/here; do
	expect_exit 2 $as_nobody "$UABENCH" run $one -o "$where"
	one_line
	grep -qF "$where" "$err" || fail "does not name $where"
done
# shellcheck disable=SC2086
{
	expect_exit 2 $as_nobody "$UABENCH" run $one --dir locked
	one_line
	# only the default: there are other places
	expect_exit 0 env "TMPDIR=$TMPDIR/locked" $as_nobody "$UABENCH" run $one
}
[ ! -s file ] || fail 'wrote to a file'
ok 'where nothing can be written: exit 2 and one line that names it'

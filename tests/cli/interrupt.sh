#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Signals: the batch is finished, the record is whole and usable, nothing is left.
. "${0%/*}/lib.sh"
[ -r /proc/self/cmdline ] || skip 'no /proc'

# Our processes are known by their label.
mark=mark-${TMPDIR##*/}-end
printf '%s\n' "$mark" >mark
long="-t 3000 -l $mark"

ours() {	# the numbers of our processes, oldest first
	grep -lsf mark /proc/[0-9]*/cmdline | sed 's|/proc/\([0-9]*\)/.*|\1|' | sort -n
}

gone() {
	[ -z "$(ours)" ]
}

has_lines() {	# has_lines N: the record has as many
	[ -e record.jsonl ] && [ "$(wc -l <record.jsonl)" -ge "$1" ]
}

# start [LINES] COMMAND...: in the background, writing record.jsonl, which soon has LINES
start() {
	lines=$1
	shift
	rm -rf record.jsonl work
	: >record.jsonl
	mkdir work
	# shellcheck disable=SC2094 # uabench run makes the file itself
	case $1 in
	*runner) TMPDIR=$TMPDIR/work "$@" >record.jsonl 2>"$err" & ;;
	*) rm record.jsonl; TMPDIR=$TMPDIR/work "$@" >"$out" 2>"$err" & ;;
	esac
	pid=$!
	wait_for [ -e record.jsonl ]
	wait_for has_lines "$lines"
	wait_for worker_directories
}

worker_directories() {	# keeps what the worker says of its directories in dirs
	for p in $(ours); do
		tr '\0' '\n' <"/proc/$p/cmdline" 2>/dev/null
	done | sed -n 's/^--workdir\(-tmpfs\)*=\(..*\)/\2/p' | sort -u >dirs
	[ -s dirs ]
}

# ended STATUS: the command started ends so, and leaves nothing behind
ended() {
	status=0
	wait "$pid" || status=$?
	[ "$status" = "$1" ] || fail "exit $status, not $1"
	wait_for gone
	while read -r dir; do
		[ ! -e "$dir" ] || fail "left $dir"
	done <dirs
	[ -z "$(ls work)" ] || fail "left something in TMPDIR: $(ls work)"
}

# interrupted: the record is whole, and says that it was interrupted
interrupted() {
	tail -n 1 record.jsonl | grep -q '^{"type":"end",.*"status":"interrupted"' ||
		fail 'no end line with status interrupted'
	batches=$(grep -c '^{"type":"batch"' record.jsonl)
	tail -n 1 record.jsonl | grep -q "\"batches\":$batches," || fail 'another number of batches'
	! grep -v '}$' record.jsonl || fail 'a line that is not whole'
	expect_exit 0 "$UABENCH" show record.jsonl
	expect_said "$batches batches,"
	expect_grep interrupted
	expect_no_grep -E 'incomplete|cut in'
}

for signal in INT:130 TERM:143 HUP:129; do
	# shellcheck disable=SC2086 # words
	{
		start 12 "$UABENCH_RUNNER" $long
		kill -s "${signal%:*}" $pid
		ended "${signal#*:}"
		interrupted
		start 12 "$UABENCH" run -o record.jsonl $long
		kill -s "${signal%:*}" $pid
		ended "${signal#*:}"
	}
	grep -q '^case .*an operation' "$out" || fail 'no table'
	grep -q '^record: record.jsonl$' "$out" || fail 'does not say where the record is'
	interrupted
	ok "SIG${signal%:*}: exit ${signal#*:}, a whole record, a table, nothing left"
done

# without -o there is nothing to keep, but the table is printed
# shellcheck disable=SC2086
{
	TMPDIR=$TMPDIR/work "$UABENCH" run $long >"$out" 2>"$err" &
	pid=$!
}
recording() { grep -qs '^{"type":"batch"' work/uabench-??????; }
wait_for recording
wait_for worker_directories
kill -s INT $pid
ended 130
grep -q '^case .*an operation' "$out" || fail 'no table'
ok 'without -o: the table is printed all the same'

# from a terminal every process of the group gets the signal
if command -v setsid >/dev/null; then
	cat >group.sh <<-'END'
		echo $$ >group
		exec "$@"
	END
	rm -rf work record.jsonl
	mkdir work
	# shellcheck disable=SC2086
	TMPDIR=$TMPDIR/work setsid sh group.sh "$UABENCH_RUNNER" $long >record.jsonl 2>"$err" &
	pid=$!
	wait_for has_lines 12
	wait_for worker_directories
	kill -s INT -- "-$(cat group)"
	wait_for gone
	ended 130
	interrupted
	ok 'SIGINT to the whole group, as from a terminal'
fi

# asked again, it does not wait for a batch that takes a day
# shellcheck disable=SC2086
start 1 "$UABENCH_RUNNER" $long -b entry.null --iters 1000000000000
again() {
	kill -s INT $pid 2>"$out" || :
	gone
}
wait_for again
ended 130
tail -n 1 record.jsonl | grep -q '"batches":0,.*"status":"interrupted"' || fail 'not interrupted'
ok 'SIGINT again and again: ends in the middle of a batch'

# SIGKILL of the runner: no end line. Its directories stay, for nobody can tidy up.
# shellcheck disable=SC2086
start 12 "$UABENCH_RUNNER" $long
kill -s KILL $pid
status=0
wait $pid || status=$?
[ $status = 137 ] || fail "exit $status, not 137"
wait_for gone
xargs rm -rf <dirs
expect_no_grep '"type":"end"' record.jsonl
expect_exit 0 "$UABENCH" show record.jsonl
expect_said 'incomplete'
expect_said 'no end line'
expect_grep '^case .*an operation'
expect_exit 0 "$UABENCH" compare record.jsonl record.jsonl
expect_said 'record.jsonl: no end line'
expect_exit 125 "$UABENCH" gate record.jsonl record.jsonl
ok 'SIGKILL of the runner: no worker left; show and compare mark the record'

# shellcheck disable=SC2086
start 12 "$UABENCH" run -o record.jsonl $long
kill -s KILL "$(ours | while read -r p; do [ "$p" = $pid ] || { echo "$p"; break; }; done)"
status=0
wait $pid || status=$?
[ $status != 0 ] || fail 'exit 0 though the runner was killed'
wait_for gone
xargs rm -rf <dirs
grep -q '^case .*an operation' "$out" || fail 'no table'
expect_exit 0 "$UABENCH" show record.jsonl
expect_said 'no end line'
ok 'SIGKILL of the runner below uabench run: the table is printed, exit is not 0'

# SIGKILL of uabench: the runner ends by itself
# shellcheck disable=SC2086
start 12 "$UABENCH" run -o record.jsonl $long
kill -s KILL $pid
wait_for gone
ended 137
interrupted
ok 'SIGKILL of uabench run: the runner ends its record'

# shellcheck disable=SC2086
{
	start 1 nohup "$UABENCH" run -o record.jsonl $long
	for p in $(ours); do
		kill -s HUP "$p" 2>/dev/null || :
	done
	wait_for has_lines $(($(wc -l <record.jsonl) + 10))
	kill -s INT $pid
}
ended 130
interrupted
ok 'nohup: SIGHUP does nothing'

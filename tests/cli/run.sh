#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# uabench run: where the record goes, what is printed, what options do.
. "${0%/*}/lib.sh"

quick='--iters 1 --procs 1 --rounds 1'
one="-b entry.null $quick"

# run ARG...: uabench run
run() {
	"$UABENCH" run "$@"
}

# the whole default set
# shellcheck disable=SC2086 # words
expect_exit 0 run -o runs $quick -l 'a "label", of two words'
[ ! -s "$err" ] || fail 'something on stderr, which is no terminal'
awk 'length($0) > 80 { print; bad = 1 } END { exit bad }' "$out" || fail 'wider than 80 columns'
LC_ALL=C grep -q "$(printf '[\033\r]')" "$out" && fail 'control characters in the table'
[ "$(count runs/*)/$(count runs/*.jsonl)" = 1/1 ] || fail 'not a .jsonl file'
expect_grep '^record: runs/.*\.jsonl$'
expect_grep '^label  *a "label", of two words$'
record=$(echo runs/*.jsonl)
[ "$(grep -c '^{"type":"batch"' "$record")" -gt 60 ] || fail 'too few batches'
grep '^{"type":"skip"' "$record" || :
grep -q '"settings":{"time_s":45,"batch_ms":0.25,"ref_ms":0.05,' "$record" || fail 'not the defaults that help tells'
tail -n 1 "$record" | grep -q '"status":"complete"' || fail 'not complete'
head -n 1 "$record" | grep -qF '"label":"a \"label\", of two words"' || fail 'another label'
# shellcheck disable=SC2086
expect_exit 0 run -o runs $one
[ "$(count runs/*.jsonl)" = 2 ] || fail 'not two files'
ok 'the default set at 80 columns; a directory collects runs; nothing else is said'

# the tables name what was measured and skipped
"$UABENCH" list | sed -n 's/^\([a-z][^ ]*\).*/\1/p' >names
while read -r name; do
	grep -q "\"case\":\"$name\"" "$record" || "$UABENCH" list "$name" | grep -q 'only when named' ||
		fail "$name was neither measured nor skipped"
done <names
ok 'each case was measured or skipped'

# shellcheck disable=SC2086
{
	expect_exit 0 run -o new/er/dir $one
	[ "$(count new/er/dir/*)" = 1 ] || fail 'no file in the new directory'
	expect_exit 0 run -o file.jsonl $one
	cp file.jsonl copy
	expect_exit 2 run -o file.jsonl $one
	one_line
	cmp file.jsonl copy || fail 'an existing record was changed'
	expect_exit 0 run $one
	[ "$(count "$TMPDIR"/uabench*)" = 0 ] || fail 'left something in TMPDIR'
	grep -q 'run -o' "$err" || fail 'does not say how to keep the record'
}
ok '-o: a new directory, a new file, none; an existing file is refused and untouched'

# refused ARG...: exit 2, one line, no record
refused() {
	rm -rf refused
	expect_exit 2 run -o refused "$@"
	one_line
	[ ! -e refused ] || [ -z "$(ls refused)" ] || fail 'a record was left'
}
pread='-b copy.to_user.pread'
# shellcheck disable=SC2086
{
	for glob in '' ',' no.such.case 'ENTRY.*' 'entry' 'entry.['; do
		refused $quick -b "$glob"
	done
	for param in '' = size size= =1 size=0 size=-1 size=x size=1x size=1,,2 'size= 1' size=0x10 \
		size=1.5 size=16E size=1G size=99999999999999999999 size=9223372036854775808 \
		nosuch=1 bs=512; do
		refused $quick $pread -p "$param"
	done
	refused $quick -p "size=$(seq -s, 1 300)" $pread
	for option in -t-1 -tnan -tinf -t1e9 -tx -t --procs=-1 --procs=x --procs= --procs=1.5 \
		--rounds=0 --rounds=-1 --batch=-1 --batch=x --ref=-1 --iters=-1 --iters=x --iters= \
		--iters=99999999999999999999 --cpu=9999 --cpu=65536 --cpu=-1 --cpu=x --cpu= \
		--seed=-1 --seed=x --seed= --seed=9223372036854775808 --dir= --dir=/nonexistent \
		--dir=/dev/null --no-counters=1 --no-such-option operand; do
		refused $one "$option"
	done
	refused -b
	refused $one -l "$(head -c 100000 /dev/zero | tr '\0' x)"
}
ok 'options that make no sense: exit 2, one line, no record'

# shellcheck disable=SC2086
{
	for option in -t0 -t0.001 --batch=0 --ref=0 --seed=0 --seed=9223372036854775807 --cpu=0 \
		--no-counters -q --dir=. '-l ' -l; do
		[ "$option" != -l ] || option="-l$(printf 'a"b\\c\n\td\033[31m\377\300\200')"
		case $option in --cpu=0) taskset -c 0 true 2>"$err" || continue ;; esac
		rm -f odd.jsonl
		expect_exit 0 run -o odd.jsonl $one "$option"
		expect_exit 0 "$UABENCH" show odd.jsonl
	done
	for params in size=1 size=1K size=1K,16M 'size=1,1' 'size=1,'; do
		expect_exit 0 run $quick $pread -p "$params"
	done
	expect_exit 0 run $quick -b 'entry.null,copy.to_user.pread,' -p size=64
	expect_grep '^entry.null '
	expect_grep '^  size=64 '
}
ok 'options at their ends'

# a file does for a device; the disk that a machine has is root's
dd if=/dev/urandom of=device bs=1M count=32 2>/dev/null
# shellcheck disable=SC2086
{
	expect_exit 0 run -o dev-run.jsonl $quick -b 'throughput.cached' --device "$PWD/device"
	expect_grep '^throughput.cached '
	grep -q "\"device\":\"$PWD/device\"" dev-run.jsonl || fail 'not in the record'
	expect_exit 0 run -o file-run.jsonl $quick -b 'throughput.cached'
	expect_exit 0 "$UABENCH" compare file-run.jsonl dev-run.jsonl
	expect_grep 'device read differs: base unknown; new '
	dd if=/dev/zero of=small bs=1M count=1 2>/dev/null
	expect_exit 1 run $quick -b 'throughput.cached' --device small
	cat "$out" >>"$err"
	expect_grep '1048576 bytes of the 2097152 needed' "$err"
	expect_exit 2 run $quick -b 'throughput.cached' --device missing
	one_line
	expect_grep 'cannot read missing: No such file' "$err"
}
ok '--device: read instead of a file, and told of'

# order SEED: of the visits
order() {
	"$UABENCH_RUNNER" --iters 1 --procs 2 --rounds 2 --seed "$1" -b 'word.*,copy.*' |
		sed -n 's/^{"type":"\(batch\|skip\)",\("case":"[^"]*","params":{[^}]*}\).*/\2/p'
}
order 7 >seven
order 7 | cmp - seven || fail 'another order with the same seed'
order 8 >eight
! cmp -s seven eight || fail 'the same order with another seed'
sort seven >a
sort eight | cmp - a || fail 'not the same visits'
half=$(($(wc -l <seven) / 2))
head -n $half seven >first
tail -n $half seven | cmp -s - first && fail 'the same order in each process'
ok '--seed makes the order of the visits'

# processes CASE: the numbers of those that visited it, in the record $out
processes() {
	sed -n 's/^{"type":"\(batch\|skip\)","case":"'"$1"'",.*"proc":\([0-9]*\),.*/\2/p' "$out"
}
for seconds in 1 4 16 60; do
	expect_exit 0 "$UABENCH_RUNNER" -q -t $seconds -b 'entry.null,throughput.tcp'
	processes entry.null >each
	[ "$(wc -l <each)" -lt 7 ] || break
done
processes 'throughput\.tcp' >some
[ "$(wc -l <each)" -ge 7 ] || fail 'fewer than seven processes in a minute'
awk '$1 < 4 || $1 % 2 == 0' each | cmp - some || fail 'other processes than these visit it'
expect_exit 0 "$UABENCH_RUNNER" -q --procs 6 --iters 1 -b 'entry.null,throughput.tcp'
[ "$(processes 'throughput\.tcp' | wc -l)" = 6 ] || fail 'not in each, though their number was given'
expect_exit 0 "$UABENCH_RUNNER" -q -t 1 -b throughput.tcp
processes 'throughput\.tcp' >alone
[ "$(sed -n '$p' alone)" = $(($(wc -l <alone) - 1)) ] || fail 'not in each, though alone'
ok 'a dear case is not visited by every process where the time is shared'

if [ "$(nproc)" -gt 0 ] && command -v taskset >/dev/null && taskset -c 0 true 2>"$err"; then
	expect_exit 0 taskset -c 0 "$UABENCH_RUNNER" --iters 1 --procs 1 --rounds 1
	expect_grep '"pinned_cpu":0,.*"cpus":1[,}]'
	expect_grep '"status":"complete"'
	# shellcheck disable=SC2086
	expect_exit 2 taskset -c 0 "$UABENCH" run $one --cpu 1
	one_line
	ok 'one CPU: all cases run, and no other CPU is used'
fi
# shellcheck disable=SC2086
expect_exit 0 "$UABENCH_RUNNER" $one
cpu=$(sed -n 's/.*"pinned_cpu":\([0-9]*\).*/\1/p' "$out")
[ -n "$cpu" ] || fail 'not pinned'
# shellcheck disable=SC2086
expect_exit 0 "$UABENCH_RUNNER" $one --cpu "$cpu"
expect_grep "\"pinned_cpu\":$cpu,"
ok 'pinned to a CPU, and to the one that was asked for'

# shellcheck disable=SC2086
expect_exit 0 "$UABENCH_RUNNER" $one --no-counters
expect_no_grep '"counters":'
ok '--no-counters'

# on a terminal there is a line of progress; script(1) makes one
if script -qec true /dev/null >"$out" 2>&1 </dev/null; then
	# terminal COMMAND: what it shows there
	terminal() {
		script -qec "$1" /dev/null >shown </dev/null || fail "on a terminal: $1"
	}
	terminal "'$UABENCH' run $one"
	grep -q 's left' shown || fail 'no line of progress'
	terminal "'$UABENCH' run -q $one"
	! grep -q 's left' shown || fail 'progress in spite of -q'
	terminal "'$UABENCH' run $one 2>file"
	! grep -q 's left' shown file || fail 'progress though stderr is a file'
	ok 'progress on a terminal, not with -q, not in a file'
else
	ok 'no script(1) here to make a terminal'
fi

# from any user
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
	mkdir everyone
	chmod 755 "$TMPDIR"
	chmod 777 everyone
	cp "$UABENCH" "$UABENCH_RUNNER" everyone
	# shellcheck disable=SC2086
	expect_exit 0 env "TMPDIR=$TMPDIR/everyone" "UABENCH_RUNNER=$TMPDIR/everyone/uabench-runner" \
		setpriv --reuid 65534 --regid 65534 --clear-groups --no-new-privs \
		"$TMPDIR/everyone/uabench" run $quick -o "$TMPDIR/everyone/runs"
	grep '"type":"skip"' everyone/runs/*.jsonl || :
	[ "$(grep -c '"type":"batch"' everyone/runs/*.jsonl)" -gt 60 ] || fail 'too few batches'
	ok 'as nobody'
else
	ok 'not run as another user: not root, or no setpriv'
fi

# shellcheck disable=SC2086
{
	mkdir gone 'with spaces'
	(cd gone && rmdir ../gone && "$UABENCH" run $one >"$out" 2>"$err") || fail 'from a deleted directory'
	expect_exit 0 env -u HOME -u TMPDIR "$UABENCH" run $one
	expect_exit 0 env -i "UABENCH_RUNNER=$UABENCH_RUNNER" "$UABENCH" run $one
	expect_exit 0 env "TMPDIR=$TMPDIR/with spaces" "$UABENCH" run $quick -b 'lmbench.*,fault.*'
	[ -z "$(ls 'with spaces')" ] || fail 'left something in TMPDIR'
	expect_exit 0 env "TMPDIR=$TMPDIR/missing" "$UABENCH_RUNNER" $one
	expect_exit 0 env TMPDIR= "$UABENCH" run $one
	"$UABENCH" run -o both $quick -b 'entry.*,lmbench.*' >first 2>&1 &
	expect_exit 0 run -o both $quick -b 'entry.*,lmbench.*'
	wait $! || fail "the other of two runs at a time: $(cat first)"
	[ "$(count both/*)" = 2 ] || fail 'not a file each'
	expect_exit 0 "$UABENCH" compare both both
}
ok 'deleted directory, no HOME, TMPDIR with spaces or missing, two at a time'

# what a careless person does
expect_exit 2 run runs
one_line
: >plain
# shellcheck disable=SC2086
{
	expect_exit 2 run -o plain $one
	one_line
	expect_exit 2 run -o plain/x.jsonl $one
	one_line
	expect_exit 2 run -o missing/x.jsonl $one
	one_line
	expect_exit 2 run -o '' $one
	one_line
	[ ! -s plain ] || fail 'a file was written to'
	for runner in /nonexistent /bin/true /bin/echo "$TMPDIR"; do
		expect_exit 1 env "UABENCH_RUNNER=$runner" "$UABENCH" run -o plain.jsonl $one
		[ -s "$err" ] || fail "nothing said with the runner $runner"
		expect_no_grep null "$err"
		rm -f plain.jsonl
	done
}
ok 'a wrong operand, a file for a directory, a runner that is none'

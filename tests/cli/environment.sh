#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Where the system lacks something: those cases are skipped with the reason, all
# others are measured, and the run is complete.
. "${0%/*}/lib.sh"

quick='--iters 1 --procs 1 --rounds 1'

# what the runner measures here when it lacks nothing on purpose
# shellcheck disable=SC2086
expect_exit 0 "$UABENCH_RUNNER" $quick
instances() {	# instances batch|skip: "CASE PARAMS" a line, of the last record
	sed -n "s/^{\"type\":\"$1\",\"case\":\"\([^\"]*\)\",\"params\":\({[^}]*}\).*/\1 \2/p" "$out" | sort -u
}
{ instances batch; instances skip; } | sort >all
instances skip >already

# is_complete [CASE...]: the record is complete, and besides what is skipped anyway just
# these are skipped, each with a reason
is_complete() {
	tail -n 1 "$out" | grep -q '^{"type":"end".*"status":"complete"' || fail 'not complete'
	{ instances batch; instances skip; } | sort -u | diff all - ||
		fail 'a case was neither measured nor skipped, or more than there are'
	! grep '"type":"skip"' "$out" | grep -v '"reason":"[^"]' || fail 'a skip without a reason'
	instances skip | comm -13 already - | sed 's/ .*//' | sort -u >skipped
	for case; do
		grep -q "^$case " already || echo "$case"
	done | sort | diff - skipped || fail 'other cases were skipped'
	"$UABENCH" show - <"$out" >shown || fail 'show does not take the record'
	for case; do
		grep -q "^$case.*: " shown || fail "show does not say that $case was skipped"
	done
}

reason() {	# reason CASE PATTERN: of its skip
	grep "\"type\":\"skip\",\"case\":\"$1\"" "$out" | grep -q "\"reason\":\"[^\"]*$2" ||
		fail "$1 is not skipped for '$2'"
}

# shellcheck disable=SC2086
if [ ! -x "$DENY" ]; then
	ok 'no seccomp: tests/deny was not built'
elif ! "$DENY" futex true 2>"$err"; then
	ok 'no seccomp filters here'
else
	expect_exit 0 "$DENY" process_vm_readv,futex,mq_getsetattr "$UABENCH_RUNNER" $quick
	is_complete copy.to_user.process_vm word.get_user.futex word.struct.mq_getattr
	for case in copy.to_user.process_vm word.get_user.futex word.struct.mq_getattr; do
		reason $case 'Operation not permitted'
	done
	expect_grep '"seccomp":"filter"'
	ok 'system calls denied: skipped with the reason'

	expect_exit 0 "$DENY" perf_event_open "$UABENCH_RUNNER" $quick
	is_complete
	expect_grep '"counters_missing":{.*"page-faults:u":"Operation not permitted"'
	expect_no_grep '"counters":'
	expect_said 'not supported (Operation not permitted): page-faults:u' shown
	ok 'no perf events: all is measured, and the reason is in the record'

	expect_exit 0 "$DENY" memfd_create "$UABENCH_RUNNER" $quick
	if grep -q 'no memfd_create() and no tmpfs' "$out"; then
		ok 'no memfd, and no tmpfs here either'
	else
		is_complete fault.exec
		reason fault.exec memfd_create
		ok 'no memfd: the files are on tmpfs'
	fi
	expect_exit 0 "$DENY" sched_setaffinity "$UABENCH_RUNNER" $quick
	is_complete
	expect_grep '"pinned_cpu":null'
	ok 'no pinning: all is measured, and the record says so'

	expect_exit 0 "$DENY" -k process_vm_readv,mq_getsetattr "$UABENCH_RUNNER" $quick
	is_complete copy.to_user.process_vm word.struct.mq_getattr
	reason copy.to_user.process_vm 'the measuring process died in this case'
	reason word.struct.mq_getattr 'the measuring process died in this case'
	expect_exit 0 "$DENY" -k mq_getsetattr "$UABENCH_RUNNER" --iters 1 --rounds 1 -t 0
	is_complete word.struct.mq_getattr
	[ "$(grep -c '"case":"word.struct.mq_getattr"' "$out")" = 1 ] || fail 'tried again'
	ok 'the measuring process dies: the case is marked, and the run goes on'
fi

for limit in '-n 16' '-v 200000' '-s 100' '-u 1000'; do
	# shellcheck disable=SC2086,SC3045 # what the shell has
	(ulimit $limit && exec "$UABENCH_RUNNER" --version) >"$out" 2>"$err" || continue
	# shellcheck disable=SC2086,SC3045
	(ulimit $limit && exec "$UABENCH_RUNNER" $quick) >"$out" 2>"$err" || fail "ulimit $limit"
	tail -n 1 "$out" | grep -q '"status":"complete"' || fail "not complete: ulimit $limit"
	{ instances batch; instances skip; } | sort -u | diff all - || fail "not all: ulimit $limit"
done
ok 'few descriptors, little memory, a small stack'

[ "$(id -u)" = 0 ] || { ok 'not root: nothing taken away by mounts'; exit 0; }

mkdir root
cp "$UABENCH_RUNNER" root/uabench-runner
if chroot root /uabench-runner --version >"$out" 2>"$err"; then
	# shellcheck disable=SC2086
	expect_exit 0 chroot root /uabench-runner $quick
	is_complete copy.clear_user.zero copy.from_user.pipe copy.iovec copy.to_user.getdents fault.exec \
		fault.thp throughput.zero_null word.poll word.select
	reason copy.clear_user.zero /dev/zero
	expect_grep '"boot_id":null'
	[ "$(ls root)" = uabench-runner ] || fail 'left something behind'
	ok 'nothing but the runner: no /proc, /sys, /dev, /tmp'
else
	ok 'the runner is not static here: it cannot run alone'
fi

unshare -m mount -t tmpfs tmpfs /mnt 2>"$err" || { ok 'no mount namespaces here'; exit 0; }

cat >without.sh <<'END'
# PLACE... -- COMMAND...: the command where these places are an empty directory on disk
set -eu
while [ "$1" != -- ]; do
	mount --bind "$disk" "$1"
	shift
done
shift
exec "$@"
END
mkdir empty
if disk=$TMPDIR/empty unshare -m sh without.sh /proc -- "$UABENCH_RUNNER" --version >"$out" 2>"$err"; then
	# shellcheck disable=SC2086
	expect_exit 0 env "disk=$TMPDIR/empty" unshare -m sh without.sh /proc -- \
		"$UABENCH_RUNNER" $quick
	tail -n 1 "$out" | grep -q '"status":"complete"' || fail 'not complete'
	[ "$(instances batch | wc -l)" -gt 60 ] || fail 'hardly anything was measured'
	"$UABENCH" show - <"$out" >shown || fail 'show does not take the record'
	ok 'no /proc'
fi

# work files and programs are where nothing is mounted over
disk=$(mktemp -d /var/tmp/uabench-test-XXXXXX)
trap 'rm -rf "$TMPDIR" "$disk"' EXIT
chmod 755 "$disk"
case $(stat -f -c %T "$disk") in
tmpfs | ramfs) ok '/var/tmp is in memory too: not tested without tmpfs'; exit 0 ;;
esac
mkdir "$disk/empty"
cp "$UABENCH_RUNNER" without.sh "$disk"
[ ! -x "$DENY" ] || cp "$DENY" "$disk"
places=
for place in /dev/shm /tmp /run; do
	[ ! -d $place ] || [ "$(stat -f -c %T $place)" != tmpfs ] || places="$places $place"
done
cd "$disk"
# shellcheck disable=SC2086
expect_exit 0 env "disk=$disk/empty" "TMPDIR=$disk" unshare -m sh without.sh $places -- \
	"$disk/uabench-runner" $quick
cd "$TMPDIR"
is_complete copy.to_user.getdents
reason copy.to_user.getdents tmpfs
ok 'no tmpfs: by memfd, or skipped'
if [ -x "$disk/deny" ] && "$DENY" memfd_create true 2>"$err"; then
	cd "$disk"
	# shellcheck disable=SC2086
	expect_exit 0 env "disk=$disk/empty" "TMPDIR=$disk" unshare -m sh without.sh $places -- \
		./deny memfd_create "$disk/uabench-runner" $quick
	cd "$TMPDIR"
	is_complete copy.to_user.getdents copy.from_user.pwrite copy.to_user.pread fault.exec \
		fault.shared_write
	reason copy.to_user.pread 'no memfd_create() and no tmpfs'
	ok 'neither tmpfs nor memfd: skipped with the reason'
fi

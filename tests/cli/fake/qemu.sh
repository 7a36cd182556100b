#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Stands for qemu-system-* in tests/cli/boot.sh: it boots nothing, but leaves what a guest
# would have left. FAKE_<role>, such as FAKE_new, says how the boots of that role end;
# FAKE_LOG collects who started and ended.
set -eu

if [ "${1:-}" = --version ]; then
	echo 'QEMU emulator version 7.2.0 (a fake)'
	exit
fi
seed='' console='' record=''
while [ $# -gt 0 ]; do
	case $1 in
	-seed) seed=$2 ;;
	-chardev)
		path=${2#*,path=}
		case $2 in
		file,id=console,*) console=$path ;;
		file,id=records,*) record=$path ;;
		esac ;;
	-initrd) initrd=$2 ;;
	esac
	shift
done
role=$(basename "$record")
role=${role%-seed*}
label=$(basename "$(dirname "$record")")
how=$(printenv "FAKE_$role") || how=fine
[ -s "$initrd" ] || { echo 'no initramfs' >&2; exit 9; }
[ -z "${FAKE_LOG:-}" ] || echo "start $role $seed" >>"$FAKE_LOG"

say() {
	printf '[    0.%06d] %s\r\n' "${#1}" "$*" >>"$console"
}
# batches N COST: the run line and N batches
batches() {
	printf '{"type":"run","schema":1,"clock":"instructions","label":"%s","arm":"%s"' \
		"$label" "$role"
	printf ',"boot_id":"%s-%s","seed":%s,"virt":"tcg","settings":{"batches_planned":%s}}\n' \
		"$role" "$seed" "$seed" "$1"
	i=0
	while [ $i -lt "$1" ]; do
		printf '{"type":"batch","case":"entry.null","params":{},"unit":"instructions"'
		printf ',"iters":10,"elapsed":%s,"round":0,"proc":0}\n' "$2"
		i=$((i + 1))
	done
}
end() {
	printf '{"type":"end","batches":%s,"status":"%s"}\n' "$1" "$2"
}
done_with() {
	printf 'uabench: done status=%s\r\n' "$1" >>"$console"
}

: >"$console"
: >"$record"
i=0
while [ $i -lt 30 ]; do	# more than the lines that are shown
	say "line $i"
	i=$((i + 1))
done
case $how in
fine | slow | crowd)
	cost=1000
	[ "$role" != new ] || cost=1100
	[ "$how" != slow ] || sleep 0.5
	while [ "$how" = crowd ] && [ "$(grep -c start "$FAKE_LOG")" -lt 3 ]; do
		sleep 0.1	# none ends before three are there
	done
	batches 4 $cost >>"$record"
	end 4 complete >>"$record"
	done_with 0 ;;
panic)
	batches 2 1000 >>"$record"
	say 'Kernel panic - not syncing: VFS: Unable to mount root fs'
	say 'end of it' ;;
panics_and_stays)
	say 'Kernel panic - not syncing: Attempted to kill init!'
	sleep 600 ;;
oops)	# and goes on as if nothing were
	say 'Internal error: Oops: 0000000096000004 [#1] SMP'
	batches 4 1000 >>"$record"
	end 4 complete >>"$record"
	done_with 0 ;;
warn)
	say '------------[ cut here ]------------'
	say 'WARNING: CPU: 0 PID: 1 at mm/page_alloc.c:1234'
	batches 4 1000 >>"$record"
	end 4 complete >>"$record"
	done_with 0 ;;
lockup)
	say 'watchdog: BUG: soft lockup - CPU#0 stuck for 22s! [init:1]'
	done_with 0 ;;
guest_hang)
	batches 2 1000 >>"$record"
	end 2 failed >>"$record"
	printf 'uabench: hang case=entry.null\r\n' >>"$console"
	done_with 1 ;;
module)
	printf 'uabench: module 00-a.ko: Exec format error\r\n' >>"$console"
	done_with 1 ;;
short)
	batches 2 1000 >>"$record"
	done_with 0 ;;
lost)	# a line less than the end says
	batches 3 1000 >>"$record"
	end 4 complete >>"$record"
	done_with 0 ;;
silent)
	: >"$console" ;;
status)
	printf '/init: no case matches x\r\nuabench: done status=2\r\n' >>"$console" ;;
qemu)
	echo 'qemu-system-aarch64: -accel tcg: invalid accelerator tcg' >&2
	exit 1 ;;
signal)
	kill -SEGV $$ ;;
spins)
	while :; do :; done ;;
sleeps)
	sleep 600 ;;
*)
	echo "no such fake: $how" >&2
	exit 3 ;;
esac
[ -z "${FAKE_LOG:-}" ] || echo "end $role $seed" >>"$FAKE_LOG"

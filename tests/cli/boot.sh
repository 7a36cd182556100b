#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# uabench boot without booting: command lines, images that are none, and every way that a
# boot ends, by a QEMU that is a script (fake/qemu.sh).
. "${0%/*}/lib.sh"

boot() {
	"$UABENCH" boot "$@"
}

# le N VALUE: it in N bytes, the least significant first
le() {
	i=0 v=$2
	while [ $i -lt "$1" ]; do
		# shellcheck disable=SC2059 # an octal escape made by the other
		printf "\\$(printf %o $((v % 256)))"
		v=$((v / 256))
		i=$((i + 1))
	done
}

# elf MACHINE TYPE FILE: a 64-bit program of one segment
elf() {
	{
		printf '\177ELF\002\001\001\000'
		le 8 0
		le 2 "$2"; le 2 "$1"; le 4 1
		le 8 0; le 8 64; le 8 0
		le 4 0; le 2 64; le 2 56; le 2 1; le 2 0; le 2 0; le 2 0
		le 4 1; le 4 5; le 8 0; le 8 0; le 8 0; le 8 200; le 8 200; le 8 4096
		head -c 80 /dev/zero
	} >"$3"
}

mkdir bin runners
for qemu in aarch64 x86_64; do
	cp "$SRCDIR/tests/cli/fake/qemu.sh" bin/qemu-system-$qemu
	chmod +x bin/qemu-system-$qemu
done
elf 183 2 runners/uabench-runner-arm64
elf 62 2 runners/uabench-runner-amd64
elf 21 2 vmlinux-ppc64el
elf 62 2 vmlinux-amd64
elf 43 2 vmlinux-sparc
elf 62 1 module.ko
elf 183 1 module-arm64.ko
# Image: an arm64 kernel's header without an EFI stub's
{ head -c 56 /dev/zero; printf 'ARM\144'; head -c 200 /dev/zero; } >Image
{ cat Image; echo other; } >Image2
PATH=$TMPDIR/bin:$PATH UABENCH_RUNNERS=$TMPDIR/runners FAKE_LOG=$TMPDIR/log
XDG_CACHE_HOME=$TMPDIR/cache
export PATH UABENCH_RUNNERS FAKE_LOG XDG_CACHE_HOME
two='-k base=Image -k new=Image2'

# --- what is printed

# shellcheck disable=SC2086 # words
expect_exit 0 boot $two --append new='a=1 b' --append all=c -n 2 --print -o printed
[ "$(grep -c '^# ' "$out")" = 6 ] || fail 'not six boots'
expect_grep '^# base, seed 1$'
expect_grep '^# control, seed 2$'
expect_grep -- '-append .* c uabench_control=xxxxxxxx'"'$"
expect_grep -- "-append .* randomize_kstack_offset=off a=1 b c'$"
expect_grep -- '-kernel Image2'
expect_grep -- '-chardev file,id=records,path=printed/new/new-seed2.part'
[ ! -e log ] || fail 'something was started'
# the words are those of a shell
sed 's/^qemu-system-aarch64/printf "%s\\n"/' "$out" | sh >words
grep -qx 'icount' words && fail 'words are cut'
grep -qx 'shift=0,sleep=off' words || fail 'not words of a shell'
expect_exit 0 boot -k vmlinux-amd64 -k new=vmlinux-amd64 --print --cpu-model rep -n 1
expect_grep -- '-cpu max,erms=on,fsrm=on'
expect_exit 0 boot -k Image --append new=x --print -n 1
expect_grep '^# new, seed 1$'
[ "$(count uabench-boot-*)" = 0 ] || fail 'left something in TMPDIR'
ok '--print: a command line a boot, for a shell, and nothing is started'

# --- usage

# refused ARG...: exit 2, one line, and no boot
refused() {
	expect_exit 2 boot "$@"
	one_line
	[ ! -e log ] || fail 'something was booted'
}
: >empty
echo text >text
head -c 150 vmlinux-amd64 >cut.elf
gzip <Image >Image.gz
gzip <Image.gz >twice
head -c "$(($(wc -c <Image.gz) - 4))" Image.gz >cut.gz	# all of it comes out, and no checksum
{ cat Image.gz; echo more; } >more.gz
{
	printf 'MZ\0\0zimg'
	le 4 24; le 4 "$(wc -c <Image.gz)"; le 8 0
	cat more.gz
} >zboot
gzip <zboot >zboot.gz
refused
refused Image
refused -k
refused -k new=Image
refused -k base=
refused -k base=Image -k base=Image
refused -k base=Image -k control=Image
refused -k base=Image -k 'a b=Image'
refused -k base=Image -k ../x=Image
refused -k base=Image
# shellcheck disable=SC2086
{
	refused $two --append hardened_usercopy=off
	refused $two --append new
	refused $two --append "new=$(printf 'a\nb')"
	refused $two --append "new=$(head -c 3000 /dev/zero | tr '\0' x)"
	refused $two --arch vax
	refused $two --arch ''
	refused $two --cpu-model rep
	refused $two -n 0
	refused $two -n 1001
	refused $two -n x
	refused $two -j x
	refused $two --patience 0
	refused $two -o ''
	refused $two -o Image
	refused $two -o Image/x
	refused $two -f nosuch
	refused $two --figures x.jsonl
	refused $two --figures ''
	refused $two --module missing.ko
	refused $two --module "$TMPDIR"
	refused $two --module text
}
for kernel in missing . /dev/zero empty text cut.elf vmlinux-sparc module.ko twice \
	zboot.gz cut.gz more.gz "$UABENCH"; do
	refused -k base=Image -k "new=$kernel"
	refused -k "base=$kernel" -k new=Image
done
expect_grep "$UABENCH" "$err"
refused -k base=debian/ -k new=Image
refused -k base=debian:vax -k new=Image
refused -k 'base=debian:arm64/a b' -k new=Image
ok 'options and images that make no sense: exit 2, one line, no boot'

refused -k base=Image -k new=vmlinux-amd64
expect_said 'an ELF for amd64, not for arm64' "$err"
refused -k base=vmlinux-amd64 -k new=Image --arch amd64
expect_said 'an Image for arm64, not for amd64' "$err"
refused -k base=Image -k new=cut.elf
expect_said 'cut: 150 bytes' "$err"
ok 'a foreign image and a cut one are told from their headers'

refused -k base=Image -k new=twice
expect_said 'packed twice: unpack it first' "$err"
refused -k base=Image -k new=cut.gz
expect_said 'packed with gzip, and cannot be unpacked: it is cut or damaged' "$err"
expect_exit 0 boot -k base=Image.gz -k new=zboot -n 1 --print
expect_grep '^# -kernel is what zboot unpacks to: made for the boots, and removed$'
expect_exit 0 boot -k base=Image -k new=Image -n 1 --print
expect_no_grep '^# -kernel'
ok 'packed: once, or within a zboot image with what follows; not twice, not cut'

# missing WHAT ARG...: exit 1, one line that names it
missing() {
	expect_exit 1 boot -k base=vmlinux-ppc64el -k new=vmlinux-ppc64el -n 1
	one_line
	grep -q -- "$1" "$err" || fail "does not name $1"
}
if ! command -v qemu-system-ppc64 >"$out"; then
	missing 'qemu-system-ppc64 is not installed'
fi
cp bin/qemu-system-aarch64 bin/qemu-system-ppc64
missing 'make runners'
cp runners/uabench-runner-arm64 runners/uabench-runner-ppc64el
missing 'a program for arm64, not for ppc64el'
cp text runners/uabench-runner-ppc64el
missing 'no ELF program'
ok 'a QEMU or a runner that is missing, or another architecture'"'s"

# --- boots

# shellcheck disable=SC2086
{
	expect_exit 0 boot $two -n 3 -o dir
	[ ! -s "$err" ] || fail 'something on stderr, which is no terminal'
	[ "$(count dir/base/*.jsonl)/$(count dir/new/*.jsonl)" = 6/3 ] || fail 'not nine records'
	[ "$(count dir/*/*.console)" = 9 ] || fail 'not nine consoles'
	[ "$(count dir/*/*.initramfs)/$(count dir/*/*.part)" = 0/0 ] || fail 'left files'
	expect_grep '^entry.null'
	expect_grep '^guest  *arm64, -cpu max,'
	awk 'length($0) > 80 { print; bad = 1 } END { exit bad }' "$out" || fail 'wider than 80'
	[ "$(grep -c start log)" = 9 ] || fail 'not nine boots'
	rm log
	expect_exit 0 boot $two -n 3 -o dir
	[ ! -e log ] || fail 'booted again what was there'
	rm dir/new/new-seed2.jsonl
	expect_exit 0 boot $two -n 4 -o dir
	[ "$(grep -c start log)" = 4 ] || fail 'not the four that were not there'
	rm log
	refused $two -n 4 -o dir --append new=x
	expect_said "there 'append: ', now 'append: x'" "$err"
	refused -k base=Image2 -k new=Image2 -o dir
	refused $two -n 4 -o dir -b entry.null
	expect_said 'options: --bench=entry.*,copy.*,word.*,fault.*' "$err"
	refused $two -n 4 -o dir --module module-arm64.ko
	expect_said "now 'module: " "$err"
	expect_exit 0 boot $two -k third=Image -n 4 -o dir
	[ "$(grep -c 'start third' log)/$(grep -c start log)" = 4/4 ] || fail 'not the third alone'
	rm log
	expect_exit 0 boot $two -n 1 -f csv --figures figures.json
	[ -s figures.json ] || fail 'no figures'
	[ "$(count uabench-boot-*)" = 0 ] || fail 'left something in TMPDIR'
}
ok 'boots, keeps, goes on with what is there, and refuses what is of another kind'

rm -f log
# shellcheck disable=SC2086
FAKE_base=slow FAKE_control=slow FAKE_new=slow expect_exit 0 boot $two -n 2 -j 1 -o alone
awk '$1 == "start" { if (n++) exit 1 } $1 == "end" { n-- }' log || fail 'two at a time with -j 1'
rm -f log
# shellcheck disable=SC2086
FAKE_base=crowd FAKE_control=crowd FAKE_new=crowd expect_exit 0 boot $two -n 2 -j 3 -o together
awk '$1 == "start" { if (++n > max) max = n } $1 == "end" { n-- } END { exit max != 3 }' log ||
	fail 'not three at a time with -j 3'
for f in alone/*/*.jsonl; do
	cmp "$f" "together/${f#*/}" || fail "not the same alone and together: $f"
done
ok '-j: one at a time, three at a time, the same records'

# --- ways to fail

# failing HOW TEXT [PATIENCE]: the new boots end so, the others are kept; they are booted
# before where the patience is so short that they might lack the CPU for as long
failing() {
	rm -rf failing
	# shellcheck disable=SC2086
	[ $# = 2 ] || FAKE_new=panic expect_exit 1 boot $two -n 1 -o failing
	# shellcheck disable=SC2086
	FAKE_new=$1 expect_exit 1 boot $two -n 1 -o failing --patience "${3:-60}"
	expect_said "boot: new, seed 1 failed: $2" "$err"
	expect_said 'boot: 1 of 3 boots failed' "$err"
	[ "$(count failing/base/*.jsonl)/$(count failing/new/*.jsonl)" = 2/0 ] ||
		fail "$1: the others were not kept, or the failed one was"
}
failing panic 'panic: [ 0.000056] Kernel panic - not syncing: VFS'
[ "$(grep -c '^    | ' "$err")" = 20 ] || fail 'not the last 20 lines'
expect_grep '^    | .* end of it$' "$err"
expect_grep 'all of it: failing/new/new-seed1.console' "$err"
[ "$(grep -c '"type":"batch"' failing/new/new-seed1.failed)" = 2 ] || fail 'the record was not kept'
failing panics_and_stays 'panic: '
failing oops 'oops: '
failing warn 'WARN: '
failing lockup 'lockup: '
failing guest_hang 'hang: uabench: hang case=entry.null'
failing module 'module: uabench: module 00-a.ko: Exec format error'
failing short 'short run: 2 batches and no end that says it is complete'
failing lost 'short run: 3 batches, and its end tells another number'
failing silent 'short run: 0 batches'
failing qemu 'qemu-system-aarch64 exited with status 1: qemu-system-aarch64: -accel tcg'
failing signal 'qemu-system-aarch64 was killed by signal 11'
failing spins 'hang: ' 1
failing sleeps 'hang: the guest sleeps' 1
ok 'panic, oops, WARN, lockup, hang, module, short run: told, with the console; others kept'

rm -f log
# shellcheck disable=SC2086
FAKE_base=status expect_exit 2 boot $two -n 3 -j 1 -b no.such
expect_said 'boot: base, seed 1 failed: the runner ended with status 2' "$err"
expect_said '/init: no case matches x' "$err"
[ "$(grep -c start log)" = 1 ] || fail 'went on, though the runner refuses its options'
ok 'options that the runner refuses end it at once'

# what failed is booted again, and the rest is not
rm -f log
# shellcheck disable=SC2086
expect_exit 0 boot $two -n 1 -o failing
[ "$(cat log)" = "start new 1
end new 1" ] || fail 'not the failed one alone'
[ "$(count failing/new/*.failed)" = 0 ] || fail 'the failed one is still there'
ok 'a second boot into the same directory boots what failed'

rm -rf failing
expect_exit 1 boot -k base=Image -k new=Image2 -k cut=cut.elf -n 1 -o failing
expect_said 'boot: cut failed: cut.elf: cut: 150 bytes' "$err"
expect_said 'boot: 1 of 4 boots failed' "$err"
expect_grep '^entry.null'
# shellcheck disable=SC2086
FAKE_base=panic expect_exit 1 boot $two -n 1
expect_said 'too few boots are whole to compare anything' "$err"
expect_no_grep '^entry.null'
ok 'with -o the others are booted though one image is cut; nothing is compared with nothing'

# a signal: those that run are ended, those that were through are kept
rm -f log
# shellcheck disable=SC2086
FAKE_new=sleeps "$UABENCH" boot $two -n 1 -j 1 -o stopped >"$out" 2>"$err" &
pid=$!
started() { [ -e log ] && grep -q "start new" log; }
wait_for started
kill -INT $pid
status=0
wait $pid || status=$?
[ $status = 130 ] || fail "exit $status after SIGINT"
expect_said 'boot: stopped' "$err"
[ "$(count stopped/base/*.jsonl)/$(count stopped/new/*.jsonl)" = 2/0 ] || fail 'not two records'
# shellcheck disable=SC2086
expect_exit 0 boot $two -n 1 -o stopped
ok 'stopped by a signal: what was through is kept, and a second boot goes on'

# shellcheck disable=SC2086
if script -qec true /dev/null >"$out" 2>&1 </dev/null; then
	script -qec "'$UABENCH' boot $two -n 1 -o shown" /dev/null >shown.txt </dev/null ||
		fail 'on a terminal'
	# not at the start of a line: one of progress may have been there, and be gone, unless
	# the first poll already finds this boot ended
	grep -q 'base *seed 1 *4 batches' shown.txt || fail 'no line of a boot'
	FAKE_new=slow FAKE_base=slow FAKE_control=slow script -qec \
		"'$UABENCH' boot $two -n 1 -o shown2" /dev/null >shown.txt </dev/null ||
		fail 'slow ones on a terminal'
	grep -q 'of 3 boots; ' shown.txt || fail 'no line of progress'
	ok 'a line a boot on a terminal'
fi

# --- fetching, by an apt that is a script

cat >bin/apt-get <<'END'
#!/bin/sh
# what the sources name is known without a network
case " $* " in
*' indextargets '*) [ "${FAKE_APT:-}" = bare ] || echo 'http://mirror.invalid/debian/'; exit ;;
esac
[ "${FAKE_APT:-}" != fails ] || { echo 'E: Temporary failure resolving' >&2; exit 100; }
for word; do
	case $word in
	update) echo 'E: a stale list' >&2; exit 100 ;;
	linux-image-*) echo "$word" >"$FAKE_LOG.apt"; : >"${word}_1.0_arm64.deb" ;;
	esac
done
END
cat >bin/apt-cache <<'END'
#!/bin/sh
for last; do :; done
case $last in
linux-image-arm64) printf '%s\n  Depends: linux-image-6.1.0-1-arm64\n' "$last" ;;
esac
END
cat >bin/dpkg-deb <<END
#!/bin/sh
mkdir -p d/boot && cp "$TMPDIR/Image" d/boot/vmlinuz-6.1.0-1-arm64 && tar -C d -c ./boot
END
chmod +x bin/apt-get bin/apt-cache bin/dpkg-deb
FAKE_APT=bare expect_exit 1 boot -k base=debian/bookworm:arm64 -k new=Image -n 1
expect_said 'set UABENCH_MIRROR' "$err"
expect_exit 0 boot -k base=debian/bookworm:arm64 -k new=Image -n 1
[ "$(cat log.apt)" = linux-image-6.1.0-1-arm64 ] || fail 'not the package that the other names'
expect_grep '^base  *linux-image-6.1.0-1-arm64_1.0_arm64$'
rm log.apt
FAKE_APT=fails expect_exit 0 boot -k base=debian/bookworm:arm64 -k new=Image -n 1
[ ! -e log.apt ] || fail 'fetched what was in the cache'
FAKE_APT=fails expect_exit 1 boot -k base=debian/bookworm:arm64 -k new=Image -n 1 --update
expect_said 'cannot fetch linux-image-6.1.0-1-arm64 (bookworm, arm64): Temporary failure resolving' "$err"
expect_exit 0 boot -k base=debian/bookworm:arm64/rt-arm64 -k new=Image -n 1
[ "$(cat log.apt)" = linux-image-rt-arm64 ] || fail 'another flavour'
[ "$(count cache/uabench/debian/.fetch-*)" = 0 ] || fail 'left something in the cache'
expect_exit 2 env -u HOME XDG_CACHE_HOME= "$UABENCH" boot -k debian:arm64 -k new=Image
one_line
ok 'debian: fetched once, taken from the cache, a failure told'

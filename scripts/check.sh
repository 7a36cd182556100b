#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# check.sh [STAGE...]: runs every test, or the stages named of: gcc clang asan
# runners boot uaccess lint. One line an item, then "N passed, N failed, N skipped", counted
# from what ran. Exit 1 when an item failed or none ran. Builds in build-check/;
# logs in build-check/logs/. An item is a command: exit 0 passed, 77 skipped (the
# line "SKIP: reason" of its output says why), else failed.
set -eu
cd "$(dirname "$0")/.."
out=$PWD/build-check
passed=0 failed=0 skipped=0 failures=''

. scripts/check-items.sh

stage_gcc() {	# the build as a user has it, with warnings as errors; all tests
	item 'build gcc -Werror' env CC=gcc sh scripts/build.sh "$out/gcc" \
		-Dtests=enabled --werror || return 0
	meson_tests gcc
}

stage_clang() {
	item 'build clang -Werror' env CC=clang sh scripts/build.sh "$out/clang" \
		-Dtests=enabled --werror || :
}

stage_asan() {
	item 'build ASan+UBSan' env CC=gcc sh scripts/build.sh "$out/asan" -Dtests=enabled \
		-Db_sanitize=address,undefined -Dstatic_runner=false || return 0
	export ASAN_OPTIONS=detect_leaks=1:abort_on_error=1
	export UBSAN_OPTIONS=halt_on_error=1:abort_on_error=1:print_stacktrace=1
	meson_tests asan --no-suite measure --timeout-multiplier 3
	item 'fuzz import, a minute' "$out/asan/tests/fuzz_import" -t 60 tests/data/import || :
	item 'fuzz image, a minute' sh tests/fuzz/image-minute.sh "$out" || :
	unset ASAN_OPTIONS UBSAN_OPTIONS
}

stage_runners() {	# each target built alone, so that one failing hides no other
	[ -x "$out/gcc/uabench" ] || sh scripts/build.sh "$out/gcc" >/dev/null 2>&1 || :
	for ini in machines/*.ini; do
		grep -q '^\[host_machine\]' "$ini" || continue
		arch=$(basename "$ini" .ini)
		item "runner $arch" env ONLY="$arch" WERROR=1 \
			sh scripts/runners.sh "$out/runners" || continue
		item "run $arch" env UABENCH="$out/gcc/uabench" \
			sh tests/runner/foreign.sh "$arch" "$out/runners/uabench-runner-$arch" || :
	done
}

stage_boot() {	# Debian's kernels in QEMU; fetched once into build-check/cache
	for arch in arm64 amd64; do
		[ -x "$out/runners/uabench-runner-$arch" ] ||
			ONLY=$arch sh scripts/runners.sh "$out/runners" >/dev/null 2>&1 || :
		item "boot $arch" env UABENCH="$out/gcc/uabench" \
			UABENCH_RUNNERS="$out/runners" XDG_CACHE_HOME="$out/cache" \
			sh tests/vm/boot.sh $arch || :
	done
}

stage_uaccess() {	# natively at every offset, without ranges, with TSan; each target some
	item 'uaccess, every offset' sh -ec "sh scripts/build.sh $out/gcc -Dtests=enabled --werror >/dev/null
		$out/gcc/tests/uaccess/ua_sweep; $out/gcc/tests/uaccess/ua_stress" || :
	item 'build uaccess, generic' sh scripts/build.sh "$out/generic" -Dtool=disabled \
		-Dtests=disabled -Duaccess_generic=true --werror && meson_tests generic
	if item 'build uaccess, generic, ASan by clang' env CC=clang sh scripts/build.sh \
		"$out/generic-asan" -Dtool=disabled -Dtests=disabled -Duaccess_generic=true \
		-Dstatic_runner=false -Db_sanitize=address,undefined -Db_lundef=false --werror
	then
		item 'uaccess, generic, ASan by clang' sh -ec "$out/generic-asan/tests/uaccess/ua_behave
			timeout 300 $out/generic-asan/tests/uaccess/ua_stress -n 100000" || :
	fi
	item 'build uaccess, TSan' sh scripts/build.sh "$out/tsan" -Dtool=disabled \
		-Dtests=disabled -Dstatic_runner=false -Db_sanitize=thread --werror &&
		meson_tests tsan
	for ini in machines/*.ini; do
		grep -q '^\[host_machine\]' "$ini" || continue
		arch=$(basename "$ini" .ini)
		item "uaccess $arch" env WERROR=1 sh scripts/uaccess.sh "$out/runners" "$arch" || :
	done
}

stage_lint() {
	for lint in shellcheck clang-tidy mandoc listed includes size; do
		item "lint $lint" sh scripts/lint.sh "$lint" || :
	done
}

rm -rf "$out/logs"
mkdir -p "$out/logs"
start=$(date +%s)
[ $# -gt 0 ] || set -- gcc clang asan runners boot uaccess lint
for stage; do
	case $stage in
	gcc | clang | asan | runners | boot | uaccess | lint) "stage_$stage" ;;
	*) echo "check.sh: no stage '$stage': gcc clang asan runners boot uaccess lint" >&2; exit 2 ;;
	esac
done

echo "took $(($(date +%s) - start)) s; logs in build-check/logs"
[ -z "$failures" ] || printf 'failed:%s\n' "$failures"
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]

# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# Part of check.sh: runs items and counts them in passed, failed and skipped.
# Uses out (the build root); sets failures.
: "${out:?}"

# count NAME STATUS SECONDS LOG: counts one item that ended, and prints its line
count() {
	case $2 in
	0)
		passed=$((passed + 1))
		printf 'ok    %s (%s s)\n' "$1" "$3" ;;
	77)
		skipped=$((skipped + 1))
		reason=$(sed -n 's/^SKIP: *//p' "$4" | tail -n 1)
		printf 'skip  %s: %s\n' "$1" "${reason:-no reason given}" ;;
	*)
		failed=$((failed + 1))
		failures="$failures
  $1"
		printf 'FAIL  %s (%s s): exit %s; the end of %s:\n' "$1" "$3" "$2" "$4"
		tail -n 40 "$4" | sed 's/^/      | /' ;;
	esac
}

# log_of NAME: the log's path
log_of() {
	printf '%s/logs/%s.log' "$out" "$(printf '%s' "$1" | tr -c 'A-Za-z0-9+._-' _)"
}

# item NAME COMMAND...: runs it without input and counts it; when it passed, prints
# what it noted ("NOTE: text"); returns whether it passed
item() {
	name=$1
	shift
	log=$(log_of "$name")
	began=$(date +%s)
	status=0
	"$@" >"$log" 2>&1 </dev/null || status=$?
	count "$name" $status $(($(date +%s) - began)) "$log"
	[ $status = 0 ] || return 1
	sed -n 's/^NOTE: /      /p' "$log"
}

# meson_tests DIR OPTIONS...: runs Meson's tests; each is an item
meson_tests() {
	dir=$1
	shift
	json=$out/$dir/meson-logs/testlog.json
	rm -f "$json"
	log=$(log_of "meson test $dir")
	meson test -C "$out/$dir" --no-rebuild "$@" >"$log" 2>&1 </dev/null || :
	: >"$out/logs/$dir.tests"
	[ ! -e "$json" ] || awk -v logs="$out/logs" -v dir="$dir" \
		-f scripts/testlog.awk "$json" >"$out/logs/$dir.tests"
	if ! [ -s "$out/logs/$dir.tests" ]; then
		count "meson test $dir" 1 0 "$log"
		return 0
	fi
	while IFS='	' read -r status seconds test_log name; do
		count "$dir: $name" "$status" "$seconds" "$test_log"
	done <"$out/logs/$dir.tests"
}

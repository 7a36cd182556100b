#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Help, man page and README agree with the commands that there are.
. "${0%/*}/lib.sh"

expect_exit 0 "$UABENCH" help
commands=$(sed -n 's/^  \([a-z]*\)  *[^ ].*/\1/p' "$out")
for cmd in list run show compare gate help; do
	echo "$commands" | grep -qx "$cmd" || fail "help does not name $cmd"
done
for alias in --help -h; do
	cp "$out" help
	expect_exit 0 "$UABENCH" $alias
	cmp "$out" help || fail "$alias is not help"
done
expect_exit 0 "$UABENCH" --version
expect_grep -xE 'uabench [0-9]+\.[0-9]+\.[0-9]+'
expect_exit 0 "$UABENCH_RUNNER" --version
expect_grep -xE 'uabench-runner [0-9]+\.[0-9]+\.[0-9]+'
ok 'help, --help, -h, --version'

expect_exit 0 "$UABENCH" help --man
cp "$out" man
# as a reader sees it
sed -e 's/\\-/-/g' -e 's/\\f[A-Z]//g' -e 's/"//g' man >plain
expect_exit 0 "$UABENCH" help image
subcommands=$(sed -n '/^subcommands:/,/^$/s/^  \([a-z]*\)  *[^ ].*/image_\1/p' "$out")
[ -n "$subcommands" ] || fail 'image has no subcommands?'
for name in $commands $subcommands; do
	cmd=$(echo "$name" | tr _ ' ')
	# shellcheck disable=SC2086 # two words
	expect_exit 0 "$UABENCH" help $cmd
	cp "$out" help
	expect_grep "^usage: uabench $cmd"
	! awk 'length($0) > 100' help | grep . || fail "help $cmd is too wide"
	# shellcheck disable=SC2086
	expect_exit 0 "$UABENCH" $cmd --help
	cmp "$out" help || fail "$cmd --help is not help $cmd"
	# shellcheck disable=SC2086
	expect_exit 0 "$UABENCH" $cmd -h
	expect_grep "^\.SS uabench $cmd" plain
	# each option, with its letter, in the command's section
	awk -v cmd="$cmd" '/^\.S[SH]/ { on = $0 ~ "^.SS uabench " cmd "( |$)" } on' plain >section
	sed -n 's/^ *\(-[a-z], \)*\(--[a-z-]*\).*/\2/p' help >options
	[ -s options ] || [ "$cmd" = help ] || [ "$cmd" = image ] || fail "$cmd has no options?"
	while read -r option; do
		grep -qE "^\.BR.* $option( |\$)" section || fail "the man page lacks $cmd $option"
	done <options
	# shellcheck disable=SC2086
	expect_exit 2 "$UABENCH" $cmd --no-such-option
	one_line
done
ok 'each command and option is in its help and in the man page'

for args in no-such-command '' --no-such-option; do
	expect_exit 2 "$UABENCH" "$args"
	one_line
done
expect_exit 2 "$UABENCH"
one_line
expect_exit 2 "$UABENCH" help no-such-command
one_line
expect_exit 2 "$UABENCH" help run show
one_line
expect_exit 2 "$UABENCH" help image no-such-subcommand
one_line
expect_exit 2 "$UABENCH" image no-such-subcommand
one_line
for args in --no-such-option operand --iters; do
	expect_exit 2 "$UABENCH_RUNNER" $args
	[ ! -s "$out" ] || fail 'something on stdout'
done
ok 'an unknown command or option: exit 2 and one line'

expect_exit 0 "$UABENCH_RUNNER" --help
cp "$out" runner
expect_exit 0 "$UABENCH" run --help
grep -E '^ +(-[a-z], )?--' "$out" | grep -v -- '--output' >options
while IFS= read -r line; do
	grep -qxF -- "$line" runner || fail "the runner's help has no line '$line'"
done <options
ok 'run has the options of the runner, in the same words'

if [ -f "$SRCDIR/README.md" ]; then
	# commands in code, at the start of a line or in backquotes
	sed -nE -e 's/^( {4}|\t|\$ )*(build\/)?uabench ([a-z]+).*/\3/p' \
		-e 's/.*`uabench ([a-z]+).*/\1/p' "$SRCDIR/README.md" | sort -u >named
	while read -r cmd; do
		echo "$commands" | grep -qx "$cmd" || fail "README.md names uabench $cmd: there is none"
	done <named
	ok 'the commands that README.md names exist'
fi

if command -v mandoc >/dev/null; then
	mandoc -T lint -W warning man | grep -v 'missing date' >complaints || :
	[ ! -s complaints ] || { cat complaints; fail 'mandoc complains'; }
	ok 'mandoc has nothing to say'
else
	ok 'no mandoc here to check the man page'
fi

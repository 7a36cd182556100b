#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# docs.sh UABENCH: writes to stdout what docs/cases.md must be, from the runner's own table
# and from docs/evidence.tsv.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
evidence=$here/docs/evidence.tsv
field() { sed -n "s/^# $1	//p" "$evidence"; }

cat <<'EOF'
# The cases

Made by `make docs` from the descriptors in `runner/cases/`; do not edit. What each
operation is, which kernel primitive it exercises by which path, and its axes with
the values that a run takes and, in brackets, the range that `-p` may ask for.

EOF
cat <<EOF
What was "seen" of a case was measured on Linux $(field kernel) by task-clock samples
of the kernel alone, which need no PMU:

    $(field command)

\`scripts/evidence.sh\` does it for all cases. The symbol that holds a primitive is the
primitive itself or what it is inlined in: where the CPU copies by \`rep movsb\`, most of
the symbol's samples are at that one instruction. What ran with interrupts off is seen
where they were let in again: at \`do_syscall_64\`, \`exc_page_fault\`,
\`_raw_spin_unlock_irqrestore\`.

EOF
"$1" list --format markdown | sed '$d' |
	awk -f "$here/scripts/docs.awk" "$evidence" -

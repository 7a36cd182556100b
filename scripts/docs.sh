#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# docs.sh UABENCH: writes to stdout what docs/cases.md must be, from the runner's own table.
set -eu
cat <<'EOF'
# The cases

Made by `make docs` from the descriptors in `runner/cases/`; do not edit. What each
operation is, which kernel primitive it exercises by which path, and its axes with
the values that a run takes and, in brackets, the range that `-p` may ask for.

EOF
"$1" list --format markdown | sed '$d'

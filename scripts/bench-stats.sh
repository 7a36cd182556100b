#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# bench-stats.sh BUILD [N]: the simulations behind docs/statistics.md at N times (8) the
# count that the tests have: coverage, families of cases, and whole comparisons of equal
# kernels. Seeds are fixed. They fail where a bound does not hold.
set -eu
for sim in stats_sim compare_sim; do
	UABENCH_SIM=${2:-8} "$1/tests/test_$sim"
done

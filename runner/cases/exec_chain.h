/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UABENCH_EXEC_CHAIN_H
#define UABENCH_EXEC_CHAIN_H

/* `uabench-runner --exec-chain N`: exec itself with N - 1, exit 0 at 0. Exit status. */
int bench_exec_chain(int argc, char **argv);

#endif

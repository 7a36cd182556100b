/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A system call by the C library's function, which must not need what a start sets up. */
#ifndef UABENCH_ARCH_SYSCALL3_H
#define UABENCH_ARCH_SYSCALL3_H

#include <unistd.h>

static inline long syscall3(long nr, long a, long b, long c)
{
	return syscall(nr, a, b, c);
}

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A system call, without the C library. -errno for errors. */
#ifndef UABENCH_ARCH_SYSCALL3_H
#define UABENCH_ARCH_SYSCALL3_H

static inline long syscall3(long nr, long a, long b, long c)
{
#ifdef __x86_64__
	long r;

	__asm__ volatile("syscall" : "=a" (r) : "a" (nr), "D" (a), "S" (b), "d" (c)
			 : "rcx", "r11", "memory");
#else
	long r;

	__asm__ volatile("int $0x80" : "=a" (r) : "a" (nr), "b" (a), "c" (b), "d" (c) : "memory");
#endif
	return r;
}

#endif

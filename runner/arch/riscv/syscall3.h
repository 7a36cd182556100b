/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A system call, without the C library. -errno for errors. */
#ifndef UABENCH_ARCH_SYSCALL3_H
#define UABENCH_ARCH_SYSCALL3_H

static inline long syscall3(long nr, long a, long b, long c)
{
	register long a7 __asm__("a7") = nr;
	register long a0 __asm__("a0") = a;
	register long a1 __asm__("a1") = b;
	register long a2 __asm__("a2") = c;

	__asm__ volatile("ecall" : "+r" (a0) : "r" (a7), "r" (a1), "r" (a2) : "memory");
	return a0;
}

#endif

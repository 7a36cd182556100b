/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A system call, without the C library. -errno for errors. */
#ifndef UABENCH_ARCH_SYSCALL3_H
#define UABENCH_ARCH_SYSCALL3_H

static inline long syscall3(long nr, long a, long b, long c)
{
	register long x8 __asm__("x8") = nr;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;
	register long x2 __asm__("x2") = c;

	__asm__ volatile("svc #0" : "+r" (x0) : "r" (x8), "r" (x1), "r" (x2) : "memory");
	return x0;
}

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A system call, without the C library. -errno for errors. */
#ifndef UABENCH_ARCH_SYSCALL3_H
#define UABENCH_ARCH_SYSCALL3_H

static inline long syscall3(long nr, long a, long b, long c)
{
	register long r1 __asm__("r1") = nr;
	register long r2 __asm__("r2") = a;
	register long r3 __asm__("r3") = b;
	register long r4 __asm__("r4") = c;

	__asm__ volatile("svc 0" : "+r" (r2) : "r" (r1), "r" (r3), "r" (r4) : "memory");
	return r2;
}

#endif

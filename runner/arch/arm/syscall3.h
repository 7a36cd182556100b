/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A system call, without the C library. -errno for errors. Needs -fomit-frame-pointer. */
#ifndef UABENCH_ARCH_SYSCALL3_H
#define UABENCH_ARCH_SYSCALL3_H

static inline long syscall3(long nr, long a, long b, long c)
{
	register long r7 __asm__("r7") = nr;
	register long r0 __asm__("r0") = a;
	register long r1 __asm__("r1") = b;
	register long r2 __asm__("r2") = c;

	__asm__ volatile("svc #0" : "+r" (r0) : "r" (r7), "r" (r1), "r" (r2) : "memory");
	return r0;
}

#endif

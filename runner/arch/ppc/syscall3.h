/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A system call, without the C library, whose own needs its thread. -errno for errors. */
#ifndef UABENCH_ARCH_SYSCALL3_H
#define UABENCH_ARCH_SYSCALL3_H

static inline long syscall3(long nr, long a, long b, long c)
{
	register long r0 __asm__("r0") = nr;
	register long r3 __asm__("r3") = a;
	register long r4 __asm__("r4") = b;
	register long r5 __asm__("r5") = c;

	__asm__ volatile("sc\n\tbns+ 1f\n\tneg %1, %1\n1:"
			 : "+r" (r0), "+r" (r3), "+r" (r4), "+r" (r5)
			 : : "r6", "r7", "r8", "r9", "r10", "r11", "r12", "xer", "ctr", "cr0",
			     "memory");
	return r3;
}

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One byte, and why it could not be moved: 0, or the signal's number. What the exact
 * residue rests on. Volatile, so one access each, in the order of the program.
 */
#ifndef UACCESS_BYTE_H
#define UACCESS_BYTE_H

#include "raw.h"

/*
 * The handler writes the register UA_ARCH_SIGNO, and the landing is the next
 * instruction. ret_val is an __ua_word, set if the result is 0.
 */
#define byte_peek(ret_val, ptr) __extension__ ({				\
	register long __signo __asm__(UA_ARCH_SIGNO) = 0;			\
	__ua_word __v;								\
										\
	__asm__ volatile("771:\n" UA_ARCH_LD1(0) "772:\n" UA_RANGE("772b", 1)	\
		: [v0] "=&r" (__v), "+r" (__signo)				\
		: [m0] UA_ARCH_MEM1 (__UA_MEM(1, ptr)));				\
	*(ret_val) = __v;							\
	(int)__signo;								\
})

#define byte_poke(ptr, val) __extension__ ({					\
	register long __signo __asm__(UA_ARCH_SIGNO) = 0;			\
										\
	__asm__ volatile("771:\n" UA_ARCH_ST1(0) "772:\n" UA_RANGE("772b", 1)	\
		: "+&r" (__signo)						\
		: [v0] UA_ARCH_VAL (val), [m0] UA_ARCH_MEM1 (__UA_MEM(1, ptr))	\
		: "memory");							\
	(int)__signo;								\
})

#endif

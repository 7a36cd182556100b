// SPDX-License-Identifier: GPL-2.0-or-later
#include "proof.h"

unsigned int known_loop(enum loop_kind kind, unsigned long turns)
{
	if (kind == LOOP_SHORT) {
		__asm__ volatile("1: subs %0, %0, #1; bne 1b" : "+r"(turns) : : "cc");
		return 2;
	}
	__asm__ volatile("1: .rept 8; nop; .endr; subs %0, %0, #1; bne 1b" : "+r"(turns) : : "cc");
	return 2 + 8;
}

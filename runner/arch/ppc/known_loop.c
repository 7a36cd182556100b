// SPDX-License-Identifier: GPL-2.0-or-later
#include "proof.h"

unsigned int known_loop(enum loop_kind kind, unsigned long turns)
{
	if (kind == LOOP_SHORT) {
		__asm__ volatile("mtctr %0; 1: bdnz 1b" : "+r"(turns) : : "ctr");
		return 1;
	}
	__asm__ volatile("mtctr %0; 1: .rept 8; nop; .endr; bdnz 1b" : "+r"(turns) : : "ctr");
	return 1 + 8;
}

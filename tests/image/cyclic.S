/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * DWARF that no compiler makes, of one function with one inlined call, and one that is only
 * declared before it. FIRST_NEXT, FUNCTION_NEXT and CALL_NEXT are the siblings of the three,
 * ORIGIN what the call is of, DEPTH the blocks that it is nested in; with MORE the function
 * is larger.
 */
#ifndef FIRST_NEXT
#define FIRST_NEXT	.Lfunction
#endif
#ifndef FUNCTION_NEXT
#define FUNCTION_NEXT	.Lcopy
#endif
#ifndef CALL_NEXT
#define CALL_NEXT	.Lafter
#endif
#ifndef ORIGIN
#define ORIGIN		.Lcopy
#endif
#ifndef DEPTH
#define DEPTH		1
#endif

	.text
	.globl f
	.type f, @function
f:	nop
	nop
	nop
	nop
#ifdef MORE
	nop
#endif
	.size f, . - f

	.section .debug_abbrev, "", @progbits
.Labbrev:
	.byte 1, 0x11, 1	/* compile unit: name, low_pc, high_pc */
	.byte 0x03, 0x08, 0x11, 0x01, 0x12, 0x07, 0, 0
	.byte 2, 0x2e, 1	/* subprogram: sibling, name, low_pc, high_pc */
	.byte 0x01, 0x13, 0x03, 0x08, 0x11, 0x01, 0x12, 0x07, 0, 0
	.byte 3, 0x1d, 0	/* inlined subroutine: sibling, abstract_origin, low_pc, high_pc */
	.byte 0x01, 0x13, 0x31, 0x13, 0x11, 0x01, 0x12, 0x07, 0, 0
	.byte 4, 0x0b, 1, 0, 0	/* lexical block */
	.byte 5, 0x2e, 0	/* subprogram without code: name */
	.byte 0x03, 0x08, 0, 0
	.byte 6, 0x2e, 0	/* the same with a sibling */
	.byte 0x01, 0x13, 0x03, 0x08, 0, 0
	.byte 0

	.section .debug_info, "", @progbits
.Lunit:
	.long .Lend - .Lversion
.Lversion:
	.value 4
	.long .Labbrev
	.byte 8
	.byte 1
	.asciz "cyclic.c"
	.quad f, 4
.Lfirst:
	.byte 6
	.long FIRST_NEXT - .Lunit
	.asciz "first"
.Lfunction:
	.byte 2
	.long FUNCTION_NEXT - .Lunit
	.asciz "f"
	.quad f, 4
	.rept DEPTH
	.byte 4
	.endr
.Lcall:
	.byte 3
	.long CALL_NEXT - .Lunit
	.long ORIGIN - .Lunit
	.quad f + 1, 2
.Lafter:
	.rept DEPTH + 1
	.byte 0
	.endr
.Lcopy:
	.byte 5
	.asciz "copy_to_user"
	.byte 0
.Lend:

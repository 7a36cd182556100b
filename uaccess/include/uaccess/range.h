/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Exception ranges: instructions that may fault, and where to go on when they do.
 *
 * An entry of the section ua_ranges names a run of instructions and its landing, each
 * relative to the entry's own field, so that the table needs no relocation and stays
 * read-only. The handler of <uaccess.h> finds the faulting instruction in it and goes on
 * at the landing, having changed nothing but the program counter and, for UA_RANGE_SIGNO,
 * the register UA_ARCH_SIGNO, which then holds the signal's number.
 */
#ifndef UACCESS_RANGE_H
#define UACCESS_RANGE_H

#include <stddef.h>
#include <stdint.h>

#include <uaccess/arch.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ua_range {
	int32_t start;		/* the first instruction, relative to this field */
	int32_t landing;	/* relative to this field */
	uint16_t length;	/* bytes of instructions */
	uint16_t kind;
};

#define UA_RANGE_PLAIN	0
#define UA_RANGE_SIGNO	1

/*
 * Make an object's table known and unknown: what <uaccess/layer.h> does for each program
 * and shared object that is compiled with it. The same table again is harmless.
 * 0 or -ENOMEM.
 */
int ua_register(const struct ua_range *start, const struct ua_range *stop);
void ua_unregister(const struct ua_range *start);

#ifdef __cplusplus
}
#endif

#if UA_ARCH_RANGES

/* The table entry of the instructions between the labels 771 and 772 */
#define UA_RANGE(landing, kind)						\
	".pushsection ua_ranges, \"a\"\n"				\
	".balign 4\n"							\
	".4byte 771b - .\n"						\
	".4byte " landing " - .\n"					\
	".2byte 772b - 771b\n"						\
	".2byte " #kind "\n"						\
	".popsection\n"

/*
 * GCC takes an asm goto with outputs for one without effects (seen with 12; mended in 14), and
 * may discard an output at the asm: hence the word volatile, and the empty asm behind.
 */
#define UA_GOTO(...)	do { __asm__ volatile goto(__VA_ARGS__); __asm__(""); } while (0)

#define UA_GUARDED(insns, landing)	"771:\n" insns "772:\n" UA_RANGE(landing, 0)

/* Memory of a width, of any type and alignment */
struct __ua_mem1 { uint8_t b[1]; } __attribute__((may_alias));
struct __ua_mem2 { uint8_t b[2]; } __attribute__((may_alias));
struct __ua_mem4 { uint8_t b[4]; } __attribute__((may_alias));
struct __ua_mem8 { uint8_t b[8]; } __attribute__((may_alias));

#define __UA_MEM(w, ptr)	(*(const struct __ua_mem##w *)(ptr))

typedef unsigned long __ua_word;

/* val = the w bytes at ptr, zero-extended; to the label on a fault. val: a __ua_word */
#define __UA_LOAD(w, val, ptr, label)						\
	UA_GOTO(UA_GUARDED(UA_ARCH_LD##w(0), "%l[" #label "]")		\
		: [v0] "=r" (val)						\
		: [m0] UA_ARCH_MEM##w (__UA_MEM(w, ptr)) : : label)

/* The same for two and four words at ptr: one entry */
#define __UA_LOAD_X2(w, a, b, ptr, label)					\
	UA_GOTO(UA_GUARDED(UA_ARCH_LD##w(0) UA_ARCH_LD##w(1), "%l[" #label "]") \
		: [v0] "=&r" (a), [v1] "=r" (b)					\
		: [m0] UA_ARCH_MEM##w (__UA_MEM(w, ptr)),				\
		  [m1] UA_ARCH_MEM##w (__UA_MEM(w, (ptr) + (w))) : : label)

#define __UA_LOAD_X4(w, a, b, c, d, ptr, label)					\
	UA_GOTO(UA_GUARDED(UA_ARCH_LD##w(0) UA_ARCH_LD##w(1)		\
				UA_ARCH_LD##w(2) UA_ARCH_LD##w(3), "%l[" #label "]") \
		: [v0] "=&r" (a), [v1] "=&r" (b), [v2] "=&r" (c), [v3] "=r" (d)	\
		: [m0] UA_ARCH_MEM##w (__UA_MEM(w, ptr)),				\
		  [m1] UA_ARCH_MEM##w (__UA_MEM(w, (ptr) + (w))),			\
		  [m2] UA_ARCH_MEM##w (__UA_MEM(w, (ptr) + 2 * (w))),		\
		  [m3] UA_ARCH_MEM##w (__UA_MEM(w, (ptr) + 3 * (w))) : : label)

/*
 * The w bytes at ptr = val; to the label on a fault. The memory is an input, for an asm
 * goto takes none as output with every compiler; the clobber says what it does to it.
 */
#define __UA_STORE(w, val, ptr, label)						\
	UA_GOTO(UA_GUARDED(UA_ARCH_ST##w(0), "%l[" #label "]")		\
		: : [v0] UA_ARCH_VAL (val),					\
		  [m0] UA_ARCH_MEM##w (__UA_MEM(w, ptr)) : "memory" : label)

#define __UA_STORE_X2(w, a, b, ptr, label)					\
	UA_GOTO(UA_GUARDED(UA_ARCH_ST##w(0) UA_ARCH_ST##w(1), "%l[" #label "]") \
		: : [v0] UA_ARCH_VAL (a), [v1] UA_ARCH_VAL (b),			\
		  [m0] UA_ARCH_MEM##w (__UA_MEM(w, ptr)),				\
		  [m1] UA_ARCH_MEM##w (__UA_MEM(w, (ptr) + (w))) : "memory" : label)

#define __UA_STORE_X4(w, a, b, c, d, ptr, label)				\
	UA_GOTO(UA_GUARDED(UA_ARCH_ST##w(0) UA_ARCH_ST##w(1)		\
				UA_ARCH_ST##w(2) UA_ARCH_ST##w(3), "%l[" #label "]") \
		: : [v0] UA_ARCH_VAL (a), [v1] UA_ARCH_VAL (b),			\
		  [v2] UA_ARCH_VAL (c), [v3] UA_ARCH_VAL (d),			\
		  [m0] UA_ARCH_MEM##w (__UA_MEM(w, ptr)),				\
		  [m1] UA_ARCH_MEM##w (__UA_MEM(w, (ptr) + (w))),			\
		  [m2] UA_ARCH_MEM##w (__UA_MEM(w, (ptr) + 2 * (w))),		\
		  [m3] UA_ARCH_MEM##w (__UA_MEM(w, (ptr) + 3 * (w))) : "memory" : label)

#endif /* UA_ARCH_RANGES */

#endif

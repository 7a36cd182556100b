/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The program that is compiled for the target and linked with a tree's own copy
 * routines, whose symbols and code carry the prefix "tree_". It stands in for the
 * rest of the kernel: it lays out user and kernel memory with holes, takes the
 * faults, finds the saved PC in the routines' own __ex_table, does what the entry
 * asks for, and looks at what is in memory afterwards.
 *
 *	lab verify quick|full PART PARTS	every PARTS-th size from PART on
 *	lab count N:USER:KERNEL[,...]		alignments of both sides; for the plugin
 *	lab where				addresses, for the plugin
 *	lab list				instructions, where the lab interprets them
 */
#ifndef LAB_GUEST_H
#define LAB_GUEST_H

#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

enum lab_kind { LAB_TO_USER, LAB_FROM_USER, LAB_CLEAR_USER };

/* One routine in one direction; to and from are user and kernel pointers as the kind says. */
struct lab_routine {
	const char *name;
	enum lab_kind kind;
	unsigned long (*call)(void *to, const void *from, unsigned long n);	/* bytes left */
	const unsigned char *code;	/* of its symbol */
	unsigned long size;
	unsigned long only;	/* the one n that its code is for; 0: any */
};

extern const struct lab_routine lab_routines[];		/* made for each spec */
extern const unsigned int lab_nroutines;
extern const unsigned int lab_long_sizes[];		/* beyond the swept ones, ended by 0 */

/* ---- memory ---- */

/* What user memory is like beyond its last and before its first accessible page. */
enum lab_guard {
	GUARD_NONE,		/* PROT_NONE */
	GUARD_UNMAPPED,
	GUARD_READONLY,		/* a hole for stores only */
	GUARD_EOF,		/* a shared file mapping past its end: SIGBUS */
	GUARD_APPEARS,		/* PROT_NONE until the first fault, then accessible */
	GUARD_COUNT
};

extern const char *const lab_guard_names[GUARD_COUNT];

struct lab_arena {
	unsigned char *lo, *hi;		/* accessible: [lo, hi) */
	size_t hole;			/* bytes of hole on either side */
};

extern struct lab_arena lab_user[GUARD_COUNT], lab_kernel;
extern size_t lab_page;

void lab_memory_init(void);
void lab_hole_open(bool upper);	/* GUARD_APPEARS: make the hole after (before) accessible */
void lab_hole_close(bool upper);	/* and inaccessible again */

/* ---- a trial ---- */

struct lab_trial {
	const struct lab_routine *r;
	enum lab_guard guard;
	unsigned long n;
	/* bytes [hole_lo, hole_hi) of the user area are in the hole; none where equal */
	unsigned long hole_lo, hole_hi;
	unsigned char *user, *kernel;
	bool upper;			/* the hole is after the area, not before it */
	unsigned long ret;
	unsigned long pc;		/* of its first fault; 0: none */
};

enum lab_what {
	W_NO_ENTRY, W_NO_RETURN, W_MORE_THAN_N, W_PAST_HOLE, W_WRONG_BYTE, W_OUTSIDE,
	W_STRAY_ACCESS, W_FAILED, W_WINDOW_CLOSED, W_WINDOW_OPEN,
	W_JUNK, W_ZEROED, W_OVERWRITE, W_GAVE_UP,
	W_SHORT,
	W_COUNT
};

/* Lay out the patterns for the trials of r. */
void lab_begin(const struct lab_routine *r);
/* Run one trial and file what was found. */
void lab_try(struct lab_trial *t);

extern unsigned long long lab_trials;	/* the number of the call in flight */
extern const struct lab_routine *lab_stuck;		/* the last whose call did not return */

void lab_sweep(bool full, unsigned int part, unsigned int parts);

/* ---- what was found ---- */

void lab_find(const struct lab_trial *t, enum lab_what what, unsigned long amount);
void lab_report(void);		/* all lines, to stdout; forgets them */

/* ---- faults ---- */

/* State of the call in flight, shared with the signal handler. */
struct lab_flight {
	const struct lab_trial *t;	/* NULL: none */
	sigjmp_buf out;
	volatile unsigned long faults, pc;
	volatile enum lab_what why;	/* valid after a jump out */
	volatile unsigned long stray;	/* an access to a page outside the area, 0: none */
	volatile bool window, used_window, closed_at_fault;
};

extern struct lab_flight lab_flight;

void lab_faults_init(void);

/* ---- the routines' code ---- */

/* Have alternatives applied and the window's instructions found. */
void lab_text_init(void);
/* Watch the window instructions (they trap) or take them for nothing. */
void lab_window_watch(bool on);
bool lab_has_window(void);	/* whether there are any in the routines */

/* ---- the architecture ---- */

unsigned long arch_pc(const ucontext_t *uc);
/* Find pc in the table and do what the entry asks for. 0, -1 none, -2 of an unknown type. */
int arch_fixup(ucontext_t *uc);
/* The size of the window instruction at pc, 0 where it is none; *open says which. */
unsigned int arch_window(const unsigned char *pc, bool *open);
void arch_skip(ucontext_t *uc, unsigned int len);
/* A no-operation of len bytes. */
void arch_nop(unsigned char *at, unsigned int len);
/* Apply alternatives as the spec's CPU has them; text is writable. */
void arch_alternatives(void);
/* Whether the pc of a SIGBUS in the routine is that of the access. */
bool arch_bus_error_exact(const struct lab_routine *r);
/* Have the CPU fetch what was written. */
void arch_sync(void *from, void *to);
/* Where len bytes of memory are to be; NULL: anywhere. */
void *arch_place(size_t len);
/* Before and after a call that is counted: for those that count themselves. */
void arch_mark(void);
void arch_list(void);
/* arch_arc.c: call fn, of the routines' code, by interpreting it. */
unsigned long lab_interpret(const void *fn, unsigned long a, unsigned long b, unsigned long c);

/* The section all code of the tree is in, and its exception table (the linker's names). */
extern unsigned char __start_tree_text[], __stop_tree_text[];
extern unsigned char __start___ex_table[] __attribute__((weak));
extern unsigned char __stop___ex_table[] __attribute__((weak));

void lab_die(const char *why) __attribute__((noreturn));

#endif

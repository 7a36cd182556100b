/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A kernel tree's own user-copy routines, assembled from that tree with its own
 * headers, linked into a program for the target (guest/), run under qemu-user or interpreted,
 * verified and counted. Nothing of the tree is kept.
 *
 * All functions return 0 or -errno and print nothing. Where they take a diag, a failure
 * that the user can do something about appends one line to it that says what.
 */
#ifndef UABENCH_LAB_H
#define UABENCH_LAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "strbuf.h"

/* ---- specs: what is built, and how ---- */

enum lab_kind { LAB_TO_USER, LAB_FROM_USER, LAB_CLEAR_USER };

struct lab_routine {
	const char *name;	/* for reports: "copy_to_user"; "copy_to_user:64": of that n alone */
	const char *symbol;	/* of the tree; NULL ends the table */
	enum lab_kind kind;
	/* a function of guest/arch_*.c that calls it, where it does not follow the C ABI */
	const char *shim;
};

/*
 * Everything is one const descriptor an architecture and variant, or read from a text
 * file (spec_file.c). Lists are words parted by spaces.
 */
struct lab_spec {
	const char *name;	/* "x86-64.erms": up to the dot what --arch names */
	const char *summary;
	const char *arch;	/* the folder below arch/ of the tree */
	const char *guest;	/* guest/arch_GUEST.c */
	/*
	 * No emulator runs it: the guest is this machine's own program, and GUEST, together with
	 * guest/GUEST_insns.c, interprets the tree's code.
	 */
	bool interpreted;
	const char *cross;	/* prefix of the tools, "riscv64-linux-gnu-" */
	const char *qemu;	/* "qemu-riscv64" */
	const char *machine;	/* as uname has it: such a host runs the program itself; NULL: none */
	const char *cpu;	/* of qemu; NULL: its default */
	const char *cflags;	/* machine options, for the tree's code and for the guest */
	const char *asflags;	/* further ones for the tree's code only */
	const char *ccflags;	/* and for C of it only */
	const char *config;	/* words after CONFIG_; "NAME" is 1, "NAME=value" that */
	const char *include;	/* a header of the tree that Kbuild includes everywhere, or NULL */
	const char *offsets;	/* of asm-offsets.h: "NAME=value" */
	const char *features;	/* names for arch_alternatives() of the guest, as -D */
	const char *ldflags;	/* for ld -r */
	const char *inlined;	/* C that calls what the tree's headers have inline, or NULL */
	const char *sources;	/* .S, .c or .o; relative: below the tree. Missing ones are left out */
	const char *needs;	/* a symbol without which the tree has no such variant, or NULL */
	const char *longs;	/* sizes beyond the swept ones; NULL: "255 4096" */
	const struct lab_routine *routines;
};

/* The one n of a routine whose name has one, of 1..8192; else 0. */
uint64_t lab_routine_only(const struct lab_routine *r);

extern const struct lab_spec *const lab_specs[];	/* ended by NULL */

/* Whether a spec belongs to what --arch names: its whole name, or that up to its dot. */
bool lab_spec_is(const struct lab_spec *spec, const char *arch);

/* Whether its features have names that a tree's headers define, so that it needs a tree. */
bool lab_spec_needs_tree(const struct lab_spec *spec);

/* A spec from a text file, docs/lab.md. Freed by lab_spec_free. -EINVAL: diag has the line. */
int lab_spec_load(const char *path, struct lab_spec **ret_spec, struct strbuf *diag);
void lab_spec_free(struct lab_spec *spec);

/* ---- a program built from a spec and a tree ---- */

struct lab_build {
	const struct lab_spec *spec;
	char *dir;		/* work directory, made; all files are below it */
	bool kbuild;		/* the stub headers did not do: Kbuild's were made */
	char *release;		/* "6.1.192" of the tree's Makefile, or "" */
	bool present[32];	/* by routine: the tree has it */
	uint64_t size[32];	/* by routine: bytes of its symbol, or to the next one of code */
	unsigned int npresent;
	uint64_t text_size;	/* bytes of code of the tree's objects */
};

void lab_build_init(struct lab_build *b);
void lab_build_release(struct lab_build *b);	/* does not remove the directory */

/* Whether this machine runs its program without an emulator. */
bool lab_native(const struct lab_spec *spec);

/*
 * Assemble the spec's sources of @tree (a checkout or an unpacked linux-source; NULL where
 * the spec's sources are all absolute), link them with the guest whose sources are in
 * @guest_dir, in the empty directory @dir. What builds have in common is kept in @shared, a
 * directory, too. -EINVAL: diag says what failed and the first
 * line of what the tool said; -ENODATA: the tree has none of the routines; -EINTR.
 */
int lab_build(struct lab_build *b, const struct lab_spec *spec, const char *tree,
	      const char *guest_dir, const char *shared, const char *dir, struct strbuf *diag);

/* ---- verify ---- */

enum lab_level { LAB_CLEAN, LAB_CONSERVATIVE, LAB_DEVIATION, LAB_BROKEN };

const char *lab_level_name(enum lab_level level);

/* A kind of finding: a table in findings.c. */
struct lab_what {
	const char *name;	/* "overwrite" */
	enum lab_level level;
	const char *unit;	/* of the amount: "B", or "" where it is just one */
	const char *text;	/* "wrote bytes beyond those counted" */
	bool no_return;		/* the call was broken off: it returned nothing */
};

extern const struct lab_what lab_whats[];	/* ended by a NULL name */
const struct lab_what *lab_what_find(const char *name);

struct lab_finding {
	unsigned int routine;	/* index into spec->routines */
	const struct lab_what *what;
	uint64_t count;		/* calls that showed it */
	uint64_t amount;	/* the largest */
	/* the call that did: the smallest n, then offset, ... of those */
	uint64_t n, hole_lo, hole_hi, user, kernel, ret, pc;
	char guard[16];
	char *where;		/* "symbol+0x12 file.S:34" of pc, or NULL */
};

struct lab_verdict {
	struct lab_finding *findings;	/* by routine, worst first */
	size_t nfindings, alloc;
	uint64_t trials;
};

void lab_verdict_release(struct lab_verdict *v);

/*
 * Run the sweeps, in @jobs processes that go on while the caller does something else. The
 * findings do not depend on their number; nor does the number of trials, unless a routine does not return: its sweep ends there.
 */
struct lab_sweep;

int lab_verify_start(const struct lab_build *b, bool full, unsigned int jobs,
		     struct lab_sweep **ret_sweep, struct strbuf *diag);
/* Wait for it, and free it in any case. */
int lab_verify_finish(const struct lab_build *b, struct lab_sweep *s,
		      struct lab_verdict *ret_verdict, struct strbuf *diag);
void lab_verify_cancel(struct lab_sweep *s);

/* Whether a call of any routine did not return, so that none can be counted. */
bool lab_verdict_stuck(const struct lab_verdict *v);

/* The worst of a routine. */
enum lab_level lab_verdict_level(const struct lab_verdict *v, unsigned int routine);

/* ---- baseline ---- */

/* Append the verdict as lines of a baseline file. */
int lab_baseline_put(const struct lab_build *b, const struct lab_verdict *v, bool full,
		     struct strbuf *sb);

/*
 * Whether it is a baseline (the whole file's text) of that mode. 0, or -EINVAL: diag says.
 */
int lab_baseline_mode(const char *text, bool full, struct strbuf *diag);

/*
 * Hold a verdict against one. Each difference appends a line to drift. 0 or -ENOMEM.
 */
int lab_baseline_check(const char *text, const struct lab_build *b, const struct lab_verdict *v,
		       bool full, size_t *ret_drift, struct strbuf *drift);

/* ---- count ---- */

struct lab_call {
	uint64_t size;
	unsigned int user, kernel;	/* bytes past a page boundary, 0..63 */
};

struct lab_count {
	unsigned int routine;
	struct lab_call call;
	bool left;	/* it left bytes though nothing faulted: not counted */
	uint64_t instructions, loads, stores, load_bytes, store_bytes, misaligned;
};

/*
 * Count @ncalls calls of each present routine by the plugin. Those of another n than a
 * routine is for have 0 instructions, as have those that left bytes. ret_counts holds them by
 * routine, in the order of calls; the caller frees it.
 */
int lab_count(const struct lab_build *b, const char *plugin, const struct lab_call *calls,
	      size_t ncalls, struct lab_count **ret_counts, size_t *ret_n, struct strbuf *diag);

/* ---- time, where the build is native ---- */

/*
 * Measure each routine for sizes of 8, 64, 256 and 4096 B, aligned and not, for @seconds
 * in all, by the runner's core: @core is its archive. ret_path: the record, in the build's
 * directory, of cases "lab.NAME" with the parameters size and misaligned.
 */
int lab_time(const struct lab_build *b, const char *guest_dir, const char *core,
	     unsigned int seconds, struct strbuf *ret_path, struct strbuf *diag);

/* ---- weights ---- */

struct lab_weight {
	struct lab_call call;
	double weight;
};

/*
 * A histogram: lines "SIZE WEIGHT [USER KERNEL]" of sizes 0..8192, alignments 0..63 and
 * weights > 0; '#' begins a comment. -EINVAL: diag names the line. The caller frees it.
 */
int lab_weights_parse(const char *text, struct lab_weight **ret_weights, size_t *ret_n,
		      struct strbuf *diag);

#endif

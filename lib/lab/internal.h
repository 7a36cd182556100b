/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UABENCH_LAB_INTERNAL_H
#define UABENCH_LAB_INTERNAL_H

#include "lab.h"
#include "process.h"

#define LAB_MAX_ROUTINES	32

/*
 * Make in dir/include what Kbuild would have generated before it assembles anything:
 * autoconf.h from spec->config, the wrappers of asm-generic headers that the tree's own
 * Kbuild files ask for, an empty asm-offsets.h, and what an architecture's own scripts
 * make (arm64: cpucaps.h, sysreg-defs.h).
 */
int lab_stubs(const struct lab_spec *spec, const char *tree, const char *dir, struct strbuf *diag);

/*
 * Make dir/kbuild, of which lab_tree_flags() then takes what is generated: with make, flex,
 * bison, and in a minute. -EINVAL: diag says.
 */
int lab_kbuild(const struct lab_spec *spec, const char *tree, const char *dir, struct strbuf *diag);
/* Whether what a compiler said of a source speaks of a header that is not there, or is wrong. */
bool lab_kbuild_may_help(const char *source, const char *said);

/* The options with which the tree's code is assembled, or compiled where c. */
void lab_tree_flags(struct argv *a, const struct lab_build *b, const char *tree, bool c);

/* dir/routines.c: the table of the guest. */
int lab_routines_write(const struct lab_build *b);

/* The guest's part of the program that specs have in common. Zeroed before its first use. */
struct lab_guest {
	struct argv argv;
	struct strbuf object;
	const char *shared;
	pid_t pid;
};

/* Have it compiled, unless it is in the directory shared already. 0 or -errno. */
int lab_guest_start(struct lab_guest *g, const struct lab_spec *spec, const char *sources,
		    const char *shared);
int lab_guest_finish(struct lab_guest *g, struct strbuf *diag);
void lab_guest_release(struct lab_guest *g);
/* The compiler and its options for what is linked with the tree's code. */
void lab_link_flags(struct argv *a, const struct lab_spec *spec);
/* dir/lab, of that, dir/tree.o and dir/routines.c. */
int lab_link(const struct lab_build *b, const struct lab_guest *g, const char *sources,
	     struct strbuf *diag);

/* qemu and its options, up to the program; or the program alone where no plugin is named and
 * this machine runs it. */
void lab_qemu(struct argv *a, const struct lab_spec *spec, const char *plugin);

/* Fill in finding->where by addr2line. */
int lab_locate(const struct lab_build *b, struct lab_finding *f, size_t n, struct strbuf *diag);

#endif

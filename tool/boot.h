/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parts of `uabench boot`, each of which complains for itself. */
#ifndef UABENCH_TOOL_BOOT_H
#define UABENCH_TOOL_BOOT_H

#include <stdint.h>

#include "argv.h"
#include "cmd.h"
#include "kernel_image.h"

#define BOOT_MAX_ARMS	8
#define BOOT_MAX_SEEDS	1000
#define BOOT_BASE	"base"
#define BOOT_CONTROL	"control"
/*
 * The cases of -b: the boundary itself. What file systems, allocators and the scheduler
 * make of lmbench.* and throughput.* goes by the seed, by up to 70 %, and one case that does
 * takes the verdict from all smaller changes (stats_family_seeds()).
 */
#define BOOT_CASES	"entry.*,copy.*,word.*,fault.*"

/* A kernel with its command line; its runs bear its label. */
struct boot_arm {
	const char *label;
	const char *what;		/* of -k: a file, or "debian..." */
	char append[2048];		/* words of the user's, or "" */
	char package[256];		/* name and version where it was fetched, or "" */
	char file[4096];		/* that was given or fetched */
	char kernel[4096];		/* that is booted; another where it had to be unpacked */
	char bad[256];			/* why it cannot be booted, or "" */
	struct vm_image image;		/* what it is */
	const char *format;		/* of the file that was given */
	uint64_t size, hash;		/* of it */
};

/* What the user asked for, in all arms. */
struct boot_options {
	struct words kernels, appends, modules;
	struct pass runner;		/* its options */
	const char *arch, *cpu_model, *dir;
	uint64_t seeds, jobs, patience;
	bool print, update;
};

struct boot_arms {
	struct boot_arm arm[BOOT_MAX_ARMS];	/* the first is the base */
	size_t n;
	const struct vm_machine *machine;
	const struct vm_cpu *cpu;
};

/*
 * The arms of -k and --append, where the base comes first; nothing is read yet.
 * 0 or -EINVAL.
 */
int boot_arms_parse(const struct boot_options *o, struct boot_arms *arms);

/*
 * Find or fetch the images, tell from them what they are, choose machine and CPU, and
 * unpack into @work what has to be, or boots faster so. 0 or -errno; an image that is
 * none is no error, but its arm's ->bad.
 */
int boot_kernels(const struct boot_options *o, struct boot_arms *arms, const char *work);

/* What it takes to boot a machine. */
struct boot_tools {
	char qemu_version[200];
	char runner_path[4096];
	struct strbuf runner;
};

/* Find them; 0 or -errno, complained. */
int boot_tools_find(const struct vm_machine *m, struct boot_tools *ret);

/* mkdir -p. 0 or -errno, complained. */
int boot_make_dirs(const char *dir);

/* Remove a directory and what is in it. */
void boot_remove(const char *dir);

/* The first line that a program prints on stdout. 0, or -errno: it could not be, or failed. */
int boot_capture(char *const argv[], char *line, size_t len);

/* A regular file, whole: 0, or -errno, complained. */
int boot_read(const char *path, struct strbuf *ret);

/* One boot, and the files it leaves. */
struct boot {
	const struct boot_arm *arm;
	bool control;			/* the base with a dummy word on its command line */
	uint64_t seed;
	char append[2400];
	char initrd[4096], console[4096];
	char part[4096], record[4096], failed[4096];	/* in flight, whole, given up */
	char **argv;			/* of QEMU */
};

struct boot_plan {
	const struct boot_options *o;
	const struct boot_arms *arms;
	struct boot *boots;		/* seed by seed, so that what is cut short is balanced */
	size_t n;
};

/* "base", "control", or the label of another. */
const char *boot_role(const struct boot *b);

/* Lay out all boots below dir, an existing directory. 0 or -errno. */
int boot_plan_make(struct boot_plan *plan, const struct boot_options *o,
		   const struct boot_arms *arms, const char *dir);
void boot_plan_release(struct boot_plan *plan);

/* Write the initramfs of a boot, with all its modules. 0 or -errno, complained. */
int boot_write_initrd(const struct boot_plan *plan, const struct boot *b,
		      const struct strbuf *runner);

/*
 * The path of the i-th module of a guest, in the order in which they are loaded: those of
 * its port that stand beside the image, else they are built in, one hopes; then the
 * user's. NULL: no more. It may lie in buf.
 */
const char *boot_module(const struct boot_plan *plan, const struct boot_arm *arm, size_t i,
			char buf[4400]);

/* Whether the user's modules are some, for that machine. 0 or -errno, complained. */
int boot_check_modules(const struct boot_options *o, const struct vm_machine *m);

/* The command lines, for people and shells. 0 or -ENOMEM. */
int boot_print(const struct boot_plan *plan, struct strbuf *sb);

/*
 * Hold what the boots of each label are made from against what dir says of those that are
 * there; where there are none, say it. 0 or -errno, complained.
 */
int boot_inputs(const struct boot_plan *plan, const struct boot_tools *tools, const char *dir);

/*
 * Run the boots that have no record, and report those that fail, with their consoles, which
 * stay where they are if @keep. 0; the signal that stopped it; -EINVAL: the runner in the
 * guest refused its options; or another -errno, complained.
 */
int boot_run(const struct boot_plan *plan, const struct boot_tools *tools, bool keep,
	     size_t *ret_failed);

/* FNV-1a, to tell one file from another. */
uint64_t boot_hash(const void *data, size_t len);

#endif

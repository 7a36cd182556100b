/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The initramfs of a guest: the static runner as /init, and what it is to do. */
#ifndef UABENCH_VM_INITRAMFS_H
#define UABENCH_VM_INITRAMFS_H

#include <stddef.h>

#include "strbuf.h"

/*
 * /args is filled up with newlines to a multiple of this, so that the archive has one size
 * whatever the label and the seed, and unpacking it leaves memory alike.
 */
#define VM_ARGS_STEP	4096

struct vm_file {
	const char *name;	/* base name; modules are loaded in the order of their names */
	const void *data;
	size_t len;
};

struct vm_initramfs {
	const void *runner;	/* a static program of the guest's architecture */
	size_t runner_len;
	const char *const *args;	/* the runner's options, ended by NULL; no newline in them */
	const struct vm_file *modules;	/* to be loaded before measuring */
	size_t nmodules;
};

/*
 * Append the archive. 0; -ENOMEM; -EINVAL: a newline in an option, or a module's name that is
 * no base name; -EFBIG.
 */
int vm_initramfs(const struct vm_initramfs *in, struct strbuf *out);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the figures depend on besides the kernel's code: read, never guessed. */
#ifndef UABENCH_ENVIRON_H
#define UABENCH_ENVIRON_H

#include <stddef.h>

struct json;

/*
 * Put kernel, CPU, mitigations, LSMs, ... into the "run" line; cpu measures, -1: any;
 * virt is what the user says of the hypervisor, NULL: find out.
 */
void environ_put(struct json *j, const char *dir, int cpu, const char *virt);

/*
 * The hypervisor's name in lower case ("kvm", "xen", "microsoft", ...), "none"
 * on bare metal, "unknown" where the architecture does not tell.
 * runner/arch/<family>/virt.c
 */
const char *arch_virt(char *buf, size_t len);

/* First len - 1 bytes of a small file, last newline cut; NULL if it cannot be read. */
char *read_text(const char *path, char *buf, size_t len);

/* Name of the file system that holds path, or its magic number in hex. */
const char *fs_name(const char *path, char *buf, size_t len);

#endif

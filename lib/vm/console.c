// SPDX-License-Identifier: GPL-2.0-or-later
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "console.h"

static const struct {
	const char *text;
	enum vm_fault fault;
} signs[] = {
	{ "Kernel panic - not syncing", VM_FAULT_PANIC },
	{ "Oops", VM_FAULT_OOPS },
	{ "kernel BUG at", VM_FAULT_OOPS },
	{ "BUG: soft lockup", VM_FAULT_LOCKUP },
	{ "BUG: workqueue lockup", VM_FAULT_LOCKUP },
	{ "BUG: ", VM_FAULT_OOPS },
	{ "Internal error: ", VM_FAULT_OOPS },		/* arm, arm64 */
	{ "Unable to handle kernel", VM_FAULT_OOPS },	/* arm64, riscv, s390, powerpc */
	{ "general protection fault, ", VM_FAULT_OOPS },
	{ "uabench: hang", VM_FAULT_HANG },
	{ "hard LOCKUP", VM_FAULT_LOCKUP },
	{ "self-detected stall on CPU", VM_FAULT_LOCKUP },
	{ "detected stalls on CPUs", VM_FAULT_LOCKUP },
	{ "blocked for more than ", VM_FAULT_LOCKUP },
	{ "uabench: module ", VM_FAULT_MODULE },
	{ "[ cut here ]", VM_FAULT_WARN },
	{ "WARNING: CPU: ", VM_FAULT_WARN },
	{ "UBSAN: ", VM_FAULT_WARN },
};

enum vm_fault vm_console_fault(const char *line)
{
	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
		if (strstr(line, signs[i].text))
			return signs[i].fault;
	return VM_FAULT_NONE;
}

const char *vm_fault_name(enum vm_fault fault)
{
	static const char *const names[] = {
		[VM_FAULT_NONE] = "none",
		[VM_FAULT_WARN] = "WARN",
		[VM_FAULT_MODULE] = "module",
		[VM_FAULT_LOCKUP] = "lockup",
		[VM_FAULT_HANG] = "hang",
		[VM_FAULT_OOPS] = "oops",
		[VM_FAULT_PANIC] = "panic",
	};

	return names[fault];
}

/* The kernel may have left a line of its own unfinished before it. */
bool vm_console_done(const char *line, int *ret_status)
{
	const char *s = strstr(line, "uabench: done status=");

	return s && sscanf(s, "uabench: done status=%d", ret_status) == 1;
}

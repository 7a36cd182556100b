/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a line on a guest's console means for a measurement. */
#ifndef UABENCH_VM_CONSOLE_H
#define UABENCH_VM_CONSOLE_H

#include <stdbool.h>

/* In the order of how bad; a line is the worst that it may be. */
enum vm_fault {
	VM_FAULT_NONE,
	VM_FAULT_WARN,		/* WARN, and what UBSAN says */
	VM_FAULT_MODULE,	/* a module was not loaded */
	VM_FAULT_LOCKUP,	/* lockup, RCU stall, hung task */
	VM_FAULT_HANG,		/* the guest's own watchdog */
	VM_FAULT_OOPS,		/* and BUG */
	VM_FAULT_PANIC,
};

const char *vm_fault_name(enum vm_fault fault);

enum vm_fault vm_console_fault(const char *line);

/* Whether the line is init's last, "uabench: done status=N", and with which N. */
bool vm_console_done(const char *line, int *ret_status);

#endif

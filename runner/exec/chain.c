// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The program that fault.exec runs: without a C library, so that what it takes is the
 * kernel's. (On x86 glibc's start asks CPUID some 70 times; in a virtual machine
 * each answer is an exit to the host, which made 93 % of an exec.) It writes to PAGES pages, then
 * reads a byte of stdin: AGAIN: execs itself; DONE: exits with 0; else with 1.
 */
#include <sys/syscall.h>

#include "chain.h"
#include "syscall3.h"

static volatile char page[PAGES][PAGE_MAX];
static volatile char byte;
static char name[] = "uabench-exec";
static char *args[] = { name, 0 };

void chain_start(void);

/* The entry: there are neither arguments nor a frame to return to. */
__attribute__((noreturn)) void chain_start(void)
{
	for (int i = 0; i < PAGES; i++)
		page[i][0] = 1;
	if (syscall3(SYS_read, 0, (long)&byte, 1) == 1 && byte == AGAIN)
		syscall3(SYS_execve, (long)"/proc/self/exe", (long)args, (long)&args[1]);
	for (;;)
		syscall3(SYS_exit_group, byte != DONE, 0, 0);
}

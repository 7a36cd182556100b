// SPDX-License-Identifier: GPL-2.0-or-later
/* The routines' code: alternatives, and the instructions that open and close the window. */
#include <string.h>
#include <sys/mman.h>

#include "lab.h"

#define MAX_WINDOWS	256

/* What an architecture has none of; its own file stands before these. */

unsigned int __attribute__((weak)) arch_window(const unsigned char *pc, bool *open)
{
	return 0;
}

void __attribute__((weak)) arch_alternatives(void)
{
}

void __attribute__((weak)) arch_sync(void *from, void *to)
{
	__builtin___clear_cache(from, to);
}

void *__attribute__((weak)) arch_place(size_t len)
{
	return NULL;
}

void __attribute__((weak)) arch_mark(void)
{
}

void __attribute__((weak)) arch_list(void)
{
	lab_die("nothing is interpreted here");
}

bool __attribute__((weak)) arch_bus_error_exact(const struct lab_routine *r)
{
	return true;
}

static struct window {
	unsigned char *at;
	unsigned char insn[4];
	unsigned int len;
	bool open;
} windows[MAX_WINDOWS];
static unsigned int nwindows;

static void find_windows(void)
{
	for (unsigned char *p = __start_tree_text; p + 4 <= __stop_tree_text; p++) {
		bool open;
		unsigned int len = arch_window(p, &open);

		if (!len)
			continue;
		if (nwindows == MAX_WINDOWS)
			lab_die("too many instructions that open or close the window");
		windows[nwindows] = (struct window){ .at = p, .len = len, .open = open };
		memcpy(windows[nwindows++].insn, p, len);
		p += len - 1;
	}
}

void lab_window_watch(bool on)
{
	for (unsigned int i = 0; i < nwindows; i++) {
		if (on)
			memcpy(windows[i].at, windows[i].insn, windows[i].len);
		else
			arch_nop(windows[i].at, windows[i].len);
	}
	arch_sync(__start_tree_text, __stop_tree_text);
}

bool lab_has_window(void)
{
	return nwindows;
}

void lab_text_init(void)
{
	uintptr_t from = (uintptr_t)__start_tree_text & ~(uintptr_t)(lab_page - 1);
	uintptr_t to = ((uintptr_t)__stop_tree_text + lab_page - 1) & ~(uintptr_t)(lab_page - 1);

	if (mprotect((void *)from, to - from, PROT_READ | PROT_WRITE | PROT_EXEC))
		lab_die("the code cannot be made writable");
	arch_alternatives();
	arch_sync(__start_tree_text, __stop_tree_text);
	find_windows();
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How runs came about, for footers. */
#ifndef UABENCH_RENDER_PROVENANCE_H
#define UABENCH_RENDER_PROVENANCE_H

#include "result.h"

/*
 * Append the command that measures as the run was measured, "uabench run -t 10", as far
 * as its record says so; nothing for an imported run. 0 or -ENOMEM.
 */
int provenance_command(const struct result_run *run, struct strbuf *sb);

/*
 * Append the words of the kernel's command line that only one of the runs was booted
 * with, "base a=1; new a=2"; nothing where there are none, or one is not known. 0 or
 * -ENOMEM.
 */
int provenance_boot(const struct result_run *base, const struct result_run *new,
		    struct strbuf *sb);

/* Append a word for a shell, quoted where it must be. 0 or -ENOMEM. */
int shell_word(const char *word, struct strbuf *sb);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UABENCH_KSIGSET_H
#define UABENCH_KSIGSET_H

#include <stddef.h>

#define KSIGSET		((size_t)8)	/* sizeof(sigset_t) of the kernel, not of the C library */

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the cases of behave.c share. Each runs in a process of its own. */
#ifndef UACCESS_TEST_BEHAVE_H
#define UACCESS_TEST_BEHAVE_H

#include "area.h"

#define EXPECT(cond) do {							\
	if (!(cond)) {								\
		printf("%s:%d: %s\n", __FILE__, __LINE__, #cond);		\
		fflush(stdout);							\
		_exit(1);							\
	}									\
} while (0)

extern struct area hole;		/* after a page of 'x' */

/* ua_init(), of which nothing is to complain */
void init(void);
/* A faulting copy of each direction is survived */
void survive(void);

void address_0(void);
void trusted_source_0(void);
void trusted_dst_0(void);
void unsorted_table(void);
void trusted_string_0(void);
void size_max(void);
void constant_addresses(void);

#endif

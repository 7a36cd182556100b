/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Alternate signal stacks. */
#ifndef UACCESS_STACK_H
#define UACCESS_STACK_H

/* UA_NO_STACK, UA_SMALL_STACK or 0, for the calling thread */
unsigned int stack_check(void);

#endif

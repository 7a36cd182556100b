/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An architecture without ranges of its own: nothing is inline, see generic/. */
#ifndef UACCESS_ARCH_H
#define UACCESS_ARCH_H

#define UA_ARCH_RANGES		0
#define UA_ARCH_WORD		4

#endif

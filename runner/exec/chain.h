/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UABENCH_EXEC_CHAIN_H
#define UABENCH_EXEC_CHAIN_H

#define PAGES		16
#define PAGE_MAX	65536	/* bytes: the largest page of any architecture here */

#define AGAIN	'a'
#define DONE	'd'

#endif

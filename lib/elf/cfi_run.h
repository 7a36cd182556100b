/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For cfi.c: the instructions of call frame information. */
#ifndef UABENCH_ELF_CFI_RUN_H
#define UABENCH_ELF_CFI_RUN_H

#include "cfi.h"

#define CFI_REMEMBERED	16

struct cfi_rule {
	bool known;		/* not by an expression */
	uint64_t reg;
	int64_t offset;
};

struct cfi_run {
	const struct obj *o;
	uint64_t sp;
	int64_t data_align;
	unsigned int pointer;	/* bytes of a whole address in DW_CFA_set_loc */
	struct cfi_rule now, initial, kept[CFI_REMEMBERED];
	size_t nkept;
	struct cfi_frame *frame;	/* is raised; NULL while a CIE's are run */
};

/* Run what is in p..end. 0, or -EINVAL: cut off, or no such instruction. */
int cfi_run(struct cfi_run *r, const uint8_t *p, const uint8_t *end);

#endif

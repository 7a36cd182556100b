// SPDX-License-Identifier: GPL-2.0-or-later
#include <dwarf.h>
#include <errno.h>

#include "cfi_run.h"

static int uleb(const uint8_t **p, const uint8_t *end, uint64_t *ret_value)
{
	uint64_t v = 0;

	for (unsigned int shift = 0; *p < end; shift += 7) {
		uint8_t b = *(*p)++;

		if (shift < 64)
			v |= (uint64_t)(b & 0x7f) << shift;
		if (!(b & 0x80)) {
			*ret_value = v;
			return 0;
		}
	}
	return -EINVAL;
}

static int sleb(const uint8_t **p, const uint8_t *end, int64_t *ret_value)
{
	uint64_t v = 0;

	for (unsigned int shift = 0; *p < end; shift += 7) {
		uint8_t b = *(*p)++;

		if (shift < 64)
			v |= (uint64_t)(b & 0x7f) << shift;
		if (b & 0x80)
			continue;
		if (b & 0x40 && shift + 7 < 64)
			v |= ~0ull << (shift + 7);
		*ret_value = (int64_t)v;
		return 0;
	}
	return -EINVAL;
}

static int skip(const uint8_t **p, const uint8_t *end, uint64_t n)
{
	if (n > (uint64_t)(end - *p))
		return -EINVAL;
	*p += n;
	return 0;
}

static void note(struct cfi_run *r)
{
	if (!r->frame)
		return;
	if (!r->now.known || r->now.reg != r->sp)
		r->frame->other = true;
	else if (r->now.offset > r->frame->cfa)
		r->frame->cfa = r->now.offset;
}

static void save(struct cfi_run *r)
{
	if (r->frame)
		r->frame->saves = true;
}

static int define(struct cfi_run *r, unsigned int op, const uint8_t **p, const uint8_t *end)
{
	bool factored = op == DW_CFA_def_cfa_sf || op == DW_CFA_def_cfa_offset_sf;
	int64_t offset = r->now.offset;
	uint64_t reg = r->now.reg, v = 0;
	int e = 0;

	if (op != DW_CFA_def_cfa_offset && op != DW_CFA_def_cfa_offset_sf)
		e = uleb(p, end, &reg);
	if (!e && factored) {
		e = sleb(p, end, &offset);
		offset = (int64_t)((uint64_t)offset * (uint64_t)r->data_align);
	} else if (!e && op != DW_CFA_def_cfa_register) {
		e = uleb(p, end, &v);
		offset = (int64_t)v;
	}
	if (!e)
		r->now = (struct cfi_rule){ .known = true, .reg = reg, .offset = offset };
	return e;
}

static int block(const uint8_t **p, const uint8_t *end)
{
	uint64_t n = 0;
	int e = uleb(p, end, &n);

	return e ? e : skip(p, end, n);
}

static int numbers(const uint8_t **p, const uint8_t *end, int n)
{
	uint64_t v;
	int e = 0;

	while (!e && n--)
		e = uleb(p, end, &v);	/* a signed one is as long */
	return e;
}

/* Those whose two upper bits are 0. */
static int extended(struct cfi_run *r, unsigned int op, const uint8_t **p, const uint8_t *end)
{
	int e;

	switch (op) {
	case DW_CFA_nop:
	case DW_CFA_GNU_window_save:	/* on arm64 it toggles the signing of addresses */
		return 0;
	case DW_CFA_advance_loc1:
		return skip(p, end, 1);
	case DW_CFA_advance_loc2:
		return skip(p, end, 2);
	case DW_CFA_advance_loc4:
		return skip(p, end, 4);
	case DW_CFA_MIPS_advance_loc8:
		return skip(p, end, 8);
	case DW_CFA_set_loc:
		return skip(p, end, r->pointer);
	case DW_CFA_offset_extended:
	case DW_CFA_offset_extended_sf:
	case DW_CFA_GNU_negative_offset_extended:
		save(r);
		return numbers(p, end, 2);
	case DW_CFA_val_offset:
	case DW_CFA_val_offset_sf:
	case DW_CFA_register:
		return numbers(p, end, 2);
	case DW_CFA_undefined:
	case DW_CFA_same_value:
	case DW_CFA_restore_extended:
	case DW_CFA_GNU_args_size:
		return numbers(p, end, 1);
	case DW_CFA_def_cfa:
	case DW_CFA_def_cfa_sf:
	case DW_CFA_def_cfa_register:
	case DW_CFA_def_cfa_offset:
	case DW_CFA_def_cfa_offset_sf:
		e = define(r, op, p, end);
		note(r);
		return e;
	case DW_CFA_def_cfa_expression:
		r->now.known = false;
		note(r);
		return block(p, end);
	case DW_CFA_expression:
	case DW_CFA_val_expression:
		save(r);
		e = numbers(p, end, 1);
		return e ? e : block(p, end);
	case DW_CFA_remember_state:
		if (r->nkept == CFI_REMEMBERED)
			return -EINVAL;
		r->kept[r->nkept++] = r->now;
		return 0;
	case DW_CFA_restore_state:
		if (!r->nkept)
			return -EINVAL;
		r->now = r->kept[--r->nkept];
		return 0;
	default:
		return -EINVAL;
	}
}

int cfi_run(struct cfi_run *r, const uint8_t *p, const uint8_t *end)
{
	int e = 0;

	note(r);
	while (!e && p < end) {
		unsigned int op = *p++;

		switch (op & 0xc0) {
		case DW_CFA_advance_loc:
		case DW_CFA_restore:
			break;
		case DW_CFA_offset:
			save(r);
			e = numbers(&p, end, 1);
			break;
		default:
			e = extended(r, op, &p, end);
		}
	}
	return e;
}

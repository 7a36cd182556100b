// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Any bytes as an object file or a packed kernel: no crash, no hang, and a failure says
 * why, in one line that begins with the file's name. What opens is put through all that
 * `uabench image` does in this process.
 *
 * With clang -fsanitize=fuzzer and -DWITH_LIBFUZZER the library drives it, else driver.c.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diff.h"
#include "driver.h"
#include "frames.h"
#include "layout.h"
#include "sites.h"
#include "units.h"

extern volatile uint8_t fuzz_image_seen;

static unsigned long opened, with_dwarf;
volatile uint8_t fuzz_image_seen;	/* so that bytes are really read */

static void check_diag(int r, const struct strbuf *diag)
{
	if (!r || r == -ENOMEM)
		return;
	if (strncmp(diag->buf, "fuzz: ", 6) || strchr(diag->buf, '\n'))
		abort();
}

static void use_dwarf(struct obj *o)
{
	struct strbuf diag = STRBUF_INIT;
	struct units u;
	int r = units_read(&u, o, &diag);

	if (r != -ENODATA)
		check_diag(r, &diag);
	with_dwarf += !r;
	for (size_t i = 0, n = 0; !r && i < o->nsymbols && n < 8; i++) {
		struct inlines in;

		if (o->symbols[i].kind != OBJ_FUNC)
			continue;
		n++;
		strbuf_reset(&diag);
		check_diag(inlines_of(&in, o, &u, o->symbols[i].addr, &diag), &diag);
		inlines_release(&in);
	}
	units_release(&u);
	strbuf_release(&diag);
}

/* Frames and call sites; the diag has the name of the file or of a file within it. */
static void use_functions(struct obj *o)
{
	struct strbuf diag = STRBUF_INIT;
	struct frames f = { 0 };
	struct frames_sum sum;
	struct sites s = { 0 };
	int r = frames_read(&f, o, &diag);

	if (r && r != -ENOMEM && !diag.len)
		abort();
	for (size_t i = 0; !r && i < f.n; i++)
		frames_count(&f, &f.v[i]);
	if (!r)
		frames_sum(&f, &sum);
	frames_release(&f);
	strbuf_reset(&diag);
	r = sites_read(&s, o, NULL, &diag);
	if (r && r != -ENOMEM && !diag.len)
		abort();
	sites_release(&s);
	strbuf_release(&diag);
}

static void use(struct obj *o)
{
	static const enum names_fold folds[] = { NAMES_FOLDED, NAMES_WHOLE, NAMES_BLOAT_O_METER };
	const struct layout_opts lo = { .line = 64 };
	struct image_size size;
	struct diff_groups g;
	struct layout l;

	image_size(o, NULL, NULL, &size);
	for (size_t i = 0; i < 3; i++) {
		const struct diff_opts opts = { .fold = folds[i] };
		struct diff d;

		/* nothing differs from itself */
		if (!diff_make(&d, o, o, &opts) && (d.totals.up || d.totals.down ||
						    d.totals.before != d.totals.after))
			abort();
		diff_release(&d);
	}
	diff_groups_init(&g);
	diff_sections(&g, o, o);
	diff_groups_release(&g);
	if (!layout_compare(&l, o, o, &lo) && l.n)
		abort();
	layout_release(&l);
	for (size_t i = 0; i < o->nsymbols; i++) {
		const struct obj_symbol *sym = &o->symbols[i];
		const uint8_t *p = obj_symbol_bytes(o, sym);

		if (p && sym->size)
			fuzz_image_seen = p[0] ^ p[sym->size - 1];
		obj_symbol_at(o, sym->addr);
	}
	use_functions(o);
	use_dwarf(o);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct strbuf diag = STRBUF_INIT;
	struct obj o;
	int r = obj_open_memory(&o, "fuzz", data, size, &diag);

	check_diag(r, &diag);
	if (!r) {
		opened++;
		use(&o);
	}
	obj_release(&o);
	strbuf_release(&diag);
	return 0;
}

#ifndef WITH_LIBFUZZER

/* Where it hurts: the header, the section headers, or anywhere. */
static size_t place(const uint8_t *p, size_t len)
{
	const bool is64 = len > 64 && p[4] == 2, big = len > 64 && p[5] == 2;
	const int at = is64 ? 40 : 32;
	uint32_t off = 0;

	switch (fuzz_below(4)) {
	case 0:
		return fuzz_below(len < 64 ? len : 64);
	case 1:
		if (len < 64)
			return fuzz_below(len);
		for (int i = 0; i < 4; i++)
			off |= (uint32_t)p[at + (big ? (is64 ? 7 : 3) - i : i)] << (8 * i);
		return off < len ? off + fuzz_below(len - off) : fuzz_below(len);
	default:
		return fuzz_below(len);
	}
}

static void mutate(struct fuzz_input *in)
{
	static const uint64_t values[] = { 0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff,
					   0x80000000, 0xffffffff, 0x7fffffffffffffff, UINT64_MAX,
					   0xfffffff0, 4096 };
	uint8_t *p = in->bytes;
	const size_t at = place(p, in->len);
	const size_t width = 1u << fuzz_below(4);
	size_t n;

	switch (fuzz_below(6)) {
	case 0:
		p[at] ^= 1 << fuzz_below(8);
		break;
	case 1:
		p[at] = fuzz_below(256);
		break;
	case 2:		/* the end is cut */
		if (!fuzz_below(8))
			in->len = at + 1;
		break;
	case 3:		/* a piece of it elsewhere */
		n = 1 + fuzz_below(64);
		if (at + n <= in->len) {
			size_t from = fuzz_below(in->len - n + 1);

			memmove(p + at, p + from, n);
		}
		break;
	default:
		if (at + width <= in->len)
			memcpy(p + at, &values[fuzz_below(sizeof(values) / sizeof(values[0]))], width);
	}
}

static void report(void)
{
	printf(": %lu opened, %lu with DWARF", opened, with_dwarf);
}

int main(int argc, char **argv)
{
	static const struct fuzz_target target = {
		.wants = "object files, such as image-seeds.sh makes",
		.seed_max = 256 << 10,
		.input_max = 256 << 10,
		.mutate = mutate,
		.report = report,
	};

	return fuzz_main(argc, argv, &target);
}

#endif

// SPDX-License-Identifier: GPL-2.0-or-later
/* Frames: the rules of call frame information, pieces, pairs, and what they gain. */
#include <dwarf.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>

#include "cfi.h"
#include "frames.h"
#include "test_elf.h"

#define RSP	7
#define RBP	6
#define TEXT	0x10000

/* .debug_frame in the making: one CIE (CFA = rsp + 8, return address at CFA - 8), FDEs. */
struct debug_frame {
	uint8_t bytes[2048];
	size_t len;
};

static void u32(struct debug_frame *f, uint32_t v)
{
	for (int i = 0; i < 4; i++)
		f->bytes[f->len++] = v >> (8 * i);
}

static void u64(struct debug_frame *f, uint64_t v)
{
	u32(f, v);
	u32(f, v >> 32);
}

static void finish(struct debug_frame *f, size_t start, const void *program, size_t len)
{
	memcpy(f->bytes + f->len, program, len);
	f->len += len;
	while ((f->len - start) % 8 != 4)
		f->bytes[f->len++] = DW_CFA_nop;
	f->bytes[start] = f->len - start - 4;
	f->bytes[start + 1] = (f->len - start - 4) >> 8;
}

static void start(struct debug_frame *f)
{
	static const uint8_t rest[] = { 1, 0, 1, 0x78, 16 };	/* version, "", 1, -8, rip */
	static const uint8_t program[] = { DW_CFA_def_cfa, RSP, 8, DW_CFA_offset | 16, 1 };

	f->len = 0;
	u32(f, 0);
	u32(f, 0xffffffff);
	memcpy(f->bytes + f->len, rest, sizeof(rest));
	f->len += sizeof(rest);
	finish(f, 0, program, sizeof(program));
}

static void add(struct debug_frame *f, uint64_t addr, uint64_t size, const char *program, size_t len)
{
	const size_t at = f->len;

	u32(f, 0);
	u32(f, 0);		/* the CIE */
	u64(f, addr);
	u64(f, size);
	finish(f, at, program, len);
}

static void open_with(struct obj *o, const void *code, size_t size, const struct debug_frame *frames,
		      const struct elf_symbol *symbols, size_t n)
{
	const struct elf_section sections[] = {
		{ .name = ".text", .type = SHT_PROGBITS, .flags = SHF_ALLOC | SHF_EXECINSTR,
		  .addr = TEXT, .bytes = code, .size = size },
		{ .name = ".debug_frame", .type = SHT_PROGBITS,
		  .bytes = frames ? frames->bytes : NULL, .size = frames ? frames->len : 0 },
	};
	struct elf_file f = { .is64 = true, .type = ET_EXEC, .machine = EM_X86_64,
			      .sections = sections, .nsections = frames ? 2 : 1,
			      .symbols = symbols, .nsymbols = n };

	elf_open(&f, o);
}

static void test_rules(void **state)
{
	static const struct {
		const char *program;
		size_t len;
		int64_t cfa;
		bool saves, other;
	} rules[] = {
		{ "", 0, 8, false, false },
		{ "\x41\x0e\x10\x86\x02", 5, 16, true, false },		/* push %rbp */
		{ "\x41\x0e\x10\x44\x0e\x30\x50\x0e\x08", 9, 48, false, false },
		/* remember, pop, restore: the epilogue in the middle */
		{ "\x0e\x20\x0a\x0e\x08\x0b\x0e\x18", 8, 32, false, false },
		/* the CFA by rbp, as with alloca, then by rsp again */
		{ "\x0e\x10\x0d\x06\x0c\x07\x08", 7, 16, false, true },
		{ "\x0f\x03\x77\xd8\x00", 5, 8, false, true },		/* by an expression */
		{ "\x13\x7e\x05\x03\x02", 5, 16, true, false },		/* factored: -2 * -8 */
		{ "\x0e\x80\x80\x04", 4, 65536, false, false },
		{ "\x02\xff\x03\xff\xff\x04\xff\xff\xff\x7f\x0e\x18\x2e\x10", 14, 24, false, false },
		{ "\xc3\x06\x03\x07\x03\x08\x03", 7, 8, false, false },	/* restore, undefined, same */
		{ "\x10\x03\x02\x76\x00\x16\x03\x02\x76\x00", 10, 8, true, false },
	};
	const size_t n = sizeof(rules) / sizeof(rules[0]);
	static const uint8_t code[256];
	struct debug_frame f;
	struct strbuf diag = STRBUF_INIT;
	struct cfi c;
	struct obj o;

	start(&f);
	for (size_t i = n; i--; )	/* in no order */
		add(&f, TEXT + 16 * i, 16, rules[i].program, rules[i].len);
	open_with(&o, code, sizeof(code), &f, NULL, 0);
	assert_int_equal(cfi_read(&c, &o, RSP, &diag), 0);
	assert_int_equal(c.n, n);
	assert_string_equal(c.section, ".debug_frame");
	for (size_t i = 0; i < n; i++) {
		const struct cfi_frame *x = &c.frames[i];

		if (x->addr != TEXT + 16 * i || x->size != 16 || x->cfa != rules[i].cfa ||
		    x->saves != rules[i].saves || x->other != rules[i].other)
			fail_msg("rule %zu: at %#llx: %lld, saves %d, other %d", i,
				 (unsigned long long)x->addr, (long long)x->cfa, x->saves, x->other);
	}
	cfi_release(&c);
	obj_release(&o);
}

static void test_damaged_rules(void **state)
{
	static const struct {
		const char *program;
		size_t len;
	} rules[] = {
		{ "\x3f", 1 },			/* no such instruction */
		{ "\x0b", 1 },			/* restores what was not remembered */
		{ "\x0e\x80\x80\x80", 4 },	/* a number without its end; nops are none */
		{ "\x0f\x7f", 2 },		/* a block past the end */
		{ "\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a", 17 },
	};
	static const uint8_t code[16];

	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		struct strbuf diag = STRBUF_INIT;
		struct debug_frame f;
		struct cfi c;
		struct obj o;

		start(&f);
		add(&f, TEXT, 16, rules[i].program, rules[i].len);
		/* so that padding does not give the number its end */
		for (size_t k = f.len; i == 2 && !f.bytes[--k]; )
			f.bytes[k] = 0x80;
		open_with(&o, code, sizeof(code), &f, NULL, 0);
		if (cfi_read(&c, &o, RSP, &diag) != -EINVAL ||
		    strncmp(diag.buf, "made: .debug_frame: damaged call frame information at 0x", 56))
			fail_msg("rule %zu: %s", i, diag.len ? diag.buf : "nothing");
		cfi_release(&c);
		obj_release(&o);
		strbuf_release(&diag);
	}
}

/* push; sub; call; add; pop; ret, with a piece that checks the canary. */
static const uint8_t with_piece[64] =
	"\x53\x48\x83\xec\x20\xe8\x26\0\0\0"		/* 00: calls 30 */
	"\x48\x83\xc4\x20\x5b\xc3"			/* 0a */
	"\x48\x83\xec\x08\x48\x83\xc4\x08\xc3"		/* 10: a frame for nothing */
	"\x90\x90\x90\x90\x90\x90\x90"
	"\xe8\x0b\0\0\0\xc3"				/* 20: calls 30 */
	"\x90\x90\x90\x90\x90\x90\x90\x90\x90\x90"
	"\xf4\xc3";					/* 30: hlt */

static const struct elf_symbol piece_symbols[] = {
	{ "worker", TEXT, 16, STB_GLOBAL, STT_FUNC, 1 },
	{ "leaf", TEXT + 0x10, 9, STB_GLOBAL, STT_FUNC, 1 },
	{ "worker.cold", TEXT + 0x20, 6, STB_LOCAL, STT_FUNC, 1 },
	{ "__stack_chk_fail", TEXT + 0x30, 2, STB_GLOBAL, STT_FUNC, 1 },
};

static const struct frame *frame_of(const struct frames *f, const char *name)
{
	for (size_t i = 0; i < f->n; i++)
		if (!strcmp(f->v[i].name, name))
			return &f->v[i];
	fail_msg("no %s", name);
	return NULL;
}

static void test_functions(void **state)
{
	struct strbuf diag = STRBUF_INIT;
	struct frames_sum sum;
	struct debug_frame d;
	struct frames f;
	struct obj o;

	/* with call frame information but for the leaf, and of code that no symbol names */
	start(&d);
	add(&d, TEXT, 16, "\x41\x0e\x10\x83\x02\x44\x0e\x30\x4d\x0e\x10\x41\x0e\x08", 14);
	add(&d, TEXT + 0x20, 6, "\x0e\x30", 2);
	add(&d, TEXT + 0x30, 2, "", 0);
	add(&d, TEXT + 0x38, 2, "\x0e\x10", 2);
	for (int with = 0; with < 2; with++) {
		const struct frame *x;

		open_with(&o, with_piece, sizeof(with_piece), with ? &d : NULL,
			  ELF_N(piece_symbols));
		assert_int_equal(frames_read(&f, &o, &diag), 0);
		frames_sum(&f, &sum);
		assert_int_equal(sum.functions, with ? 4 : 3);
		assert_int_equal(sum.checked, 1);
		assert_int_equal(sum.checks, 2);
		assert_int_equal(sum.idle, with ? 2 : 1);
		x = frame_of(&f, "worker");
		assert_int_equal(x->bytes, 48);
		assert_int_equal(x->checks, 2);
		assert_int_equal(x->size, 16 + 6);
		assert_int_equal(x->source, with ? FRAME_CFI : FRAME_CODE);
		assert_int_equal(frames_count(&f, &f.v[x - f.v]), 0);
		assert_int_equal(x->insns, 6 + 2);
		assert_false(x->idle);
		x = frame_of(&f, "leaf");
		assert_int_equal(x->bytes, 16);
		assert_int_equal(x->source, FRAME_CODE);
		assert_true(x->idle);
		assert_false(frame_of(&f, "__stack_chk_fail")->has);
		if (with) {
			assert_int_equal(f.nameless, 1);
			assert_int_equal(frame_of(&f, "0x10038")->bytes, 16);
		}
		frames_release(&f);
		obj_release(&o);
	}
	strbuf_release(&diag);
}

static void test_no_functions(void **state)
{
	struct strbuf diag = STRBUF_INIT;
	struct frames f;
	struct obj o;

	open_with(&o, with_piece, sizeof(with_piece), NULL, NULL, 0);
	assert_int_equal(frames_read(&f, &o, &diag), -ENODATA);
	assert_non_null(strstr(diag.buf, "made: no symbols"));
	frames_release(&f);
	o.machine = EM_SPARCV9;
	strbuf_reset(&diag);
	assert_int_equal(frames_read(&f, &o, &diag), -EOPNOTSUPP);
	frames_release(&f);
	obj_release(&o);
	strbuf_release(&diag);
}

static void test_pairs(void **state)
{
	struct frame a[] = {
		{ .name = "f.isra.0", .addr = 1, .bytes = 8 },
		{ .name = "f", .addr = 2, .bytes = 16 },
		{ .name = "show", .addr = 3 }, { .name = "show", .addr = 4 },
		{ .name = "gone", .addr = 5 },
		{ .name = "g.part.0", .addr = 6 },
	};
	struct frame b[] = {
		{ .name = "g.constprop.0", .addr = 1 },
		{ .name = "show", .addr = 9 }, { .name = "show", .addr = 8 },
		{ .name = "f", .addr = 3 },
		{ .name = "added", .addr = 7 },
	};
	const struct frames base = { .v = a, .n = 6 }, new = { .v = b, .n = 5 };
	static const char expected[] = "-/added:7 f:2/f:3 f.isra.0:1/- g.part.0:6/g.constprop.0:1 "
				       "gone:5/- show:3/show:8 show:4/show:9 ";
	struct frame_pair *pairs;
	char text[256] = "";
	size_t n;

	assert_int_equal(frames_pair(&base, &new, &pairs, &n), 0);
	for (size_t i = 0; i < n; i++) {
		const struct frame *x = pairs[i].base, *y = pairs[i].new;
		char *end = text + strlen(text);

		end += x ? sprintf(end, "%s:%d/", x->name, (int)x->addr) : sprintf(end, "-/");
		if (y)
			sprintf(end, "%s:%d ", y->name, (int)y->addr);
		else
			sprintf(end, "- ");
	}
	assert_string_equal(text, expected);
	free(pairs);
}

/* Only functions that had no frame count, and what they grew by. */
static void test_gain(void **state)
{
	struct frame a[] = {
		{ .name = "leaf", .addr = 1, .size = 10, .insns = 3 },
		{ .name = "had", .addr = 2, .size = 20, .insns = 5, .bytes = 16, .has = true },
		{ .name = "guarded", .addr = 3, .size = 30, .insns = 7 },
	};
	struct frame b[] = {
		{ .name = "leaf", .addr = 1, .size = 18, .insns = 5, .bytes = 16, .has = true,
		  .idle = true },
		{ .name = "had", .addr = 2, .size = 60, .insns = 15, .bytes = 32, .has = true },
		{ .name = "guarded", .addr = 3, .size = 62, .insns = 15, .bytes = 32, .has = true,
		  .checks = 1 },
		{ .name = "added", .addr = 4, .size = 62, .insns = 15, .bytes = 32, .has = true },
	};
	const struct frames base = { .v = a, .n = 3 }, new = { .v = b, .n = 4 };
	struct frames_gain gain;
	struct frame_pair *pairs;
	size_t n;

	assert_int_equal(frames_pair(&base, &new, &pairs, &n), 0);
	assert_int_equal(frames_gain(&base, &new, pairs, n, &gain), 0);
	assert_int_equal(gain.functions, 2);
	assert_int_equal(gain.checked, 1);
	assert_int_equal(gain.unchecked, 1);
	assert_int_equal(gain.idle, 1);
	assert_int_equal(gain.bytes, 8 + 32);
	assert_int_equal(gain.insns, 2 + 8);
	assert_int_equal(gain.stack, 16 + 32);
	free(pairs);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rules),
		cmocka_unit_test(test_damaged_rules),
		cmocka_unit_test(test_functions),
		cmocka_unit_test(test_no_functions),
		cmocka_unit_test(test_pairs),
		cmocka_unit_test(test_gain),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

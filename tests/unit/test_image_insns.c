// SPDX-License-Identifier: GPL-2.0-or-later
/* What objdump prints of a function, and how two of them are aligned. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "insns.h"

static void parse(struct insns *in, const char *text, uint64_t addr)
{
	char *copy = strdup(text);

	assert_int_equal(insns_parse(in, copy, "f", addr), 0);
	free(copy);
}

static void test_parse(void **state)
{
	static const char text[] =
		"\n"
		"x.o:     file format elf64-x86-64\n"
		"\n"
		"Disassembly of section .text:\n"
		"\n"
		"0000000000001000 <f>:\n"
		"    1000:\tmov    %rdi,%rax\n"
		"    1003:\tcall   1008 <f+0x8>\n"
		"\t\t\t1004: R_X86_64_PLT32\tmemcpy-0x4\n"
		"    1008:\tjne    1000 <f>\n"
		"    100a:\tjmp    2000 <g>\n"
		"    100f:\tmovabs $0xdeadbeef,%rcx\n"
		"\t...\n"
		"    1019:\tb.eq   101c <.L3>  // b.none\n";
	static const struct {
		uint64_t offset;
		const char *text;
	} want[] = {
		{ 0, "mov %rdi,%rax" },
		{ 3, "call [memcpy-0x4]" },
		{ 8, "jne +0x0" },
		{ 10, "jmp g" },
		{ 15, "movabs $0xdeadbeef,%rcx" },
		{ 25, "b.eq +0x1c // b.none" },
	};
	struct insns in;

	parse(&in, text, 0x1000);
	assert_int_equal(in.n, sizeof(want) / sizeof(want[0]));
	for (size_t i = 0; i < in.n; i++) {
		assert_int_equal(in.v[i].offset, want[i].offset);
		assert_string_equal(in.v[i].text, want[i].text);
	}
	insns_release(&in);
	parse(&in, "no instructions\nhere: at all\n\t\t\t4: R_X\ty\n", 0);
	assert_int_equal(in.n, 0);
	insns_release(&in);
}

/* Instructions of one letter each; the marks of the rows. */
static void align(const char *base, const char *new, const char *marks)
{
	const char *side[2] = { base, new };
	struct insns in[2];
	struct insns_rows rows;
	char got[128] = "";

	for (int s = 0; s < 2; s++) {
		char text[1024] = "";

		for (size_t i = 0; side[s][i]; i++)
			snprintf(text + strlen(text), sizeof(text) - strlen(text), "   %zx:\t%c\n", i,
				 side[s][i]);
		parse(&in[s], text, 0);
	}
	assert_int_equal(insns_align(&rows, &in[0], &in[1]), 0);
	for (size_t i = 0; i < rows.n; i++)
		got[i] = rows.v[i].mark == ' ' ? '=' : rows.v[i].mark;
	assert_string_equal(got, marks);
	insns_rows_release(&rows);
	insns_release(&in[0]);
	insns_release(&in[1]);
}

static void test_align(void **state)
{
	align("gggg", "gggg", "====");
	align("", "gh", ">>");
	align("gh", "", "<<");
	align("gh", "ij", "||");
	align("ghij", "gij", "=<==");
	align("gij", "ghhij", "=>>==");
	align("ghij", "gxyj", "=||=");
	align("ghijk", "gijhk", "=<==>=");
	align("ghg", "g", "=<<");
}

/* What is relocated is told by its relocation alone. */
static void test_relocations(void **state)
{
	static const char *const texts[][2] = {
		{ "  0:\tcall   5 <f+0x5>\n\t\t\t1: R_X86_64_PLT32\tmemcpy-0x4\n", "call [memcpy-0x4]" },
		{ "  0:\tmov    0x0(%rip),%edi        # 8 <f+0x8>\n\t\t\t4: R_X86_64_PC32\t.data\n",
		  "mov 0x0(%rip),%edi [.data]" },
		{ "  0:\tadrp\tx6, 0 <first>\n\t\t\t0: R_AARCH64_ADR_PREL_PG_HI21\t.data\n",
		  "adrp x6,[.data]" },
		{ "  0:\tlarl\t%r10,0 <f>\n\t\t\t2: R_390_PC32DBL\t.data+0x2\n",
		  "larl %r10,[.data+0x2]" },
		{ "  0:\tauipc\tra,0x0\n\t\t\t0: R_RISCV_CALL\tg\n\t\t\t0: R_RISCV_RELAX\t*ABS*\n",
		  "auipc ra,0x0 [g]" },
	};
	struct insns a, b;
	struct insns_rows rows;

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		parse(&a, texts[i][0], 0);
		assert_int_equal(a.n, 1);
		assert_string_equal(a.v[0].text, texts[i][1]);
		insns_release(&a);
	}
	parse(&a, "  0:\tcall   5 <f+0x5>\n\t\t\t1: R_X86_64_PLT32\tmemcpy-0x4\n", 0);
	parse(&b, "  0:\tcall   5 <f+0x5>\n\t\t\t1: R_X86_64_PLT32\tmemset-0x4\n", 0);
	assert_int_equal(insns_align(&rows, &a, &b), 0);
	assert_int_equal(rows.equal, 0);
	insns_rows_release(&rows);
	insns_release(&a);
	insns_release(&b);
}

/* Where a branch within the function goes is no difference; that it goes elsewhere is one. */
static void test_targets(void **state)
{
	struct insns a, b;
	struct insns_rows rows;

	parse(&a, "  0:\tjne    8 <f+0x8>\n  2:\tcall   90 <g>\n", 0);
	parse(&b, "  0:\tjne    c <f+0xc>\n  2:\tcall   80 <h>\n", 0);
	assert_int_equal(insns_align(&rows, &a, &b), 0);
	assert_int_equal(rows.n, 2);
	assert_int_equal(rows.equal, 1);
	assert_int_equal(rows.v[0].mark, ' ');
	assert_int_equal(rows.v[1].mark, '|');
	assert_true(rows.whole);
	insns_rows_release(&rows);
	insns_release(&a);
	insns_release(&b);
}

/* More than a table has room for: both ends are aligned, and it says so. */
static void test_long(void **state)
{
	struct strbuf sb = STRBUF_INIT;
	struct insns a, b;
	struct insns_rows rows;

	for (int i = 0; i < 5000; i++)
		assert_int_equal(strbuf_printf(&sb, "  %x:\tx %d\n", i, i == 2 ? -1 : i), 0);
	parse(&a, sb.buf, 0);
	strbuf_reset(&sb);
	for (int i = 0; i < 5000; i++)
		assert_int_equal(strbuf_printf(&sb, "  %x:\tx %d\n", i, i == 4997 ? -2 : i), 0);
	parse(&b, sb.buf, 0);
	strbuf_release(&sb);
	assert_int_equal(insns_align(&rows, &a, &b), 0);
	assert_false(rows.whole);
	assert_int_equal(rows.equal, 4);
	assert_int_equal(rows.n, 5000);
	insns_rows_release(&rows);
	insns_release(&a);
	insns_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parse),
		cmocka_unit_test(test_align),
		cmocka_unit_test(test_relocations),
		cmocka_unit_test(test_targets),
		cmocka_unit_test(test_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

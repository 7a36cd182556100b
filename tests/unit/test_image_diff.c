// SPDX-License-Identifier: GPL-2.0-or-later
/* lib/image without code: names, sizes, differences, groups, layout. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>

#include "diff.h"
#include "layout.h"
#include "sites.h"
#include "test_elf.h"

static const uint8_t code[4096];

static void test_names(void **state)
{
	static const struct {
		const char *name, *folded, *bloat_o_meter;
	} names[] = {
		{ "foo", "foo", "foo" },
		{ "foo.isra.0", "foo", "foo.isra" },
		{ "foo.constprop.12.isra.3", "foo", "foo.constprop.isra" },
		{ "foo.part.0.cold", "foo", "foo.part.cold" },
		{ "foo.cold", "foo", "foo.cold" },
		{ "foo.llvm.1234567", "foo", "foo.llvm" },
		{ "counter.7", "counter", "counter" },
		{ "table.7.8", "table", "table" },
		{ "foo.bar", "foo.bar", "foo.bar" },
		{ "foo.bar.isra.0", "foo.bar", "foo.bar.isra" },
		{ "foo.isra.0x", "foo.isra.0x", "foo.israx" },
		{ ".hidden.0", ".hidden", ".hidden" },
		{ "foo.", "foo.", "foo." },
		{ "foo..0", "foo.", "foo." },
		{ "__UNIQUE_ID_author273", "__UNIQUE_ID_author", "__UNIQUE_ID_author273" },
		{ "__addressable_init42", "__addressable_init", "__addressable_init42" },
		{ "v4l2", "v4l2", "v4l2" },
		{ "", "", "" },
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		char buf[64];

		assert_int_equal(names_fold(names[i].name, NAMES_FOLDED, buf), strlen(names[i].folded));
		assert_string_equal(buf, names[i].folded);
		assert_int_equal(names_folded(names[i].name), strlen(names[i].folded));
		names_fold(names[i].name, NAMES_BLOAT_O_METER, buf);
		assert_string_equal(buf, names[i].bloat_o_meter);
		names_fold(names[i].name, NAMES_WHOLE, buf);
		assert_string_equal(buf, names[i].name);
	}
	assert_int_equal(names_compare("foo.isra.0", "foo.cold"), 0);
	assert_true(names_compare("foo", "foobar.isra.0") < 0);
	assert_true(names_compare("foo.x", "foo") > 0);
}

enum { TEXT = 1, RODATA, DATA, BSS, UNLIKELY };

static const struct elf_section sections[] = {
	{ .name = ".text", .type = SHT_PROGBITS, .flags = SHF_ALLOC | SHF_EXECINSTR,
	  .addr = 0x10000, .bytes = code, .size = 4096 },
	{ .name = ".rodata", .type = SHT_PROGBITS, .flags = SHF_ALLOC, .addr = 0x20000,
	  .bytes = code, .size = 100 },
	{ .name = ".data", .type = SHT_PROGBITS, .flags = SHF_ALLOC | SHF_WRITE,
	  .addr = 0x30000, .bytes = code, .size = 200 },
	{ .name = ".bss", .type = SHT_NOBITS, .flags = SHF_ALLOC | SHF_WRITE, .addr = 0x40000,
	  .size = 300 },
	{ .name = ".text.unlikely", .type = SHT_PROGBITS, .flags = SHF_ALLOC | SHF_EXECINSTR,
	  .addr = 0x50000, .bytes = code, .size = 400 },
	{ .name = ".comment", .type = SHT_PROGBITS, .bytes = code, .size = 50 },
};

static void open_with(struct obj *o, const struct elf_symbol *symbols, size_t n)
{
	struct elf_file f = { .is64 = true, .type = ET_EXEC, .machine = EM_X86_64,
			      .sections = sections, .nsections = 6, .symbols = symbols,
			      .nsymbols = n };

	elf_open(&f, o);
}

static const struct elf_symbol base_symbols[] = {
	{ "grown", 0x10000, 100, STB_GLOBAL, STT_FUNC, TEXT },
	{ "grown_too", 0x10000, 100, STB_GLOBAL, STT_FUNC, TEXT },	/* an alias */
	{ "split", 0x10100, 200, STB_GLOBAL, STT_FUNC, TEXT },
	{ "gone", 0x10200, 50, STB_LOCAL, STT_FUNC, TEXT },
	{ "same", 0x20000, 40, STB_LOCAL, STT_OBJECT, RODATA },
	{ "counter.3", 0x40000, 8, STB_LOCAL, STT_OBJECT, BSS },
	{ "weak", 0x10300, 16, STB_WEAK, STT_FUNC, TEXT },
	{ "__se_sys_read", 0x10400, 32, STB_LOCAL, STT_FUNC, TEXT },
	{ "unloaded", 0, 10, STB_LOCAL, STT_OBJECT, 6 },
};

static const struct elf_symbol new_symbols[] = {
	{ "grown", 0x10000, 130, STB_GLOBAL, STT_FUNC, TEXT },
	{ "grown_too", 0x10000, 130, STB_GLOBAL, STT_FUNC, TEXT },
	{ "split.constprop.0", 0x10100, 90, STB_LOCAL, STT_FUNC, TEXT },
	{ "split.constprop.0.cold", 0x50000, 80, STB_LOCAL, STT_FUNC, UNLIKELY },
	{ "same", 0x20000, 40, STB_LOCAL, STT_OBJECT, RODATA },
	{ "counter.9", 0x40000, 8, STB_LOCAL, STT_OBJECT, BSS },
	{ "added", 0x10200, 30, STB_GLOBAL, STT_FUNC, TEXT },
	{ "weak", 0x10300, 48, STB_WEAK, STT_FUNC, TEXT },
	{ "__se_sys_read", 0x10400, 64, STB_LOCAL, STT_FUNC, TEXT },
};

static void check_diff(const struct obj *a, const struct obj *b, enum names_fold fold,
		       const char *expected)
{
	const struct diff_opts opts = { .fold = fold };
	char text[512] = "";
	struct diff d;

	assert_int_equal(diff_make(&d, a, b, &opts), 0);
	for (size_t i = 0; i < d.n; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%+lld ", d.v[i].name,
			 (long long)diff_change(&d.v[i]));
	snprintf(text + strlen(text), sizeof(text) - strlen(text), "%llu/%llu %llu/%llu %llu-%llu: %llu %llu",
		 (unsigned long long)d.totals.add, (unsigned long long)d.totals.remove,
		 (unsigned long long)d.totals.grow, (unsigned long long)d.totals.shrink,
		 (unsigned long long)d.totals.up, (unsigned long long)d.totals.down,
		 (unsigned long long)d.totals.before, (unsigned long long)d.totals.after);
	assert_string_equal(text, expected);
	diff_release(&d);
}

static void test_diff(void **state)
{
	struct obj a, b;

	open_with(&a, ELF_N(base_symbols));
	open_with(&b, ELF_N(new_symbols));
	/* 200 bytes are 90 + 80 now; of two names for the same bytes one counts */
	check_diff(&a, &b, NAMES_FOLDED, "gone-50 __se_sys_read+32 weak+32 added+30 grown+30 split-30 "
		   "1/1 3/1 124-80: 446 490");
	check_diff(&a, &b, NAMES_WHOLE, "split-200 split.constprop.0+90 split.constprop.0.cold+80 "
		   "gone-50 __se_sys_read+32 weak+32 added+30 grown+30 counter.9+8 counter.3-8 "
		   "4/3 3/0 302-258: 446 490");
	/* as the script: aliases each for themselves, no weak and no generated ones; what is not loaded is 'n' */
	check_diff(&a, &b, NAMES_BLOAT_O_METER, "split-200 split.constprop+90 split.constprop.cold+80 "
		   "gone-50 added+30 grown+30 grown_too+30 3/2 2/0 260-250: 498 508");
	check_diff(&a, &a, NAMES_FOLDED, "0/0 0/0 0-0: 446 446");
	obj_release(&a);
	obj_release(&b);
}

/* Sizes that no sum can hold are no figure. */
static void test_overflow(void **state)
{
	static const struct elf_symbol symbols[] = {
		{ "a", 0x10000, INT64_MAX, STB_GLOBAL, STT_FUNC, TEXT },
		{ "a.cold", 0x10010, INT64_MAX, STB_GLOBAL, STT_FUNC, TEXT },
	};
	const struct diff_opts opts = { .fold = NAMES_FOLDED };
	struct diff d;
	struct obj o;

	open_with(&o, ELF_N(symbols));
	assert_int_equal(diff_make(&d, &o, &o, &opts), -EOVERFLOW);
	diff_release(&d);
	obj_release(&o);
}

static bool is_text(void *arg, const char *section)
{
	return !strncmp(section, arg, strlen(arg));
}

static void test_sizes(void **state)
{
	struct image_size size;
	struct obj o;

	open_with(&o, ELF_N(base_symbols));
	image_size(&o, NULL, NULL, &size);
	assert_int_equal(size.text, 4096 + 100 + 400);
	assert_int_equal(size.data, 200);
	assert_int_equal(size.bss, 300);
	assert_int_equal(image_size_total(&size), 4596 + 200 + 300);
	image_size(&o, is_text, ".text", &size);
	assert_int_equal(size.text, 4096 + 400);
	assert_int_equal(image_size_total(&size), size.text);
	assert_int_equal(image_part(&o.sections[RODATA]), IMAGE_TEXT);
	assert_int_equal(image_part(&o.sections[6]), IMAGE_NOT_LOADED);
	obj_release(&o);
}

static void test_classes(void **state)
{
	static const struct { const char *name; char class; } want[] = {
		{ "grown", 'T' }, { "gone", 't' }, { "same", 'r' }, { "counter.3", 'b' },
		{ "weak", 'W' }, { "unloaded", 'n' },
	};
	size_t found = 0;
	struct obj o;

	open_with(&o, ELF_N(base_symbols));
	for (size_t i = 0; i < o.nsymbols; i++)
		for (size_t k = 0; k < sizeof(want) / sizeof(want[0]); k++)
			if (!strcmp(o.symbols[i].name, want[k].name)) {
				assert_int_equal(symbol_class(&o, &o.symbols[i]), want[k].class);
				found++;
			}
	assert_int_equal(found, sizeof(want) / sizeof(want[0]));
	obj_release(&o);
}

static void test_groups(void **state)
{
	struct diff_groups g;

	diff_groups_init(&g);
	assert_int_equal(diff_groups_add(&g, 0, "fs/ext4", 3, 100), 0);	/* "fs/" */
	assert_int_equal(diff_groups_add(&g, 0, "mm/", 3, 100), 0);
	assert_int_equal(diff_groups_add(&g, 1, "mm/", 3, 110), 0);
	assert_int_equal(diff_groups_add(&g, 1, "fs/xfs", 3, 30), 0);
	assert_int_equal(diff_groups_add(&g, 1, "fs/proc", 3, 60), 0);
	assert_int_equal(diff_groups_add(&g, 1, "ipc/", 4, 10), 0);
	diff_groups_sort(&g);
	assert_int_equal(g.n, 3);
	/* equal changes, either way: growth first, then by name */
	assert_string_equal(g.v[0].name, "ipc/");
	assert_string_equal(g.v[1].name, "mm/");
	assert_string_equal(g.v[2].name, "fs/");
	assert_int_equal(g.v[2].size[0], 100);
	assert_int_equal(g.v[2].size[1], 90);
	diff_groups_release(&g);
}

static void test_layout(void **state)
{
	static const struct elf_symbol before[] = {
		{ "moved", 0x10040, 64, STB_GLOBAL, STT_FUNC, TEXT },
		{ "near", 0x10100, 10, STB_GLOBAL, STT_FUNC, TEXT },
		{ "twice", 0x10200, 10, STB_LOCAL, STT_FUNC, TEXT },
		{ "twice", 0x10210, 10, STB_LOCAL, STT_FUNC, TEXT },
		{ "data", 0x30000, 10, STB_LOCAL, STT_OBJECT, DATA },
	};
	static const struct elf_symbol after[] = {
		{ "moved", 0x10070, 64, STB_GLOBAL, STT_FUNC, TEXT },
		{ "near", 0x10304, 10, STB_GLOBAL, STT_FUNC, TEXT },
		{ "twice", 0x10201, 10, STB_LOCAL, STT_FUNC, TEXT },
		{ "data", 0x30010, 10, STB_LOCAL, STT_OBJECT, DATA },
	};
	const struct layout_opts opts = { .line = 64 };
	struct layout l;
	struct obj a, b;

	open_with(&a, ELF_N(before));
	open_with(&b, ELF_N(after));
	assert_int_equal(layout_compare(&l, &a, &b, &opts), 0);
	assert_int_equal(l.both, 2);
	assert_int_equal(l.n, 2);
	assert_string_equal(l.v[0].name, "moved");	/* one line more; stays: worse aligned */
	assert_int_equal(l.v[0].side[0].lines, 1);
	assert_int_equal(l.v[0].side[1].lines, 2);
	assert_int_equal(l.v[0].side[0].align, 64);
	assert_int_equal(l.v[0].side[1].align, 16);
	assert_int_equal(l.v[0].side[1].offset, 0x30);
	layout_release(&l);
	obj_release(&a);
	obj_release(&b);
}

static void test_primitives(void **state)
{
	static const char *const are[] = {
		"copy_to_user", "_copy_from_user", "raw_copy_to_user", "__raw_copy_from_user",
		"__copy_user_nocache", "copy_user_generic_unrolled", "arm_copy_from_user",
		"__arch_copy_to_user", "asm_copy_to_user", "__asm_copy_from_user", "__copy_tofrom_user",
		"__get_user_4", "get_user", "__put_user_nocheck_8", "clear_user", "__clear_user_std",
	};
	static const char *const are_not[] = {
		"memcpy", "copy_page_range", "get_user_pages", "put_user_ns", "__get_user_ns",
		"copy_from_kernel_nofault", "strncpy_from_user", "",
	};

	for (size_t i = 0; i < sizeof(are) / sizeof(are[0]); i++)
		if (!sites_primitive(are[i]))
			fail_msg("%s is one", are[i]);
	for (size_t i = 0; i < sizeof(are_not) / sizeof(are_not[0]); i++)
		if (sites_primitive(are_not[i]))
			fail_msg("%s is none", are_not[i]);
	assert_true(layout_copy_path("strncpy_from_user"));
	assert_true(layout_copy_path("__memcpy"));
	assert_false(layout_copy_path("get_user_pages"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_diff),
		cmocka_unit_test(test_overflow),
		cmocka_unit_test(test_sizes),
		cmocka_unit_test(test_classes),
		cmocka_unit_test(test_groups),
		cmocka_unit_test(test_layout),
		cmocka_unit_test(test_primitives),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Object files: what an open one offers, and what is said of a damaged one. */
#include <errno.h>
#include <stdbool.h>

#include "marks.h"
#include "test_elf.h"
#include "units.h"

static const uint8_t code[64];

static const struct elf_section linked[] = {
	{ .name = ".text", .type = SHT_PROGBITS, .flags = SHF_ALLOC | SHF_EXECINSTR,
	  .addr = 0x1000, .bytes = code, .size = 64 },
	{ .name = ".bss", .type = SHT_NOBITS, .flags = SHF_ALLOC | SHF_WRITE, .addr = 0x2000,
	  .size = 4096 },
};

static const struct elf_symbol symbols[] = {
	{ "within", 0x1008, 8, STB_LOCAL, STT_FUNC, 1 },
	{ "whole", 0x1000, 64, STB_GLOBAL, STT_FUNC, 1 },
	{ "alias", 0x1000, 64, STB_LOCAL, STT_FUNC, 1 },
	{ "buffer", 0x2000, 4096, STB_GLOBAL, STT_OBJECT, 2 },
	{ "outside", 0x1030, 64, STB_GLOBAL, STT_FUNC, 1 },
	{ "number", 5, 0, STB_GLOBAL, STT_NOTYPE, SHN_ABS },
	{ "elsewhere", 0, 0, STB_GLOBAL, STT_NOTYPE, SHN_UNDEF },
	{ "$x", 0x1000, 0, STB_LOCAL, STT_NOTYPE, 1 },
};

static const struct obj_symbol *named(const struct obj *o, const char *name)
{
	for (size_t i = 0; i < o->nsymbols; i++)
		if (!strcmp(o->symbols[i].name, name))
			return &o->symbols[i];
	return NULL;
}

static void open_linked(struct obj *o, bool is64, bool big, uint16_t machine)
{
	struct elf_file f = { .is64 = is64, .big = big, .type = ET_EXEC, .machine = machine,
			      .sections = linked, .nsections = 2, .symbols = symbols,
			      .nsymbols = sizeof(symbols) / sizeof(symbols[0]) };

	elf_open(&f, o);
}

static void test_symbols(void **state)
{
	for (int how = 0; how < 4; how++) {
		struct obj o;

		open_linked(&o, how & 1, how & 2, EM_AARCH64);
		assert_int_equal(o.nsymbols, 6);	/* not what is undefined, nor marks */
		assert_string_equal(o.symbols[1].name, "whole");	/* the global one first */
		assert_string_equal(o.symbols[2].name, "alias");
		assert_int_equal(named(&o, "number")->section, OBJ_NO_SECTION);
		assert_string_equal(obj_symbol_at(&o, 0x1000)->name, "whole");
		assert_string_equal(obj_symbol_at(&o, 0x100f)->name, "within");
		assert_string_equal(obj_symbol_at(&o, 0x1010)->name, "whole");
		assert_null(obj_symbol_at(&o, 0xfff));
		assert_null(obj_symbol_at(&o, UINT64_MAX));
		assert_int_equal(obj_symbol_from(&o, 0x1001), 3);
		assert_non_null(obj_symbol_bytes(&o, named(&o, "whole")));
		assert_null(obj_symbol_bytes(&o, named(&o, "outside")));
		assert_null(obj_symbol_bytes(&o, named(&o, "buffer")));
		assert_null(obj_symbol_bytes(&o, named(&o, "number")));
		assert_int_equal(o.big_endian, how & 2 ? 1 : 0);
		obj_release(&o);
	}
}

static void test_bytes(void **state)
{
	const uint8_t v[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	const struct obj_section *text;
	struct obj o;

	open_linked(&o, true, false, EM_X86_64);
	text = obj_section(&o, ".text");
	assert_non_null(obj_bytes(&o, text, 0, 64));
	assert_non_null(obj_bytes(&o, text, 64, 0));
	assert_null(obj_bytes(&o, text, 1, 64));
	assert_null(obj_bytes(&o, text, 65, 0));
	assert_null(obj_bytes(&o, text, 8, UINT64_MAX));
	assert_null(obj_bytes(&o, obj_section(&o, ".bss"), 0, 1));
	assert_null(obj_section(&o, ".data"));
	assert_string_equal(obj_arch(&o), "x86_64");
	assert_int_equal(obj_get32(&o, v), 0x04030201);
	assert_int_equal(obj_get64(&o, v), 0x0807060504030201);
	obj_release(&o);
	open_linked(&o, false, true, EM_PPC);
	assert_int_equal(obj_get16(&o, v), 0x0102);
	assert_int_equal(obj_get64(&o, v), 0x0102030405060708);
	obj_release(&o);
}

/* Where code and data begin, in what is loaded; debug sections have such marks too. */
static void test_marks(void **state)
{
	static const struct elf_section sections[] = {
		{ .name = ".debug_frame", .type = SHT_PROGBITS, .bytes = code, .size = 32 },
		{ .name = ".text", .type = SHT_PROGBITS, .flags = SHF_ALLOC | SHF_EXECINSTR,
		  .bytes = code, .size = 32 },
		{ .name = ".text.b", .type = SHT_PROGBITS, .flags = SHF_ALLOC | SHF_EXECINSTR,
		  .bytes = code, .size = 32 },
	};
	static const struct elf_symbol marked[] = {
		{ "$d", 8, 0, STB_LOCAL, STT_NOTYPE, 1 },
		{ "$a", 0, 0, STB_LOCAL, STT_NOTYPE, 3 },
		{ "$d", 12, 0, STB_LOCAL, STT_NOTYPE, 2 },
		{ "$t.1", 0, 0, STB_LOCAL, STT_NOTYPE, 2 },
		{ "$b", 4, 0, STB_LOCAL, STT_NOTYPE, 2 },
	};
	static const struct obj_mark want[] = { { 0, 't' }, { 12, 'd' }, { 32, 'a' } };
	struct elf_file f = { .type = ET_REL, .machine = EM_ARM, .sections = sections,
			      .nsections = 3, .symbols = marked, .nsymbols = 5 };
	struct obj_mark *marks;
	struct obj o;
	size_t n;

	elf_open(&f, &o);
	assert_int_equal(obj_marks(&o, &marks, &n), 0);
	assert_int_equal(n, 3);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(marks[i].addr, want[i].addr);
		assert_int_equal(marks[i].kind, want[i].kind);
	}
	free(marks);
	obj_release(&o);
}

/* In a .o each section gets addresses of its own, as it is aligned. */
static void test_relocatable(void **state)
{
	static const struct elf_section sections[] = {
		{ .name = ".text", .type = SHT_PROGBITS, .flags = SHF_ALLOC | SHF_EXECINSTR,
		  .bytes = code, .size = 6, .align = 4 },
		{ .name = ".comment", .type = SHT_PROGBITS, .bytes = code, .size = 9 },
		{ .name = ".text.b", .type = SHT_PROGBITS, .flags = SHF_ALLOC | SHF_EXECINSTR,
		  .bytes = code, .size = 16, .align = 16 },
	};
	static const struct elf_symbol two[] = {
		{ "a", 2, 4, STB_GLOBAL, STT_FUNC, 1 },
		{ "thumb", 5, 4, STB_GLOBAL, STT_FUNC, 3 },
	};
	struct elf_file f = { .type = ET_REL, .machine = EM_ARM, .sections = sections,
			      .nsections = 3, .symbols = two, .nsymbols = 2 };
	struct obj o;

	elf_open(&f, &o);
	assert_true(o.relocatable);
	assert_int_equal(obj_section(&o, ".text.b")->addr, 16);
	assert_int_equal(named(&o, "a")->addr, 2);
	assert_int_equal(named(&o, "thumb")->addr, 16 + 4);
	assert_true(named(&o, "thumb")->thumb);
	assert_false(named(&o, "a")->thumb);
	obj_release(&o);
}

static void damaged(const struct elf_file *f, const char *what)
{
	struct strbuf diag = STRBUF_INIT;
	struct obj o;
	int r = obj_open_memory(&o, "made", f->bytes, f->len, &diag);

	if (r != -EINVAL || !diag.buf || strncmp(diag.buf, "made: ", 6) || !strstr(diag.buf, what))
		fail_msg("%d: %s; want: %s", r, diag.buf, what);
	obj_release(&o);
	strbuf_release(&diag);
}

static void test_damaged(void **state)
{
	static const struct elf_symbol nowhere = { "f\n", 0, 4, STB_GLOBAL, STT_FUNC, 77 };
	struct elf_file f = { .is64 = true, .type = ET_EXEC, .machine = EM_X86_64,
			      .sections = linked, .nsections = 2, .symbols = symbols,
			      .nsymbols = 4 };
	const size_t n = f.nsections + 4;
	size_t shoff, len;

	elf_make(&f);
	len = f.len;
	for (shoff = 0; shoff + 64 < len && memcmp(f.bytes + 40, &shoff, 8); )
		shoff++;
	f.len = shoff + 64;
	damaged(&f, "are not within the file, which ends at ");
	f.len = len;
	elf_put(&f, elf_shdr(&f, shoff, 1) + 24, len - 8, 8);
	damaged(&f, "section 1 (.text) ends at ");
	elf_put(&f, elf_shdr(&f, shoff, 1) + 24, UINT64_MAX - 8, 8);
	damaged(&f, "section 1 (.text) ends at ");
	elf_free(&f);

	elf_make(&f);
	elf_put(&f, elf_shdr(&f, shoff, 1), 0x7fffffff, 4);
	damaged(&f, "section 1: its name is not in the string table");
	elf_free(&f);

	elf_make(&f);
	elf_put(&f, elf_shdr(&f, shoff, n - 3) + 56, 23, 8);
	damaged(&f, "section 3 (.symtab): ");
	elf_put(&f, elf_shdr(&f, shoff, n - 3) + 56, 24, 8);
	elf_put(&f, elf_shdr(&f, shoff, n - 3) + 40, 1, 4);
	damaged(&f, "section 3 (.symtab): no string table");
	elf_free(&f);

	elf_make(&f);
	elf_put(&f, elf_shdr(&f, shoff, n - 2) + 32, 3, 8);	/* .strtab ends within a name */
	damaged(&f, "the string table does not end");
	elf_free(&f);

	f.symbols = &nowhere;
	f.nsymbols = 1;
	elf_make(&f);
	damaged(&f, "symbol 1 (f?) is in section 77, of 6");	/* one line, whatever the name */
	elf_free(&f);

	elf_make(&f);
	elf_put(&f, 40, 0, 8);
	elf_put(&f, 60, 0, 2);
	damaged(&f, "it has no section headers");
	elf_free(&f);
}

static void test_no_object(void **state)
{
	static const struct {
		const char *bytes;
		size_t len;
		const char *what;
	} files[] = {
		{ "", 0, "the file is empty" },
		{ "hello, world\n", 13, "neither an ELF file nor a kernel" },
		{ "\x7f" "ELF\2\1\1", 7, "a damaged ELF header" },
	};

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		struct strbuf diag = STRBUF_INIT;
		struct obj o;

		assert_true(obj_open_memory(&o, "made", files[i].bytes, files[i].len, &diag) < 0);
		assert_non_null(strstr(diag.buf, files[i].what));
		obj_release(&o);
		strbuf_release(&diag);
	}
}

/* Without DWARF there is none to read, and that is no damage. */
static void test_no_dwarf(void **state)
{
	struct strbuf diag = STRBUF_INIT;
	struct units u;
	struct obj o;

	open_linked(&o, true, false, EM_X86_64);
	assert_int_equal(units_read(&u, &o, &diag), -ENODATA);
	assert_int_equal(diag.len, 0);
	units_release(&u);
	obj_release(&o);
	strbuf_release(&diag);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_symbols),
		cmocka_unit_test(test_bytes),
		cmocka_unit_test(test_marks),
		cmocka_unit_test(test_relocatable),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_no_object),
		cmocka_unit_test(test_no_dwarf),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* lib/vm: kernel images told by their headers, whole, cut and foreign. */
#include <elf.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "kernel_image.h"
#include "strbuf.h"

#define SIZE	0x12000

static unsigned char file[SIZE];
static struct strbuf why = STRBUF_INIT;

/* n bytes at a place, the least significant first */
static void put(size_t at, uint64_t v, int n)
{
	for (int i = 0; i < n; i++)
		file[at + i] = v >> (8 * i);
}

static void put_big(size_t at, uint64_t v, int n)
{
	for (int i = 0; i < n; i++)
		file[at + i] = v >> (8 * (n - 1 - i));
}

static void puts_at(size_t at, const char *s)
{
	memcpy(file + at, s, strlen(s));
}

static int clear(void **state)
{
	memset(file, 0, sizeof(file));
	strbuf_reset(&why);
	return 0;
}

/* Of a file of that size. */
static int identify(uint64_t size, struct vm_image *im)
{
	size_t len = size < sizeof(file) ? size : sizeof(file);

	strbuf_reset(&why);
	memset(im, 0xff, sizeof(*im));
	return vm_image_identify(file, len, size, im, &why);
}

static void expect(const struct vm_machine *m, const char *format, uint64_t size)
{
	struct vm_image im;

	assert_int_equal(identify(size, &im), 0);
	assert_ptr_equal(im.machine, m);
	assert_string_equal(im.format, format);
}

/* Whole from size on; a byte less is cut. */
static void expect_whole_from(const struct vm_machine *m, const char *format, uint64_t size)
{
	struct vm_image im;

	expect(m, format, size);
	expect(m, format, size + 1);
	assert_int_equal(identify(size - 1, &im), -ENODATA);
	assert_int_equal(strncmp(why.buf, "cut", 3), 0);
}

static void x86(uint64_t paragraphs, unsigned int xloadflags)
{
	put(0x1f1, 39, 1);
	put(0x1f4, paragraphs, 4);
	put(0x1fe, 0xaa55, 2);
	puts_at(0x202, "HdrS");
	put(0x206, 0x20f, 2);
	put(0x236, xloadflags, 2);
}

static void bzimage(void **state)
{
	struct vm_image im;

	x86(1000, 1);
	expect_whole_from(&vm_amd64, "bzImage", 40 * 512 + 16000);
	assert_int_equal(identify(SIZE, &im), 0);
	assert_null(im.unpacker);
	put(0x248, 0x100, 4);
	put(0x24c, 5000, 4);
	puts_at(40 * 512 + 0x100, "\xfd" "7zXZ");
	assert_int_equal(identify(SIZE, &im), 0);
	assert_string_equal(im.unpacker, "xz");
	assert_int_equal(im.payload_offset, 40 * 512 + 0x100);
	assert_int_equal(im.payload_len, 5000);
	x86(1000, 0);
	expect(&vm_i386, "bzImage", 1 << 20);
	x86(1000, 1);
	put(0x206, 0x20b, 2);	/* before xloadflags were invented */
	expect(&vm_i386, "bzImage", 1 << 20);
}

/* An EFI stub's header at 0x40, with two sections that end at `end`. */
static void pe(uint64_t end)
{
	puts_at(0, "MZ");
	put(0x3c, 0x40, 4);
	puts_at(0x40, "PE");
	put(0x46, 2, 2);
	put(0x54, 0xa0, 2);
	put(0x40 + 24 + 0xa0 + 16, 0x1000, 4);
	put(0x40 + 24 + 0xa0 + 20, 0x1000, 4);
	put(0x40 + 24 + 0xa0 + 40 + 16, end - 0x2000, 4);
	put(0x40 + 24 + 0xa0 + 40 + 20, 0x2000, 4);
}

static void images(void **state)
{
	struct vm_image im;

	puts_at(0x38, "ARM\x64");
	expect(&vm_arm64, "Image", 5000);	/* no stub: nobody knows how long */
	pe(0x9000);
	expect_whole_from(&vm_arm64, "Image", 0x9000);
	clear(NULL);
	pe(0x9000);
	puts_at(0x30, "RISCV");
	puts_at(0x38, "RSC\x05");
	put(8, 0x200000, 8);
	expect_whole_from(&vm_riscv64, "Image", 0x9000);
	put(8, 0x400000, 8);
	assert_int_equal(identify(0x9000, &im), -ENOTSUP);
	assert_non_null(strstr(why.buf, "32-bit"));
}

static void zimage(void **state)
{
	put(0x24, 0x016f2818, 4);
	put(0x2c, 0x8000, 4);
	expect_whole_from(&vm_armhf, "zImage", 0x8000);
}

static void s390(void **state)
{
	struct vm_image im;

	memcpy(file, "\x00\x08\x00\x00\x80\x00\x02\x00", 8);
	puts_at(0x10008, "S390EP");
	expect(&vm_s390x, "bzImage", SIZE);
	assert_int_equal(identify(0x10000, &im), -ENODATA);
	assert_int_equal(identify(0x1000, &im), -ENODATA);
}

static void elf64(unsigned int machine, bool big, uint64_t end)
{
	void (*p)(size_t, uint64_t, int) = big ? put_big : put;

	puts_at(0, "\177ELF");
	file[EI_CLASS] = ELFCLASS64;
	file[EI_DATA] = big ? ELFDATA2MSB : ELFDATA2LSB;
	p(16, ET_EXEC, 2);
	p(18, machine, 2);
	p(32, 0x40, 8);
	p(54, 56, 2);
	p(56, 2, 2);
	p(0x40, PT_LOAD, 4);
	p(0x40 + 8, 0x1000, 8);
	p(0x40 + 32, end - 0x1000, 8);
	p(0x78, PT_NOTE, 4);
	p(0x78 + 8, 0x800, 8);
	p(0x78 + 32, 0x24, 8);
}

static void elf(void **state)
{
	struct vm_image im;

	elf64(EM_PPC64, false, 0x8000);
	expect_whole_from(&vm_ppc64el, "ELF", 0x8000);
	elf64(EM_X86_64, false, 0x8000);
	expect_whole_from(&vm_amd64, "ELF", 0x8000);
	elf64(EM_S390, true, 0x8000);
	expect_whole_from(&vm_s390x, "ELF", 0x8000);
	clear(NULL);
	elf64(EM_PPC64, true, 0x8000);		/* big-endian powerpc */
	assert_int_equal(identify(SIZE, &im), -ENOTSUP);
	elf64(EM_SPARC, false, 0x8000);
	assert_int_equal(identify(SIZE, &im), -ENOTSUP);
	clear(NULL);
	elf64(EM_X86_64, false, 0x8000);
	put(0x78, PT_INTERP, 4);		/* a program, as /bin/sh */
	assert_int_equal(identify(SIZE, &im), -ENOEXEC);
	put(0x78, PT_NOTE, 4);
	put(16, ET_REL, 2);			/* a module */
	assert_int_equal(identify(SIZE, &im), -ENOEXEC);
	put(16, ET_EXEC, 2);
	put(0x40 + 32, UINT64_MAX, 8);
	assert_int_equal(identify(SIZE, &im), -ENODATA);
	put(32, UINT64_MAX - 8, 8);
	assert_int_equal(identify(SIZE, &im), -ENODATA);
	assert_int_equal(identify(30, &im), -ENODATA);
}

static void pvh(void **state)
{
	elf64(EM_X86_64, false, 0x8000);
	assert_false(vm_elf_has_pvh(file, SIZE));
	put(0x800, 4, 4);
	put(0x804, 4, 4);
	put(0x808, 6, 4);
	puts_at(0x80c, "Xen");
	assert_false(vm_elf_has_pvh(file, SIZE));
	put(0x814, 4, 4);
	put(0x818, 8, 4);
	put(0x81c, 18, 4);	/* PHYS32_ENTRY */
	puts_at(0x820, "Xen");
	put(0x78 + 32, 0x14 + 0x18, 8);
	assert_true(vm_elf_has_pvh(file, SIZE));
	put(0x800, 0xffffffff, 4);	/* a note longer than all */
	assert_false(vm_elf_has_pvh(file, SIZE));
	assert_false(vm_elf_has_pvh(file, 0x80));
	assert_false(vm_elf_has_pvh("no", 2));
}

static void packed(void **state)
{
	struct vm_image im;

	put(0, 0x8b1f, 2);
	assert_int_equal(identify(5000, &im), 0);
	assert_null(im.machine);
	assert_string_equal(im.unpacker, "gzip");
	assert_int_equal(im.payload_len, 5000);
	clear(NULL);
	puts_at(0, "MZ");
	puts_at(4, "zimg");
	put(8, 0x2000, 4);
	put(12, 0x3000, 4);
	assert_int_equal(identify(0x5000, &im), -ENOTSUP);
	puts_at(0x2000, "\x28\xb5\x2f\xfd");
	assert_int_equal(identify(0x5000, &im), 0);
	assert_string_equal(im.unpacker, "zstd");
	assert_int_equal(im.payload_offset, 0x2000);
	assert_int_equal(identify(0x4fff, &im), -ENODATA);
}

static void no_kernel(void **state)
{
	struct vm_image im;

	assert_int_equal(identify(0, &im), -ENODATA);
	assert_string_equal(why.buf, "empty");
	assert_int_equal(identify(1, &im), -ENOEXEC);
	assert_int_equal(identify(SIZE, &im), -ENOEXEC);
	puts_at(0, "MZ");
	put(0x3c, 0xfffffff0, 4);
	assert_int_equal(identify(SIZE, &im), -ENOEXEC);
	puts_at(0, "root:x:0:0");
	assert_int_equal(identify(SIZE, &im), -ENOEXEC);
}

/* Any bytes at all: an answer, and ASan finds nothing to say. */
static void any_bytes(void **state)
{
	static const char *const magics[] = { "\177ELF", "MZ", "ARM\x64", "RSC\x05", "HdrS", "S390EP" };
	static const size_t places[] = { 0, 0, 0x38, 0x38, 0x202, 0x10008 };
	uint64_t x = 88172645463325252u;

	for (int round = 0; round < 3000; round++) {
		struct vm_image im;
		int i = round % 6, r;
		size_t size = 1 + x % (round % 2 ? SIZE : 0x400);

		for (size_t at = 0; at < 0x400; at++) {
			x ^= x << 13, x ^= x >> 7, x ^= x << 17;
			file[at] = x & 3 ? 0 : x >> 32;
		}
		puts_at(places[i], magics[i]);
		r = identify(size, &im);
		assert_true(!r || why.len);
		vm_elf_has_pvh(file, size);
		strbuf_reset(&why);
		vm_runner_check(file, size, size, &vm_arm64, &why);
	}
}

static void runner(void **state)
{
	elf64(EM_AARCH64, false, 0x8000);
	assert_int_equal(vm_runner_check(file, SIZE, SIZE, &vm_arm64, &why), 0);
	assert_int_equal(vm_runner_check(file, SIZE, 0x7fff, &vm_arm64, &why), -ENODATA);
	strbuf_reset(&why);
	assert_int_equal(vm_runner_check(file, SIZE, SIZE, &vm_amd64, &why), -ENOEXEC);
	assert_string_equal(why.buf, "a program for arm64, not for amd64");
	put(0x78, PT_INTERP, 4);
	strbuf_reset(&why);
	assert_int_equal(vm_runner_check(file, SIZE, SIZE, &vm_arm64, &why), -ENOEXEC);
	assert_non_null(strstr(why.buf, "static"));
	assert_int_equal(vm_runner_check("#!/bin/sh", 9, 9, &vm_arm64, &why), -ENOEXEC);
}

static void module(void **state)
{
	elf64(EM_AARCH64, false, 0x8000);
	assert_int_equal(vm_module_check(file, SIZE, &vm_arm64, &why), -ENOEXEC);
	put(16, ET_REL, 2);
	put(54, 0, 2);
	put(56, 0, 2);
	assert_int_equal(vm_module_check(file, SIZE, &vm_arm64, &why), 0);
	strbuf_reset(&why);
	assert_int_equal(vm_module_check(file, SIZE, &vm_s390x, &why), -ENOEXEC);
	assert_string_equal(why.buf, "a module for arm64, not for s390x");
	strbuf_reset(&why);
	assert_int_equal(vm_module_check("\xfd" "7zXZ\0", 6, &vm_s390x, &why), -ENOEXEC);
	assert_string_equal(why.buf, "packed: unpack it by xz first");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(bzimage, clear),
		cmocka_unit_test_setup(images, clear),
		cmocka_unit_test_setup(zimage, clear),
		cmocka_unit_test_setup(s390, clear),
		cmocka_unit_test_setup(elf, clear),
		cmocka_unit_test_setup(pvh, clear),
		cmocka_unit_test_setup(packed, clear),
		cmocka_unit_test_setup(no_kernel, clear),
		cmocka_unit_test_setup(any_bytes, clear),
		cmocka_unit_test_setup(runner, clear),
		cmocka_unit_test_setup(module, clear),
	};
	int r = cmocka_run_group_tests(tests, NULL, NULL);

	strbuf_release(&why);
	return r;
}

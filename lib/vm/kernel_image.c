// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "elf_head.h"
#include "kernel_image.h"

static const struct packer {
	const char *name, *unpacker, *magic;
	size_t len;
} packers[] = {
	{ "gzip", "gzip", "\x1f\x8b", 2 },
	{ "xz", "xz", "\xfd" "7zXZ\0", 6 },
	{ "zstd", "zstd", "\x28\xb5\x2f\xfd", 4 },
	{ "lz4", "lz4", "\x02\x21\x4c\x18", 4 },
	{ "lzma", "lzma", "\x5d\x00\x00", 3 },
	{ "bzip2", "bzip2", "BZh", 3 },
	{ 0 }
};

static const struct packer *packer_at(const struct bytes *b, uint64_t at)
{
	const struct packer *p = packers;

	while (p->name && !bytes_are(b, at, p->magic, p->len))
		p++;
	return p->name ? p : NULL;
}

/* The file ought to reach up to `end`. */
static int whole(uint64_t size, uint64_t end, struct strbuf *why)
{
	if (size >= end)
		return 0;
	return strbuf_printf(why, "cut: %" PRIu64 " bytes, and its header says %" PRIu64
			     " or more", size, end) ? : -ENODATA;
}

static int not_ours(struct strbuf *why, const char *what)
{
	return strbuf_printf(why, "%s, which boot has no machine for", what) ? : -ENOTSUP;
}

/*
 * Each of these: 1: not of this format; else as vm_image_identify. A magic that stands far
 * inside is looked for before one of two letters at the start.
 */

static int x86(const struct bytes *b, uint64_t size, struct vm_image *im, struct strbuf *why)
{
	unsigned int setup = bytes_at(b, 0x1f1, 1), version = bytes_at(b, 0x206, 2);
	uint64_t base, end;

	if (!bytes_are(b, 0x202, "HdrS", 4) || bytes_at(b, 0x1fe, 2) != 0xaa55)
		return 1;
	im->format = "bzImage";
	im->machine = version >= 0x20c && (bytes_at(b, 0x236, 2) & 1) ? &vm_amd64 : &vm_i386;
	base = ((setup ? setup : 4) + 1) * 512;
	end = base + bytes_at(b, 0x1f4, version >= 0x204 ? 4 : 2) * 16;
	if (version >= 0x208) {
		const struct packer *p;

		im->payload_offset = base + bytes_at(b, 0x248, 4);
		im->payload_len = bytes_at(b, 0x24c, 4);
		p = packer_at(b, im->payload_offset);
		im->unpacker = p ? p->unpacker : NULL;
	}
	return whole(size, end, why);
}

/* Where the last section of a PE file ends in it; 0 without such a header. */
static uint64_t pe_end(const struct bytes *b)
{
	uint64_t pe = bytes_at(b, 0x3c, 4), table, end = 0;
	unsigned int n;

	if (!bytes_are(b, 0, "MZ", 2) || !bytes_are(b, pe, "PE\0\0", 4))
		return 0;
	n = bytes_at(b, pe + 6, 2);
	table = pe + 24 + bytes_at(b, pe + 20, 2);
	for (unsigned int i = 0; i < n && i < 96; i++) {
		uint64_t len = bytes_at(b, table + 40 * i + 16, 4);
		uint64_t at = bytes_at(b, table + 40 * i + 20, 4);

		if (len && at + len > end)
			end = at + len;
	}
	return end;
}

/* Only the EFI stub says how long the file is; without one that is not known. */
static int arm64(const struct bytes *b, uint64_t size, struct vm_image *im, struct strbuf *why)
{
	if (!bytes_are(b, 0x38, "ARM\x64", 4))
		return 1;
	im->format = "Image";
	im->machine = &vm_arm64;
	return whole(size, pe_end(b), why);
}

static int riscv(const struct bytes *b, uint64_t size, struct vm_image *im, struct strbuf *why)
{
	if (!bytes_are(b, 0x38, "RSC\x05", 4))
		return 1;
	im->format = "Image";
	im->machine = &vm_riscv64;
	if (bytes_at(b, 8, 8) == 0x400000)	/* text_offset */
		return not_ours(why, "a 32-bit RISC-V Image");
	return whole(size, pe_end(b), why);
}

static int arm(const struct bytes *b, uint64_t size, struct vm_image *im, struct strbuf *why)
{
	uint64_t start, end;

	if (bytes_at(b, 0x24, 4) != 0x016f2818)
		return 1;
	start = bytes_at(b, 0x28, 4);
	end = bytes_at(b, 0x2c, 4);
	im->format = "zImage";
	im->machine = &vm_armhf;
	return whole(size, end > start ? end - start : 0, why);
}

/* Its header does not say how long it is. */
static int s390(const struct bytes *b, uint64_t size, struct vm_image *im, struct strbuf *why)
{
	if (!bytes_are(b, 0x10008, "S390EP", 6))
		/* cut before that: the records of an IPL from tape or card */
		return bytes_are(b, 0, "\x00\x08\x00\x00\x80\x00\x02\x00", 8) ?
			whole(size, 0x11000, why) : 1;
	im->format = "bzImage";
	im->machine = &vm_s390x;
	return whole(size, 0x11000, why);
}

static int elf(const struct bytes *b, uint64_t size, struct vm_image *im, struct strbuf *why)
{
	struct bytes bytes = *b;
	struct elf_head h;
	char what[64];

	if (!bytes_are(b, 0, "\177ELF", 4))
		return 1;
	im->format = "ELF";
	if (elf_head(&bytes, &h))
		return strbuf_adds(why, "cut or no kernel: an ELF file without its program "
				   "headers") ? : -ENODATA;
	if (!h.program || h.interpreter)
		return strbuf_adds(why, "an ELF file, but no kernel") ? : -ENOEXEC;
	if (!h.machine) {
		snprintf(what, sizeof(what), "an ELF file for machine %u", h.e_machine);
		return not_ours(why, what);
	}
	im->machine = h.machine;
	return whole(size, h.end, why);
}

/* An EFI program that unpacks a kernel within it (CONFIG_EFI_ZBOOT). */
static int zboot(const struct bytes *b, uint64_t size, struct vm_image *im, struct strbuf *why)
{
	const struct packer *p;

	if (!bytes_are(b, 0, "MZ", 2) || !bytes_are(b, 4, "zimg", 4))
		return 1;
	im->format = "EFI zboot";
	im->payload_offset = bytes_at(b, 8, 4);
	im->payload_len = bytes_at(b, 12, 4);
	p = packer_at(b, im->payload_offset);
	if (!p)
		return not_ours(why, "an EFI zboot image, packed in an unknown way");
	im->unpacker = p->unpacker;
	return whole(size, im->payload_offset + im->payload_len, why);
}

static int packed(const struct bytes *b, uint64_t size, struct vm_image *im, struct strbuf *why)
{
	const struct packer *p = packer_at(b, 0);

	if (!p)
		return 1;
	im->format = p->name;
	im->unpacker = p->unpacker;
	im->payload_len = size;
	return 0;
}

int vm_image_identify(const void *head, size_t len, uint64_t size, struct vm_image *ret_image,
		      struct strbuf *why)
{
	static int (*const formats[])(const struct bytes *b, uint64_t size, struct vm_image *im,
				      struct strbuf *why) = {
		elf, zboot, x86, arm64, riscv, arm, s390, packed
	};
	const struct bytes b = { .p = head, .len = len };

	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		struct vm_image im = { 0 };
		int r = formats[i](&b, size, &im, why);

		if (r > 0)
			continue;
		if (!r)
			*ret_image = im;
		return r;
	}
	if (!size)
		return strbuf_adds(why, "empty") ? : -ENODATA;
	return strbuf_adds(why, "no kernel image that boot knows: bzImage, Image, zImage, "
			   "vmlinux") ? : -ENOEXEC;
}

int vm_runner_check(const void *head, size_t len, uint64_t size, const struct vm_machine *m,
		    struct strbuf *why)
{
	struct bytes b = { .p = head, .len = len };
	struct elf_head h;

	if (elf_head(&b, &h) || !h.program)
		return strbuf_adds(why, "no ELF program") ? : -ENOEXEC;
	if (h.machine != m)
		return strbuf_printf(why, "a program for %s, not for %s",
				     h.machine ? h.machine->name : "another architecture",
				     m->name) ? : -ENOEXEC;
	if (h.interpreter)
		return strbuf_adds(why, "linked dynamically; it must be static") ? : -ENOEXEC;
	return whole(size, h.end, why);
}

int vm_module_check(const void *data, size_t len, const struct vm_machine *m,
		    struct strbuf *why)
{
	struct bytes b = { .p = data, .len = len };
	struct elf_head h;

	if (packer_at(&b, 0))
		return strbuf_printf(why, "packed: unpack it by %s first",
				     packer_at(&b, 0)->unpacker) ? : -ENOEXEC;
	if (elf_head(&b, &h) || !h.object)
		return strbuf_adds(why, "no module") ? : -ENOEXEC;
	if (h.machine != m)
		return strbuf_printf(why, "a module for %s, not for %s",
				     h.machine ? h.machine->name : "another architecture",
				     m->name) ? : -ENOEXEC;
	return 0;
}

bool vm_elf_has_pvh(const void *data, size_t len)
{
	struct bytes b = { .p = data, .len = len };
	struct elf_head h;

	return !elf_head(&b, &h) && h.pvh;
}

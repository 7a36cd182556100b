// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "obj_dwarf.h"

#define READ_STEP	(1 << 20)

int obj_fail(const struct obj *o, struct strbuf *diag, int r, const char *fmt, ...)
{
	size_t start = diag->len;
	va_list ap;

	if (strbuf_printf(diag, "%s: ", o->path))
		return -ENOMEM;
	va_start(ap, fmt);
	if (strbuf_vprintf(diag, fmt, ap))
		r = -ENOMEM;
	va_end(ap);
	/* names in a damaged file may hold anything */
	for (; start < diag->len; start++)
		if ((unsigned char)diag->buf[start] < ' ' || diag->buf[start] == 0x7f)
			diag->buf[start] = '?';
	return r;
}

/* What cannot be mapped, such as a pipe. */
static int read_all(struct obj *o, int fd)
{
	size_t alloc = 0;

	for (;;) {
		ssize_t n;

		if (o->map_len + READ_STEP > alloc) {
			unsigned char *p;

			alloc = 2 * alloc + READ_STEP;
			p = realloc(o->map, alloc);
			if (!p)
				return -ENOMEM;
			o->map = p;
		}
		n = read(fd, o->map + o->map_len, READ_STEP);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (!n)
			return 0;
		o->map_len += n;
	}
}

/* Private and writable: relocations are applied in place, and touch only this copy. */
static int map_file(struct obj *o, int fd)
{
	struct stat st;
	void *p;

	if (fstat(fd, &st))
		return -errno;
	if (S_ISDIR(st.st_mode))
		return -EISDIR;
	if (!S_ISREG(st.st_mode) || !st.st_size)
		return read_all(o, fd);
	p = mmap(NULL, st.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	if (p == MAP_FAILED)
		return -errno;
	o->map = p;
	o->map_len = st.st_size;
	o->mapped = true;
	return 0;
}

static int read_header(struct obj *o, struct strbuf *diag)
{
	GElf_Ehdr ehdr;

	o->elf = elf_memory((char *)o->map, o->map_len);
	if (!o->elf || elf_kind(o->elf) != ELF_K_ELF || !gelf_getehdr(o->elf, &ehdr))
		return obj_fail(o, diag, -EINVAL, "a damaged ELF header: %s", elf_errmsg(-1));
	o->is64 = gelf_getclass(o->elf) == ELFCLASS64;
	o->big_endian = ehdr.e_ident[EI_DATA] == ELFDATA2MSB;
	o->relocatable = ehdr.e_type == ET_REL;
	o->machine = ehdr.e_machine;
	o->flags = ehdr.e_flags;
	o->entry = ehdr.e_entry;
	if (ehdr.e_type == ET_CORE)
		return obj_fail(o, diag, -ENOEXEC, "a core dump, and no object file");
	return 0;
}

/* What o->map holds. */
static int open_map(struct obj *o, struct strbuf *diag)
{
	int r = 0;

	o->image_size = o->map_len;
	if (!o->map_len)
		return obj_fail(o, diag, -ENOEXEC, "the file is empty");
	if (o->map_len < SELFMAG || memcmp(o->map, ELFMAG, SELFMAG))
		r = obj_unpack(o, diag);
	if (r || o->raw)
		return r;
	r = read_header(o, diag);
	if (!r)
		r = obj_read_sections(o, diag);
	if (!r)
		r = obj_relocate(o, ".opd", diag);
	if (!r)
		r = obj_read_symbols(o, diag);
	return r;
}

static int init(struct obj *o, const char *path)
{
	memset(o, 0, sizeof(*o));
	if (elf_version(EV_CURRENT) == EV_NONE)
		return -EINVAL;
	o->path = strdup(path);
	return o->path ? 0 : -ENOMEM;
}

int obj_open(struct obj *o, const char *path, struct strbuf *diag)
{
	int r = init(o, path), fd;

	if (r)
		return r;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		return obj_fail(o, diag, -errno, "%s", strerror(errno));
	r = map_file(o, fd);
	close(fd);
	if (r)
		return r == -ENOMEM ? r : obj_fail(o, diag, r, "%s", strerror(-r));
	return open_map(o, diag);
}

int obj_open_memory(struct obj *o, const char *path, const void *data, size_t len,
		    struct strbuf *diag)
{
	int r = init(o, path);

	if (r)
		return r;
	o->map = malloc(len + 1);
	if (!o->map)
		return -ENOMEM;
	memcpy(o->map, data, len);
	o->map_len = len;
	return open_map(o, diag);
}

void obj_release(struct obj *o)
{
	dwarf_end(o->dwarf);
	elf_end(o->elf);
	if (o->mapped)
		munmap(o->map, o->map_len);
	else
		free(o->map);
	free(o->sections);
	free(o->symbols);
	free(o->note);
	free(o->path);
	memset(o, 0, sizeof(*o));
}

static const struct {
	uint16_t machine;
	const char *name;
} arches[] = {
	{ EM_X86_64, "x86_64" },
	{ EM_386, "i386" },
	{ EM_AARCH64, "arm64" },
	{ EM_ARM, "arm" },
	{ EM_RISCV, "riscv" },
	{ EM_PPC, "powerpc" },
	{ EM_PPC64, "powerpc64" },
	{ EM_S390, "s390" },
	{ EM_MIPS, "mips" },
	{ EM_ARC_COMPACT, "arc" },
	{ EM_ARCV2, "arc" },
	{ EM_LOONGARCH, "loongarch" },
	{ EM_SPARCV9, "sparc64" },
};

const char *obj_arch(const struct obj *o)
{
	for (size_t i = 0; i < sizeof(arches) / sizeof(arches[0]); i++)
		if (arches[i].machine == o->machine)
			return arches[i].name;
	return NULL;
}

uint16_t obj_get16(const struct obj *o, const uint8_t *p)
{
	return o->big_endian ? p[0] << 8 | p[1] : p[1] << 8 | p[0];
}

uint32_t obj_get32(const struct obj *o, const uint8_t *p)
{
	uint32_t a = obj_get16(o, p), b = obj_get16(o, p + 2);

	return o->big_endian ? a << 16 | b : b << 16 | a;
}

uint64_t obj_get64(const struct obj *o, const uint8_t *p)
{
	uint64_t a = obj_get32(o, p), b = obj_get32(o, p + 4);

	return o->big_endian ? a << 32 | b : b << 32 | a;
}

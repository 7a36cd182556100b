/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tells from its header what a kernel image is, for which architecture, and whether it is
 * whole, so that a foreign or a cut one is told before it is booted. Sources: the kernel's
 * Documentation/arch/{x86/boot,arm64/booting,riscv/boot-image-header}.rst,
 * arch/arm/boot/compressed/head.S and vmlinux.lds.S, arch/s390/boot/head.S, the ELF and
 * the PE/COFF specification.
 */
#ifndef UABENCH_VM_KERNEL_IMAGE_H
#define UABENCH_VM_KERNEL_IMAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "machine.h"
#include "strbuf.h"

/* Of the start of a file, this much holds every header looked at. */
#define VM_IMAGE_HEAD	(128 * 1024)

struct vm_image {
	const char *format;		/* "bzImage", "Image", "zImage", "ELF", "gzip", ... */
	const struct vm_machine *machine;	/* NULL: packed, not known before it is unpacked */
	/* x86: the compressed ELF vmlinux within a bzImage; all of a packed file; else len 0 */
	uint64_t payload_offset, payload_len;
	const char *unpacker;		/* the program that unpacks the payload by -dc; or NULL */
};

/*
 * @head: the first @len bytes, VM_IMAGE_HEAD or the whole of a file of @size bytes.
 * 0; -ENODATA: the file is shorter than its header says; -ENOEXEC: no kernel image; -ENOTSUP:
 * one of an architecture that is not in vm_machines; -ENOMEM. In these @why holds
 * the reason, without the file's name: "cut: ...".
 */
int vm_image_identify(const void *head, size_t len, uint64_t size, struct vm_image *ret_image,
		      struct strbuf *why);

/*
 * Whether a program can be a guest's init: 0; -ENOEXEC: no ELF program, or of another
 * architecture, or one that wants a dynamic loader; -ENODATA: cut; -ENOMEM.
 */
int vm_runner_check(const void *head, size_t len, uint64_t size, const struct vm_machine *m,
		    struct strbuf *why);

/* Whether a file is a kernel's module: 0; -ENOEXEC, as above; -ENOMEM. */
int vm_module_check(const void *data, size_t len, const struct vm_machine *m,
		    struct strbuf *why);

/* Whether an ELF x86 vmlinux has the note by which QEMU can start it (PVH). */
bool vm_elf_has_pvh(const void *data, size_t len);

#endif

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Counts what the code at [from, to) does between two visits to the address `mark`, and
 * writes at each second visit a row: instructions, loads, stores, bytes loaded, bytes
 * stored, accesses not aligned to their own size.
 *
 *	-plugin uabench-count.so,from=HEX,to=HEX,mark=HEX,out=FILE
 *
 * An access is what QEMU reports: an instruction that loads a pair makes two, and accesses
 * that QEMU makes in a helper (some vector instructions) may be reported by element or
 * not at all. A repeated string instruction is counted once for each repetition.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "qemu_plugin.h"

int qemu_plugin_version = QEMU_PLUGIN_API_VERSION;

static uint64_t from, to, mark;
static FILE *out;
static bool counting;
static struct {
	uint64_t instructions, loads, stores, load_bytes, store_bytes, misaligned;
} n;

static void on_insn(unsigned int vcpu, void *data)
{
	n.instructions += counting;
}

static void on_mem(unsigned int vcpu, qemu_plugin_meminfo_t info, uint64_t vaddr, void *data)
{
	uint64_t size = 1ULL << qemu_plugin_mem_size_shift(info);

	if (!counting)
		return;
	if (qemu_plugin_mem_is_store(info)) {
		n.stores++;
		n.store_bytes += size;
	} else {
		n.loads++;
		n.load_bytes += size;
	}
	n.misaligned += !!(vaddr & (size - 1));
}

static void on_mark(unsigned int vcpu, void *data)
{
	if (counting)
		fprintf(out, "%llu %llu %llu %llu %llu %llu\n", (unsigned long long)n.instructions,
			(unsigned long long)n.loads, (unsigned long long)n.stores,
			(unsigned long long)n.load_bytes, (unsigned long long)n.store_bytes,
			(unsigned long long)n.misaligned);
	memset(&n, 0, sizeof(n));
	counting = !counting;
}

static void on_translate(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	size_t count = qemu_plugin_tb_n_insns(tb);

	for (size_t i = 0; i < count; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
		uint64_t pc = qemu_plugin_insn_vaddr(insn);

		if (pc == mark)
			qemu_plugin_register_vcpu_insn_exec_cb(insn, on_mark,
							       QEMU_PLUGIN_CB_NO_REGS, NULL);
		if (pc < from || pc >= to)
			continue;
		qemu_plugin_register_vcpu_insn_exec_cb(insn, on_insn, QEMU_PLUGIN_CB_NO_REGS, NULL);
		qemu_plugin_register_vcpu_mem_cb(insn, on_mem, QEMU_PLUGIN_CB_NO_REGS,
						 QEMU_PLUGIN_MEM_RW, NULL);
	}
}

static void on_exit_of_guest(qemu_plugin_id_t id, void *data)
{
	if (fclose(out))
		qemu_plugin_outs("uabench-count: its file could not be written\n");
}

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
	const char *path = NULL;

	for (int i = 0; i < argc; i++) {
		char *value = strchr(argv[i], '='), *end = NULL;
		uint64_t *to_what = NULL;

		if (!value)
			return -EINVAL;
		*value++ = '\0';
		if (!strcmp(argv[i], "out"))
			path = value;
		else if (!strcmp(argv[i], "from"))
			to_what = &from;
		else if (!strcmp(argv[i], "to"))
			to_what = &to;
		else if (!strcmp(argv[i], "mark"))
			to_what = &mark;
		else
			return -EINVAL;
		if (to_what)
			*to_what = strtoull(value, &end, 16);
		if (to_what && (end == value || *end))
			return -EINVAL;
	}
	mark &= ~1ULL;	/* of Thumb code */
	if (!path || !to || !mark)
		return -EINVAL;
	out = fopen(path, "we");
	if (!out)
		return -errno;
	qemu_plugin_register_vcpu_tb_trans_cb(id, on_translate);
	qemu_plugin_register_atexit_cb(id, on_exit_of_guest, NULL);
	return 0;
}

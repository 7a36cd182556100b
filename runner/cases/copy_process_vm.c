// SPDX-License-Identifier: GPL-2.0-or-later
/* process_vm_readv and process_vm_writev on the own process. */
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "bench.h"

struct pvm {
	struct iovec local, remote;
	uint64_t size;
	pid_t pid;
};

enum { P_SIZE, P_ALIGN, P_RALIGN };

static const struct bench_param pvm_params[] = {
	{ .name = "size", .summary = "bytes a call", .min = 1, .max = 16 << 20,
	  BENCH_VALUES(64, 4096, 65536) },
	{ .name = "align", .summary = "local buffer past a page boundary, bytes",
	  .max = 4095, BENCH_VALUES(0) },
	{ .name = "ralign", .summary = "remote buffer past a page boundary, bytes",
	  .max = 4095, BENCH_VALUES(0) },
	{ 0 }
};

static void readv_run(struct bench *b, uint64_t iters)
{
	struct pvm *v = BENCH_PRIV(b, struct pvm);
	ssize_t size = v->size;
	pid_t pid = v->pid;

	for (uint64_t i = 0; i < iters; i++)
		BENCH_EXPECT(b, process_vm_readv(pid, &v->local, 1, &v->remote, 1, 0) == size,
			     "process_vm_readv");
}

static void writev_run(struct bench *b, uint64_t iters)
{
	struct pvm *v = BENCH_PRIV(b, struct pvm);
	ssize_t size = v->size;
	pid_t pid = v->pid;

	for (uint64_t i = 0; i < iters; i++)
		BENCH_EXPECT(b, process_vm_writev(pid, &v->local, 1, &v->remote, 1, 0) == size,
			     "process_vm_writev");
}

static int pvm_setup(struct bench *b)
{
	struct pvm *v = BENCH_PRIV(b, struct pvm);

	v->pid = getpid();
	v->size = b->bytes = b->p[P_SIZE];
	v->local.iov_len = v->remote.iov_len = v->size;
	v->local.iov_base = bench_buf(b, v->size, b->p[P_ALIGN]);
	v->remote.iov_base = bench_buf(b, v->size, b->p[P_RALIGN]);
	return v->local.iov_base && v->remote.iov_base ? 0 : b->err;
}

/* dst holds the pattern, and loses it. */
static int pvm_verify(struct bench *b, const struct iovec *dst)
{
	if (bench_match(dst->iov_base, dst->iov_len, 0) != dst->iov_len)
		return bench_skip(b, EIO, "the bytes did not move");
	memset(dst->iov_base, 0, dst->iov_len);
	return 0;
}

static int readv_setup(struct bench *b)
{
	struct pvm *v = BENCH_PRIV(b, struct pvm);
	int err = pvm_setup(b);

	if (!err)
		memset(v->local.iov_base, 0, v->size);
	return err;
}

static int readv_verify(struct bench *b, uint64_t iters)
{
	return pvm_verify(b, &BENCH_PRIV(b, struct pvm)->local);
}

static int writev_setup(struct bench *b)
{
	struct pvm *v = BENCH_PRIV(b, struct pvm);
	int err = pvm_setup(b);

	if (!err)
		memset(v->remote.iov_base, 0, v->size);
	return err;
}

static int writev_verify(struct bench *b, uint64_t iters)
{
	return pvm_verify(b, &BENCH_PRIV(b, struct pvm)->remote);
}

BENCH_CASE(copy_to_user_process_vm) {
	.name = "copy.to_user.process_vm",
	.summary = "process_vm_readv() of the own process",
	.exercises = "copy_to_user by copy_page_to_iter, process_vm_rw_pages; the remote side is "
		     "pinned by pin_user_pages_remote; one iovec a side from user space",
	.params = pvm_params,
	.setup = readv_setup,
	.run = readv_run,
	.verify = readv_verify,
};

BENCH_CASE(copy_from_user_process_vm) {
	.name = "copy.from_user.process_vm",
	.summary = "process_vm_writev() to the own process",
	.exercises = "copy_from_user by copy_page_from_iter, process_vm_rw_pages; the remote side "
		     "is pinned by pin_user_pages_remote; one iovec a side from user space",
	.params = pvm_params,
	.setup = writev_setup,
	.run = writev_run,
	.verify = writev_verify,
};

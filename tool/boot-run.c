// SPDX-License-Identifier: GPL-2.0-or-later
/* Runs the boots of a plan that have no record yet, and says how they ended. */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "boot.h"
#include "boot-progress.h"

#define TAIL_LINES	20

struct run {
	const struct boot_plan *plan;
	const struct boot_tools *tools;
	struct boot **boots;		/* of the plan, by number of the pool's */
	struct vm_pool pool;
	struct boot_progress progress;
	size_t failed;
	int refused;
	bool keep;			/* the console, which then is named */
};

static volatile sig_atomic_t stop;

static void on_signal(int sig)
{
	stop = sig;
}

static int prepare(void *data, size_t i)
{
	struct run *run = data;

	unlink(run->boots[i]->failed);
	if (!boot_write_initrd(run->plan, run->boots[i], &run->tools->runner))
		return 0;
	snprintf(run->pool.boots[i].why, sizeof(run->pool.boots[i].why),
		 "its initramfs could not be written");
	return -EIO;
}

/* The last lines of a console, in characters that are safe to show. */
static int put_tail(const char *path, struct strbuf *sb)
{
	struct strbuf all = STRBUF_INIT;
	const char *s;
	int lines = 0, r = 0;

	if (access(path, F_OK) || boot_read(path, &all))
		return 0;
	while (all.len && strchr("\r\n", all.buf[all.len - 1]))
		strbuf_truncate(&all, all.len - 1);
	for (s = all.buf + all.len; s > all.buf; s--)
		if (s[-1] == '\n' && ++lines == TAIL_LINES)
			break;
	if (all.len)
		r = strbuf_adds(sb, "    | ");
	for (; !r && s < all.buf + all.len; s++) {
		unsigned char c = *s;

		if (c == '\n')
			r = strbuf_adds(sb, "\n    | ");
		else if (c == '\t' || (c >= ' ' && c < 0x7f))
			r = strbuf_addc(sb, c);
	}
	if (!r && all.len)
		r = strbuf_addc(sb, '\n');
	strbuf_release(&all);
	return r;
}

static void report(struct run *run, const struct boot *b, const struct vm_boot *v)
{
	struct strbuf sb = STRBUF_INIT;

	complain(0, "boot: %s, seed %" PRIu64 " failed: %s", boot_role(b), b->seed, v->why);
	if (!put_tail(b->console, &sb)) {
		if (sb.len)
			fputs("    the last lines of its console:\n", stderr);
		fputs(sb.buf, stderr);
	}
	if (run->keep && sb.len)
		fprintf(stderr, "    all of it: %s\n", b->console);
	strbuf_release(&sb);
}

static void ended(void *data, size_t i)
{
	struct run *run = data;
	struct boot *b = run->boots[i];
	struct vm_boot *v = &run->pool.boots[i];

	unlink(b->initrd);
	if (v->state == VM_BOOT_DONE && rename(b->part, b->record)) {
		v->state = VM_BOOT_FAILED;
		snprintf(v->why, sizeof(v->why), "cannot keep its record: %s", strerror(errno));
	}
	if (v->state != VM_BOOT_DONE)
		rename(b->part, b->failed);
	boot_progress_ended(&run->progress, &run->pool, run->boots, i);
	if (v->state == VM_BOOT_FAILED && !run->refused) {
		run->failed++;
		report(run, b, v);
	}
	/* the runner does not take its options: so it will be in the other boots */
	if (v->state == VM_BOOT_FAILED && v->status == EXIT_USAGE)
		run->refused = stop = 1;
}

static void tick(void *data)
{
	struct run *run = data;

	boot_progress_tick(&run->progress, &run->pool, run->boots);
}

/* Those that are to be booted. */
static size_t choose(struct run *run)
{
	size_t n = 0;

	for (size_t i = 0; i < run->plan->n; i++) {
		struct boot *b = &run->plan->boots[i];

		if (*b->arm->bad || !access(b->record, F_OK))
			continue;
		run->boots[n] = b;
		run->pool.boots[n] = (struct vm_boot){ .argv = b->argv, .console = b->console,
						       .record = b->part };
		n++;
	}
	return n;
}

static int run_pool(struct run *run)
{
	const struct sigaction sa = { .sa_handler = on_signal };
	int r;

	sigaction(SIGINT, &sa, NULL);
	sigaction(SIGTERM, &sa, NULL);
	sigaction(SIGHUP, &sa, NULL);
	run->pool.jobs = run->plan->o->jobs;
	run->pool.patience_ms = run->plan->o->patience * 1000;
	run->pool.stop = &stop;
	run->pool.prepare = prepare;
	run->pool.ended = ended;
	run->pool.tick = tick;
	run->pool.data = run;
	boot_progress_init(&run->progress, run->plan->n - run->pool.n);
	r = vm_pool_run(&run->pool);
	boot_progress_clear(&run->progress);
	return r ? complain(r, "boot: %s", strerror(-r)) : 0;
}

int boot_run(const struct boot_plan *plan, const struct boot_tools *tools, bool keep,
	     size_t *ret_failed)
{
	struct run run = { .plan = plan, .tools = tools, .keep = keep };
	int r;

	run.boots = calloc(plan->n, sizeof(*run.boots));
	run.pool.boots = calloc(plan->n, sizeof(*run.pool.boots));
	if (!run.boots || !run.pool.boots) {
		r = complain(-ENOMEM, "out of memory");
	} else {
		run.pool.n = choose(&run);
		r = run_pool(&run);
	}
	free(run.boots);
	free(run.pool.boots);
	*ret_failed = run.failed;
	return r ? r : run.refused ? -EINVAL : stop;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Runs the sweeps, a process a part, and puts their findings together. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "grow.h"
#include "internal.h"

#define MAX_JOBS	64

void lab_verdict_release(struct lab_verdict *v)
{
	for (size_t i = 0; i < v->nfindings; i++)
		free(v->findings[i].where);
	free(v->findings);
	*v = (struct lab_verdict){ 0 };
}

bool lab_native(const struct lab_spec *spec)
{
	struct utsname u;

	return spec->machine && !uname(&u) && !strcmp(u.machine, spec->machine);
}

void lab_qemu(struct argv *a, const struct lab_spec *spec, const char *plugin)
{
	if (spec->interpreted || (!plugin && lab_native(spec))) {
		argv_add(a, "./lab");
		return;
	}
	argv_add(a, "%s", spec->qemu);
	if (spec->cpu) {
		argv_add(a, "-cpu");
		argv_add(a, "%s", spec->cpu);
	}
	if (plugin) {
		argv_add(a, "-plugin");
		argv_add(a, "%s", plugin);
	}
	argv_add(a, "./lab");
}

static int cmp_u64(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

/* As order() of guest/report.c: which of two calls with equal amounts is told. */
static int order(const struct lab_finding *a, const struct lab_finding *b)
{
	int c = cmp_u64(!strcmp(a->guard, "appears"), !strcmp(b->guard, "appears"));

	c = c ? c : cmp_u64(a->n, b->n);
	c = c ? c : cmp_u64(a->hole_lo, b->hole_lo);
	c = c ? c : cmp_u64(a->hole_hi, b->hole_hi);
	c = c ? c : strcmp(a->guard, b->guard);
	c = c ? c : cmp_u64(a->user, b->user);
	return c ? c : cmp_u64(a->kernel, b->kernel);
}

static int merge(struct lab_verdict *v, const struct lab_finding *f)
{
	struct lab_finding *p;

	for (size_t i = 0; i < v->nfindings; i++) {
		p = &v->findings[i];
		if (p->routine != f->routine || p->what != f->what)
			continue;
		p->count += f->count;
		if (f->amount > p->amount || (f->amount == p->amount && order(f, p) < 0)) {
			uint64_t count = p->count;

			*p = *f;
			p->count = count;
		}
		return 0;
	}
	p = grow(v->findings, &v->alloc, v->nfindings + 1, sizeof(*p));
	if (!p)
		return -ENOMEM;
	v->findings = p;
	v->findings[v->nfindings++] = *f;
	return 0;
}

static int parse_found(struct lab_verdict *v, const char *line)
{
	unsigned long long count, amount, n, lo, hi, user, kernel, ret, pc;
	struct lab_finding f = { 0 };
	char what[32];

	if (sscanf(line, "found %u %31s %llu %llu %llu %llu %llu %15s %llu %llu %llu %llx",
		   &f.routine, what, &count, &amount, &n, &lo, &hi, f.guard, &user, &kernel, &ret,
		   &pc) != 12)
		return -EPROTO;
	f.what = lab_what_find(what);
	if (!f.what || f.routine >= LAB_MAX_ROUTINES)
		return -EPROTO;
	f.count = count;
	f.amount = amount;
	f.n = n;
	f.hole_lo = lo;
	f.hole_hi = hi;
	f.user = user;
	f.kernel = kernel;
	f.ret = ret;
	f.pc = pc;
	return merge(v, &f);
}

/* What one process said. Its last line must be "done". */
static int parse(struct lab_verdict *v, char *text, struct strbuf *diag)
{
	char *line, *save = NULL;
	bool done = false;
	int r = 0;

	for (line = strtok_r(text, "\n", &save); !r && line; line = strtok_r(NULL, "\n", &save)) {
		done = !strcmp(line, "done");
		if (!strncmp(line, "found ", 6))
			r = parse_found(v, line);
		else if (!strncmp(line, "trials ", 7))
			v->trials += strtoull(line + 7, NULL, 10);
		else if (!strncmp(line, "die ", 4))
			r = strbuf_printf(diag, "the program of the lab says: %s", line + 4) ?
			    -ENOMEM : -EINVAL;
		else if (!done)
			r = -EPROTO;
	}
	if (!r && !done)
		r = -EPROTO;
	if (r == -EPROTO)
		strbuf_adds(diag, "the program of the lab did not end as it should");
	return r == -EPROTO ? -EINVAL : r;
}

static int by_routine(const void *pa, const void *pb)
{
	const struct lab_finding *a = pa, *b = pb;

	if (a->routine != b->routine)
		return a->routine < b->routine ? -1 : 1;
	return a->what < b->what ? -1 : a->what > b->what;
}

struct job {
	struct argv a;
	char name[16];
	pid_t pid;	/* <= 0: none */
};

struct lab_sweep {
	unsigned int njobs;
	struct job job[MAX_JOBS];
};

static int start(const struct lab_build *b, bool full, unsigned int i, unsigned int jobs,
		 struct job *job)
{
	lab_qemu(&job->a, b->spec, NULL);
	argv_add(&job->a, "verify");
	argv_add(&job->a, "%s", full ? "full" : "quick");
	argv_add(&job->a, "%u", i);
	argv_add(&job->a, "%u", jobs);
	snprintf(job->name, sizeof(job->name), "verify%u", i);
	job->pid = process_start(&job->a, b->dir, job->name);
	return job->pid < 0 ? (int)job->pid : 0;
}

static int finish(const struct lab_build *b, struct job *job, struct lab_verdict *v,
		  struct strbuf *diag)
{
	struct strbuf path = STRBUF_INIT, text = STRBUF_INIT, said = STRBUF_INIT;
	int failed = process_wait(job->pid, &job->a, b->dir, job->name, &said);
	int r = strbuf_printf(&path, "%s/%s.out", b->dir, job->name);

	if (!r)
		r = file_read(path.buf, &text);
	/* what it said itself tells more than how it ended */
	if (!r && failed != -EINTR && (!failed || strstr(text.buf, "die ")))
		r = parse(v, text.buf, diag);
	else if (!r)
		r = strbuf_adds(diag, said.buf);
	strbuf_release(&path);
	strbuf_release(&text);
	strbuf_release(&said);
	return r ? r : failed;
}

/*
 * Nothing else is told of a routine that did not return: its sweep ended there, in each
 * process at another call.
 */
static void only_no_return(struct lab_verdict *v)
{
	bool stuck[LAB_MAX_ROUTINES] = { false };
	size_t n = 0;

	for (size_t i = 0; i < v->nfindings; i++)
		if (!strcmp(v->findings[i].what->name, "no-return"))
			stuck[v->findings[i].routine] = true;
	for (size_t i = 0; i < v->nfindings; i++) {
		struct lab_finding f = v->findings[i];

		if (stuck[f.routine] && strcmp(f.what->name, "no-return")) {
			free(f.where);
			continue;
		}
		if (stuck[f.routine])
			f.count = 1;
		v->findings[n++] = f;
	}
	v->nfindings = n;
}

bool lab_verdict_stuck(const struct lab_verdict *v)
{
	for (size_t i = 0; i < v->nfindings; i++)
		if (!strcmp(v->findings[i].what->name, "no-return"))
			return true;
	return false;
}

void lab_verify_cancel(struct lab_sweep *s)
{
	for (unsigned int i = 0; s && i < s->njobs; i++) {
		process_cancel(s->job[i].pid);
		argv_release(&s->job[i].a);
	}
	free(s);
}

int lab_verify_start(const struct lab_build *b, bool full, unsigned int jobs,
		     struct lab_sweep **ret_sweep, struct strbuf *diag)
{
	struct lab_sweep *s = calloc(1, sizeof(*s));
	int r = s ? 0 : -ENOMEM;

	if (!jobs || jobs > MAX_JOBS)
		jobs = jobs ? MAX_JOBS : 1;
	for (unsigned int i = 0; !r && i < jobs; i++) {
		r = start(b, full, i, jobs, &s->job[i]);
		s->njobs++;
	}
	if (r && r != -EINTR && r != -ENOMEM)
		strbuf_printf(diag, "%s cannot be started: %s",
			      b->spec->interpreted ? "./lab" : b->spec->qemu, strerror(-r));
	if (r)
		lab_verify_cancel(s);
	else
		*ret_sweep = s;
	return r;
}

int lab_verify_finish(const struct lab_build *b, struct lab_sweep *s,
		      struct lab_verdict *ret_verdict, struct strbuf *diag)
{
	struct lab_verdict v = { 0 };
	int r = 0;

	for (unsigned int i = 0; !r && i < s->njobs; i++) {
		r = finish(b, &s->job[i], &v, diag);
		s->job[i].pid = 0;
	}
	lab_verify_cancel(s);
	if (!r)
		only_no_return(&v);
	if (!r && v.nfindings)
		qsort(v.findings, v.nfindings, sizeof(*v.findings), by_routine);
	if (!r)
		r = lab_locate(b, v.findings, v.nfindings, diag);
	if (r)
		lab_verdict_release(&v);
	else
		*ret_verdict = v;
	return r;
}

enum lab_level lab_verdict_level(const struct lab_verdict *v, unsigned int routine)
{
	enum lab_level level = LAB_CLEAN;

	for (size_t i = 0; i < v->nfindings; i++)
		if (v->findings[i].routine == routine && v->findings[i].what->level > level)
			level = v->findings[i].what->level;
	return level;
}

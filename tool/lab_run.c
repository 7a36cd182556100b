// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cmd.h"
#include "lab_run.h"
#include "output.h"

static void side_release(struct lab_side *s)
{
	lab_verify_cancel(s->sweep);
	lab_build_release(&s->build);
	lab_verdict_release(&s->verdict);
	result_set_release(&s->times);
	free(s->counts);
}

/* The first routine that spec asks for by a name with no symbol in the objects, or NULL. */
static const struct lab_routine *absent(const struct lab_build *b)
{
	const struct lab_routine *all = b->spec->routines;

	for (unsigned int i = 0; all[i].symbol; i++) {
		bool there = false;

		for (unsigned int k = 0; all[k].symbol; k++)
			there |= b->present[k] && !strcmp(all[k].name, all[i].name);
		if (!there)
			return &all[i];
	}
	return NULL;
}

static int complain_absent(const struct lab_build *b)
{
	const struct lab_routine *r = absent(b);

	return complain(-EINVAL, "lab: %s: routine %s: its sources define no symbol %s",
			b->spec->name, r->name, r->symbol);
}

static int complain_side(const struct lab *lab, const struct lab_spec *spec, int r)
{
	if (r && r != -EINTR && r != -ENODATA)
		complain(0, "lab: %s: %s", spec->name,
			 lab->diag.len ? lab->diag.buf : strerror(-r));
	return r;
}

/* 0, -ENODATA where the tree has no routine of the spec, or complained. */
static int build_side(struct lab *lab, const struct lab_spec *spec, const char *name,
		      struct lab_side *s)
{
	char dir[PATH_MAX + 300];
	int r;

	snprintf(dir, sizeof(dir), "%s/%s-%s", lab->work, spec->name, name);
	if (mkdir(dir, 0777))
		return complain(-EIO, "lab: cannot make %s: %s", dir, strerror(errno));
	strbuf_reset(&lab->diag);
	r = lab_build(&s->build, spec, s->tree, lab->guest, lab->work, dir, &lab->diag);
	if ((!r || r == -ENODATA) && lab->own && !lab->known && absent(&s->build))
		return complain_absent(&s->build);
	return complain_side(lab, spec, r);
}

/* What can be had of a side whose sweep was begun. */
static int finish_side(struct lab *lab, struct lab_side *s)
{
	struct lab_sweep *sweep = s->sweep;

	s->sweep = NULL;
	strbuf_reset(&lab->diag);
	return complain_side(lab, s->build.spec,
			     lab_verify_finish(&s->build, sweep, &s->verdict, &lab->diag));
}

static int start_side(struct lab *lab, struct lab_side *s)
{
	strbuf_reset(&lab->diag);
	return complain_side(lab, s->build.spec,
			     lab_verify_start(&s->build, lab->full, lab->jobs, &s->sweep, &lab->diag));
}

static int count_side(struct lab *lab, struct lab_side *s)
{
	if (lab_verdict_stuck(&s->verdict))
		return 0;
	strbuf_reset(&lab->diag);
	return complain_side(lab, s->build.spec,
			     lab_count(&s->build, lab->plugin, lab->plan.calls, lab->plan.ncalls,
				       &s->counts, &s->ncounts, &lab->diag));
}

/* Nothing else runs meanwhile. */
static int time_side(struct lab *lab, struct lab_side *s)
{
	struct strbuf path = STRBUF_INIT;
	int r = 0;

	if (!lab->seconds || lab_verdict_stuck(&s->verdict) || !lab_native(s->build.spec))
		return 0;
	strbuf_reset(&lab->diag);
	r = lab_time(&s->build, lab->guest, lab->core, lab->seconds, &path, &lab->diag);
	if (!r)
		r = result_set_load(&s->times, path.buf, &lab->diag);
	strbuf_release(&path);
	return complain_side(lab, s->build.spec, r);
}

static int hold_against(struct lab *lab, const struct lab_side *s)
{
	struct strbuf drift = STRBUF_INIT;
	size_t n = 0;
	int r = 0;

	if (lab->pin)
		r = lab_baseline_put(&s->build, &s->verdict, lab->full, &lab->pinned);
	if (!r && lab->known)
		r = lab_baseline_check(lab->known, &s->build, &s->verdict, lab->full, &n, &drift);
	if (!r && lab->known)
		r = strbuf_printf(&lab->out, "  baseline: %s\n", n ? "drift" : "as it was");
	if (!r)
		r = strbuf_adds(&lab->out, drift.buf);
	lab->drift += n;
	strbuf_release(&drift);
	return r;
}

static int print_side(struct lab *lab, const struct lab_side *s)
{
	int r = lab_print_head(s, &lab->out);

	if (!r)
		r = lab_print_findings(s, &lab->out);
	r = r ? r : lab_print_left(s, &lab->out);
	if (!r && !lab->base)
		r = strbuf_addc(&lab->out, '\n');
	if (!r && !lab->base)
		r = lab_print_table(s, &lab->plan, &lab->out);
	if (!r && lab->seconds && !lab_native(s->build.spec))
		r = strbuf_adds(&lab->out, "\nnot timed: this machine runs it only by emulation\n");
	if (!r && s->times.nruns) {
		r = strbuf_addc(&lab->out, '\n');
		r = r ? r : lab_print_times(s, &lab->out);
	}
	if (!r && lab->details) {
		r = strbuf_addc(&lab->out, '\n');
		r = r ? r : lab_print_details(s, &lab->plan, &lab->out);
	}
	return r;
}

static int print_unit(struct lab *lab, struct lab_unit *u)
{
	size_t drift = lab->drift;
	int r;

	if (u->no_new || u->no_old) {
		r = strbuf_printf(&lab->out, "%s: %s: no such routines in this tree%s\n",
				  u->spec->name, u->spec->summary, u->no_new ? "" : "'s base");
		r = r ? r : hold_against(lab, &u->new);
	} else {
		lab->specs++;
		r = lab->base ? strbuf_adds(&lab->out, "base: ") : 0;
		if (!r && lab->base)
			r = print_side(lab, &u->old);
		if (!r && lab->base)
			r = strbuf_adds(&lab->out, "\nnew: ");
		r = r ? r : print_side(lab, &u->new);
		if (!r && lab->base)
			r = strbuf_addc(&lab->out, '\n');
		if (!r && lab->base)
			r = lab_print_compare(&u->old, &u->new, &lab->plan, &lab->out);
		r = r ? r : hold_against(lab, &u->new);
		r = r ? r : strbuf_addc(&lab->out, '\n');
	}
	if (!r && lab->own && lab->drift == drift && absent(&u->new.build))
		r = complain_absent(&u->new.build);
	for (size_t i = 0; i < u->new.verdict.nfindings; i++)
		lab->broken += u->new.verdict.findings[i].what->level == LAB_BROKEN;
	if (!r)
		r = put_stdout(&lab->out) ? -EPIPE : 0;
	strbuf_reset(&lab->out);
	return r;
}

/*
 * One step of all: while the sweep of one side runs, the next side is built, and the one
 * before it counted.
 */
static int advance(struct lab *lab, struct lab_side *running, struct lab_side *next)
{
	int r = running ? finish_side(lab, running) : 0;

	if (!r && running)
		r = time_side(lab, running);
	if (!r && next)
		r = start_side(lab, next);
	return !r && running ? count_side(lab, running) : r;
}

int lab_run_units(struct lab *lab, struct lab_unit *units, size_t n)
{
	struct lab_side *running = NULL;
	size_t printed = 0;
	int r = 0;

	for (size_t i = 0; !r && i < n; i++) {
		for (int k = 0; !r && k < 1 + !!lab->base; k++) {
			struct lab_side *s = k ? &units[i].old : &units[i].new;

			if (k && units[i].no_new)
				continue;
			r = build_side(lab, units[i].spec, k ? "base" : "tree", s);
			if (r == -ENODATA) {
				*(k ? &units[i].no_old : &units[i].no_new) = true;
				r = 0;
				continue;
			}
			r = r ? r : advance(lab, running, s);
			running = s;
			/* all before the one that runs now is done */
			while (!r && printed < i)
				r = print_unit(lab, &units[printed++]);
		}
	}
	if (!r && running)
		r = advance(lab, running, NULL);
	while (!r && printed < n)
		r = print_unit(lab, &units[printed++]);
	for (size_t i = 0; i < n; i++) {
		side_release(&units[i].new);
		side_release(&units[i].old);
	}
	return r;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd.h"
#include "lab_print.h"
#include "process.h"
#include "num.h"
#include "output.h"

static const char *tree, *base, *arch, *spec_path, *baseline, *write_baseline, *weights, *jobs_text,
		  *keep;
static bool full, details;

#define LAB_MAX_SPECS	16	/* of one architecture */

static const struct opt opts[] = {
	{ 't', "tree", "DIR", "the kernel tree whose routines are looked at", OPT_TEXT, &tree },
	{ 'a', "arch", "ARCH", "an architecture or a variant of it; see below", OPT_TEXT, &arch },
	{ 's', "spec", "FILE", "routines of your own, described in a text file", OPT_TEXT,
	  &spec_path },
	{ 256, "base", "DIR", "another tree, to compare instruction counts with", OPT_TEXT, &base },
	{ 257, "full", NULL, "sizes to 300 and every alignment (quick: sizes to 100)", OPT_FLAG,
	  &full },
	{ 'w', "weights", "FILE", "a histogram: lines SIZE WEIGHT [USER KERNEL]", OPT_TEXT,
	  &weights },
	{ 258, "details", NULL, "loads, stores, bytes and misaligned accesses too", OPT_FLAG,
	  &details },
	{ 259, "baseline", "FILE", "known findings: any difference from them is drift", OPT_TEXT,
	  &baseline },
	{ 260, "write-baseline", "FILE", "write the findings as such a file", OPT_TEXT,
	  &write_baseline },
	{ 'j', "jobs", "N", "processes that verify at once (default: a CPU each)", OPT_TEXT,
	  &jobs_text },
	{ 261, "keep", "DIR", "work in this new directory, and leave it there", OPT_TEXT, &keep },
	{ 0 }
};

static const char *spec_item(size_t i, const char **ret_summary)
{
	if (!lab_specs[i])
		return NULL;
	*ret_summary = lab_specs[i]->summary;
	return lab_specs[i]->name;
}

/* What stands beside this program (a build tree), else where it was installed. */
static int find_part(const char *in_build, const char *installed, char *path, size_t len)
{
	char self[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);

	if (n > 0) {
		self[n] = '\0';
		*strrchr(self, '/') = '\0';
		if (snprintf(path, len, "%s/%s", self, in_build) < (int)len && !access(path, R_OK))
			return 0;
	}
	if (snprintf(path, len, "%s", installed) < (int)len && !access(path, R_OK))
		return 0;
	return complain(-ENOENT, "lab: %s is not there: install uabench, or run it from its build "
			"directory", installed);
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	return remove(path);
}

static void remove_tree(const char *path)
{
	nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* dir/name, or name where it is absolute. -ENAMETOOLONG. */
static int join(char *path, size_t len, const char *dir, const char *name)
{
	int n = *name == '/' ? snprintf(path, len, "%s", name)
			     : snprintf(path, len, "%s/%s", dir, name);

	return n < (int)len ? 0 : -ENAMETOOLONG;
}

/* A place for everything that is made, with an absolute name. */
static int make_work(char *work, size_t len)
{
	const char *tmp = getenv("TMPDIR");
	char here[PATH_MAX], name[PATH_MAX];

	if (!getcwd(here, sizeof(here)))
		return complain(-EIO, "lab: the working directory has no name: %s", strerror(errno));
	tmp = tmp && *tmp ? tmp : "/tmp";
	if (join(name, sizeof(name), tmp, "uabench-lab-XXXXXX") ||
	    join(work, len, here, keep ? keep : name))
		return complain(-EIO, "lab: a path is too long: %s", keep ? keep : tmp);
	if (keep ? mkdir(work, 0777) : !mkdtemp(work))
		return complain(-EIO, "lab: cannot make %s: %s", work, strerror(errno));
	return 0;
}

struct lab {
	char guest[PATH_MAX], plugin[PATH_MAX], work[PATH_MAX];
	unsigned int jobs;
	struct lab_plan plan;
	struct strbuf known, pinned;	/* --baseline's text; what --write-baseline gets */
	struct strbuf diag, out;
	size_t drift, broken, specs;
};

static int make_plan(struct lab *lab)
{
	static const uint64_t sizes[LAB_TABLE_SIZES] = { 8, 64, 256, 4096 };
	struct lab_plan *p = &lab->plan;
	struct strbuf text = STRBUF_INIT;
	int r = 0;

	if (weights) {
		r = get_file("lab", weights, &text);
		if (!r && lab_weights_parse(text.buf, &p->weights, &p->nweights, &lab->diag))
			r = complain(-EINVAL, "lab: %s: %s", weights, lab->diag.buf);
	}
	strbuf_release(&text);
	if (r)
		return r;
	p->calls = calloc(2 * LAB_TABLE_SIZES + p->nweights, sizeof(*p->calls));
	if (!p->calls)
		return complain(-ENOMEM, "out of memory");
	for (size_t i = 0; i < 2 * LAB_TABLE_SIZES; i++) {
		p->calls[i].size = sizes[i % LAB_TABLE_SIZES];
		if (i >= LAB_TABLE_SIZES) {
			p->calls[i].user = 1;
			p->calls[i].kernel = 3;
		}
	}
	p->ncalls = p->first_weight = 2 * LAB_TABLE_SIZES;
	for (size_t i = 0; i < p->nweights; i++)
		p->calls[p->ncalls++] = p->weights[i].call;
	return 0;
}

static void side_release(struct lab_side *s)
{
	lab_verify_cancel(s->sweep);
	lab_build_release(&s->build);
	lab_verdict_release(&s->verdict);
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

static int complain_absent(const struct lab_routine *r)
{
	return complain(-EINVAL, "lab: %s: routine %s: its sources define no symbol %s", spec_path,
			r->name, r->symbol);
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
	if ((!r || r == -ENODATA) && spec_path && !baseline && absent(&s->build))
		return complain_absent(absent(&s->build));
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
			     lab_verify_start(&s->build, full, lab->jobs, &s->sweep, &lab->diag));
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

static int hold_against(struct lab *lab, const struct lab_side *s)
{
	struct strbuf drift = STRBUF_INIT;
	size_t n = 0;
	int r = 0;

	if (write_baseline)
		r = lab_baseline_put(&s->build, &s->verdict, full, &lab->pinned);
	if (!r && baseline)
		r = lab_baseline_check(lab->known.buf, &s->build, &s->verdict, full, &n, &drift);
	if (!r && baseline)
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

	if (!r && !s->build.spec->guest)
		return base ? 0 : lab_print_sizes(NULL, s, &lab->out);
	if (!r)
		r = lab_print_findings(s, &lab->out);
	if (!r && !base)
		r = strbuf_addc(&lab->out, '\n');
	if (!r && !base)
		r = lab_print_table(s, &lab->plan, &lab->out);
	if (!r && details) {
		r = strbuf_addc(&lab->out, '\n');
		r = r ? r : lab_print_details(s, &lab->plan, &lab->out);
	}
	return r;
}

/* A spec with a tree, and with its base: what is known of it when all sides are done. */
struct unit {
	const struct lab_spec *spec;
	struct lab_side new, old;
	bool no_new, no_old;	/* the tree has none of the routines */
};

static int print_unit(struct lab *lab, struct unit *u)
{
	size_t drift = lab->drift;
	int r;

	if (u->no_new || u->no_old) {
		r = strbuf_printf(&lab->out, "%s: %s: no such routines in this tree%s\n",
				  u->spec->name, u->spec->summary, u->no_new ? "" : "'s base");
		r = r ? r : hold_against(lab, &u->new);
	} else {
		lab->specs++;
		r = base ? strbuf_adds(&lab->out, "base: ") : 0;
		if (!r && base)
			r = print_side(lab, &u->old);
		if (!r && base)
			r = strbuf_adds(&lab->out, "\nnew: ");
		r = r ? r : print_side(lab, &u->new);
		if (!r && base)
			r = strbuf_addc(&lab->out, '\n');
		if (!r && base)
			r = u->spec->guest ?
			    lab_print_compare(&u->old, &u->new, &lab->plan, &lab->out) :
			    lab_print_sizes(&u->old, &u->new, &lab->out);
		r = r ? r : hold_against(lab, &u->new);
		r = r ? r : strbuf_addc(&lab->out, '\n');
	}
	if (!r && spec_path && lab->drift == drift && absent(&u->new.build))
		r = complain_absent(absent(&u->new.build));
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

	if (!r && next)
		r = start_side(lab, next);
	return !r && running ? count_side(lab, running) : r;
}

static int do_units(struct lab *lab, struct unit *units, size_t n)
{
	struct lab_side *running = NULL;
	size_t printed = 0;
	int r = 0;

	for (size_t i = 0; !r && i < n; i++) {
		for (int k = 0; !r && k < 1 + !!base; k++) {
			struct lab_side *s = k ? &units[i].old : &units[i].new;

			if (k && units[i].no_new)
				continue;
			r = build_side(lab, units[i].spec, k ? "base" : "tree", s);
			if (r == -ENODATA) {
				*(k ? &units[i].no_old : &units[i].no_new) = true;
				r = 0;
				continue;
			}
			if (!r && !units[i].spec->guest)
				continue;
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

static int do_own(struct lab *lab)
{
	struct unit unit = { .new.tree = tree, .old.tree = base };
	struct lab_spec *own = NULL;
	int r = lab_spec_load(spec_path, &own, &lab->diag);

	if (r)
		return complain(r, "lab: %s: %s", spec_path, lab->diag.buf);
	unit.spec = own;
	if (!tree && !strcmp(own->arch, "x86"))
		r = complain(-EINVAL, "lab: %s: x86 needs --tree DIR: the types of its exception "
			     "table are that tree's", spec_path);
	else
		r = do_units(lab, &unit, 1);
	lab_spec_free(own);
	return r;
}

static int do_all(struct lab *lab)
{
	struct unit units[LAB_MAX_SPECS] = { 0 };
	size_t n = 0;
	int r;

	if (spec_path)
		return do_own(lab);
	for (const struct lab_spec *const *s = lab_specs; *s && n < LAB_MAX_SPECS; s++)
		if (lab_spec_is(*s, arch))
			units[n++] = (struct unit){ .spec = *s, .new.tree = tree, .old.tree = base };
	if (!n)
		return complain(-EINVAL, "lab: no architecture '%s': see 'uabench lab --help'", arch);
	r = do_units(lab, units, n);
	if (!r && !lab->specs && !lab->drift)
		return complain(-EINVAL, "lab: %s has none of the routines of %s", tree, arch);
	return r;
}

static int check_options(struct lab *lab)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	uint64_t jobs = cpus > 0 ? cpus : 1;

	if (!tree && !spec_path)
		return complain(-EINVAL, "lab: want --tree DIR and --arch ARCH, or --spec FILE");
	if (!!arch == !!spec_path)
		return complain(-EINVAL, "lab: want either --arch ARCH or --spec FILE");
	if (base && !tree)
		return complain(-EINVAL, "lab: --base needs --tree");
	if (jobs_text && num_parse_u64_in(jobs_text, 1, 64, &jobs))
		return complain(-EINVAL, "lab: bad value '%s' for --jobs: want 1 to 64", jobs_text);
	lab->jobs = jobs;
	if (baseline && get_file("lab", baseline, &lab->known))
		return -EINVAL;
	if (baseline && lab_baseline_mode(lab->known.buf, full, &lab->diag))
		return complain(-EINVAL, "lab: %s: %s", baseline, lab->diag.buf);
	return 0;
}

static int resolve(const char **path, char *buf)
{
	if (!*path)
		return 0;
	if (!realpath(*path, buf))
		return complain(-EINVAL, "lab: %s: %s", *path, strerror(errno));
	*path = buf;
	return 0;
}

static void on_stop(int sig)
{
	process_stop = sig;
}

/* Unless it is ignored, as nohup has it. */
static void stop_on(int sig)
{
	const struct sigaction stop = { .sa_handler = on_stop };
	struct sigaction was;

	if (!sigaction(sig, NULL, &was) && was.sa_handler != SIG_IGN)
		sigaction(sig, &stop, NULL);
}

static int lab_run(int argc, char **argv)
{
	struct lab lab = { .known = STRBUF_INIT, .pinned = STRBUF_INIT, .diag = STRBUF_INIT,
			   .out = STRBUF_INIT };
	char tree_buf[PATH_MAX], base_buf[PATH_MAX];
	int r, status = EXIT_USAGE;

	if (argc)
		return complain(EXIT_USAGE, "lab: no operand is taken: '%s'", argv[0]);
	stop_on(SIGINT);
	stop_on(SIGTERM);
	stop_on(SIGHUP);
	r = check_options(&lab);
	if (!r)
		r = resolve(&tree, tree_buf) ? -EINVAL : resolve(&base, base_buf);
	if (!r)
		r = find_part("lib/lab/guest", LAB_DIR "/lab", lab.guest, sizeof(lab.guest));
	if (!r)
		r = find_part("plugin/uabench-count.so", LAB_LIBEXEC "/uabench-count.so", lab.plugin,
			      sizeof(lab.plugin));
	if (!r)
		r = make_plan(&lab);
	if (!r)
		r = make_work(lab.work, sizeof(lab.work));
	if (!r) {
		r = do_all(&lab);
		if (!keep)
			remove_tree(lab.work);
	}
	if (!r && write_baseline)
		r = put_file(write_baseline, &lab.pinned) ? -EIO : 0;
	if (!r)
		status = lab.broken || lab.drift ? EXIT_FAILED : EXIT_DONE;
	else if (r == -ENOMEM || r == -EIO || r == -EPIPE)
		status = EXIT_FAILED;
	else if (r == -EINTR)
		status = 130;
	if (process_stop)
		status = 128 + process_stop;
	free(lab.plan.calls);
	free(lab.plan.weights);
	strbuf_release(&lab.known);
	strbuf_release(&lab.pinned);
	strbuf_release(&lab.diag);
	strbuf_release(&lab.out);
	return status;
}

const struct command cmd_lab = {
	.name = "lab",
	.args = "",
	.summary = "prove and count a tree's own copy routines, in user space",
	.about = "Assemble the user-copy routines of a kernel tree with that tree's own headers, run\n"
		 "them under qemu-user, and say what they do at faults: for each size, hole and\n"
		 "alignment which bytes were counted, and which were written. Then count their\n"
		 "instructions (8: both sides aligned; 8+: user side + 1, kernel side + 3). Findings\n"
		 "have three levels: broken, deviation (from the contract in\n"
		 "include/linux/uaccess.h), conservative. Needs the target's gcc and libc, and\n"
		 "qemu-user. Exit status 1 only for something broken, or drift from --baseline.",
	.opts = opts,
	.list_title = "architectures and variants",
	.list = spec_item,
	.run = lab_run,
};

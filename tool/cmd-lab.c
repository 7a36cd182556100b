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
#include "lab_run.h"
#include "process.h"
#include "num.h"
#include "output.h"

static const char *tree, *base, *arch, *spec_path, *baseline, *write_baseline, *weights, *jobs_text,
		  *keep, *time_text;
static bool full, details;

#define LAB_MAX_SPECS	64	/* of one architecture, or of one run */

static const struct opt opts[] = {
	{ 't', "tree", "DIR", "the kernel tree whose routines are looked at", OPT_TEXT, &tree },
	{ 'a', "arch", "ARCH", "an architecture or a variant of it; see below", OPT_TEXT, &arch },
	{ 's', "spec", "FILE[,FILE]", "routines of your own, described in text files", OPT_TEXT,
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
	{ 262, "time", "SECONDS", "time each routine natively, for as long a variant", OPT_TEXT,
	  &time_text },
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

static int make_plan(struct lab *lab)
{
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
		p->calls[i].size = lab_table_sizes[i % LAB_TABLE_SIZES];
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

/* The files of --spec, parted by commas. */
static int do_own(struct lab *lab)
{
	struct lab_unit units[LAB_MAX_SPECS] = { 0 };
	struct lab_spec *own[LAB_MAX_SPECS];
	char *list = strdup(spec_path), *at = list;
	size_t n = 0;
	int r = list ? 0 : complain(-ENOMEM, "out of memory");

	for (char *path; !r && (path = strsep(&at, ",")); n += !r) {
		if (n == LAB_MAX_SPECS)
			r = complain(-EINVAL, "lab: more than %d specs", LAB_MAX_SPECS);
		else if (lab_spec_load(path, &own[n], &lab->diag))
			r = complain(-EINVAL, "lab: %s: %s", path, lab->diag.buf);
		else
			units[n] = (struct lab_unit){ .spec = own[n], .new.tree = tree, .old.tree = base };
		if (!r && !tree && lab_spec_needs_tree(own[n])) {
			lab_spec_free(own[n]);
			r = complain(-EINVAL, "lab: %s: its arch needs --tree DIR: for the numbers of "
				     "features, and the types of the exception table", path);
		}
		for (size_t i = 0; !r && i < n; i++) {
			if (strcmp(own[i]->name, own[n]->name))
				continue;
			lab_spec_free(own[n]);
			r = complain(-EINVAL, "lab: %s: another spec has the same file name", path);
		}
	}
	r = r ? r : lab_run_units(lab, units, n);
	while (n)
		lab_spec_free(own[--n]);
	free(list);
	return r;
}

static int do_all(struct lab *lab)
{
	struct lab_unit units[LAB_MAX_SPECS] = { 0 };
	size_t n = 0;
	int r;

	for (const struct lab_spec *const *s = lab_specs; *s && n < LAB_MAX_SPECS; s++)
		if (lab_spec_is(*s, arch))
			units[n++] = (struct lab_unit){ .spec = *s, .new.tree = tree,
							.old.tree = base };
	if (!n)
		return complain(-EINVAL, "lab: no architecture '%s': see 'uabench lab --help'", arch);
	r = lab_run_units(lab, units, n);
	if (!r && !lab->specs && !lab->drift)
		return complain(-EINVAL, "lab: %s has none of the routines of %s", tree, arch);
	return r;
}

static int check_options(struct lab *lab, struct strbuf *known)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	uint64_t jobs = cpus > 0 ? cpus : 1, seconds = 0;

	if (!tree && !spec_path)
		return complain(-EINVAL, "lab: want --tree DIR and --arch ARCH, or --spec FILE");
	if (!!arch == !!spec_path)
		return complain(-EINVAL, "lab: want either --arch ARCH or --spec FILE");
	if (base && !tree)
		return complain(-EINVAL, "lab: --base needs --tree");
	if (jobs_text && num_parse_u64_in(jobs_text, 1, 64, &jobs))
		return complain(-EINVAL, "lab: bad value '%s' for --jobs: want 1 to 64", jobs_text);
	lab->jobs = jobs;
	if (time_text && num_parse_u64_in(time_text, 1, 3600, &seconds))
		return complain(-EINVAL, "lab: bad value '%s' for --time: want 1 to 3600 seconds",
				time_text);
	lab->seconds = seconds;
	lab->full = full;
	lab->details = details;
	lab->own = spec_path;
	lab->pin = write_baseline;
	if (baseline && get_file("lab", baseline, known))
		return -EINVAL;
	if (baseline && lab_baseline_mode(known->buf, full, &lab->diag))
		return complain(-EINVAL, "lab: %s: %s", baseline, lab->diag.buf);
	lab->known = baseline ? known->buf : NULL;
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
	struct lab lab = { .pinned = STRBUF_INIT, .diag = STRBUF_INIT, .out = STRBUF_INIT };
	struct strbuf known = STRBUF_INIT;
	char tree_buf[PATH_MAX], base_buf[PATH_MAX];
	int r, status = EXIT_USAGE;

	if (argc)
		return complain(EXIT_USAGE, "lab: no operand is taken: '%s'", argv[0]);
	stop_on(SIGINT);
	stop_on(SIGTERM);
	stop_on(SIGHUP);
	r = check_options(&lab, &known);
	if (!r)
		r = resolve(&tree, tree_buf) ? -EINVAL : resolve(&base, base_buf);
	if (!r)
		r = find_part("lib/lab/guest", LAB_DIR "/lab", lab.guest, sizeof(lab.guest));
	if (!r)
		r = find_part("plugin/uabench-count.so", LAB_LIBEXEC "/uabench-count.so", lab.plugin,
			      sizeof(lab.plugin));
	if (!r && lab.seconds)
		r = find_part("uabench-core.a", LAB_LIBEXEC "/uabench-core.a", lab.core,
			      sizeof(lab.core));
	if (!r)
		r = make_plan(&lab);
	if (!r)
		r = make_work(lab.work, sizeof(lab.work));
	if (!r) {
		lab.base = base;
		r = spec_path ? do_own(&lab) : do_all(&lab);
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
	strbuf_release(&known);
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
		 "them natively, under qemu-user or, of ARC, by an interpreter, and say what they do\n"
		 "at faults: for each size, hole and alignment which bytes were counted, and which\n"
		 "were written. Then count their instructions (8: both sides aligned; 8+: user side\n"
		 "+ 1, kernel side + 3). Findings have three levels: broken, deviation (from the\n"
		 "contract in include/linux/uaccess.h), conservative. Needs the target's gcc and\n"
		 "libc, and qemu-user. Exit status 1 only for something broken, or drift from\n"
		 "--baseline.",
	.opts = opts,
	.list_title = "architectures and variants",
	.list = spec_item,
	.run = lab_run,
};

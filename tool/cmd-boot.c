// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "boot.h"
#include "comparing.h"
#include "output.h"

static struct boot_options o = { .seeds = 3, .patience = 60 };
static struct comparing what = { .command = "boot", .format = "text", .margin = -1 };

static const struct opt opts[] = {
	{ 'k', "kernel", "LABEL=KERNEL", "an image, or debian[/SUITE][:ARCH[/FLAVOUR]]; one is base=",
	  OPT_WORDS, &o.kernels },
	{ 'a', "append", "LABEL=WORDS", "more of its command line; all=WORDS for each",
	  OPT_WORDS, &o.appends },
	{ 'A', "arch", "ARCH", "as below (default: that of the images)", OPT_TEXT, &o.arch },
	{ 'n', "seeds", "N", "boots of each kernel and of the control (default 3)", OPT_COUNT,
	  &o.seeds },
	{ 'b', "bench", "GLOB[,GLOB]", "cases to measure (default " BOOT_CASES ")",
	  OPT_PASS, &o.runner },
	{ 'p', "param", "NAME=V[,V]", "values of an axis, K, M and G allowed", OPT_PASS,
	  &o.runner },
	{ 256, "rounds", "N", "visits to each case a process", OPT_PASS, &o.runner },
	{ 257, "procs", "N", "processes a boot", OPT_PASS, &o.runner },
	{ 258, "iters", "N", "iterations a batch", OPT_PASS, &o.runner },
	{ 'j', "jobs", "N", "boots side by side (default: as many as CPUs)", OPT_COUNT, &o.jobs },
	{ 'o', "output", "DIR", "keep records and consoles in DIR, or go on with what is there",
	  OPT_TEXT, &o.dir },
	{ 259, "module", "KO", "load it before measuring; may be given more than once",
	  OPT_WORDS, &o.modules },
	{ 260, "cpu-model", "NAME", "another model of the CPU, as below", OPT_TEXT, &o.cpu_model },
	{ 261, "patience", "SECONDS", "of CPU time without a line, then it hangs (default 60)",
	  OPT_COUNT, &o.patience },
	{ 262, "print", NULL, "print the command lines of QEMU, and start none", OPT_FLAG,
	  &o.print },
	{ 263, "update", NULL, "look for a newer Debian kernel than that in the cache", OPT_FLAG,
	  &o.update },
	{ 'f', "format", "FORMAT", "of the comparison, as compare's", OPT_TEXT, &what.format },
	{ 264, "figures", "FILE", "also write its figures to FILE, as JSON", OPT_TEXT,
	  &what.figures },
	{ 'm', "margin", "SHARE", "what counts as the same (default 0.1%)", OPT_SHARE,
	  &what.margin },
	{ 0 }
};

static const char *arch_item(size_t i, const char **ret_summary)
{
	static char text[100];
	const struct vm_machine *m = vm_machines[i];

	if (!m)
		return NULL;
	snprintf(text, sizeof(text), "%s, --cpu-model %s%s%s", m->qemu, m->cpus[0].name,
		 m->cpus[1].name ? " or " : "", m->cpus[1].name ? m->cpus[1].name : "");
	*ret_summary = text;
	return m->name;
}

/* The first one that the arm has a record of; NULL: none. */
static const struct boot *measured(const struct boot_plan *plan, const struct boot_arm *arm)
{
	for (size_t i = 0; i < plan->n; i++)
		if (plan->boots[i].arm == arm && !plan->boots[i].control &&
		    !access(plan->boots[i].record, R_OK))
			return &plan->boots[i];
	return NULL;
}

/* Of the boots of each kernel, by the directories that they lie in. Exit status. */
static int compare(const struct boot_plan *plan, const char *dir)
{
	static char paths[BOOT_MAX_ARMS][4300];
	char *argv[BOOT_MAX_ARMS + 1] = { NULL };
	int n = 0;

	for (size_t i = 0; i < plan->arms->n; i++) {
		const struct boot_arm *arm = &plan->arms->arm[i];

		if (!measured(plan, arm)) {
			if (i == 0)
				break;
			continue;
		}
		snprintf(paths[n], sizeof(paths[0]), "%s/%s", dir, arm->label);
		argv[n] = paths[n];
		n++;
	}
	return n > 1 ? compare_paths(&what, n, argv) :
		complain(EXIT_FAILED, "boot: too few boots are whole to compare anything");
}

/* What was booted, in a line a kernel. 0 or -ENOMEM. */
static int put_head(const struct boot_arms *arms, const struct boot_tools *tools,
		    struct strbuf *sb)
{
	int r = strbuf_printf(sb, "guest     %s, -cpu %s\n          %s\n          %s\n",
			      arms->machine->name, arms->cpu->qemu, arms->cpu->summary,
			      tools->qemu_version);

	for (size_t i = 0; !r && i < arms->n; i++) {
		const struct boot_arm *arm = &arms->arm[i];

		r = strbuf_printf(sb, "%-9s %s%s%s\n", arm->label,
				  *arm->package ? arm->package : arm->file,
				  *arm->append ? "\n          " : "", arm->append);
	}
	return r ? r : strbuf_addc(sb, '\n');
}

/* Images that are none: how many; each is said. */
static size_t bad_images(const struct boot_arms *arms)
{
	size_t bad = 0;

	for (size_t i = 0; i < arms->n; i++)
		if (*arms->arm[i].bad) {
			complain(0, "boot: %s failed: %s: %s", arms->arm[i].label,
				 arms->arm[i].file, arms->arm[i].bad);
			bad++;
		}
	return bad;
}

static int put(int r, struct strbuf *sb)
{
	int status = r ? complain(EXIT_FAILED, "out of memory") : put_stdout(sb);

	strbuf_release(sb);
	return status;
}

/* Exit status. */
static int boot_plan(const struct boot_plan *plan, const char *dir, size_t bad)
{
	struct boot_tools tools = { .runner = STRBUF_INIT };
	struct strbuf sb = STRBUF_INIT;
	size_t failed = 0;
	int r, status;

	if (boot_tools_find(plan->arms->machine, &tools)) {
		status = EXIT_FAILED;
	} else if (boot_inputs(plan, &tools, dir)) {
		status = EXIT_USAGE;
	} else if ((r = boot_run(plan, &tools, o.dir, &failed))) {
		status = r == -EINVAL ? EXIT_USAGE : r < 0 ? EXIT_FAILED :
			complain(128 + r, "boot: stopped%s%s", o.dir ?
				 ": the boots that were through are kept, go on with -o " : "",
				 o.dir ? o.dir : "");
	} else {
		status = put(put_head(plan->arms, &tools, &sb), &sb);
		if (status == EXIT_DONE)
			status = compare(plan, dir);
		if (failed + bad)
			status = complain(EXIT_FAILED, "boot: %zu of %zu boots failed",
					  (size_t)(failed + bad * o.seeds), plan->n);
	}
	strbuf_release(&tools.runner);
	return status;
}

static int boot_in(struct boot_arms *arms, const char *dir)
{
	struct boot_plan plan = { 0 };
	struct strbuf sb = STRBUF_INIT;
	int status = EXIT_USAGE, r;
	size_t bad;

	r = boot_kernels(&o, arms, dir);
	if (r)
		return r == -EINVAL || r == -ENOENT ? EXIT_USAGE : EXIT_FAILED;
	bad = bad_images(arms);
	/* where nothing is kept, the others would be booted in vain */
	if (bad && (!o.dir || *arms->arm[0].bad || bad + 1 == arms->n))
		return EXIT_USAGE;
	if (!boot_check_modules(&o, arms->machine) && !boot_plan_make(&plan, &o, arms, dir))
		status = o.print ? put(boot_print(&plan, &sb), &sb) : boot_plan(&plan, dir, bad);
	boot_plan_release(&plan);
	for (size_t i = 0; i < arms->n; i++)	/* was unpacked here */
		if (strcmp(arms->arm[i].kernel, arms->arm[i].file))
			unlink(arms->arm[i].kernel);
	return status;
}

static int boot_in_temporary(struct boot_arms *arms)
{
	const char *tmp = getenv("TMPDIR");
	char dir[4096];
	int status;

	if (snprintf(dir, sizeof(dir), "%s/uabench-boot-XXXXXX", tmp && *tmp ? tmp : "/tmp") >=
	    (int)sizeof(dir) - 300 || !mkdtemp(dir))
		return complain(EXIT_FAILED, "boot: cannot make a directory in %s: %s",
				tmp && *tmp ? tmp : "/tmp", strerror(errno));
	status = boot_in(arms, dir);
	boot_remove(dir);
	return status;
}

/* One boot command at a time in a directory. */
static int boot_in_kept(struct boot_arms *arms)
{
	int fd, status;

	if (strlen(o.dir) > 3800)
		return complain(EXIT_USAGE, "boot: -o: too long a path");
	if (boot_make_dirs(o.dir))
		return EXIT_USAGE;
	fd = open(o.dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return complain(EXIT_USAGE, "boot: cannot use %s: %s", o.dir, strerror(errno));
	if (flock(fd, LOCK_EX | LOCK_NB))
		status = complain(EXIT_USAGE, "boot: another boot is at work in %s", o.dir);
	else
		status = boot_in(arms, o.dir);
	close(fd);
	return status;
}

/* How many CPUs this process may use, of however many there are. */
static uint64_t cpus_allowed(void)
{
	for (int max = 1024; max <= 1 << 20; max *= 2) {
		cpu_set_t *set = CPU_ALLOC(max);
		size_t size = CPU_ALLOC_SIZE(max);
		int n = set && !sched_getaffinity(0, size, set) ? CPU_COUNT_S(size, set) : 0;

		CPU_FREE(set);
		if (n)
			return n;
	}
	return 1;
}

/* Those cases that a boot measures unless told which. */
static int choose_cases(void)
{
	size_t room = sizeof(o.runner.argv) / sizeof(o.runner.argv[0]);

	for (int i = 0; i < o.runner.n; i++)
		if (!strncmp(o.runner.argv[i], "--bench=", 8))
			return 0;
	if ((size_t)o.runner.n == room)
		return complain(-EINVAL, "boot: more than %zu options for the runner", room - 1);
	o.runner.argv[o.runner.n++] = "--bench=" BOOT_CASES;
	return 0;
}

static int check_options(void)
{
	if (!o.jobs)
		o.jobs = cpus_allowed();
	if (o.jobs > 64)
		o.jobs = 64;
	if (!o.seeds || o.seeds > BOOT_MAX_SEEDS)
		return complain(-EINVAL, "boot: -n wants 1 to %d boots of each kernel",
				BOOT_MAX_SEEDS);
	if (!o.patience || o.patience > 86400)
		return complain(-EINVAL, "boot: --patience wants 1 to 86400 seconds");
	if (o.dir && !*o.dir)
		return complain(-EINVAL, "boot: -o wants a directory");
	if (!format_find("boot", what.format) || !figures_allowed("boot", what.figures))
		return -EINVAL;
	return choose_cases();
}

static int cmd_boot_run(int argc, char **argv)
{
	static struct boot_arms arms;

	if (argc)
		return complain(EXIT_USAGE, "boot: unexpected '%s': kernels are named by -k "
				"LABEL=KERNEL", argv[0]);
	if (check_options() || boot_arms_parse(&o, &arms))
		return EXIT_USAGE;
	return o.dir ? boot_in_kept(&arms) : boot_in_temporary(&arms);
}

const struct command cmd_boot = {
	.name = "boot",
	.args = "",
	.summary = "the same for kernels that are not installed: counted exactly in QEMU",
	.about = "Boot each kernel in QEMU, where guest time is executed instructions, measure there\n"
		 "and compare. Each is booted with the seeds 1 to N, and so is a control: the base\n"
		 "with a word more on its command line that changes nothing. A difference counts\n"
		 "beyond what seeds and control differ by. The unit is instructions: they say nothing\n"
		 "of caches, TLBs, barriers and pipelines. A kernel is a file (bzImage, Image, zImage,\n"
		 "vmlinux), or debian, debian:arm64, debian/trixie:riscv64, debian:amd64/cloud-amd64:\n"
		 "the package linux-image-FLAVOUR, fetched into a cache. Without -k new=, --append\n"
		 "new= boots the base's image. Exit status: 1 where a boot failed.",
	.list_title = "architectures",
	.list = arch_item,
	.opts = opts,
	.run = cmd_boot_run,
};

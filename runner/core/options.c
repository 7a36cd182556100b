// SPDX-License-Identifier: GPL-2.0-or-later
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "options.h"
#include "runner_options.h"

enum { O_PROCS = 256, O_ROUNDS, O_BATCH, O_REF, O_ITERS, O_CPU, O_DIR, O_SEED, O_NO_COUNTERS,
       O_ARM, O_CLOCK, O_VIRT, O_MACHINE, O_DEVICE,
       O_LIST = 512, O_VERSION, O_WORKER, O_WORKDIR, O_TMPFS, O_PORT };

#define LONG_OPTION(c, name, arg, help) { name, (arg) ? required_argument : no_argument, NULL, c },

static const struct option long_options[] = {
	RUNNER_OPTIONS(LONG_OPTION)
	{ "list", no_argument, NULL, O_LIST },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, O_VERSION },
	/* from the parent to its workers */
	{ "worker", required_argument, NULL, O_WORKER },
	{ "workdir", required_argument, NULL, O_WORKDIR },
	{ "workdir-tmpfs", required_argument, NULL, O_TMPFS },
	/* to init */
	{ "port", required_argument, NULL, O_PORT },
	{ 0 }
};

static void usage_option(int c, const char *name, const char *arg, const char *help)
{
	char left[64];

	snprintf(left, sizeof(left), "%s%s%s", name, arg ? " " : "", arg ? arg : "");
	if (c < 128)
		printf("  -%c, --%-20s %s\n", c, left, help);
	else
		printf("      --%-20s %s\n", left, help);
}

#define USAGE_OPTION(c, name, arg, help) usage_option(c, name, arg, help);

static void usage(void)
{
	puts("usage: uabench-runner [options] > RECORD.jsonl\n\n"
	     "Measure what this kernel's user/kernel memory boundary costs and write the\n"
	     "record to stdout. Needs no other file, no library and no root.\n");
	RUNNER_OPTIONS(USAGE_OPTION)
	usage_option(O_LIST, "list", NULL, "print the cases as JSON Lines and exit");
	usage_option(O_VERSION, "version", NULL, "print the version and exit");
	usage_option('h', "help", NULL, "print this and exit");
	puts("\nExit status: 0 done, 1 not all could be written or measured, 2 usage,\n"
	     "128 + the number of the signal that ended it (the record is usable).");
}

int options_u64(const char *text, uint64_t *ret)
{
	unsigned long long v;
	char *end;
	int shift = 0;

	if (!isdigit((unsigned char)*text))
		return -EINVAL;
	errno = 0;
	v = strtoull(text, &end, 10);
	if (errno)
		return -EINVAL;
	if (*end == 'K')
		shift = 10;
	else if (*end == 'M')
		shift = 20;
	else if (*end == 'G')
		shift = 30;
	end += shift > 0;
	if (*end || v > (uint64_t)INT64_MAX >> shift)	/* as records have it */
		return -EINVAL;
	*ret = (uint64_t)v << shift;
	return 0;
}

/* A decimal number of `unit` ns each, 0 to a day. */
static int parse_time(const char *text, double unit, uint64_t *ret)
{
	char *end;
	double v = strtod(text, &end);

	if (end == text || *end || !(v >= 0) || v * unit > 86400e9)
		return -EINVAL;
	*ret = v * unit;
	return 0;
}

/* Into memory of the options' own: argv stays whole for the workers. */
static int add_bench(struct options *o, const char *text)
{
	char *save, *one, *list = o->bench_text + o->bench_len;
	size_t len = strlen(text) + 1;

	if (len > sizeof(o->bench_text) - o->bench_len)
		return -EINVAL;
	memcpy(list, text, len);
	o->bench_len += len;
	one = strtok_r(list, ",", &save);
	if (!one)
		return -EINVAL;
	for (; one && o->nbench < OPT_MAX_BENCH; one = strtok_r(NULL, ",", &save))
		o->bench[o->nbench++] = one;
	return one ? -EINVAL : 0;
}

static int add_param(struct options *o, const char *text)
{
	const char *eq = strchr(text, '=');

	if (!eq || eq == text || !eq[1] || o->nparam == OPT_MAX_PARAM)
		return -EINVAL;
	o->param[o->nparam].name = text;
	o->param[o->nparam].name_len = eq - text;
	o->param[o->nparam].values = eq + 1;
	o->nparam++;
	return 0;
}

static int parse_clock(struct options *o, const char *text)
{
	o->instructions = !strcmp(text, "instructions");
	return o->instructions || !strcmp(text, "time") ? 0 : -EINVAL;
}

/* What does not move needs no more than one process, no reference and no counters. */
static void short_protocol(struct options *o)
{
	o->ref_ns = 0;
	o->counters = false;
	if (!o->procs)
		o->procs = 1;
}

static void defaults(struct options *o)
{
	struct timespec ts;

	memset(o, 0, sizeof(*o));
	o->label = "";
	o->time_ns = RUNNER_TIME_S * UINT64_C(1000000000);
	o->batch_ns = RUNNER_BATCH_MS * 1e6;
	o->ref_ns = RUNNER_REF_MS * 1e6;
	o->rounds = RUNNER_ROUNDS;
	o->cpu = -1;
	o->counters = true;
	o->worker_fd = -1;
	o->dir = getenv("TMPDIR");
	if (!o->dir || !*o->dir)
		o->dir = "/var/tmp";
	clock_gettime(CLOCK_REALTIME, &ts);
	o->seed = ((uint64_t)ts.tv_sec * 1000000000u + ts.tv_nsec) & 0xffffffffffffu;
}

static const char *option_name(int c)
{
	for (const struct option *l = long_options; l->name; l++)
		if (l->val == c)
			return l->name;
	return "?";
}

int options_parse(struct options *o, int argc, char **argv, int *ret_operands)
{
	uint64_t n = 0;
	int c, r;

	defaults(o);
	optind = 1;
	while ((c = getopt_long(argc, argv, "b:p:l:t:qh", long_options, NULL)) != -1) {
		r = 0;
		switch (c) {
		case 'b': r = add_bench(o, optarg); break;
		case 'p': r = add_param(o, optarg); break;
		case 'l': r = strlen(optarg) > 1024 ? -EINVAL : 0; o->label = optarg; break;
		case 't': r = parse_time(optarg, 1e9, &o->time_ns); break;
		case 'q': o->quiet = true; break;
		case O_BATCH: r = parse_time(optarg, 1e6, &o->batch_ns); break;
		case O_REF: r = parse_time(optarg, 1e6, &o->ref_ns); break;
		case O_PROCS: r = options_u64(optarg, &o->procs); break;
		case O_ROUNDS:
			r = options_u64(optarg, &o->rounds);
			if (!o->rounds)
				r = -EINVAL;
			break;
		case O_ITERS: r = options_u64(optarg, &o->iters); break;
		case O_SEED: r = options_u64(optarg, &o->seed); break;
		case O_CPU:
			r = options_u64(optarg, &n);
			if (!r && n > 65535)
				r = -EINVAL;
			o->cpu = n;
			break;
		case O_NO_COUNTERS: o->counters = false; break;
		case O_DIR: r = *optarg ? 0 : -EINVAL; o->dir = optarg; o->dir_given = true; break;
		case O_ARM: r = strlen(optarg) > 1024 ? -EINVAL : 0; o->arm = optarg; break;
		case O_CLOCK: r = parse_clock(o, optarg); break;
		case O_VIRT: o->virt = optarg; break;
		case O_MACHINE:
			r = strlen(optarg) > 1024 ? -EINVAL : 0;
			o->machine = optarg;
			break;
		case O_DEVICE:
			if (access(optarg, R_OK)) {
				fprintf(stderr, "uabench-runner: cannot read %.99s: %s\n", optarg,
					strerror(errno));
				return -EINVAL;
			}
			o->device = optarg;
			break;
		case O_PORT: o->port = optarg; break;
		case O_LIST: o->list = true; break;
		case O_WORKER: r = options_u64(optarg, &n); o->worker_fd = n; break;
		case O_WORKDIR: o->workdir = optarg; break;
		case O_TMPFS: o->workdir_tmpfs = optarg; break;
		case O_VERSION:
			puts("uabench-runner " UABENCH_VERSION);
			return 1;
		case 'h':
			usage();
			return 1;
		default:
			fputs("uabench-runner: see uabench-runner --help\n", stderr);
			return -EINVAL;
		}
		if (r) {
			fprintf(stderr, "uabench-runner: bad value '%.99s' for %s: "
				"see uabench-runner --help\n", optarg, option_name(c));
			return -EINVAL;
		}
	}
	if (o->instructions)
		short_protocol(o);
	if (ret_operands) {
		*ret_operands = optind;
	} else if (optind < argc) {
		fprintf(stderr, "uabench-runner: unexpected '%s': see uabench-runner --help\n",
			argv[optind]);
		return -EINVAL;
	}
	return 0;
}

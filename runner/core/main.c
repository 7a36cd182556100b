// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "init.h"
#include "recorder.h"
#include "shared.h"
#include "workdir.h"

static struct instance table[MAX_INSTANCES];

static int worker(struct options *o, int n)
{
	struct shared *sh = mmap(NULL, sizeof(*sh), PROT_READ | PROT_WRITE, MAP_SHARED,
				 o->worker_fd, 0);

	if (sh == MAP_FAILED || sh->ninstances != n) {
		fputs("uabench-runner: --worker is not for people\n", stderr);
		return WORKER_USAGE;
	}
	if (o->workdir_tmpfs && !*o->workdir_tmpfs)
		o->workdir_tmpfs = NULL;
	return worker_main(o, table, sh);
}

static int cannot_write(int err)
{
	fprintf(stderr, "uabench-runner: cannot write to stdout: %s\n", strerror(err));
	return 1;
}

int runner_main(struct options *o, char **argv)
{
	sigset_t waited;
	int n, r;

	if (o->list)
		return (r = list_cases()) ? cannot_write(-r) : 0;
	n = instance_table(o, table);
	if (n < 0)
		return 2;
	if (o->worker_fd >= 0)
		return worker(o, n);
	signals_block(&waited);
	if (workdir_make(o))
		return 2;
	r = parent_main(o, argv, &waited, table, n);
	workdir_remove(o);
	return r;
}

int main(int argc, char **argv)
{
	static struct options o;
	int r;

	if (init_wanted(argv))
		return init_main(argc, argv);
	/* a closed stdout must not be the number of the next file opened */
	for (int fd = 0; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/", O_RDONLY) != fd)
			return 1;
	r = options_parse(&o, argc, argv, NULL);
	if (r)
		return r < 0 ? 2 : fflush(stdout) ? cannot_write(errno) : 0;
	return runner_main(&o, argv);
}

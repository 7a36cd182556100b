// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>
#include <unistd.h>

#include "shared.h"

static bool wanted(const struct options *o)
{
	static int tty = -1;

	if (tty < 0)
		tty = !o->quiet && isatty(STDERR_FILENO);
	return tty;
}

static double seconds_left(const struct options *o, const struct shared *sh)
{
	double spent = (clock_ns() - sh->start_ns) / 1e9;

	if (!o->procs)
		return sh->budget_ns / 1e9 > spent ? sh->budget_ns / 1e9 - spent : 0;
	return sh->visits_done ? spent * sh->visits_expected / sh->visits_done - spent : 0;
}

void progress_show(const struct options *o, const struct shared *sh, const struct instance *in,
		   unsigned int round)
{
	static uint64_t last;
	char name[160];
	uint64_t now;

	if (!wanted(o))
		return;
	now = clock_ns();
	if (now - last < 200000000)
		return;
	last = now;
	fprintf(stderr, "\r%3.0f s left  process %u round %u/%u  %.40s\033[K",
		seconds_left(o, sh), sh->proc + 1, round + 1, (unsigned int)o->rounds,
		instance_name(in, name, sizeof(name)));
	fflush(stderr);
}

void progress_clear(const struct options *o)
{
	if (wanted(o))
		fputs("\r\033[K", stderr);
}

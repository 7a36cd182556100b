// SPDX-License-Identifier: GPL-2.0-or-later
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "boot-progress.h"

#define COLUMNS		79

void boot_progress_init(struct boot_progress *p, size_t before)
{
	p->on = isatty(STDERR_FILENO);
	p->shown = false;
	p->before = before;
	if (p->on && before)
		fprintf(stderr, "%zu boots are there already\n", before);
}

void boot_progress_clear(struct boot_progress *p)
{
	if (p->shown)
		fputs("\r\033[K", stderr);
	p->shown = false;
}

void boot_progress_ended(struct boot_progress *p, const struct vm_pool *pool,
			 struct boot *const *boots, size_t i)
{
	const struct vm_boot *v = &pool->boots[i];

	boot_progress_clear(p);
	if (p->on && v->state == VM_BOOT_DONE)
		fprintf(stderr, "%-10s seed %-3" PRIu64 " %4" PRIu64 " batches  %3" PRIu64 " s\n",
			boot_role(boots[i]), boots[i]->seed, v->records, (v->ms + 500) / 1000);
}

/* The mean of the boots that are through; before one is, what the first ones make of it. */
static uint64_t boot_ms(const struct vm_pool *pool)
{
	uint64_t sum = 0, guess = 0;
	size_t n = 0;

	for (size_t i = 0; i < pool->n; i++) {
		const struct vm_boot *v = &pool->boots[i];

		if (v->state == VM_BOOT_DONE) {
			sum += v->ms;
			n++;
		} else if (v->state == VM_BOOT_RUNS && v->records && v->planned > v->records) {
			guess = v->ms * v->planned / v->records;
		}
	}
	return n ? sum / n : guess;
}

/* 0: not known yet */
static uint64_t left_ms(const struct vm_pool *pool)
{
	uint64_t each = boot_ms(pool), work = 0;
	size_t left = 0;

	for (size_t i = 0; i < pool->n; i++) {
		const struct vm_boot *v = &pool->boots[i];

		if (v->state == VM_BOOT_RUNS)
			work += each > v->ms ? each - v->ms : 0;
		else if (v->state == VM_BOOT_WAITS)
			work += each;
		left += v->state == VM_BOOT_RUNS || v->state == VM_BOOT_WAITS;
	}
	return left ? work / (left < pool->jobs ? left : pool->jobs) : 0;
}

void boot_progress_tick(struct boot_progress *p, const struct vm_pool *pool,
			struct boot *const *boots)
{
	char line[512], tail[64] = "";
	size_t done = p->before, n;
	uint64_t left = left_ms(pool);

	if (!p->on)
		return;
	for (size_t i = 0; i < pool->n; i++)
		done += pool->boots[i].state > VM_BOOT_RUNS;
	n = snprintf(line, sizeof(line), "%zu of %zu boots", done, p->before + pool->n);
	for (size_t i = 0; i < pool->n && n < 400; i++) {
		const struct vm_boot *v = &pool->boots[i];

		if (v->state != VM_BOOT_RUNS)
			continue;
		n += snprintf(line + n, sizeof(line) - n, "; %.40s %" PRIu64 ": ",
			      boot_role(boots[i]), boots[i]->seed);
		if (!v->records)
			n += snprintf(line + n, sizeof(line) - n, "boots");
		else if (v->planned)
			n += snprintf(line + n, sizeof(line) - n, "%" PRIu64 " of %" PRIu64,
				      v->records, v->planned);
		else
			n += snprintf(line + n, sizeof(line) - n, "%" PRIu64, v->records);
	}
	if (left)
		snprintf(tail, sizeof(tail), "; %" PRIu64 " s left", (left + 999) / 1000);
	fprintf(stderr, "\r%.*s%s\033[K", COLUMNS - (int)strlen(tail), line, tail);
	fflush(stderr);
	p->shown = true;
}

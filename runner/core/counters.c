// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bench.h"
#include "counters.h"
#include "json.h"

#define TLB_MISS(cache)	((cache) | PERF_COUNT_HW_CACHE_OP_READ << 8 | \
			 PERF_COUNT_HW_CACHE_RESULT_MISS << 16)

struct event {
	const char *name;
	uint32_t type;
	uint64_t config;
	bool user;
};

#define BOTH(name, type, config) \
	{ name ":u", type, config, true }, { name ":k", type, config, false }

static const struct event events[COUNTERS_MAX] = {
	BOTH("cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES),
	BOTH("instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS),
	BOTH("dTLB-load-misses", PERF_TYPE_HW_CACHE, TLB_MISS(PERF_COUNT_HW_CACHE_DTLB)),
	BOTH("iTLB-load-misses", PERF_TYPE_HW_CACHE, TLB_MISS(PERF_COUNT_HW_CACHE_ITLB)),
	BOTH("page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS),
	BOTH("context-switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES),
};

static bool counting;

static int event_open(const struct event *e)
{
	struct perf_event_attr a = {
		.type = e->type,
		.size = sizeof(a),
		.config = e->config,
		.disabled = 1,
		.exclude_user = !e->user,
		.exclude_kernel = e->user,
		.exclude_hv = 1,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
	};

	return syscall(SYS_perf_event_open, &a, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

void counters_open(struct counters *c)
{
	c->n = 0;
	for (int i = 0; i < COUNTERS_MAX; i++) {
		int fd = event_open(&events[i]);

		if (fd < 0)
			continue;
		c->fd[c->n] = fd;
		c->event[c->n++] = i;
	}
	counting = c->n > 0;
}

void counters_close(struct counters *c)
{
	for (int i = 0; i < c->n; i++)
		close(c->fd[i]);
	c->n = 0;
	counting = false;
}

static bool fetch(const struct counters *c, int i, uint64_t v[3])
{
	return read(c->fd[i], v, 24) == 24;
}

void counters_begin(struct counters *c)
{
	for (int i = 0; i < c->n; i++) {
		uint64_t v[3] = { 0 };

		fetch(c, i, v);
		memcpy(&c->before[i], v, sizeof(v));
	}
	counters_resume();
}

void counters_end(struct counters *c)
{
	counters_pause();
	for (int i = 0; i < c->n; i++) {
		uint64_t v[3], value, enabled, running;

		c->count[i] = NAN;
		if (!fetch(c, i, v))
			continue;
		value = v[0] - c->before[i].value;
		enabled = v[1] - c->before[i].enabled;
		running = v[2] - c->before[i].running;
		if (running)
			c->count[i] = (double)value * enabled / running;
	}
}

void counters_pause(void)
{
	if (counting)
		prctl(PR_TASK_PERF_EVENTS_DISABLE, 0, 0, 0, 0);
}

void counters_resume(void)
{
	if (counting)
		prctl(PR_TASK_PERF_EVENTS_ENABLE, 0, 0, 0, 0);
}

void counters_put(struct json *j, const struct counters *c)
{
	for (int i = 0; i < c->n; i++)
		if (!isnan(c->count[i]))
			json_f64(j, events[c->event[i]].name, c->count[i]);
}

void counters_put_missing(struct json *j)
{
	for (int i = 0; i < COUNTERS_MAX; i++) {
		int fd = event_open(&events[i]);

		if (fd >= 0)
			close(fd);
		else
			json_str(j, events[i].name, strerror(errno));
	}
}

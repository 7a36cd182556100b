// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bench.h"
#include "counters.h"
#include "json.h"

#define LEAST_SHARE	0.2	/* of the time that an extrapolated event must have been on */

#define TLB_MISS(cache)	((cache) | PERF_COUNT_HW_CACHE_OP_READ << 8 | \
			 PERF_COUNT_HW_CACHE_RESULT_MISS << 16)

enum group { GROUP_SOFTWARE, GROUP_WORK, GROUP_TLB, GROUPS };

struct event {
	const char *name;
	enum group group;
	uint32_t type;
	uint64_t config;
	bool user;
};

#define BOTH(name, group, type, config) \
	{ name ":u", group, type, config, true }, { name ":k", group, type, config, false }

static const struct event events[] = {
	BOTH("page-faults", GROUP_SOFTWARE, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS),
	BOTH("context-switches", GROUP_SOFTWARE, PERF_TYPE_SOFTWARE,
	     PERF_COUNT_SW_CONTEXT_SWITCHES),
	BOTH("cycles", GROUP_WORK, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES),
	BOTH("instructions", GROUP_WORK, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS),
	BOTH("dTLB-load-misses", GROUP_TLB, PERF_TYPE_HW_CACHE, TLB_MISS(PERF_COUNT_HW_CACHE_DTLB)),
	BOTH("iTLB-load-misses", GROUP_TLB, PERF_TYPE_HW_CACHE, TLB_MISS(PERF_COUNT_HW_CACHE_ITLB)),
};

/* Those of the process, for pauses in the middle of a case. */
static const struct counters *counting;

static int event_open(const struct event *e, int leader)
{
	struct perf_event_attr a = {
		.type = e->type,
		.size = sizeof(a),
		.config = e->config,
		.disabled = leader < 0,
		.exclude_user = !e->user,
		.exclude_kernel = e->user,
		.exclude_hv = 1,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
	};

	return syscall(SYS_perf_event_open, &a, 0, -1, leader, PERF_FLAG_FD_CLOEXEC);
}

static void group_open(struct counters *c, enum group group)
{
	int leader = -1;

	for (unsigned int i = 0; i < ARRAY_SIZE(events); i++) {
		int fd = events[i].group == group ? event_open(&events[i], leader) : -1;

		if (fd < 0)
			continue;
		if (leader < 0) {
			leader = fd;
			c->leader[c->nleaders++] = fd;
		}
		c->fd[c->n] = fd;
		c->event[c->n++] = i;
	}
}

void counters_open(struct counters *c, unsigned int turn)
{
	c->n = c->nleaders = 0;
	group_open(c, GROUP_SOFTWARE);
	group_open(c, turn % 2 ? GROUP_TLB : GROUP_WORK);
	counting = c->n ? c : NULL;
}

void counters_close(struct counters *c)
{
	for (int i = 0; i < c->n; i++)
		close(c->fd[i]);
	c->n = c->nleaders = 0;
	counting = NULL;
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
		if (running && running >= LEAST_SHARE * enabled)
			c->count[i] = (double)value * enabled / running;
	}
}

/* The hardware group is the last on and the first off: it sees least of the switching. */
void counters_pause(void)
{
	for (int i = counting ? counting->nleaders : 0; i-- > 0; )
		ioctl(counting->leader[i], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
}

void counters_resume(void)
{
	for (int i = 0; counting && i < counting->nleaders; i++)
		ioctl(counting->leader[i], PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
}

void counters_put(struct json *j, const struct counters *c)
{
	for (int i = 0; i < c->n; i++)
		if (!isnan(c->count[i]))
			json_f64(j, events[c->event[i]].name, c->count[i]);
}

void counters_put_missing(struct json *j)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(events); i++) {
		int fd = event_open(&events[i], -1);

		if (fd >= 0)
			close(fd);
		else
			json_str(j, events[i].name, strerror(errno));
	}
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the three ways to print perf stat have in common. Private to lib/import. */
#ifndef UABENCH_PERF_STAT_H
#define UABENCH_PERF_STAT_H

#include "importer.h"

struct perf_counter {
	const char *event, *unit;	/* as printed; unit_len 0: a plain count */
	size_t event_len, unit_len;
	double value;
	double percent;		/* behind +-, of the value; negative: none */
	uint32_t runs;		/* 0: the text does not say how many */
	const char *missing;	/* "not counted": then there is no value */
};

/* As perf.stat.EVENT. 0 or -errno, said. */
int perf_stat_put(struct import *im, const struct perf_counter *c);

/* The units that perf prints between value and event. */
bool perf_stat_is_unit(const char *word, size_t len);

/* "<not counted>" and "<not supported>": eaten; the text without its brackets, or NULL. */
const char *perf_stat_missing(const char **p);

#endif

// SPDX-License-Identifier: GPL-2.0-or-later
#include <unistd.h>

#include "instance.h"
#include "json.h"
#include "record.h"
#include "recorder.h"

static void put_axis(struct json *j, const struct bench_param *p)
{
	json_object(j, NULL);
	json_str(j, "name", p->name);
	json_str(j, "summary", p->summary);
	json_array(j, "values");
	for (unsigned int i = 0; i < p->nvalues; i++)
		json_u64(j, NULL, p->values[i]);
	json_close(j, ']');
	json_u64(j, "min", p->min);
	json_u64(j, "max", p->max);
	json_close(j, '}');
}

int list_cases(void)
{
	static struct json j;
	int r;

	for_each_case(e) {
		const struct bench_case *c = *e;

		json_begin(&j);
		json_str(&j, REC_TYPE, REC_TYPE_CASE);
		json_str(&j, REC_CASE, c->name);
		json_str(&j, REC_SUMMARY, c->summary);
		json_str(&j, REC_EXERCISES, c->exercises);
		json_array(&j, REC_AXES);
		for (const struct bench_param *p = c->params; p && p->name; p++)
			put_axis(&j, p);
		json_close(&j, ']');
		json_u64(&j, REC_OPTIONAL, c->optional);
		r = record_flush(&j);
		if (r)
			return r;
	}
	return 0;
}

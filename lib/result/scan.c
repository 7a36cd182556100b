// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The fast way for batch lines. Case, parameters and unit are looked up by
 * their bytes, which jansson has understood once before; what follows is read by
 * hand. The rule is to read a line just as record.c would or to leave it alone.
 */
#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "fields.h"
#include "grow.h"

#define PREFIX		"{\"" REC_TYPE "\":\"" REC_TYPE_BATCH "\","
#define AFTER_SPAN	",\"" REC_ITERS "\":"

/* True where the text is just {case, params, unit} and fit to be a batch's. */
static bool span_is_sound(json_t *root)
{
	const json_t *unit = json_object_get(root, REC_UNIT);

	return json_object_size(root) == 3 && json_is_string(unit) &&
		json_string_length(unit) &&
		!index_key_fault(json_object_get(root, REC_CASE),
				 json_object_get(root, REC_PARAMS));
}

/* 1 and the meaning of the span, 0 where it has none, or -ENOMEM. */
static int learn_span(struct loader *ld, const char *text, size_t len, uint32_t *ret_id)
{
	struct result_index *ix = ld->ix;
	struct strbuf sb = STRBUF_INIT;
	const json_t *unit;
	json_t *root = NULL;
	json_error_t error;
	struct span span, *spans;
	int r = -ENOMEM;

	if (strbuf_addc(&sb, '{') || strbuf_add(&sb, text, len) || strbuf_addc(&sb, '}'))
		goto out;
	r = read_json(sb.buf, sb.len, &root, &error);
	if (r < 0)
		goto out;
	if (r || !span_is_sound(root)) {
		r = 0;
		goto out;
	}
	unit = json_object_get(root, REC_UNIT);
	r = -ENOMEM;
	span.unit = index_string(ix, json_string_value(unit), json_string_length(unit));
	if (!span.unit || index_key(ld->set, json_object_get(root, REC_CASE),
				    json_object_get(root, REC_PARAMS), &span.key))
		goto out;
	spans = grow(ix->spans, &ix->spans_alloc, (size_t)ix->span_texts.n + 1, sizeof(*spans));
	if (!spans)
		goto out;
	ix->spans = spans;
	if (intern_add(&ix->span_texts, text, len, ret_id))
		goto out;
	spans[*ret_id] = span;
	r = 1;
out:
	json_decref(root);
	strbuf_release(&sb);
	return r;
}

static bool digit(char c)
{
	return c >= '0' && c <= '9';
}

/*
 * A number of 0 or more from *@p on, which moves past it. Real ones only where
 * digits and power of ten are exact doubles, so that one rounding gives what
 * strtod gives. False for anything else.
 */
static bool scan_number(const char **p, bool *ret_whole, int64_t *ret_int, double *ret_real)
{
	static const double powers[] = {
		1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
		1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
	};
	const char *s = *p, *first = s, *dot;
	int64_t v = 0;
	int shift = 0, e = 0;
	bool minus = false;

	for (; digit(*s) && s - first < 18; s++)
		v = v * 10 + (*s - '0');
	if (s == first || digit(*s) || (*first == '0' && s - first > 1))
		return false;
	*ret_whole = *s != '.' && *s != 'e';
	*p = s;
	if (*ret_whole) {
		*ret_int = v;
		*ret_real = (double)v;
		return *s != 'E';
	}
	if (*s == '.') {
		dot = s++;
		for (; digit(*s) && s - first < 18; s++)
			v = v * 10 + (*s - '0');
		shift = dot + 1 - s;
		if (!shift)
			return false;
	}
	if (*s == 'e') {
		s++;
		minus = *s == '-';
		if (*s == '-' || *s == '+')
			s++;
		if (!digit(*s))
			return false;
		for (int i = 0; digit(*s) && i < 3; i++, s++)
			e = e * 10 + (*s - '0');
		shift += minus ? -e : e;
	}
	if (digit(*s) || *s == 'E' || *s == '.' || v >= (int64_t)1 << 53 ||
	    shift < -22 || shift > 22)
		return false;
	*p = s;
	*ret_real = shift < 0 ? v / powers[-shift] : v * powers[shift];
	return true;
}

/* A name in quotes and the colon, without escapes and in ASCII. */
static bool scan_name(const char **p, const char **ret_name, size_t *ret_len)
{
	const char *s = *p;

	if (*s++ != '"')
		return false;
	*ret_name = s;
	while (*s >= ' ' && *s < 0x7f && *s != '"' && *s != '\\')
		s++;
	*ret_len = s - *ret_name;
	if (*s != '"' || s[1] != ':')
		return false;
	*p = s + 2;
	return true;
}

/* {"name":number,...} without nulls and negative numbers; 1, 0 or -ENOMEM. */
static int scan_figures(struct loader *ld, const char **p, struct figure *f, uint32_t *ret_n)
{
	const char *s = *p, *name;
	uint32_t n = 0;
	size_t len;
	int64_t whole;
	bool is_whole;

	if (*s++ != '{')
		return 0;
	while (*s != '}') {
		if (n && *s++ != ',')
			return 0;
		if (n == RECORD_FIGURES_MAX || !scan_name(&s, &name, &len) ||
		    !scan_number(&s, &is_whole, &whole, &f[n].value))
			return 0;
		f[n].name = index_string(ld->ix, name, len);
		if (!f[n].name)
			return -ENOMEM;
		for (uint32_t i = 0; i < n; i++)
			if (f[i].name == f[n].name)
				return 0;
		n++;
	}
	*p = s + 1;
	*ret_n = n;
	return 1;
}

/* The keys after the span, in the order in which the runner writes them. */
enum { ITERS, ELAPSED, SE, N, BYTES, ROUND, PROC, REF_ARITH, REF_MEM, NIVCSW, STEAL,
       MINFLT, COUNTERS, EXTRA, NKEYS };

#define NEEDED		(1u << ITERS | 1u << ELAPSED | 1u << ROUND | 1u << PROC)

#define TEXT(key)	.text = "\"" key "\":", .len = sizeof(key) + 2
#define REAL(key, field) \
	{ TEXT(key), .at = offsetof(struct batch, field), .real = true }
#define WHOLE(key, field, least, most) \
	{ TEXT(key), .at = offsetof(struct batch, field), .min = least, .max = most }

/* Where a number goes; the ranges are those of record.c. */
static const struct {
	const char *text;
	size_t len, at;
	int64_t min, max;
	bool real;
} keys[NKEYS] = {
	[ITERS] = WHOLE(REC_ITERS, iters, 1, INT64_MAX),
	[ELAPSED] = REAL(REC_ELAPSED, elapsed),
	[SE] = REAL(REC_SE, se),
	[N] = WHOLE(REC_N, n, 1, RESULT_UNKNOWN - 1),
	[BYTES] = WHOLE(REC_BYTES, bytes, 0, INT64_MAX),
	[ROUND] = WHOLE(REC_ROUND, round, 0, RESULT_UNKNOWN - 1),
	[PROC] = WHOLE(REC_PROC, proc, 0, RECORD_PROC_MAX),
	[REF_ARITH] = REAL(REC_REF_ARITH, ref_arith),
	[REF_MEM] = REAL(REC_REF_MEM, ref_mem),
	[NIVCSW] = WHOLE(REC_NIVCSW, nivcsw, 0, RESULT_UNKNOWN - 1),
	[STEAL] = WHOLE(REC_STEAL, steal, 0, RESULT_UNKNOWN - 1),
	[MINFLT] = WHOLE(REC_MINFLT, minflt, 0, RESULT_UNKNOWN - 1),
	[COUNTERS] = { TEXT(REC_COUNTERS) },
	[EXTRA] = { TEXT(REC_EXTRA) },
};

/* The key at *@p, which moves past its colon; looked for from @from on. -1: none. */
static int scan_key(const char **p, int from)
{
	for (int i = 0, k = from; i < NKEYS; i++, k++) {
		if (k == NKEYS)
			k = 0;
		if (!strncmp(*p, keys[k].text, keys[k].len)) {
			*p += keys[k].len;
			return k;
		}
	}
	return -1;
}

/* The value of key @k at *@p, which moves past it, into the batch. */
static bool scan_value(const char **p, int k, struct batch *b)
{
	void *to = (char *)b + keys[k].at;
	double real = 0;
	int64_t v = 0;
	bool whole;

	if (k == STEAL && !strncmp(*p, "null", 4)) {
		*p += 4;
		return true;
	}
	if (!scan_number(p, &whole, &v, &real))
		return false;
	if (keys[k].real) {
		*(double *)to = real;
		return true;
	}
	*(int64_t *)to = v;
	return whole && v >= keys[k].min && v <= keys[k].max;
}

/* Everything after the span, from the comma before "iters" to the end of the line. */
static int scan_rest(struct loader *ld, const char *s, const char *end)
{
	struct batch *b = &ld->ix->batch;
	unsigned int seen = 0;
	int k = -1, r;

	b->bytes = 0;
	b->nivcsw = b->steal = b->minflt = -1;
	b->ref_arith = b->ref_mem = b->se = 0;
	b->n = 1;
	b->ncounters = b->nextras = 0;
	while (*s == ',') {
		s++;
		k = scan_key(&s, k + 1);
		if (k < 0 || seen & 1u << k)
			return 0;
		seen |= 1u << k;
		if (k == COUNTERS || k == EXTRA) {
			r = k == COUNTERS ? scan_figures(ld, &s, b->counters, &b->ncounters) :
					    scan_figures(ld, &s, b->extras, &b->nextras);
			if (r <= 0)
				return r;
		} else if (!scan_value(&s, k, b)) {
			return 0;
		}
	}
	return *s == '}' && s + 1 == end && (seen & NEEDED) == NEEDED;
}

/* Where the span ends: the comma before "iters", behind the parameters. */
static const char *find_rest(const char *s)
{
	for (s = strchr(s, '}'); s; s = strchr(s + 1, ','))
		if (!strncmp(s, AFTER_SPAN, sizeof(AFTER_SPAN) - 1))
			return s;
	return NULL;
}

int scan_batch(struct loader *ld, const char *line, size_t len)
{
	const size_t skip = sizeof(PREFIX) - 1;
	const char *rest;
	uint32_t id;
	int r;

	if (len < skip || memcmp(line, PREFIX, skip))
		return 0;
	rest = find_rest(line + skip);
	if (!rest)
		return 0;
	if (intern_find(&ld->ix->span_texts, line + skip, rest - line - skip, &id)) {
		r = learn_span(ld, line + skip, rest - line - skip, &id);
		if (r <= 0)
			return r;
	}
	r = scan_rest(ld, rest, line + len);
	if (r <= 0)
		return r;
	ld->ix->batch.key = ld->ix->spans[id].key;
	ld->ix->batch.unit = ld->ix->spans[id].unit;
	return 1;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Go's benchmark format (go.dev/design/14313-benchmark-format), a line for each run's
 * value of a case, as benchstat reads it. It compares what has the same "key: value"
 * lines, so that the kernel stands in a comment.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "record.h"
#include "writer.h"

static const struct arch {
	const char *uname, *go;
} archs[] = {
	{ "x86_64", "amd64" }, { "aarch64", "arm64" }, { "i386", "386" }, { "i686", "386" },
	{ "armv6l", "arm" }, { "armv7l", "arm" }, { "armv8l", "arm" }, { "loongarch64", "loong64" },
};

static const char *go_arch(const char *uname)
{
	for (size_t i = 0; uname && i < sizeof(archs) / sizeof(archs[0]); i++)
		if (!strcmp(archs[i].uname, uname))
			return archs[i].go;
	return uname;
}

/* benchstat reads no file with a byte in it that is no UTF-8. */
static int put_ascii(const char *s, char instead_of_space, struct strbuf *sb)
{
	size_t before = sb->len;
	int r = strbuf_adds(sb, s);

	for (char *p = sb->buf + before; *p; p++)
		*p = *p == ' ' ? instead_of_space : *p < ' ' || *p > '~' ? '?' : *p;
	return r;
}

/* Without a value the key is no longer set. */
static int put_config(const char *key, const char *value, bool needed, struct strbuf *sb)
{
	int r;

	if (!value && !needed)
		return 0;
	r = strbuf_printf(sb, "%s:%s", key, value ? " " : "");
	if (!r && value)
		r = put_ascii(value, ' ', sb);
	return r ? r : strbuf_addc(sb, '\n');
}

static int put_machine(const struct result_run *run, bool first, struct strbuf *sb)
{
	const char *label = result_run_label(run), *kernel = result_run_kernel(run);
	int r = strbuf_adds(sb, "# ");

	if (!r)
		r = put_ascii(kernel ? kernel : "unknown kernel", ' ', sb);
	if (!r && label && *label)
		r = strbuf_adds(sb, ", ");
	if (!r && label)
		r = put_ascii(label, ' ', sb);
	if (!r)
		r = strbuf_adds(sb, "\ngoos: linux\n");
	if (!r)
		r = put_config("goarch", go_arch(result_run_str(run, REC_ARCH)), !first, sb);
	if (!r)
		r = strbuf_adds(sb, "pkg: uabench\n");
	return r ? r : put_config("cpu", result_run_str(run, REC_CPU), !first, sb);
}

/* The number of CPUs is part of the name: it is one that measures. */
static int put_name(const struct result_key *key, struct strbuf *sb)
{
	const char *name = key->case_name;
	bool small = *name >= 'a' && *name <= 'z';
	json_t *v;
	int r = strbuf_printf(sb, "Benchmark%c%s", small ? *name - 'a' + 'A' : *name,
			      *name ? name + 1 : "");

	json_object_foreach(key->params, name, v)
		if (!r)
			r = strbuf_printf(sb, "/%s=%lld", name, (long long)json_integer_value(v));
	return r ? r : strbuf_adds(sb, "-1");
}

static int put_unit(const char *unit, struct strbuf *sb)
{
	int r = strbuf_addc(sb, ' ');

	if (!r)
		r = *unit ? put_ascii(unit, '_', sb) : strbuf_addc(sb, '?');
	if (!r && (!strcmp(unit, "ns") || !strcmp(unit, "instructions")))
		r = strbuf_adds(sb, "/op");
	return r;
}

static int put_line(const struct result_series *series, enum ref_mode mode,
		    const struct ref_scale *scale, struct strbuf *sb)
{
	struct run_value v;
	int r = run_value(series, mode, scale, &v);

	if (r)
		return r == -ENOMEM ? r : 0;
	r = put_name(series->key, sb);
	if (!r)
		r = strbuf_printf(sb, "\t%llu\t%.9g", series->iters > 0 ?
				  (unsigned long long)series->iters : 1, v.value);
	if (!r)
		r = put_unit(series->unit, sb);
	if (!r && series->bytes && !strcmp(series->unit, "ns") && v.value > 0)
		r = strbuf_printf(sb, "\t%.6g MB/s", 1000 * series->bytes / v.value);
	return r ? r : strbuf_addc(sb, '\n');
}

static int show(const struct show *runs, size_t n, const struct write_context *context,
		struct strbuf *sb)
{
	int r = 0;

	for (size_t i = 0; !r && i < n; i++) {
		r = put_machine(runs[i].run, !i, sb);
		for (size_t j = 0; !r && j < runs[i].n; j++)
			r = put_line(runs[i].series[j], runs[i].mode[j], &runs[i].scale, sb);
	}
	return r;
}

/* --- compare */

static int put_side(const struct compare *c, const struct compare_side *side, const char *name,
		    bool first, struct strbuf *sb)
{
	int r = 0;

	for (size_t i = side->first; !r && i < side->first + side->nruns; i++) {
		const struct result_run *run = &c->set->runs[i];

		r = put_machine(run, first && i == side->first, sb);
		if (!r)
			r = put_config("side", name, true, sb);
		for (size_t j = 0; !r && j < c->ncases; j++) {
			const struct result_series *s = result_run_find(run, c->cases[j].key);

			if (s)
				r = put_line(s, c->cases[j].mode, &c->scale, sb);
		}
	}
	return r;
}

static int compare(const struct compare *cs, size_t n, const struct write_context *context,
		   struct strbuf *sb)
{
	int r = strbuf_adds(sb, "# benchstat -col side FILE\n");

	for (size_t i = 0; !r && i < n; i++) {
		if (n > 1)
			r = put_config("new", context->news[i], true, sb);
		if (!r)
			r = put_side(&cs[i], &cs[i].base, "base", !i, sb);
		if (!r)
			r = put_side(&cs[i], &cs[i].new, "new", false, sb);
	}
	return r;
}

const struct writer write_go = {
	.name = "go",
	.summary = "Go's benchmark format, a line a run and case, for benchstat",
	.show = show,
	.compare = compare,
};

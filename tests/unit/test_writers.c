/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What each format promises, whatever the numbers and texts. tests/cli/formats.sh has the rest. */
#include "compare_text.h"
#include "provenance.h"
#include "test_synth.h"
#include "utf8.h"
#include "writer.h"

static const char *const names[] = {
	"copy.from_user.process_vm size=64 align=0 ralign=0",
	"copy.from_user.process_vm size=65536 align=0 ralign=0", "copy.to_user.pread size=512",
	"copy.to_user.pread size=4096", "copy.to_user.pread size=65536", "entry.null",
	"word.struct.sigprocmask_set align=0", "odd|na\\me*_x_<b>,\"q\"#`~`& n=1",
	"a.name.that.is.so.long.that.no.column.of.any.table.could.ever.hold.it.in.one.line n=1",
};
#define NAMES (sizeof(names) / sizeof(*names))
#define PROCS	5

static const char odd[] =
	"{'label':'caf\\u00e9|#\\n\\u001b[1m `x`, \\\"q\\\" ok 1 # SKIP',"
	"'kernel':'6.13.0-rc1-\\u00b5',"
	"'cpu':'Intel\\u00ae','arch':'x86_64','runner':'0.1.0','boot_id':'b',"
	"'cmdline':'ro quiet hardened_usercopy=off',"
	"'settings':{'time_s':10,'procs':0,'rounds':1,'bench':'copy.*,entry.null',"
	"'param':{'size':'64,4096'}}}";

static gsl_rng *rng;

struct made {
	struct synth s;
	struct compare c[2];
	struct compare_case cases[NAMES];
	struct show shows[2];
	char *news[3];
	struct write_context context;
};

static void make_run(struct synth *s, const char *meta, const char *unit)
{
	struct result_run *run = synth_run(s, meta);

	for (uint32_t k = 0; k + 1 < NAMES; k++) {
		struct result_series *r = synth_series(s, run, k, unit, PROCS, 2);

		r->bytes = k < 5 ? 512 : 0;
		for (uint32_t b = 0; b < r->n; b++)
			r->batch[b].cost = 100 * (k + 1) * (1 + 0.001 * (r->batch[b].proc % 3));
	}
	run->skips = calloc(2, sizeof(struct result_skip));
	run->skips[0] = (struct result_skip){ s->set.keys[NAMES - 1], "no #1\nok 9 x", NULL, 3 };
	run->skips[1] = (struct result_skip){ s->set.keys[0], "denied", "EPERM", 1 };
	run->nskips = 2;
}

/* Two runs, and two comparisons of them, with numbers of their own. */
static void make(struct made *m, const char *unit)
{
	static char news[2][24] = { "new # \xb5 'x", "b|*" };

	memset(m, 0, sizeof(*m));
	synth_init(&m->s, names, NAMES);
	make_run(&m->s, "{'label':'base','kernel':'6.12.0','runner':'1','boot_id':'a',"
		 "'cmdline':'ro quiet hardened_usercopy=on','settings':{}}", unit);
	make_run(&m->s, odd, unit);
	for (size_t i = 0; i < NAMES; i++)
		m->cases[i] = (struct compare_case){
			.key = m->s.set.keys[i], .unit = unit, .lower_is_better = true, .margin = 0.01,
			.base = 100, .new = 100, .nbase = 5, .nnew = 5, .p_adjusted = 1,
			.effect = { .ratio = 1, .lo = 0.99, .hi = 1.01, .p = 1,
				    .method = STATS_METHOD_WELCH },
		};
	m->c[0] = (struct compare){
		.set = &m->s.set, .opts.confidence = 0.95, .margin = 0.01, .cases = m->cases,
		.ncases = NAMES, .ref_change = NAN,
		.scale.scale = { 1, NAN, NAN, NAN },
		.base = { .nruns = 1, .boots = 1, .builds = 1, .units = 1 },
		.new = { .first = 1, .nruns = 1, .boots = 1, .builds = 1, .units = 1 },
	};
	m->c[0].ncases--;
	m->c[1] = m->c[0];
	m->c[0].lonely = (const struct result_key **)&m->s.set.keys[NAMES - 1];
	m->c[0].nlonely = 1;
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(show_init(&m->shows[i], &m->s.set, &m->s.set.runs[i]), 0);
		m->news[i] = news[i];
	}
	m->context = (struct write_context){
		.command = "uabench compare 'a b' x/y/z", .base = "base", .news = m->news,
	};
}

static void made_release(struct made *m)
{
	show_release(&m->shows[0]);
	show_release(&m->shows[1]);
	synth_release(&m->s);
}

/* Any numbers; tame ones are such as a table of 80 columns holds. */
static void any_numbers(struct made *m)
{
	for (size_t i = 0; i < NAMES; i++) {
		struct compare_case *cc = &m->cases[i];
		struct stats_effect *e = &cc->effect;
		double sd = gsl_rng_uniform(rng) < 0.2 ? 5 : 0.1;

		e->ratio = exp(gsl_ran_gaussian(rng, sd));
		e->lo = e->ratio * exp(-gsl_ran_exponential(rng, sd));
		e->hi = e->ratio * exp(gsl_ran_exponential(rng, sd));
		e->method = gsl_rng_uniform_int(rng, 8) ? STATS_METHOD_WELCH : STATS_METHOD_NONE;
		cc->base = exp(gsl_ran_flat(rng, log(1e-3), log(1e12)));
		cc->new = cc->base * e->ratio;
		cc->verdict = gsl_rng_uniform_int(rng, 4);
		cc->runs_needed = (long)gsl_rng_uniform_int(rng, 2000) - 2;
		cc->shape_base = gsl_rng_uniform_int(rng, 32);
		cc->shape_new = gsl_rng_uniform_int(rng, 32);
	}
}

/* each(line, len, arg) for every line, which all end in a newline. */
static void lines(const char *text, void (*each)(const char *line, size_t len, void *arg),
		  void *arg)
{
	while (*text) {
		size_t n = strcspn(text, "\n");

		assert_int_equal(text[n], '\n');
		each(text, n, arg);
		text += n + 1;
	}
}

static void write_all(const struct made *m, const struct writer *w, size_t n, struct strbuf *sb,
		      void (*check)(struct strbuf *sb, bool show, size_t n))
{
	assert_int_equal(w->compare(m->c, n, &m->context, sb), 0);
	check(sb, false, n);
	strbuf_reset(sb);
	assert_int_equal(w->show(m->shows, n, &m->context, sb), 0);
	check(sb, true, n);
	strbuf_reset(sb);
}

/* One and two of them, in time, instructions and a rate with a long unit. */
static void check_all(const struct writer *w, int times,
		      void (*check)(struct strbuf *sb, bool show, size_t n))
{
	static const char *const units[] = { "ns", "instructions", "some very long unit/s" };
	struct strbuf sb = STRBUF_INIT;
	struct made m;

	for (size_t u = 0; u < 3; u++) {
		make(&m, units[u]);
		for (int k = 0; k < times; k++) {
			write_all(&m, w, 1 + k % 2, &sb, check);
			any_numbers(&m);
		}
		m.context.figures = "f#.json";
		write_all(&m, w, 1, &sb, check);
		made_release(&m);
	}
	strbuf_release(&sb);
}

static void the_table_of_writers(void **state)
{
	size_t n = 0;

	for (const struct writer *const *w = writers; *w; w++, n++) {
		assert_ptr_equal(writer_find((*w)->name), *w);
		assert_true((*w)->show && (*w)->compare && *(*w)->summary);
	}
	assert_int_equal(n, 8);
	assert_null(writer_find("xml"));
	assert_null(writer_find(""));
}

static void mail_line(const char *line, size_t len, void *arg)
{
	if (len > 72 || (len && line[len - 1] == ' '))
		fail_msg("%zu: '%.*s'", len, (int)len, line);
	for (size_t i = 0; i < len; i++)
		if (line[i] < ' ' || line[i] > '~')
			fail_msg("'%.*s'", (int)len, line);
	/* what would begin a patch, or end a message */
	assert_false(!strncmp(line, "diff -", 6) || !strncmp(line, "--- ", 4) ||
		     !strncmp(line, "Index: ", 7) || (len == 3 && !memcmp(line, "---", 3)));
}

static void mail_text(struct strbuf *sb, bool show, size_t n)
{
	lines(sb->buf, mail_line, NULL);
	assert_non_null(strstr(sb->buf, "$ uabench compare 'a b' x/y/z\n"));
	assert_non_null(strstr(sb->buf, "$ uabench run -t 10 -b 'copy.*,entry.null' -p "
				       "size=64,4096\n") ?
			sb->buf : show && n == 1 ? sb->buf : NULL);
	if (show)
		return;
	assert_non_null(strstr(sb->buf, "\nsampling unit: the run (1 against 1)\n"));
	assert_non_null(strstr(sb->buf, "\nmethod: "));
	assert_non_null(strstr(sb->buf, "booted with: base hardened_usercopy=on; new "
				       "hardened_usercopy=off\n"));
	assert_non_null(strstr(sb->buf, "6.12.0"));
	assert_non_null(strstr(sb->buf, "6.13.0-rc1-?"));
}

static void mail(void **state)
{
	check_all(&write_mail, 500, mail_text);
}

static size_t csv_fields(const char *line, size_t len)
{
	bool quoted = false;
	size_t n = 1;

	for (size_t i = 0; i < len; i++) {
		if (line[i] == '"')
			quoted = !quoted;
		else if (line[i] == ',' && !quoted)
			n++;
	}
	assert_false(quoted);
	return n;
}

static void csv_line(const char *line, size_t len, void *arg)
{
	size_t *fields = arg;

	if (!*fields)
		*fields = csv_fields(line, len);
	assert_int_equal(csv_fields(line, len), *fields);
}

static void csv_text(struct strbuf *sb, bool show, size_t n)
{
	size_t fields = 0;

	lines(sb->buf, csv_line, &fields);
	assert_int_equal(fields, show ? 12 : 18);
	assert_non_null(strstr(sb->buf, ",\"odd|na\\me*_x_<b>,\"\"q\"\"#`~`&\",n=1,"));
	assert_true(!strstr(sb->buf, "nan") && !strstr(sb->buf, "inf"));
}

static void csv(void **state)
{
	static const struct table_column columns[] = {
		{ "a", ALIGN_LEFT }, { "b,c", ALIGN_RIGHT }, { "d", ALIGN_LEFT },
	};
	struct strbuf sb = STRBUF_INIT;
	struct table t;

	check_all(&write_csv, 20, csv_text);
	table_init(&t, columns, 3);
	assert_int_equal(table_row(&t), 0);
	assert_int_equal(table_cell(&t, 0, "  alone"), 0);
	assert_int_equal(table_cell(&t, 2, "say \"x\""), 0);
	assert_int_equal(table_heading(&t, "under,this"), 0);
	assert_int_equal(table_row(&t), 0);
	assert_int_equal(table_cell(&t, 0, "  n=1"), 0);
	assert_int_equal(table_row(&t), 0);
	assert_int_equal(table_cell(&t, 0, "  "), 0);
	assert_int_equal(table_row(&t), 0);
	assert_int_equal(table_cell(&t, 0, "beside"), 0);
	assert_int_equal(table_cell(&t, 1, "1\n2"), 0);	/* cells have no newlines */
	assert_int_equal(table_title(&t, 2, "%d %%", 95), 0);
	assert_int_equal(table_csv_titles(&t, &sb), 0);
	assert_int_equal(table_csv_rows(&t, &sb), 0);
	assert_string_equal(sb.buf, "a,\"b,c\",95 %\n  alone,,\"say \"\"x\"\"\"\n"
			    "\"under,this n=1\",,\n\"under,this\",,\nbeside,1?2,\n");
	table_release(&t);
	strbuf_release(&sb);
}

static void markdown_line(const char *line, size_t len, void *arg)
{
	size_t *bars = arg, n = 0;

	for (size_t i = 0; i < len; i++)
		n += line[i] == '|' && (!i || line[i - 1] != '\\');
	if (len && *line == '|') {
		if (*bars)
			assert_int_equal(n, *bars);
		*bars = n;
	} else {
		*bars = 0;
	}
}

static void markdown_text(struct strbuf *sb, bool show, size_t n)
{
	size_t bars = 0;
	const char *p = sb->buf;
	int fences = 0;

	lines(sb->buf, markdown_line, &bars);
	for (; (p = strstr(p, "\n```")); p++)
		fences++;
	/* in pairs; the first is at the very beginning where there is no title */
	assert_int_equal(fences % 2, n == 1);
	assert_non_null(strstr(sb->buf,
		"| odd\\|na\\\\me\\*\\_x\\_\\<b>,\"q\"#\\`\\~\\`\\& n=1 |"));
	assert_int_equal(!!strstr(sb->buf, "## "), n > 1);
}

static void markdown(void **state)
{
	struct strbuf sb = STRBUF_INIT;
	struct made m;

	assert_int_equal(markdown_escape("a_b _c_ d|e [x](y) **", &sb), 0);
	assert_string_equal(sb.buf, "a_b \\_c\\_ d\\|e \\[x](y) \\*\\*");
	strbuf_reset(&sb);
	check_all(&write_markdown, 20, markdown_text);

	/* a text that would end its block */
	make(&m, "ns");
	json_object_set_new(m.s.set.runs[0].meta, "label", json_string("x ```` y ```"));
	assert_int_equal(write_markdown.show(m.shows, 1, &m.context, &sb), 0);
	assert_memory_equal(sb.buf, "`````text\nlabel     x ```` y ```\n", 33);
	assert_non_null(strstr(sb.buf, "\n`````\n\n| case |"));
	made_release(&m);
	strbuf_release(&sb);
}

static void json_text_(struct strbuf *sb, bool show, size_t n)
{
	const char *p = sb->buf;
	json_error_t error;

	for (size_t i = 0; i < n; i++) {
		json_t *root = json_loads(p, JSON_REJECT_DUPLICATES | JSON_DISABLE_EOF_CHECK,
					  &error);

		if (!root)
			fail_msg("%s in line %d of %s", error.text, error.line, p);
		assert_int_equal(json_array_size(json_object_get(root, "cases")), NAMES - 1);
		p += error.position;
		if (show) {
			json_t *c = json_array_get(json_object_get(root, "cases"), 5);

			assert_string_equal(json_string_value(json_object_get(c, "case")),
					    "entry.null");
			c = json_object_get(c, "value");
			/* the 2nd percentile of a cost, the 98th of a rate */
			assert_true(fabs(json_number_value(c) - 600) < 0.001 ||
				    fabs(json_number_value(c) - 601.152) < 0.001);
			assert_int_equal(json_array_size(json_object_get(root, "skipped")), 2);
		}
		json_decref(root);
	}
	assert_string_equal(p, "\n");
}

static void json(void **state)
{
	check_all(&write_json, 20, json_text_);
}

struct ktap {
	size_t plan[2], seen[2], depth;
	bool failed, want_plan;
	char name[200];
};

/* As the kernel's parser reads it: plan, numbers, names of subtests, results of parents. */
static void ktap_line(const char *line, size_t len, void *arg)
{
	struct ktap *k = arg;
	size_t indent = strspn(line, " "), d = indent / 2;
	bool bad, skip;
	char text[2000], *p;
	unsigned long number;

	assert_true(d < 2 && indent % 2 == 0 && len < sizeof(text));
	memcpy(text, line + indent, len - indent);
	text[len - indent] = '\0';
	if (!strcmp(text, "KTAP version 1")) {
		k->depth = d;
		k->seen[d] = 0;
		k->want_plan = true;
		if (d)
			k->failed = false;
	} else if (!strncmp(text, "# Subtest: ", 11)) {
		assert_true(d == 1 && k->want_plan);
		snprintf(k->name, sizeof(k->name), "%.190s", text + 11);
	} else if (!strncmp(text, "1..", 3)) {
		assert_true(k->want_plan && d == k->depth);
		k->plan[d] = atoi(text + 3);
		k->want_plan = false;
	} else if (*text == '#') {
		assert_int_equal(text[1], ' ');
	} else {
		bad = !strncmp(text, "not ok ", 7);
		assert_true(bad || !strncmp(text, "ok ", 3));
		number = strtoul(text + (bad ? 7 : 3), &p, 10);
		assert_int_equal(number, ++k->seen[d]);
		assert_int_equal(*p++, ' ');
		skip = strstr(p, " # SKIP ");
		assert_true(!strchr(p, '#') || skip);
		assert_false(bad && skip);
		if (skip)
			*strstr(p, " # SKIP ") = '\0';
		if (d) {
			k->failed |= bad;
			assert_string_not_equal(p, k->name);
		} else {
			assert_int_equal(k->seen[1], k->plan[1]);
			assert_int_equal(bad, k->failed);
			assert_string_equal(p, k->name);
		}
	}
}

static void ktap_text(struct strbuf *sb, bool show, size_t n)
{
	struct ktap k = { .depth = 0 };

	lines(sb->buf, ktap_line, &k);
	assert_int_equal(k.plan[0], n);
	assert_int_equal(k.seen[0], n);
	/* with the one that was skipped, or is on one side only */
	assert_int_equal(k.plan[1], show || n == 1 ? NAMES : NAMES - 1);
	if (strstr(sb->buf, "figures"))
		assert_non_null(strstr(sb->buf, "\n# figures: f_.json\n"));
}

static void ktap(void **state)
{
	struct strbuf sb = STRBUF_INIT;
	struct made m;

	check_all(&write_ktap, 50, ktap_text);
	make(&m, "ns");
	m.shows[0].n = 0;
	m.s.set.runs[0].nskips = 0;
	assert_int_equal(write_ktap.show(m.shows, 1, &m.context, &sb), 0);
	assert_string_equal(sb.buf, "KTAP version 1\n1..1\n"
			    "ok 1 costs of run0.jsonl # SKIP nothing was measured\n");
	strbuf_reset(&sb);
	m.c[0].ncases = 3;
	m.c[0].unit = UNIT_BOOT;
	m.cases[0].effect.method = STATS_METHOD_NONE;
	m.cases[1].runs_needed = 12;
	m.cases[2].runs_needed = -1;
	assert_int_equal(write_ktap.compare(m.c, 1, &m.context, &sb), 0);
	assert_non_null(strstr(sb.buf, " # SKIP undecided: fewer than 2 boots on a side\n"));
	assert_non_null(strstr(sb.buf, " # SKIP undecided: about 12 more boots a side would "
				      "decide\n"));
	assert_non_null(strstr(sb.buf, " # SKIP undecided at a margin of 1.00 %: how many more "
				      "boots it takes cannot be told\n"));
	assert_non_null(strstr(sb.buf, " # SKIP not on both sides\n"));
	assert_non_null(strstr(sb.buf, "\nok 1 comparison of new _ \xb5 'x with base # SKIP no "
				      "case is decided\n"));
	made_release(&m);
	strbuf_release(&sb);
}

static void go_line(const char *line, size_t len, void *arg)
{
	char text[400], *word, *save, *end;
	size_t *results = arg, fields = 0;

	assert_true(len < sizeof(text));
	memcpy(text, line, len);
	text[len] = '\0';
	for (size_t i = 0; i < len; i++)
		assert_true((text[i] >= ' ' && text[i] <= '~') || text[i] == '\t');
	if (strncmp(text, "Benchmark", 9)) {
		assert_true(*text == '#' || text[strcspn(text, ": ")] == ':');
		return;
	}
	++*results;
	assert_false(text[9] >= 'a' && text[9] <= 'z');
	for (word = strtok_r(text, " \t", &save); word; word = strtok_r(NULL, " \t", &save)) {
		if (fields == 0)
			assert_string_equal(word + strlen(word) - 2, "-1");
		if (fields == 1 || (fields && fields % 2 == 0)) {
			assert_true(strtod(word, &end) > 0);
			assert_int_equal(*end, '\0');
		}
		fields++;
	}
	assert_true(fields == 4 || fields == 6);
}

static void go_text(struct strbuf *sb, bool show, size_t n)
{
	size_t results = 0;

	lines(sb->buf, go_line, &results);
	assert_int_equal(results, (show ? n : 2 * n) * (NAMES - 1));
	assert_non_null(strstr(sb->buf, "\ngoos: linux\n"));
}

static void go(void **state)
{
	struct strbuf sb = STRBUF_INIT;
	struct made m;

	check_all(&write_go, 3, go_text);
	make(&m, "ns");
	assert_int_equal(write_go.show(m.shows + 1, 1, &m.context, &sb), 0);
	assert_non_null(strstr(sb.buf, "\ngoarch: amd64\npkg: uabench\ncpu: Intel??\n"));
	assert_non_null(strstr(sb.buf, "\nBenchmarkEntry.null-1\t10000\t600 ns/op\n"));
	assert_non_null(strstr(sb.buf, "\nBenchmarkCopy.to_user.pread/size=512-1\t10000\t300 "
				      "ns/op\t1706.67 MB/s\n"));
	made_release(&m);
	strbuf_release(&sb);
}

static void lava_line(const char *line, size_t len, void *arg)
{
	static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				   "0123456789._-/% +";

	if (strspn(line, safe) < len)
		fail_msg("'%.*s'", (int)len, line);
	assert_true(!strncmp(line, "lava-test-case ", 15) || !strncmp(line, "lava-test-set ", 14));
	*(size_t *)arg += !strncmp(line, "lava-test-case ", 15);
}

static void lava_text(struct strbuf *sb, bool show, size_t n)
{
	size_t cases = 0;

	lines(sb->buf, lava_line, &cases);
	assert_int_equal(cases, show || n == 1 ? n * NAMES : n * NAMES - 1);
	assert_int_equal(!!strstr(sb->buf, "lava-test-set start"), n > 1);
}

static void lava(void **state)
{
	check_all(&write_lava, 20, lava_text);
}

static void text_text(struct strbuf *sb, bool show, size_t n)
{
	assert_int_equal(!!strstr(sb->buf, "== "), n > 1);
}

static void text(void **state)
{
	struct strbuf sb = STRBUF_INIT;
	struct made m;

	check_all(&write_text, 5, text_text);
	make(&m, "ns");
	m.c[0].opts.confidence = 0.999;
	assert_int_equal(write_text.compare(m.c, 1, &m.context, &sb), 0);
	assert_non_null(strstr(sb.buf, "99.9 % int., %  verdict\n"));
	assert_non_null(strstr(sb.buf, ", 99.9 % intervals,\n"));
	strbuf_reset(&sb);
	m.context.counters = true;
	for (const struct writer *const *w = writers; *w; w++)
		if ((*w)->counters)
			assert_int_equal((*w)->show(m.shows, 2, &m.context, &sb), 0);
	made_release(&m);
	strbuf_release(&sb);
}

static void commands(void **state)
{
	static const struct {
		const char *meta, *want;
	} runs[] = {
		{ "{'runner':'1','settings':{}}", "uabench run" },
		{ "{'runner':'1'}", "" },
		{ "{'settings':{'time_s':10}}", "" },
		{ "{'runner':'1','imported':'dd','settings':{'time_s':10}}", "" },
		{ "{'runner':'1','settings':{'time_s':45,'procs':3,'rounds':1,'batch_ms':4,'device':'/dev/sda',"
		  "'ref_ms':0.05,'iters':7,'bench':'fault.*','param':{'size':'1,2'}}}",
		  "uabench run --procs 3 --batch 4 --iters 7 --device /dev/sda -b 'fault.*' -p size=1,2" },
		{ "{'runner':'1','settings':{'time_s':'x','bench':1,'param':[]}}", "uabench run" },
	};

	for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++) {
		struct strbuf sb = STRBUF_INIT;
		struct synth s;

		synth_init(&s, NULL, 0);
		assert_int_equal(provenance_command(synth_run(&s, runs[i].meta), &sb), 0);
		assert_string_equal(sb.buf, runs[i].want);
		synth_release(&s);
		strbuf_release(&sb);
	}
}

static void boots(void **state)
{
	static const char *const lines_[][3] = {
		{ "{'cmdline':'a b c'}", "{'cmdline':'  c  b a '}", "" },
		{ "{'cmdline':'a b=1'}", "{'cmdline':'a b=2 c'}", "base b=1; new b=2 c" },
		{ "{'cmdline':'ab'}", "{'cmdline':'a'}", "base ab; new a" },
		{ "{'cmdline':'a'}", "{}", "" },
		{ "{'cmdline':''}", "{'cmdline':'x'}", "new x" },
	};

	for (size_t i = 0; i < sizeof(lines_) / sizeof(*lines_); i++) {
		struct strbuf sb = STRBUF_INIT;
		struct synth s;

		synth_init(&s, NULL, 0);
		synth_run(&s, lines_[i][0]);
		synth_run(&s, lines_[i][1]);
		assert_int_equal(provenance_boot(&s.set.runs[0], &s.set.runs[1], &sb), 0);
		assert_string_equal(sb.buf, lines_[i][2]);
		synth_release(&s);
		strbuf_release(&sb);
	}
}

static int setup(void **state)
{
	rng = gsl_rng_alloc(gsl_rng_mt19937);
	if (rng)
		gsl_rng_set(rng, 11);
	return rng ? 0 : -1;
}

static int teardown(void **state)
{
	gsl_rng_free(rng);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_table_of_writers),
		cmocka_unit_test(text),
		cmocka_unit_test(mail),
		cmocka_unit_test(markdown),
		cmocka_unit_test(csv),
		cmocka_unit_test(json),
		cmocka_unit_test(ktap),
		cmocka_unit_test(go),
		cmocka_unit_test(lava),
		cmocka_unit_test(commands),
		cmocka_unit_test(boots),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}

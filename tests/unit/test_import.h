/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the tests of lib/import share: text in, records out, read by lib/result. */
#ifndef UABENCH_TEST_IMPORT_H
#define UABENCH_TEST_IMPORT_H

#include "import.h"
#include "test_result.h"

#define GROUPS_MAX	300

struct imported {
	struct result_set set;		/* all runs, in the order they were put */
	struct import_counts counts;
	struct strbuf notes, diag, text;
	char *names[GROUPS_MAX];	/* of the groups */
	size_t group[1024];		/* of each run */
};

__attribute__((unused)) static int imported_put(void *to, size_t group, const char *name,
						const char *text, size_t len)
{
	struct imported *im = to;

	assert_true(group < GROUPS_MAX);
	if (!im->names[group])
		im->names[group] = strdup(name);
	assert_string_equal(im->names[group], name);
	for (const char *s = text; (s = strstr(s, "{\"type\":\"run\"")); s++)
		im->group[im->counts.runs++] = group;
	return strbuf_add(&im->text, text, len);
}

/* Imports @text by the format of that name, or all for NULL. What import_run returned. */
__attribute__((unused)) static int import_text(struct imported *im, const char *format,
					       const char *label, const char *text, size_t len)
{
	struct import_opts opts = { .label = label, .name = "mail" };
	const struct import_sink sink = { imported_put, im };
	struct import_counts counts;
	int fd = memfd_create("mail", MFD_CLOEXEC), r;

	memset(im, 0, sizeof(*im));
	strbuf_init(&im->notes);
	strbuf_init(&im->diag);
	strbuf_init(&im->text);
	result_set_init(&im->set);
	if (format) {
		opts.only = importer_find(format);
		assert_non_null(opts.only);
	}
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, len), len);
	assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
	r = import_run(fd, &opts, &sink, &counts, &im->notes, &im->diag);
	close(fd);
	if (r) {
		assert_true(im->diag.len > 0);
		assert_null(strchr(im->diag.buf, '\n'));
		return r;
	}
	assert_int_equal(counts.runs, im->counts.runs);
	im->counts = counts;
	r = load_text(&im->set, im->text.buf, im->text.len, &im->diag);
	if (r)
		fail_msg("the record does not load: %s\n%s", im->diag.buf, im->text.buf);
	assert_int_equal(im->set.nruns, counts.runs);
	for (size_t i = 0; i < im->set.nruns; i++) {
		assert_int_equal(im->set.runs[i].status, RESULT_COMPLETE);
		assert_int_equal(im->set.runs[i].missing_batches, 0);
		assert_non_null(result_run_imported(&im->set.runs[i]));
		assert_null(result_run_boot_id(&im->set.runs[i]));
	}
	return 0;
}

__attribute__((unused)) static void imported_release(struct imported *im)
{
	result_set_release(&im->set);
	strbuf_release(&im->notes);
	strbuf_release(&im->diag);
	strbuf_release(&im->text);
	for (size_t i = 0; i < GROUPS_MAX; i++)
		free(im->names[i]);
}

/* Imports text that must be good. */
__attribute__((unused)) static void import_good(struct imported *im, const char *format,
						const char *text)
{
	int r = import_text(im, format, NULL, text, strlen(text));

	if (r)
		fail_msg("%d: %s\nfor:\n%s", r, im->diag.buf, text);
}

__attribute__((unused)) static void import_file(struct imported *im, const char *name)
{
	char path[200];
	size_t len;
	char *text;
	int r;

	snprintf(path, sizeof(path), "tests/data/import/%s", name);
	text = read_source(path, &len);
	r = import_text(im, NULL, NULL, text, len);
	if (r)
		fail_msg("%s: %d: %s", name, r, im->diag.buf);
	free(text);
}

/* Text that must be refused, with @diag in what is said. */
__attribute__((unused)) static void import_bad(const char *format, const char *text, int err,
					       const char *diag)
{
	struct imported im;
	int r = import_text(&im, format, NULL, text, strlen(text));

	if (r != err || !strstr(im.diag.buf, diag))
		fail_msg("%d \"%s\", not %d \"%s\", for:\n%s", r, im.diag.buf, err, diag, text);
	imported_release(&im);
}

/* The series of a case, by its name with parameters, in a run; or NULL. */
__attribute__((unused)) static const struct result_series *find_series(const struct imported *im,
								       size_t run, const char *name)
{
	assert_true(run < im->set.nruns);
	for (size_t i = 0; i < im->set.runs[run].nseries; i++)
		if (!strcmp(im->set.runs[run].series[i].key->name, name))
			return &im->set.runs[run].series[i];
	return NULL;
}

/* A case of a run is there once, with this unit and value (to 12 digits). */
#define assert_figure(im, run, name, unit_text, value) \
	check_figure(im, run, name, unit_text, value, __FILE__, __LINE__)

__attribute__((unused)) static void check_figure(const struct imported *im, size_t run,
						 const char *name, const char *unit, double value,
						 const char *file, int line)
{
	const struct result_series *s = find_series(im, run, name);

	if (!s || s->n != 1 || strcmp(s->unit, unit) ||
	    !(fabs(s->batch->cost - value) <= 1e-12 * fabs(value))) {
		print_error("%s in run %zu: %s %.15g, not %s %.15g, in:\n%s", name, run,
			    s ? s->unit : "absent", s ? s->batch->cost : NAN, unit, value,
			    im->text.buf);
		_fail(file, line);
	}
}

/* A case of a run is skipped for this reason. */
__attribute__((unused)) static void assert_skipped(const struct imported *im, size_t run,
						   const char *name, const char *reason)
{
	const struct result_run *r = &im->set.runs[run];

	for (size_t i = 0; i < r->nskips; i++)
		if (!strcmp(r->skips[i].key->name, name)) {
			assert_string_equal(r->skips[i].reason, reason);
			return;
		}
	fail_msg("%s is not skipped", name);
}

#endif

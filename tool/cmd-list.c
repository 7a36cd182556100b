// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fnmatch.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cmd.h"
#include "fmt.h"
#include "fold.h"
#include "record.h"
#include "runner.h"

static const char *format = "text";

static const struct opt opts[] = {
	{ 'f', "format", "text|json|markdown", "how to print it", OPT_TEXT, &format },
	{ 0 }
};

static const char *text(json_t *c, const char *key)
{
	const char *s = json_string_value(json_object_get(c, key));

	return s ? s : "";
}

/* "size: bytes a call; 1, 64, 4K (1 to 16M)" */
static int axis_line(json_t *axis, struct strbuf *sb)
{
	char lo[FMT_LEN], hi[FMT_LEN], v[FMT_LEN];
	json_t *value;
	size_t i;
	int r = strbuf_printf(sb, "%s: %s; ", text(axis, "name"), text(axis, "summary"));

	json_array_foreach(json_object_get(axis, "values"), i, value)
		if (!r)
			r = strbuf_printf(sb, "%s%s", i ? ", " : "",
					  fmt_size(v, json_integer_value(value)));
	return r ? r : strbuf_printf(sb, " (%s to %s)",
				     fmt_size(lo, json_integer_value(json_object_get(axis, "min"))),
				     fmt_size(hi, json_integer_value(json_object_get(axis, "max"))));
}

static bool optional(json_t *c)
{
	return json_integer_value(json_object_get(c, REC_OPTIONAL));
}

static int put_text(json_t *c, struct strbuf *sb)
{
	struct strbuf line = STRBUF_INIT;
	json_t *axis;
	size_t i;
	int r = strbuf_printf(sb, "%s%s\n", text(c, REC_CASE),
			      optional(c) ? " (only when named by -b)" : "");

	if (!r)
		r = fold(sb, "  an operation  ", 16, text(c, REC_SUMMARY));
	if (!r)
		r = fold(sb, "  exercises     ", 16, text(c, REC_EXERCISES));
	json_array_foreach(json_object_get(c, REC_AXES), i, axis) {
		strbuf_reset(&line);
		if (!r)
			r = axis_line(axis, &line);
		if (!r)
			r = fold(sb, i ? "                " : "  axes          ", 18, line.buf);
	}
	strbuf_release(&line);
	return r;
}

static int put_markdown(json_t *c, struct strbuf *sb)
{
	json_t *axis;
	size_t i;
	int r = strbuf_printf(sb, "### %s\n\n%s. Exercises %s.%s\n\n", text(c, REC_CASE),
			      text(c, REC_SUMMARY), text(c, REC_EXERCISES),
			      optional(c) ? " Measured only when named by `-b`." : "");

	json_array_foreach(json_object_get(c, REC_AXES), i, axis) {
		if (!r)
			r = strbuf_adds(sb, "- ");
		if (!r)
			r = axis_line(axis, sb);
		if (!r)
			r = strbuf_adds(sb, i + 1 == json_array_size(json_object_get(c, REC_AXES)) ?
					"\n\n" : "\n");
	}
	return r;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(text(*(json_t *const *)a, REC_CASE), text(*(json_t *const *)b, REC_CASE));
}

/* The same cases in the order of their names. NULL: out of memory. */
static json_t *sorted(json_t *all)
{
	size_t n = json_array_size(all);
	json_t **v = calloc(n + 1, sizeof(*v)), *out = json_array();

	for (size_t i = 0; v && i < n; i++)
		v[i] = json_array_get(all, i);
	if (v)
		qsort(v, n, sizeof(*v), by_name);
	for (size_t i = 0; v && out && i < n; i++)
		json_array_append(out, v[i]);
	free(v);
	json_decref(all);
	return out;
}

/* What the runner says of its cases, an array. NULL: complained. */
static json_t *ask_runner(void)
{
	char *argv[] = { NULL, "--list", NULL };
	json_t *all = json_array(), *one;
	char *line = NULL;
	size_t alloc = 0;
	FILE *f;
	int r, fd = memfd_create("uabench-list", MFD_CLOEXEC);

	if (fd < 0 || !all) {
		complain(0, "memfd_create: %s", strerror(errno));
		return NULL;
	}
	r = runner_run(argv, fd);
	if (r) {
		if (r > 0)
			complain(0, "uabench-runner --list failed");
		close(fd);
		json_decref(all);
		return NULL;
	}
	lseek(fd, 0, SEEK_SET);
	f = fdopen(fd, "r");
	while (f && getline(&line, &alloc, f) > 0) {
		one = json_loads(line, 0, NULL);
		if (one)
			json_array_append_new(all, one);
	}
	free(line);
	if (f)
		fclose(f);
	all = sorted(all);
	if (!all)
		complain(0, "out of memory");
	return all;
}

static bool wanted(json_t *c, int argc, char **argv)
{
	for (int i = 0; i < argc; i++)
		if (!fnmatch(argv[i], text(c, REC_CASE), 0))
			return true;
	return !argc;
}

static int list_run(int argc, char **argv)
{
	struct strbuf sb = STRBUF_INIT;
	size_t i, shown = 0;
	json_t *all, *c;
	int r = 0;

	if (strcmp(format, "text") && strcmp(format, "json") && strcmp(format, "markdown"))
		return complain(EXIT_USAGE, "list: no format '%s': text, json or markdown", format);
	all = ask_runner();
	if (!all)
		return EXIT_FAILED;
	json_array_foreach(all, i, c) {
		if (r || !wanted(c, argc, argv))
			continue;
		if (!strcmp(format, "text")) {
			r = shown ? strbuf_addc(&sb, '\n') : 0;
			if (!r)
				r = put_text(c, &sb);
		} else if (!strcmp(format, "markdown")) {
			r = put_markdown(c, &sb);
		} else {
			char *line = json_dumps(c, JSON_COMPACT);

			r = line ? strbuf_printf(&sb, "%s\n", line) : -ENOMEM;
			free(line);
		}
		shown++;
	}
	json_decref(all);
	if (r)
		r = complain(EXIT_FAILED, "out of memory");
	else if (!shown)
		r = complain(EXIT_USAGE, "list: no case matches '%s'", argc ? argv[0] : "*");
	else
		r = put_stdout(&sb);
	strbuf_release(&sb);
	return r;
}

const struct command cmd_list = {
	.name = "list",
	.args = "[GLOB...]",
	.summary = "which cases there are and which kernel code each one exercises",
	.about = "List the cases, or those whose names match a GLOB: what one operation is, which\n"
		 "kernel primitive it exercises and by which path, and its axes with the values\n"
		 "that a run takes and the range that -p of 'uabench run' may ask for.",
	.opts = opts,
	.run = list_run,
};

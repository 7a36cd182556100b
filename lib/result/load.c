// SPDX-License-Identifier: GPL-2.0-or-later
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "crc32.h"
#include "grow.h"
#include "load.h"

static const char *shown(const char *path)
{
	return strcmp(path, "-") ? path : "stdin";
}

int load_fail(struct loader *ld, int err, const char *fmt, ...)
{
	size_t from = ld->diag->len, text;
	va_list ap;

	/* without memory for the text the error says enough */
	if (strbuf_adds(ld->diag, shown(ld->path)) ||
	    (ld->line && strbuf_printf(ld->diag, ":%zu", ld->line)) ||
	    strbuf_adds(ld->diag, ": "))
		return err;
	text = ld->diag->len;
	va_start(ap, fmt);
	strbuf_vprintf(ld->diag, fmt, ap);
	va_end(ap);
	/* what was quoted from the file must not reach a terminal as it is */
	for (; from < ld->diag->len; from++) {
		unsigned char c = ld->diag->buf[from];

		if (c < ' ' || c == 0x7f || (c > 0x7f && from >= text))
			ld->diag->buf[from] = '?';
	}
	return err;
}

int load_nomem(struct loader *ld)
{
	return load_fail(ld, -ENOMEM, "out of memory");
}

static bool blank(const char *line, size_t len)
{
	return strspn(line, " \t\r") == len;
}

/* A line that is no JSON: a cut where it is the last, else an error. */
static int broken_line(struct loader *ld, bool whole, const char *why)
{
	if (!ld->run->meta)
		return load_fail(ld, -EINVAL, "not a uabench record: %s", why);
	if (whole)
		return load_fail(ld, -EINVAL, "broken line: %s", why);
	ld->run->truncated_line = ld->line;
	return 0;
}

#define CRC_MEMBER	",\"" REC_CRC "\":\""
#define CRC_LEN		(sizeof(CRC_MEMBER) - 1 + 8 + 2)

/*
 * Whether the line is what was sent: its checksum, which is cut off, matches, or
 * it has none and neither has the run line.
 */
static bool as_sent(struct loader *ld, char *line, size_t *len)
{
	size_t n = *len, at;
	char want[16];

	while (n && line[n - 1] == '\r')
		n--;
	at = n - CRC_LEN;
	if (n <= CRC_LEN || memcmp(line + at, CRC_MEMBER, sizeof(CRC_MEMBER) - 1)) {
		if (!ld->run->meta || ld->ended)
			ld->checksums = false;
		return !ld->checksums;
	}
	snprintf(want, sizeof(want), "%08x\"}", (unsigned int)crc32_ieee(line, at));
	if (memcmp(line + at + sizeof(CRC_MEMBER) - 1, want, 10))
		return false;
	if (!ld->run->meta || ld->ended)
		ld->checksums = true;
	line[at] = '}';
	line[at + 1] = '\0';
	*len = at + 1;
	return true;
}

/* 1: left out, and counted; 0: the record ends here, cut. */
static int damaged_line(struct loader *ld, bool whole)
{
	if (!ld->run->meta || !whole)
		return broken_line(ld, whole, "its checksum does not match");
	if (!ld->run->damaged_lines++)
		ld->run->first_damaged = ld->line;
	return 1;
}

/* 1: read on, 0: the record ends here. */
static int load_line(struct loader *ld, char *line, size_t len, bool whole)
{
	json_error_t error;
	int r;

	if (blank(line, len))
		return 1;
	if (!as_sent(ld, line, &len))
		return damaged_line(ld, whole);
	/* jansson takes a NUL after a number for nothing */
	if (memchr(line, '\0', len))
		return broken_line(ld, whole, "it holds a NUL byte");
	if (ld->run->meta && !ld->ended) {
		r = scan_batch(ld, line, line[len - 1] == '\r' ? len - 1 : len);
		if (r < 0)
			return load_nomem(ld);
		if (r) {
			r = batch_add(ld);
			return r ? r : 1;
		}
	}
	r = record_line(ld, line, len, &error);
	if (r > 0)
		return broken_line(ld, whole, error.text);
	return r ? r : 1;
}

static int load_lines(struct loader *ld, int fd)
{
	struct lines *lines = &ld->ix->lines;
	char *line;
	size_t len;
	bool whole;
	int r;

	lines_open(lines, fd);
	do {
		r = lines_next(lines, &line, &len, &whole);
		ld->line = lines->nr;
		if (r == -EFBIG)
			return load_fail(ld, r, "longer than %d bytes: not a uabench record",
					 RECORD_LINE_MAX);
		if (r < 0)
			return load_fail(ld, r, "%s", strerror(-r));
		if (r)
			r = load_line(ld, line, len, whole);
	} while (r > 0);
	if (r || ld->run->meta)
		return r;
	if (!ld->line)
		return load_fail(ld, -ENODATA, "the file is empty: no run was recorded");
	return load_fail(ld, -EINVAL, "not a uabench record: no run line up to here");
}

static void run_release(struct result_run *run)
{
	free(run->path);
	json_decref(run->meta);
	free(run->skips);
	free(run->store);
}

static int begin_run(struct loader *ld)
{
	*ld->run = (struct result_run){ .duration_ns = NAN };
	ld->ended = false;
	ld->run->path = strdup(ld->path);
	if (!ld->run->path)
		return load_nomem(ld);
	batch_begin(ld);
	return 0;
}

/* The run becomes the set's last. */
static int finish_run(struct loader *ld)
{
	struct result_set *set = ld->set;
	struct result_run *runs;
	int err;

	runs = grow(set->runs, &set->runs_alloc, set->nruns + 1, sizeof(*runs));
	if (!runs)
		return load_nomem(ld);
	set->runs = runs;
	err = batch_finish(ld);
	if (!err)
		runs[set->nruns++] = *ld->run;
	return err;
}

int load_next_run(struct loader *ld)
{
	int err = finish_run(ld);

	return err ? err : begin_run(ld);
}

static int load_fd(struct result_set *set, int fd, const char *path, struct strbuf *diag)
{
	struct loader ld = {
		.set = set, .ix = set->index, .diag = diag, .path = path,
	};
	struct result_run run;
	int err;

	ld.run = &run;
	err = begin_run(&ld);
	if (!err)
		err = load_lines(&ld, fd);
	if (!err)
		err = finish_run(&ld);
	if (err)
		run_release(&run);
	return err;
}

static int complain(struct strbuf *diag, const char *path, int err, const char *what)
{
	strbuf_printf(diag, "%s: %s", shown(path), what);
	return err;
}

static int load_file(struct result_set *set, const char *path, bool in_directory,
		     struct strbuf *diag)
{
	struct stat st;
	int fd, err;

	/* a fifo in a directory must not make open wait */
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (in_directory ? O_NONBLOCK : 0));
	if (fd < 0)
		return complain(diag, path, -errno, strerror(errno));
	if (in_directory && fstat(fd, &st) == 0 && !S_ISREG(st.st_mode)) {
		err = S_ISDIR(st.st_mode) ? 0 :
			complain(diag, path, -EINVAL, "not a regular file: move it elsewhere");
	} else {
		err = load_fd(set, fd, path, diag);
	}
	close(fd);
	return err;
}

static bool is_record_name(const char *name)
{
	size_t len = strlen(name);

	return name[0] != '.' && len > 6 && !strcmp(name + len - 6, ".jsonl");
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

struct names {
	char **v;
	size_t n, alloc;
};

/* Paths of the records in the directory, sorted. */
static int list_records(DIR *dir, const char *path, struct names *names)
{
	const char *slash = path[strlen(path) - 1] == '/' ? "" : "/";
	struct strbuf sb = STRBUF_INIT;
	const struct dirent *e;
	char **v;

	while (errno = 0, e = readdir(dir)) {
		if (!is_record_name(e->d_name))
			continue;
		v = grow(names->v, &names->alloc, names->n + 1, sizeof(*v));
		if (!v)
			return -ENOMEM;
		names->v = v;
		if (strbuf_printf(&sb, "%s%s%s", path, slash, e->d_name) ||
		    strbuf_detach(&sb, &v[names->n])) {
			strbuf_release(&sb);
			return -ENOMEM;
		}
		names->n++;
	}
	if (errno)
		return -errno;
	if (names->n)
		qsort(names->v, names->n, sizeof(*names->v), by_text);
	return 0;
}

static int load_directory(struct result_set *set, const char *path, struct strbuf *diag)
{
	size_t before = set->nruns;
	struct names names = { 0 };
	DIR *dir = opendir(path);
	int err;

	if (!dir)
		return complain(diag, path, -errno, strerror(errno));
	err = list_records(dir, path, &names);
	if (err)
		complain(diag, path, err, strerror(-err));
	for (size_t i = 0; i < names.n && !err; i++)
		err = load_file(set, names.v[i], true, diag);
	if (!err && set->nruns == before)
		err = complain(diag, path, -ENODATA,
			       "no record (*.jsonl) in this directory");
	for (size_t i = 0; i < names.n; i++)
		free(names.v[i]);
	free(names.v);
	closedir(dir);
	return err;
}

int result_set_load(struct result_set *set, const char *path, struct strbuf *diag)
{
	size_t before = set->nruns;
	struct stat st;
	int err;

	if (!set->index)
		set->index = index_new();
	if (!set->index)
		return complain(diag, path, -ENOMEM, strerror(ENOMEM));
	if (!strcmp(path, "-"))
		err = load_fd(set, STDIN_FILENO, path, diag);
	else if (!stat(path, &st) && S_ISDIR(st.st_mode))
		err = load_directory(set, path, diag);
	else
		err = load_file(set, path, false, diag);
	while (err && set->nruns > before)
		run_release(&set->runs[--set->nruns]);
	return err;
}

void result_set_init(struct result_set *set)
{
	*set = (struct result_set){ 0 };
}

void result_set_release(struct result_set *set)
{
	for (size_t i = 0; i < set->nruns; i++)
		run_release(&set->runs[i]);
	for (size_t i = 0; i < set->nkeys; i++)
		key_free(set->keys[i]);
	free(set->runs);
	free(set->keys);
	index_free(set->index);
	result_set_init(set);
}

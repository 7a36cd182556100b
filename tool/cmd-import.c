// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd.h"
#include "grow.h"
#include "import.h"

static const char *output, *label;

static const struct opt opts[] = {
	{ 'o', "output", "DIR|FILE.jsonl", "a file for each tool and label in DIR, or all in FILE",
	  OPT_TEXT, &output },
	{ 'l', "label", "TEXT", "the label of the runs, instead of what the text says", OPT_TEXT,
	  &label },
	{ 0 }
};

/* A file that gets its name only when all went well. */
struct out {
	FILE *f;		/* NULL: not opened yet */
	char *tmp, *path;	/* NULL: it has no name, and is to be printed */
};

struct outs {
	struct out *v;		/* by group, or one for all */
	size_t n;
	size_t alloc;
	bool by_group;		/* in the directory `output` */
	bool made_dir;		/* which was not there before */
};

static bool is_record_name(const char *s)
{
	size_t n = strlen(s);

	return n > 6 && !strcmp(s + n - 6, ".jsonl");
}

static int out_open(struct out *out, const char *path)
{
	const char *slash = strrchr(path, '/');
	mode_t mask = umask(0);
	int fd;

	umask(mask);
	out->path = strdup(path);
	if (!out->path || asprintf(&out->tmp, "%.*s.uabench-XXXXXX",
				   slash ? (int)(slash + 1 - path) : 0, path) < 0) {
		out->tmp = NULL;
		return -ENOMEM;
	}
	fd = mkostemp(out->tmp, O_CLOEXEC);
	if (fd < 0) {
		int err = -errno;

		free(out->tmp);
		out->tmp = NULL;
		return err;
	}
	fchmod(fd, 0666 & ~mask);
	out->f = fdopen(fd, "w");
	if (!out->f) {
		close(fd);
		return -ENOMEM;
	}
	return 0;
}

static int out_of_group(struct outs *o, size_t group, const char *name, struct out **ret_out)
{
	size_t at = o->by_group ? group : 0;
	struct out *v = grow(o->v, &o->alloc, at + 1, sizeof(*v));
	char *path;
	int r = 0;

	if (!v)
		return -ENOMEM;
	o->v = v;
	if (at >= o->n)
		o->n = at + 1;
	*ret_out = &v[at];
	if (v[at].f)
		return 0;
	if (!output) {
		v[at].f = tmpfile();
		return v[at].f ? 0 : -errno;
	}
	if (!o->by_group)
		return out_open(&v[at], output);
	if (asprintf(&path, "%s/%s.jsonl", output, name) < 0)
		return -ENOMEM;
	if (!mkdir(output, 0777))
		o->made_dir = true;
	else if (errno != EEXIST)
		r = -errno;
	if (!r)
		r = out_open(&v[at], path);
	free(path);
	return r;
}

static int put(void *to, size_t group, const char *name, const char *text, size_t len)
{
	struct out *out;
	int r = out_of_group(to, group, name, &out);

	if (r)
		return r;
	return fwrite(text, 1, len, out->f) == len ? 0 : errno ? -errno : -EIO;
}

static int print(FILE *f)
{
	char buf[65536];
	size_t n;

	rewind(f);
	while ((n = fread(buf, 1, sizeof(buf), f))) {
		struct strbuf sb = { .buf = buf, .len = n };
		int status = put_stdout(&sb);

		if (status)
			return status;
	}
	return ferror(f) ? complain(EXIT_FAILED, "cannot read a temporary file") : EXIT_DONE;
}

/* Everything is written: give the files their names. */
static int keep(struct outs *o)
{
	for (size_t i = 0; i < o->n; i++) {
		struct out *out = &o->v[i];

		if (!out->f)
			continue;
		if (fflush(out->f) || ferror(out->f))
			return complain(EXIT_FAILED, "cannot write to %s: %s",
					out->path ? out->path : "a temporary file",
					strerror(errno));
		/* as `run` does: what was measured is not replaced */
		if (out->path && !access(out->path, F_OK))
			return complain(EXIT_USAGE, "%s is there already: name another file",
					out->path);
	}
	for (size_t i = 0; i < o->n; i++) {
		struct out *out = &o->v[i];

		if (out->f && !out->path)
			return print(out->f);
		if (!out->f)
			continue;
		if (rename(out->tmp, out->path))
			return complain(EXIT_FAILED, "cannot write to %s: %s", out->path,
					strerror(errno));
		free(out->tmp);
		out->tmp = NULL;
	}
	return EXIT_DONE;
}

static void outs_release(struct outs *o)
{
	for (size_t i = 0; i < o->n; i++) {
		if (o->v[i].f)
			fclose(o->v[i].f);
		if (o->v[i].tmp)
			unlink(o->v[i].tmp);
		free(o->v[i].tmp);
		free(o->v[i].path);
	}
	/* gone if nothing was kept in it */
	if (o->made_dir)
		rmdir(output);
	free(o->v);
}

static int put_formats(struct strbuf *sb, const char *between)
{
	int r = strbuf_adds(sb, "auto");

	for (const struct importer *const *im = importers; !r && *im; im++)
		r = strbuf_printf(sb, "%s%s", between, importer_name(*im));
	return r;
}

static int no_format(const char *name)
{
	struct strbuf sb = STRBUF_INIT;
	int r;

	put_formats(&sb, ", ");
	r = complain(EXIT_USAGE, "import: no format '%s': %s", name, sb.buf);
	strbuf_release(&sb);
	return r;
}

/* What was found, where the records went; on stderr, as stdout may be the record. */
static void say_counts(const struct outs *o, const struct import_counts *c)
{
	fprintf(stderr, "%zu figure%s in %zu run%s", c->figures, c->figures == 1 ? "" : "s",
		c->runs, c->runs == 1 ? "" : "s");
	if (c->skips)
		fprintf(stderr, ", %zu skipped", c->skips);
	fputc('\n', stderr);
	if (c->runs > c->groups)
		fputs("note: blocks of one tool under one label are taken as repetitions on one "
		      "kernel; keep\n      others in files of their own, or give them labels\n", stderr);
	for (size_t i = 0; o->by_group && i < o->n; i++)
		if (o->v[i].path)
			fprintf(stderr, "%s\n", o->v[i].path);
	if (output && !o->by_group && c->groups > 1)
		fprintf(stderr, "note: %zu tools and labels in one file; -o DIR parts them\n",
			c->groups);
}

static int import_fd(int fd, const struct import_opts *o)
{
	struct strbuf notes = STRBUF_INIT, diag = STRBUF_INIT, names = STRBUF_INIT;
	struct outs outs = { .by_group = output && !is_record_name(output) };
	const struct import_sink sink = { put, &outs };
	struct import_counts counts;
	int status, r = import_run(fd, o, &sink, &counts, &notes, &diag);

	fputs(notes.buf, stderr);
	if (r == -ENODATA) {
		put_formats(&names, ", ");
		status = complain(EXIT_USAGE, "%s; formats: %s", diag.buf, names.buf);
	} else if (r) {
		status = complain(r == -EINVAL || r == -E2BIG ? EXIT_USAGE : EXIT_FAILED, "%s",
				  diag.len ? diag.buf : strerror(-r));
	} else {
		status = keep(&outs);
	}
	if (status == EXIT_DONE)
		say_counts(&outs, &counts);
	outs_release(&outs);
	strbuf_release(&names);
	strbuf_release(&notes);
	strbuf_release(&diag);
	return status;
}

static int cmd_import_run(int argc, char **argv)
{
	struct import_opts o = { .label = label };
	struct stat st;
	int fd, r;

	if (argc == 1 && !strcmp(argv[0], "formats")) {
		for (const struct importer *const *im = importers; *im; im++)
			printf("%-16s %s\n", importer_name(*im), importer_summary(*im));
		return fflush(stdout) ? complain(EXIT_FAILED, "cannot write to stdout: %s",
						 strerror(errno)) : EXIT_DONE;
	}
	if (argc != 2)
		return complain(EXIT_USAGE, "import: want FORMAT and FILE: see 'uabench import --help'");
	if (strcmp(argv[0], "auto")) {
		o.only = importer_find(argv[0]);
		if (!o.only)
			return no_format(argv[0]);
	}
	o.name = strcmp(argv[1], "-") ? argv[1] : "stdin";
	fd = strcmp(argv[1], "-") ? open(argv[1], O_RDONLY | O_CLOEXEC | O_NOCTTY) : STDIN_FILENO;
	if (fd < 0)
		return complain(EXIT_USAGE, "%s: %s", argv[1], strerror(errno));
	if (!fstat(fd, &st) && S_ISDIR(st.st_mode))
		r = complain(EXIT_USAGE, "%s: a directory: want one file", argv[1]);
	else
		r = import_fd(fd, &o);
	if (fd != STDIN_FILENO)
		close(fd);
	return r;
}

const struct command cmd_import = {
	.name = "import",
	.args = "FORMAT|auto FILE|-",
	.summary = "make records of what other tools printed, as pasted in a mail",
	.about = "Read the output of hdparm, dd, time, LMBench, perf and others, as it stands in a file\n"
		 "or a mail, quoted or not, and write run records, which show, compare and gate take\n"
		 "like any other. FORMAT is one of 'uabench import formats'; auto finds every block\n"
		 "it knows. Each repetition of a tool is a run. Without -o the records go to stdout.\n"
		 "Nothing is guessed: notes on stderr say which reading was taken where the text\n"
		 "leaves a choice, and what is cut or contradictory is refused.",
	.opts = opts,
	.run = cmd_import_run,
};

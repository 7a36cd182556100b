// SPDX-License-Identifier: GPL-2.0-or-later
/* Counts calls by the plugin: rows of figures in the order in which the guest made calls. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

static int where(const struct lab_build *b, unsigned long long at[3], struct strbuf *diag)
{
	struct strbuf out = STRBUF_INIT;
	struct argv a = { 0 };
	int r;

	lab_qemu(&a, b->spec, NULL);
	argv_add(&a, "where");
	r = process_run(&a, b->dir, "where", &out, diag);
	if (!r && sscanf(out.buf, "where %llx %llx %llx", &at[0], &at[1], &at[2]) != 3) {
		strbuf_printf(diag, "%s: the program did not say where its code is: %.60s",
			      b->spec->name, out.buf);
		r = -EINVAL;
	}
	strbuf_release(&out);
	return r;
}

static int list_of(const struct lab_call *calls, size_t n, struct strbuf *list)
{
	int r = 0;

	for (size_t i = 0; !r && i < n; i++)
		r = strbuf_printf(list, "%s%llu:%u:%u", i ? "," : "",
				  (unsigned long long)calls[i].size, calls[i].user, calls[i].kernel);
	return r;
}

/* What was counted of a call that left bytes is not what copying them takes. */
#define LEFT	"left\n"

static int told(const char **said, const char **rows, struct lab_count *c, unsigned int routine)
{
	unsigned int of, user, kernel;
	unsigned long long size, v[6];
	int used = 0;

	if (sscanf(*said, "call %u %llu %u %u%n", &of, &size, &user, &kernel, &used) != 4 ||
	    of != routine || size != c->call.size || user != c->call.user ||
	    kernel != c->call.kernel ||
	    sscanf(*rows, "%llu %llu %llu %llu %llu %llu", &v[0], &v[1], &v[2], &v[3], &v[4],
		   &v[5]) != 6 || !v[0])
		return -EINVAL;
	*said += used + ((*said)[used] == '\n');
	*rows += strcspn(*rows, "\n");
	*rows += **rows == '\n';
	if (!strncmp(*said, LEFT, strlen(LEFT))) {
		*said += strlen(LEFT);
		c->left = true;
		return 0;
	}
	c->instructions = v[0];
	c->loads = v[1];
	c->stores = v[2];
	c->load_bytes = v[3];
	c->store_bytes = v[4];
	c->misaligned = v[5];
	return 0;
}

/*
 * The guest says "call ROUTINE N USER KERNEL" before each, and "left" after one that left
 * bytes; a row is written after each.
 */
static int pair(const struct lab_build *b, const char *said, const char *rows,
		const struct lab_call *calls, size_t ncalls, struct lab_count *counts,
		struct strbuf *diag)
{
	size_t i = 0;
	int r = 0;

	for (unsigned int k = 0; !r && b->spec->routines[k].symbol; k++) {
		const uint64_t only = lab_routine_only(&b->spec->routines[k]);

		for (size_t j = 0; !r && b->present[k] && j < ncalls; j++) {
			struct lab_count *c = &counts[i++];

			*c = (struct lab_count){ .routine = k, .call = calls[j] };
			if (!only || only == c->call.size)
				r = told(&said, &rows, c, k);
		}
	}
	if (!r && !strncmp(said, "done", 4) && !*rows)
		return 0;
	if (b->spec->interpreted)
		strbuf_printf(diag, "%zu calls counted, then it said: %.60s", r ? i - 1 : i, said);
	else
		strbuf_printf(diag, "%s: %zu calls counted: does %s have plugins? It said: %.60s",
			      b->spec->name, r ? i - 1 : i, b->spec->qemu, said);
	return -EINVAL;
}

int lab_count(const struct lab_build *b, const char *plugin, const struct lab_call *calls,
	      size_t ncalls, struct lab_count **ret_counts, size_t *ret_n, struct strbuf *diag)
{
	struct strbuf list = STRBUF_INIT, arg = STRBUF_INIT, said = STRBUF_INIT, rows = STRBUF_INIT;
	size_t n = b->npresent * ncalls;
	struct lab_count *counts = calloc(n ? n : 1, sizeof(*counts));
	unsigned long long at[3] = { 0 };
	struct argv a = { 0 };
	int r = !counts ? -ENOMEM : b->spec->interpreted ? 0 : where(b, at, diag);

	if (!r)
		r = list_of(calls, ncalls, &list);
	if (!r)
		r = strbuf_printf(&arg, "%s,from=%llx,to=%llx,mark=%llx,out=counts.txt", plugin,
				  at[0], at[1], at[2]);
	if (!r) {
		lab_qemu(&a, b->spec, arg.buf);
		argv_add(&a, "count");
		argv_add(&a, "%s", list.buf);
		r = process_run(&a, b->dir, "count", &said, diag);
	}
	strbuf_reset(&arg);
	if (!r)
		r = strbuf_printf(&arg, "%s/counts.txt", b->dir);
	if (!r)
		r = file_read(arg.buf, &rows);
	if (r == -ENOENT && b->spec->interpreted)
		strbuf_adds(diag, "the interpreter wrote no counts");
	else if (r == -ENOENT)
		strbuf_printf(diag, "%s: the plugin wrote nothing: does %s have plugins?",
			      b->spec->name, b->spec->qemu);
	if (!r)
		r = pair(b, said.buf, rows.buf, calls, ncalls, counts, diag);
	if (r) {
		free(counts);
	} else {
		*ret_counts = counts;
		*ret_n = n;
	}
	strbuf_release(&list);
	strbuf_release(&arg);
	strbuf_release(&said);
	strbuf_release(&rows);
	return r == -ENOENT ? -EINVAL : r;
}

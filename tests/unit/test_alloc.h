/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Allocations that fail on demand. Linked with
 * -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=strdup, which reaches what
 * uabench's own libraries allocate; jansson is told by its own interface, and GSL
 * takes little and is left alone.
 */
#ifndef UABENCH_TEST_ALLOC_H
#define UABENCH_TEST_ALLOC_H

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <jansson.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);
char *__wrap_strdup(const char *s);

static long alloc_countdown = -1;	/* allocations until the one that fails; < 0: none does */
static long alloc_failures;

static bool alloc_fails(void)
{
	if (alloc_countdown < 0 || alloc_countdown-- > 0)
		return false;
	alloc_failures++;
	errno = ENOMEM;
	return true;
}

void *__wrap_malloc(size_t size)
{
	return alloc_fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size)
{
	return alloc_fails() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *p, size_t size)
{
	return alloc_fails() ? NULL : __real_realloc(p, size);
}

char *__wrap_strdup(const char *s)
{
	char *p = __wrap_malloc(strlen(s) + 1);

	return p ? strcpy(p, s) : NULL;
}

static void alloc_json_free(void *p)
{
	free(p);
}

/* malloc_of_json: __wrap_malloc, or one that spares what jansson cannot do without */
static void alloc_init(void *(*malloc_of_json)(size_t))
{
	json_set_alloc_funcs(malloc_of_json, alloc_json_free);
}

/* Calls with the n-th allocation failing, n = 0, 1, ..., until none does. */
#define ALLOC_FAIL_EACH(call, undo) do { \
	for (long n_ = 0; ; n_++) { \
		int r_; \
		alloc_failures = 0; \
		alloc_countdown = n_; \
		r_ = (call); \
		alloc_countdown = -1; \
		if (!alloc_failures) { \
			assert_int_equal(r_, 0); \
			break; \
		} \
		if (r_ != -ENOMEM) \
			fail_msg("%s, allocation %ld: %d", #call, n_, r_); \
		undo; \
	} \
} while (0)

#endif

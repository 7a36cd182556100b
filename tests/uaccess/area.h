/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory with a hole of one page in it, for the tests of libuaccess. libc only. */
#ifndef UACCESS_TEST_AREA_H
#define UACCESS_TEST_AREA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum hole {
	HOLE_UNMAPPED,
	HOLE_NO_ACCESS,		/* PROT_NONE */
	HOLE_READ_ONLY,		/* a hole for stores only */
	HOLE_END_OF_FILE,	/* SIGBUS */
	HOLE_KINDS
};

extern const char *const hole_names[HOLE_KINDS];

/* before bytes, the hole, one page more; what is no hole can be read and written */
struct area {
	unsigned char *start, *hole, *after, *end;
};

/* Exits where it cannot be made */
struct area area_make(enum hole kind, size_t before);
void area_release(struct area *a);

/* The signal that the hole gives */
int hole_signo(enum hole kind);

/* A byte that depends on its place, of no short period; never 0 */
static inline unsigned char pattern(size_t i)
{
	return (unsigned char)((i * 2654435761u >> 13) | 1);
}

/* Counts failures, and tells the first ones */
extern unsigned long failures, checks;
void fail(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
#define CHECK(cond) do {							\
	checks++;								\
	if (!(cond))								\
		fail("%s:%d: %s", __FILE__, __LINE__, #cond);			\
} while (0)

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED	1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED	1
#endif
#endif

/*
 * First thing in a signal handler that wants to survive faults: TSan runs handlers that it
 * deferred with all signals blocked, where none is survived. Else nothing.
 */
void survivable(void);

/* Prints the counts of a test and returns its exit status */
int report(const char *name);

#endif

// SPDX-License-Identifier: GPL-2.0-or-later
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boot.h"

static bool is_label(const char *s, size_t len)
{
	if (!len || len > 63 || !isalnum((unsigned char)*s))
		return false;
	for (size_t i = 0; i < len; i++)
		if (!isalnum((unsigned char)s[i]) && !strchr("._-", s[i]))
			return false;
	return true;
}

static struct boot_arm *find(struct boot_arms *arms, const char *label, size_t len)
{
	for (size_t i = 0; i < arms->n; i++)
		if (strlen(arms->arm[i].label) == len && !strncmp(arms->arm[i].label, label, len))
			return &arms->arm[i];
	return NULL;
}

static int add(struct boot_arms *arms, const char *label, size_t len, const char *what)
{
	char *text;

	if (find(arms, label, len))
		return complain(-EINVAL, "boot: -k %.*s= is given twice", (int)len, label);
	if (arms->n == BOOT_MAX_ARMS)
		return complain(-EINVAL, "boot: more than %d kernels: compare fewer at a time",
				BOOT_MAX_ARMS);
	text = strndup(label, len);	/* for the life of the program */
	if (!text)
		return complain(-ENOMEM, "out of memory");
	arms->arm[arms->n].label = text;
	arms->arm[arms->n].what = what;
	arms->n++;
	return 0;
}

/* "LABEL=KERNEL", or "KERNEL" for the base. A file's name may hold a "=" behind a "/". */
static int parse_kernel(struct boot_arms *arms, const char *arg)
{
	const char *eq = strchr(arg, '='), *slash = strchr(arg, '/');
	size_t len = eq ? (size_t)(eq - arg) : 0;

	if (!eq || (slash && slash < eq))
		return add(arms, BOOT_BASE, strlen(BOOT_BASE), arg);
	if (!is_label(arg, len))
		return complain(-EINVAL, "boot: bad label in '-k %s': letters, digits, '.', '_' "
				"and '-'", arg);
	if (len == strlen(BOOT_CONTROL) && !strncmp(arg, BOOT_CONTROL, len))
		return complain(-EINVAL, "boot: the label 'control' is taken: it is the base with a "
				"word more on its command line, and booted anyway");
	if (!eq[1])
		return complain(-EINVAL, "boot: no kernel in '-k %s'", arg);
	return add(arms, arg, len, eq + 1);
}

static int move_base_first(struct boot_arms *arms)
{
	struct boot_arm *base = find(arms, BOOT_BASE, strlen(BOOT_BASE)), first = arms->arm[0];

	if (!base)
		return complain(-EINVAL, "boot: no kernel to compare with: -k base=KERNEL, a file "
				"or 'debian'");
	arms->arm[0] = *base;
	if (base != &arms->arm[0])
		*base = first;
	return 0;
}

static int append(struct boot_arm *arm, const char *words)
{
	size_t n = strlen(arm->append);

	for (const char *s = words; *s; s++)
		if (!isprint((unsigned char)*s))
			return complain(-EINVAL, "boot: --append: a character that a command line "
					"cannot hold");
	if ((size_t)snprintf(arm->append + n, sizeof(arm->append) - n, "%s%s", n ? " " : "",
			     words) >= sizeof(arm->append) - n)
		return complain(-EINVAL, "boot: --append: %s: too long for a command line",
				arm->label);
	return 0;
}

/* "LABEL=WORDS"; "all=WORDS" for each. A new that was not named is the base's kernel. */
static int parse_append(struct boot_arms *arms, const char *arg)
{
	const char *eq = strchr(arg, '=');
	size_t len = eq ? (size_t)(eq - arg) : 0;
	struct boot_arm *arm = eq ? find(arms, arg, len) : NULL;
	int r = 0;

	if (!arm && len == 3 && !strncmp(arg, "all", 3)) {
		for (size_t i = 0; !r && i < arms->n; i++)
			r = append(&arms->arm[i], eq + 1);
		return r;
	}
	if (!arm && len == 3 && !strncmp(arg, "new", 3)) {
		r = add(arms, "new", 3, arms->arm[0].what);
		arm = r ? NULL : &arms->arm[arms->n - 1];
	}
	if (!arm)
		return r ? r : complain(-EINVAL, "boot: --append '%s': want LABEL=WORDS, with the label of "
					"a -k, 'new' or 'all'", arg);
	return append(arm, eq + 1);
}

int boot_arms_parse(const struct boot_options *o, struct boot_arms *arms)
{
	int r = 0;

	arms->n = 0;
	for (int i = 0; !r && i < o->kernels.n; i++)
		r = parse_kernel(arms, o->kernels.v[i]);
	if (!r)
		r = move_base_first(arms);
	for (int i = 0; !r && i < o->appends.n; i++)
		r = parse_append(arms, o->appends.v[i]);
	if (!r && arms->n < 2)
		r = complain(-EINVAL, "boot: nothing to compare with the base: -k new=KERNEL, or "
			     "--append new=WORDS");
	return r;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* What the tests of `uabench image` compile, with NEW the other side. */
extern int sink(char *);

int table[64];
int initialised = 3;
const char constant[] = "of its own";

static inline __attribute__((always_inline)) int copyin(char *d, const char *s, int n)
{
	if (n > 7)
		return -1;
	while (n--)
		*d++ = *s++;
	return 0;
}

static inline __attribute__((always_inline)) int outer(char *d, const char *s, int n)
{
	return copyin(d, s, n) + sink(d);
}

int copy_to_user(char *d, const char *s, int n)
{
	int r = outer(d, s, n);

#ifdef NEW
	r += outer(d + 1, s, n) + copyin(d, s, n + 1);
#endif
	return r;
}

static __attribute__((noinline, noclone)) int first(int x)
{
	static int count = 1;

	return count += x + table[x & 63];
}

int second(int x)
{
	static int count = 2;

	return first(count += x) + initialised + constant[x & 7];
}

#ifdef NEW
int added(void)
{
	return 1;
}
#else
int removed(void)
{
	return 2;
}
#endif

#ifdef START
int sink(char *p)
{
	return *p;
}

void _start(void)
{
	for (;;)
		second(sink((char *)table));
}
#endif

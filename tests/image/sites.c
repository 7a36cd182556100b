// SPDX-License-Identifier: GPL-2.0-or-later
/* Uses of user copies, as many as cli/image-sites.sh says: inlined, called, in the tail. */
typedef __UINTPTR_TYPE__ word;

#define INLINED		static inline __attribute__((always_inline))
#define NOINLINE	__attribute__((noinline, noclone))

word _copy_from_user(void *to, const void *from, word n);
void done(word n);

INLINED word raw_copy_to_user(void *to, const void *from, word n)
{
	char *t = to;
	const char *f = from;

	while (n) {
		*t++ = *f++;
		n--;
		__asm__ volatile("" : : : "memory");
	}
	return n;
}

INLINED word copy_to_user(void *to, const void *from, word n)
{
	return raw_copy_to_user(to, from, n) + 1;
}

NOINLINE word _copy_to_user(void *to, const void *from, word n)
{
	return raw_copy_to_user(to, from, n);
}

word inlines_two(char *to, const char *from, word n)
{
	word left = copy_to_user(to, from, n);

	done(left);
	return left + copy_to_user(to + n, from, n);
}

word inlines_one_calls_one(char *to, const char *from, word n)
{
	word left = copy_to_user(to, from, n);

	return left + _copy_from_user(to, from, n);
}

word calls_in_tail(char *to, const char *from, word n)
{
	return _copy_from_user(to, from, n + 1);
}

word calls_three(char *to, const char *from, word n)
{
	word left = _copy_to_user(to, from, n);

	done(left);
	left += _copy_to_user(to + 1, from, n);
	done(left);
	return left + _copy_to_user(to + 2, from, n) + 1;
}

word calls_none(word n)
{
	done(n);
	return n;
}

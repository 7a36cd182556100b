// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Functions of every shape of frame, for the tests of `uabench image frames`: compiled
 * for each architecture at each level of the stack protector, never run. Freestanding.
 */
#define NOINLINE __attribute__((noinline, noclone))

typedef __UINTPTR_TYPE__ word;

void use(void *p);
word call0(void);
word call1(word a);
word call2(word a, word b);
word call9(word a, word b, word c, word d, word e, word f, word g, word h, word i);
word call14(word a, word b, word c, word d, word e, word f, word g, word h, word i,
	    word j, word k, word l, word m, word n);
void die(void) __attribute__((noreturn, cold));
void warn(const char *s, word w) __attribute__((cold));
double fcall(double a);
extern word table[];

/* Arrays that leave the function, of all sizes and types. */
#define BUFFER(type, n)							\
	NOINLINE word buffer_##type##_##n(word a)			\
	{								\
		type b[n];						\
									\
		use(b);							\
		return a + (word)b[a % n];				\
	}
/* Arrays that stay: no call, so a leaf with locals in memory. */
#define LEAF(type, n)							\
	NOINLINE word leaf_##type##_##n(word a)				\
	{								\
		volatile type b[n];					\
									\
		for (int i = 0; i < n; i++)				\
			b[i] = (type)(a >> i % 8);			\
		return (word)b[a % n];					\
	}
/* The same behind a condition: what shrink-wrapping sees. */
#define MAYBE(type, n)							\
	NOINLINE word maybe_##type##_##n(word a, word c)		\
	{								\
		if (__builtin_expect(c == 0, 1))			\
			return a;					\
		type b[n];						\
									\
		use(b);							\
		return call1(a) + (word)b[0];				\
	}
#define SIZES(SHAPE, type)						\
	SHAPE(type, 1) SHAPE(type, 2) SHAPE(type, 3) SHAPE(type, 4)	\
	SHAPE(type, 5) SHAPE(type, 7) SHAPE(type, 8) SHAPE(type, 9)	\
	SHAPE(type, 12) SHAPE(type, 16) SHAPE(type, 17) SHAPE(type, 24)	\
	SHAPE(type, 32) SHAPE(type, 64) SHAPE(type, 100) SHAPE(type, 256) \
	SHAPE(type, 500) SHAPE(type, 1000)
SIZES(BUFFER, char)
SIZES(BUFFER, short)
SIZES(BUFFER, int)
SIZES(BUFFER, word)
SIZES(LEAF, char)
SIZES(LEAF, int)
SIZES(MAYBE, char)
SIZES(MAYBE, word)
BUFFER(char, 4096) BUFFER(char, 8192) BUFFER(char, 40000) BUFFER(char, 70001)
BUFFER(int, 5000) BUFFER(int, 20000) MAYBE(char, 5000) LEAF(char, 3000)

/* 1 to 14 values live across calls: 0 to all of the saved registers, then spills. */
#define LIVE(n)							\
	NOINLINE word live_##n(word *p)					\
	{								\
		word v[n];						\
									\
		for (int i = 0; i < n; i++)				\
			v[i] = p[i];					\
		word s = call0();					\
									\
		for (int i = 0; i < n; i++)				\
			s = s * 3 + v[i];				\
		return s + call1(s);					\
	}
LIVE(1) LIVE(2) LIVE(3) LIVE(4) LIVE(5) LIVE(6) LIVE(7) LIVE(8) LIVE(10) LIVE(12)

#define KEEP(n, decl, sum)						\
	NOINLINE word keep_##n(word a, word b, word c, word d)		\
	{								\
		decl							\
		word s = call2(a, b);					\
									\
		s += call2(c, d) + a + b;				\
		return call1(s) + (sum);				\
	}
KEEP(1, word e = table[a];, e)
KEEP(2, word e = table[a]; word f = table[b];, e * f)
KEEP(3, word e = table[a]; word f = table[b]; word g = table[c];, e * f + g)
KEEP(4, word e = table[a]; word f = table[b]; word g = table[c]; word h = table[d];,
     e * f + g * h)
KEEP(6, word e = table[a]; word f = table[b]; word g = table[c]; word h = table[d];
	word i = table[a + b]; word j = table[c + d];, e * f + g * h + i * j)
KEEP(9, word e = table[a]; word f = table[b]; word g = table[c]; word h = table[d];
	word i = table[a + b]; word j = table[c + d]; word k = table[a + c];
	word l = table[b + d]; word m = table[a + d];,
     e * f + g * h + i * j + k * l * m)

/* Leaves without locals, which no frame should have. */
#define PLAIN(n, expr) NOINLINE word plain_##n(word a, word b, word c) { return expr; }
PLAIN(1, a + b) PLAIN(2, a * b - c) PLAIN(3, a ? b : c) PLAIN(4, table[a] + table[b])
PLAIN(5, a / 3) PLAIN(6, (a << 3) ^ (b >> 2) ^ c) PLAIN(7, a > b ? a - b : b - a)
PLAIN(8, table[a] > c ? table[b] : table[c]) PLAIN(9, a & b & c) PLAIN(10, 0)

/* Calls: in the tail, in the middle, with arguments on the stack. */
NOINLINE word tail_1(word a) { return call1(a + 1); }
NOINLINE word tail_2(word a, word b) { return call2(b, a); }
NOINLINE word tail_3(word a) { return a ? call1(a) : call0(); }
NOINLINE word tail_4(word (*f)(word), word a) { return f(a); }
NOINLINE word middle_1(word a) { return call1(a) + 1; }
NOINLINE word middle_2(word a, word b) { return call1(a) + call1(b); }
NOINLINE word middle_3(word (*f)(word), word a) { return f(a) + f(a + 1); }
NOINLINE word args_9(word a) { return call9(a, 1, 2, 3, 4, 5, 6, 7, 8) + 1; }
NOINLINE word args_14(word a)
{
	return call14(a, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13) + 1;
}
NOINLINE word taken_14(word a, word b, word c, word d, word e, word f, word g, word h, word i,
		       word j, word k, word l, word m, word n)
{
	return call14(n, m, l, k, j, i, h, g, f, e, d, c, b, a) + call0();
}

/* An address that leaves: for -strong, not for the plain protector. */
NOINLINE int address_1(int a) { int x = a; use(&x); return x; }
NOINLINE word address_2(word a) { word x = a, y = a + 1; use(&x); use(&y); return x * y; }
struct small { int a, b; };
struct large { word a[20]; char name[13]; };
NOINLINE int address_3(int a) { struct small s = { a, a }; use(&s); return s.b; }
NOINLINE word address_4(word a) { struct large s; use(&s); return s.a[a % 20]; }
NOINLINE struct large by_value_1(struct large s) { s.a[1]++; return s; }
struct large by_value_0(word a);
NOINLINE word by_value_2(word a) { return by_value_0(a).a[3]; }
NOINLINE word by_value_3(struct large *s) { return by_value_1(*s).a[2]; }

/* What moves the stack pointer by more than a constant. */
NOINLINE word alloca_1(word n) { char *p = __builtin_alloca(n); use(p); return p[0]; }
NOINLINE word vla_1(word n) { word v[n]; use(v); return v[0]; }
NOINLINE word vla_2(word n) { word s = 0; while (n--) { char v[n + 1]; use(v); s += v[n]; } return s; }
NOINLINE word aligned_32(word n) { char b[64] __attribute__((aligned(32))); use(b); return b[n]; }
NOINLINE word aligned_64(word n) { int b[9] __attribute__((aligned(64))); use(b); return b[n]; }

/* Variable arguments, by use of the list and by handing it on. */
NOINLINE word varargs_1(word n, ...)
{
	__builtin_va_list ap;
	word s = 0;

	__builtin_va_start(ap, n);
	while (n--)
		s += __builtin_va_arg(ap, word);
	__builtin_va_end(ap);
	return s;
}
word vcall(const char *s, __builtin_va_list ap);
NOINLINE word varargs_2(const char *s, word a, ...)
{
	__builtin_va_list ap;

	__builtin_va_start(ap, a);
	word r = vcall(s, ap);
	__builtin_va_end(ap);
	return r + a;
}

/* Paths that never return, or seldom run. */
NOINLINE word cold_1(word a) { if (a > 100) die(); return a * 2; }
NOINLINE word cold_2(word a, word b)
{
	char s[32];

	if (a > b) {
		warn("a > b", a);
		use(s);
		warn(s, b);
		die();
	}
	return a + call1(b);
}
NOINLINE word cold_3(word a)
{
	char s[40];

	use(s);
	if (__builtin_expect(s[3] == 'x', 0)) {
		warn(s, a);
		return call2(a, s[0]);
	}
	return s[a % 40];
}
__attribute__((noreturn)) NOINLINE void noreturn_1(word a) { warn("gone", a); die(); }
__attribute__((noreturn)) NOINLINE void noreturn_2(void) { char b[20]; for (;;) use(b); }

/* Loops, switches, recursion. */
NOINLINE word loop_1(word *p, word n) { word s = 0; while (n--) s += p[n]; return s; }
NOINLINE word loop_2(word *p, word n) { word s = 0; while (n--) s += call1(p[n]); return s; }
NOINLINE word loop_3(word *p, word n)
{
	word s = 0;

	for (word i = 0; i < n; i++)
		for (word j = i; j < n; j++)
			s += call2(p[i], p[j]) * i + j;
	return s;
}
NOINLINE word switch_1(word a, word b)
{
	switch (a) {
	case 0: return call1(b);
	case 1: return call2(a, b) + 1;
	case 2: return b;
	case 3: return call0() * b;
	case 4: die();
	case 5: return table[b];
	case 6: { char s[16]; use(s); return s[b % 16]; }
	default: return 0;
	}
}
NOINLINE word recurse_1(word a) { return a < 2 ? a : recurse_1(a - 1) * recurse_1(a - 2) + a; }
NOINLINE void *caller_1(void) { return __builtin_return_address(0); }
NOINLINE void *caller_2(void) { call0(); return __builtin_return_address(0); }
NOINLINE void *frame_1(void) { return __builtin_frame_address(0); }
NOINLINE unsigned long long wide_1(unsigned long long a, unsigned long long b) { return a * b; }
NOINLINE unsigned long long wide_2(unsigned long long a, unsigned b) { return a / b; }
NOINLINE unsigned long long wide_3(unsigned long long a) { call0(); return a << 3; }
NOINLINE word clobber_1(word a)
{
	__asm__ volatile("" : : : "memory");
	use((void *)a);
	__asm__ volatile("" : : : "memory");
	return a;
}

/* Many copies of common shapes with other constants, as a kernel has them. */
#define COMMON(n)							\
	NOINLINE word guard_##n(word *p, word v)			\
	{								\
		if (!p || p[n] == v)					\
			return -n;					\
		p[n] = v;						\
		return call2(p[n + 1], v);				\
	}								\
	NOINLINE int name_##n(word v)					\
	{								\
		char name[n + 2];					\
									\
		use(name);						\
		return name[0] + (int)call1(v);				\
	}								\
	NOINLINE word chain_##n(struct small *s, word v)		\
	{								\
		word r = call1(s->a + n);				\
									\
		if (r)							\
			return r;					\
		r = call2(s->b, v);					\
		if (r)							\
			warn("chain", r);				\
		return call1(r + n) + v;				\
	}								\
	NOINLINE word out_##n(word v)					\
	{								\
		struct small s = { (int)v, n };				\
		word x = n;						\
									\
		use(&s);						\
		use(&x);						\
		return s.a + x;						\
	}								\
	NOINLINE void set_##n(word *p, word v) { p[n] = v; p[n + 1] = v ^ n; }
COMMON(1) COMMON(2) COMMON(3) COMMON(4) COMMON(5) COMMON(6) COMMON(7) COMMON(8)
COMMON(9) COMMON(10) COMMON(11) COMMON(12) COMMON(13) COMMON(14) COMMON(15) COMMON(16)
COMMON(17) COMMON(18) COMMON(19) COMMON(20) COMMON(21) COMMON(22) COMMON(23) COMMON(24)

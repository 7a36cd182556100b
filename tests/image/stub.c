// SPDX-License-Identifier: GPL-2.0-or-later
/* What corpus.c calls and does not have, so that it links. */
typedef __UINTPTR_TYPE__ word;

word table[1000], __stack_chk_guard;
void __stack_chk_fail(void) { for (;;) ; }
void use(void *p) { (void)p; }
word call0(void) { return 0; }
word call1(word a) { return a; }
word call2(word a, word b) { return a + b; }
word call9(word a) { return a; }
word call14(word a) { return a; }
void die(void) { for (;;) ; }
void warn(const char *s, word w) { (void)s; (void)w; }
word vcall(const char *s) { (void)s; return 0; }
struct large { word a[20]; char name[13]; };
struct large by_value_0(word a) { struct large s = { { a } }; return s; }
void *memcpy(void *to, const void *from, word n) { (void)from; (void)n; return to; }
void *memset(void *to, int c, word n) { (void)c; (void)n; return to; }
void __stack_chk_fail_local(void) { for (;;) ; }
unsigned long long __udivdi3(unsigned long long a) { return a; }

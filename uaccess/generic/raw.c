// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * For architectures without ranges: bytes under sigsetjmp. The handler finds the copy of
 * its thread by a variable of the thread (which the ranges do without), and takes a fault
 * for the copy's own only while an untrusted byte is being accessed, and at its address.
 */
#include <pthread.h>
#include <setjmp.h>
#include <string.h>
#include <ucontext.h>

#include "raw.h"

struct attempt {
	sigjmp_buf env;
	struct attempt *outer;		/* the one that a signal interrupted */
	const volatile void *volatile at;	/* the untrusted byte in access, at any address */
	volatile int side;		/* UA_SRC or UA_DST while it is, else 0 */
	volatile size_t done;
	volatile int signo;
	sigset_t mask;			/* of the interrupted copy */
};

static __thread struct attempt *current __attribute__((tls_model("initial-exec")));

#define UNCHECKED __attribute__((no_sanitize("address", "thread", "undefined"), noinline))

bool raw_fault(int sig, const siginfo_t *info, void *ctx)
{
	struct attempt *a = current;

	if (!a || !a->side)
		return false;
	/* SI_KERNEL comes without an address; some machines tell the page only */
	if (info->si_code != SI_KERNEL &&
	    ((uintptr_t)info->si_addr ^ (uintptr_t)a->at) & ~(uintptr_t)4095)
		return false;
	a->signo = sig;
	sigemptyset(&a->mask);
	memcpy(&a->mask, &((ucontext_t *)ctx)->uc_sigmask, _NSIG / 8);
	siglongjmp(a->env, 1);
}

/* The place is reckoned here: an offset to an address of 0 is no error of the caller's */
static UNCHECKED unsigned char peek(struct attempt *a, const volatile unsigned char *src, size_t i)
{
	unsigned char byte;

	a->at = src + i;
	a->side = UA_SRC;
	byte = src[i];
	a->side = 0;
	return byte;
}

static UNCHECKED void poke(struct attempt *a, volatile unsigned char *dst, size_t i,
			   unsigned char byte)
{
	a->at = dst + i;
	a->side = UA_DST;
	dst[i] = byte;
	a->side = 0;
}

/* What is done for each byte. No pointer tells: any, NULL too, may be the caller's. */
enum {
	READ = 1,		/* src is there; else zeroes */
	WRITE = 2,		/* dst is there */
	UNTIL_NUL = 4,
};

/*
 * Bytes until n, a fault, or a NUL; those of sides may fault. UBSan would report a trusted NULL
 * before it kills as it does elsewhere; ASan looks at the trusted side.
 */
static __attribute__((no_sanitize("undefined")))
void attempt(struct attempt *a, unsigned char *dst, const unsigned char *src, size_t n,
	     int sides, int what)
{
	a->outer = current;
	a->side = 0;
	a->done = 0;
	a->signo = 0;
	if (!sigsetjmp(a->env, 0)) {
		current = a;
		for (; a->done < n; a->done++) {
			size_t i = a->done;
			unsigned char byte = 0;

			if (what & READ)
				byte = sides & UA_SRC ? peek(a, src, i) : src[i];
			if ((what & WRITE) && (sides & UA_DST))
				poke(a, dst, i, byte);
			else if (what & WRITE)
				dst[i] = byte;
			if ((what & UNTIL_NUL) && !byte)
				break;
		}
	} else {	/* only now: ASan's part of siglongjmp() takes locks */
		pthread_sigmask(SIG_SETMASK, &a->mask, NULL);
	}
	current = a->outer;
}

static size_t outcome(const struct attempt *a, void *dst, const void *src, size_t n,
		      struct ua_fault *ret_fault)
{
	if (!a->signo)
		return 0;
	if (ret_fault)
		*ret_fault = (struct ua_fault){
			(uintptr_t)(a->side == UA_SRC ? src : dst) + a->done, a->signo, a->side };
	return n - a->done;
}

size_t raw_copy(void *dst, const void *src, size_t n, size_t left, int sides,
		struct ua_fault *ret_fault)
{
	struct attempt a;

	attempt(&a, dst, src, n, sides, READ | WRITE);
	return outcome(&a, dst, src, n, ret_fault);
}

size_t raw_clear(void *dst, size_t n, size_t left, struct ua_fault *ret_fault)
{
	struct attempt a;

	attempt(&a, dst, NULL, n, UA_DST, WRITE);
	return outcome(&a, dst, NULL, n, ret_fault);
}

size_t raw_string(char *dst, const char *src, size_t n, bool copy, size_t *ret_len,
		  struct ua_fault *ret_fault)
{
	struct attempt a;

	attempt(&a, (unsigned char *)dst, (const unsigned char *)src, n, UA_SRC,
		READ | UNTIL_NUL | (copy ? WRITE : 0));
	*ret_len = a.done;
	return outcome(&a, dst, src, n, ret_fault);
}

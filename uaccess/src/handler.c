// SPDX-License-Identifier: GPL-2.0-or-later
/* The handler of SIGSEGV and SIGBUS: stateless, and out of the way of everybody else's. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "raw.h"
#include "stack.h"

static const int signals[] = { SIGSEGV, SIGBUS };

static struct earlier {
	struct sigaction act;	/* written before the handler is there */
	atomic_uint used;	/* SA_RESETHAND */
} earlier[ARRAY_SIZE(signals)];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool installed;

/*
 * Faults of the instruction at the program counter, which happen again when it is executed
 * again; others come from elsewhere, and once: kill(), timers, news of bad memory.
 */
static bool is_fault(int sig, const siginfo_t *info)
{
	return info->si_code > 0 && !(sig == SIGBUS && info->si_code == BUS_MCEERR_AO);
}

/*
 * What the kernel does where there is no handler: at once when this handler returns, with all
 * that the signal tells. A fault comes again by itself; the others are sent again.
 */
static void die(int sig, siginfo_t *info)
{
	struct sigaction act = { .sa_handler = SIG_DFL };

	sigaction(sig, &act, NULL);
	if (!is_fault(sig, info))
		syscall(SYS_rt_tgsigqueueinfo, getpid(), (pid_t)syscall(SYS_gettid), sig, info);
}

/* The earlier handler, with the mask that it asked for */
static void pass_on(int sig, siginfo_t *info, void *ctx)
{
	struct earlier *old = &earlier[sig == SIGBUS];
	bool was_sent = !is_fault(sig, info);
	sigset_t mask;

	if (!(old->act.sa_flags & SA_SIGINFO)) {
		if (old->act.sa_handler == SIG_IGN && was_sent)
			return;
		if (old->act.sa_handler == SIG_IGN || old->act.sa_handler == SIG_DFL) {
			die(sig, info);
			return;
		}
	}
	if ((old->act.sa_flags & (int)SA_RESETHAND) && atomic_exchange(&old->used, 1)) {
		die(sig, info);
		return;
	}
	sigemptyset(&mask);	/* the kernel's is shorter than libc's */
	memcpy(&mask, &((ucontext_t *)ctx)->uc_sigmask, _NSIG / 8);
	sigorset(&mask, &mask, &old->act.sa_mask);
	if (!(old->act.sa_flags & SA_NODEFER))
		sigaddset(&mask, sig);
	pthread_sigmask(SIG_SETMASK, &mask, NULL);
	if (old->act.sa_flags & SA_SIGINFO)
		old->act.sa_sigaction(sig, info, ctx);
	else
		old->act.sa_handler(sig);
}

static void handler(int sig, siginfo_t *info, void *ctx)
{
	int saved;

	if (is_fault(sig, info) && raw_fault(sig, info, ctx))
		return;
	saved = errno;
	pass_on(sig, info, ctx);
	errno = saved;
}

static bool is_ours(const struct sigaction *act)
{
	return (act->sa_flags & SA_SIGINFO) && act->sa_sigaction == handler;
}

static int install(size_t i)
{
	struct sigaction act = { .sa_sigaction = handler,
				 .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART };

	/* all: a handler that came on top of this one could not survive faults of its own */
	sigfillset(&act.sa_mask);
	if (sigaction(signals[i], NULL, &earlier[i].act))
		return -errno;
	return sigaction(signals[i], &act, NULL) ? -errno : 0;
}

int ua_init(void)
{
	struct sigaction act;
	int err = 0;

	pthread_mutex_lock(&lock);
	if (atomic_load(&installed)) {
		for (size_t i = 0; i < ARRAY_SIZE(signals) && !err; i++)
			if (sigaction(signals[i], NULL, &act))
				err = -errno;
			else if (!is_ours(&act))
				err = -EBUSY;
	} else {
		err = install(0);
		if (!err) {
			err = install(1);
			if (err)
				sigaction(signals[0], &earlier[0].act, NULL);
		}
		if (!err) {
			/* threads may go on copying while destructors run */
			atexit(table_keep);
			atomic_store(&installed, true);
		}
	}
	pthread_mutex_unlock(&lock);
	return err ? err : ua_thread_init();
}

unsigned int ua_check(void)
{
	unsigned int trouble = stack_check();
	struct sigaction act;
	sigset_t mask;

	if (!atomic_load(&installed))
		return trouble | UA_NOT_INSTALLED;
	for (size_t i = 0; i < ARRAY_SIZE(signals); i++)
		if (sigaction(signals[i], NULL, &act) || !is_ours(&act))
			trouble |= UA_REPLACED;
	if (pthread_sigmask(SIG_SETMASK, NULL, &mask) || sigismember(&mask, SIGSEGV) ||
	    sigismember(&mask, SIGBUS))
		trouble |= UA_BLOCKED;
	return trouble;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* The page-fault handler of this kernel: signals. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include "lab.h"

#define MAX_FAULTS	100000	/* of one call: a fixup that leads back to the fault */
#define CPU_SECONDS	2	/* of one call: a loop that does not end */

struct lab_flight lab_flight;

static void leave(enum lab_what why)
{
	lab_flight.why = why;
	siglongjmp(lab_flight.out, 1);
}

static bool within_page_of(const unsigned char *addr, const unsigned char *area, unsigned long n)
{
	uintptr_t mask = ~(uintptr_t)(lab_page - 1);
	uintptr_t a = (uintptr_t)addr & mask;

	return n && a >= ((uintptr_t)area & mask) && a <= (((uintptr_t)area + n - 1) & mask);
}

static void on_fault(int sig, siginfo_t *si, void *arg)
{
	const struct lab_trial *t = lab_flight.t;
	unsigned char *addr = si->si_addr;
	ucontext_t *uc = arg;
	unsigned long pc = arch_pc(uc);

	if (!t || pc < (uintptr_t)__start_tree_text || pc >= (uintptr_t)__stop_tree_text) {
		if (t)
			leave(W_NO_ENTRY);
		printf("die signal %d at pc %lx, address %p\n", sig, pc, (void *)addr);
		fflush(stdout);
		_Exit(3);
	}
	if (!lab_flight.faults++)
		lab_flight.pc = pc;
	if (lab_flight.faults > MAX_FAULTS)
		leave(W_NO_RETURN);
	/* qemu gives the host's address with SIGBUS, which is another for guests of 32 bits */
	if (sig == SIGSEGV && !within_page_of(addr, t->user, t->n))
		lab_flight.stray = (uintptr_t)addr;
	if (!lab_flight.window)
		lab_flight.closed_at_fault = true;
	if (t->guard == GUARD_APPEARS && lab_flight.faults == 1)
		lab_hole_open(t->upper);
	switch (arch_fixup(uc)) {
	case -1:
		leave(W_NO_ENTRY);
		break;
	case -2:
		lab_die("an entry of the exception table is of a type that the lab does not know");
	}
}

static void on_ill(int sig, siginfo_t *si, void *arg)
{
	ucontext_t *uc = arg;
	unsigned long pc = arch_pc(uc);
	unsigned int len = 0;
	bool open = false;

	if (pc >= (uintptr_t)__start_tree_text && pc < (uintptr_t)__stop_tree_text)
		len = arch_window((unsigned char *)pc, &open);
	if (!len) {
		if (lab_flight.t)
			leave(W_NO_ENTRY);
		printf("die illegal instruction at pc %lx\n", pc);
		fflush(stdout);
		_Exit(3);
	}
	lab_flight.used_window = true;
	lab_flight.window = open;
	arch_skip(uc, len);
}

static void on_time(int sig)
{
	static const struct lab_trial *last;
	static unsigned long long last_id;
	static int beats;

	if (lab_flight.t && last == lab_flight.t && last_id == lab_trials) {
		if (++beats == CPU_SECONDS)
			leave(W_NO_RETURN);
		return;
	}
	last = lab_flight.t;
	last_id = lab_trials;
	beats = 0;
}

void lab_faults_init(void)
{
	struct itimerval beat = { { 1, 0 }, { 1, 0 } };
	struct sigaction sa = { .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER };
	static unsigned char stack[65536];
	stack_t ss = { .ss_sp = stack, .ss_size = sizeof(stack) };

	sigaltstack(&ss, NULL);
	sa.sa_sigaction = on_fault;
	sigaction(SIGSEGV, &sa, NULL);
	sigaction(SIGBUS, &sa, NULL);
	sa.sa_sigaction = on_ill;
	sigaction(SIGILL, &sa, NULL);
	sa.sa_flags = SA_ONSTACK | SA_RESTART | SA_NODEFER;	/* left by a jump */
	sa.sa_handler = on_time;
	sigaction(SIGVTALRM, &sa, NULL);
	setitimer(ITIMER_VIRTUAL, &beat, NULL);
}

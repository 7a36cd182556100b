// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * How the handler lives with the rest of a program: each case in a process of its own,
 * which says 0 by its exit status or dies by the signal that the case expects.
 */
#include <alloca.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <uaccess.h>

#include "area.h"
#include "behave.h"

struct area hole;
static volatile sig_atomic_t calls, seen_code, seen_blocked;
static void *volatile seen_addr;
static sigjmp_buf back;

/* A faulting copy of each direction is survived */
void survive(void)
{
	char buf[64] = "";
	uint64_t v = 1;

	EXPECT(ua_copy_from(buf, hole.hole - 10, 64) == 54);
	EXPECT(ua_copy_to(hole.hole - 10, buf, 64) == 54);
	EXPECT(ua_get64(&v, hole.hole) == 8 && v == 0);
	EXPECT(ua_put32(hole.hole - 1, 7) == 3);
	EXPECT((ua_copy_from)(buf, hole.hole - 10, 64) == 54);
}

static void bad_load(void)
{
	(void)*(volatile char *)hole.hole;
}

static void note(int sig, siginfo_t *info, void *ctx)
{
	sigset_t now;

	calls++;
	seen_code = info->si_code;
	seen_addr = info->si_addr;
	pthread_sigmask(SIG_SETMASK, NULL, &now);
	seen_blocked = (sigismember(&now, SIGSEGV) == 1) | (sigismember(&now, SIGUSR2) == 1) << 1;
}

static void note_and_jump(int sig, siginfo_t *info, void *ctx)
{
	note(sig, info, ctx);
	siglongjmp(back, 1);
}

static void plain(int sig)
{
	calls++;
}

static void handle(int sig, void (*fn)(int, siginfo_t *, void *), int flags)
{
	struct sigaction act = { .sa_sigaction = fn, .sa_flags = SA_SIGINFO | flags };

	sigemptyset(&act.sa_mask);
	sigaddset(&act.sa_mask, SIGUSR2);
	sigaction(sig, &act, NULL);
}

void init(void)
{
	EXPECT(!ua_init());
	EXPECT(!ua_init());
	EXPECT(!ua_check());
}

static void survives(void)
{
	init();
	survive();
}

static void before_init(void)
{
	EXPECT(ua_check() & UA_NOT_INSTALLED);
	survive();
}

static void default_death(void)
{
	init();
	survive();
	bad_load();
}

static void default_death_bus(void)
{
	struct area eof = area_make(HOLE_END_OF_FILE, 1);

	init();
	(void)*(volatile char *)eof.hole;
}

static void trusted_source(void)
{
	char buf[200];

	init();
	ua_copy_to(buf, hole.hole - 100, sizeof(buf));
}

static void trusted_dst(void)
{
	char buf[200] = "";

	init();
	ua_copy_from(hole.hole - 100, buf, sizeof(buf));
}

static void trusted_dst_inline(void)
{
	char buf[8] = "";

	init();
	ua_copy_from(hole.hole, buf, 8);
}

static void sent(void)
{
	init();
	kill(getpid(), SIGSEGV);
	pause();
}

static void sent_ignored(void)
{
	signal(SIGBUS, SIG_IGN);
	init();
	kill(getpid(), SIGBUS);
	survive();
}

static void fault_ignored(void)	/* as without the library: the kernel insists */
{
	signal(SIGSEGV, SIG_IGN);
	init();
	bad_load();
}

static void chained(void)
{
	handle(SIGSEGV, note_and_jump, 0);
	init();
	survive();
	EXPECT(!calls);
	if (!sigsetjmp(back, 1))
		bad_load();
	EXPECT(calls == 1 && seen_addr == hole.hole && seen_code == SEGV_MAPERR);
	EXPECT(seen_blocked == 3);
	survive();
	if (!sigsetjmp(back, 1))
		bad_load();
	EXPECT(calls == 2);
}

static void chained_nodefer(void)
{
	handle(SIGSEGV, note_and_jump, SA_NODEFER);
	init();
	if (!sigsetjmp(back, 1))
		bad_load();
	EXPECT(calls == 1 && seen_blocked == 2);
	survive();
}

static void chained_sent(void)
{
	handle(SIGSEGV, note, 0);
	init();
	raise(SIGSEGV);
	EXPECT(calls == 1 && seen_code <= 0);
	survive();
}

static void chained_plain(void)
{
	signal(SIGBUS, plain);
	init();
	raise(SIGBUS);
	EXPECT(calls == 1);
	survive();
}

static void chained_once(void)	/* SA_RESETHAND: the second time is the default's */
{
	handle(SIGSEGV, note, (int)SA_RESETHAND);
	init();
	raise(SIGSEGV);
	EXPECT(calls == 1);
	bad_load();
}

static void keeps_errno(void)
{
	init();
	errno = 123;
	survive();
	EXPECT(errno == 123);
}

static void *in_thread(void *arg)
{
	EXPECT(!(ua_check() & ~(unsigned int)UA_NO_STACK));	/* sanitizers make one */
	survive();
	EXPECT(!ua_thread_init());
	EXPECT(!ua_check());
	survive();
	return NULL;
}

static void threads(void)
{
	pthread_t t;

	init();
	for (int i = 0; i < 3; i++) {
		EXPECT(!pthread_create(&t, NULL, in_thread, NULL));
		EXPECT(!pthread_join(t, NULL));
	}
}

static void on_usr1(int sig, siginfo_t *info, void *ctx)
{
	calls++;
	survivable();
	survive();
}

static void in_handler(void)
{
	init();
	handle(SIGUSR1, on_usr1, 0);
	raise(SIGUSR1);
	handle(SIGUSR1, on_usr1, SA_ONSTACK);	/* the handler's frame then lies below */
	raise(SIGUSR1);
	EXPECT(calls == 2);
	survive();
}

static void after_fork(void)
{
	int status;
	pid_t pid;

	init();
	pid = fork();
	if (!pid) {
		survive();
		_exit(ua_check() ? 1 : 0);
	}
	EXPECT(waitpid(pid, &status, 0) == pid && WIFEXITED(status) && !WEXITSTATUS(status));
}

static void blocked(void)
{
	sigset_t set;

	init();
	sigemptyset(&set);
	sigaddset(&set, SIGSEGV);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	EXPECT(ua_check() == UA_BLOCKED);
	survive();
}

static void replaced(void)
{
	init();
	handle(SIGSEGV, note, 0);
	EXPECT(ua_check() == UA_REPLACED);
	EXPECT(ua_init() == -EBUSY);
}

static struct sigaction ours;

static void pass(int sig, siginfo_t *info, void *ctx)
{
	calls++;
	ours.sa_sigaction(sig, info, ctx);
}

static void replaced_but_passing(void)
{
	init();
	sigaction(SIGSEGV, NULL, &ours);
	handle(SIGSEGV, pass, SA_ONSTACK);
	survive();
	EXPECT(calls > 0);
}

/*
 * Copies with all but a little of the stack used, where the signal's frame does not fit:
 * the alternate stack has it. Sanitizers need more of the stack for themselves.
 */
#ifdef SANITIZED
#define LITTLE	16384
#else
#define LITTLE	1200
#endif

static char *low_end;

static __attribute__((noinline)) void *on_last_stack(void *arg)
{
	char here, *used = alloca((size_t)(&here - low_end) - LITTLE);
	uint64_t v = 1;

	*(volatile char *)used = 1;
	EXPECT(ua_get64(&v, hole.hole) == 8 && v == 0);
	EXPECT((ua_copy_from)(&v, hole.hole, 8) == 8);
	return NULL;
}

static void *with_stack(void *arg)
{
	EXPECT(!ua_thread_init());
	return on_last_stack(arg);
}

static void full_stack(void *(*run)(void *))
{
	size_t size = 1 << 20, page = (size_t)sysconf(_SC_PAGESIZE);
	pthread_attr_t attr;
	pthread_t t;

	init();
	low_end = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	EXPECT(low_end != MAP_FAILED && !mprotect(low_end, page, PROT_NONE));
	low_end += page;
	pthread_attr_init(&attr);
	EXPECT(!pthread_attr_setstack(&attr, low_end, size - page));
	EXPECT(!pthread_create(&t, &attr, run, NULL));
	pthread_join(t, NULL);
}

static void full_stack_with(void)
{
	full_stack(with_stack);
}

static void full_stack_without(void)
{
	if (getauxval(51) < 2 * LITTLE)	/* AT_MINSIGSTKSZ: the frame may fit */
		raise(SIGSEGV);
	full_stack(on_last_stack);
}

static void object_overflow(void)
{
	volatile size_t n = 65;
	char buf[64], src[65] = "";

	init();
	ua_copy_from(buf, src, n);
}

static const struct {
	const char *name;
	void (*run)(void);
	int dies_by;
} cases[] = {
	{ "survives", survives, 0 },
	{ "before ua_init", before_init, SIGSEGV },
	{ "default death", default_death, SIGSEGV },
	{ "default death, SIGBUS", default_death_bus, SIGBUS },
	{ "address 0", address_0, 0 },
	{ "trusted source, address 0", trusted_source_0, SIGSEGV },
	{ "trusted destination, address 0", trusted_dst_0, SIGSEGV },
	{ "trusted destination of a string, address 0", trusted_string_0, SIGSEGV },
	{ "size SIZE_MAX", size_max, 0 },
	{ "constant addresses", constant_addresses, 0 },
	{ "table not sorted", unsorted_table, 0 },
	{ "trusted source", trusted_source, SIGSEGV },
	{ "trusted destination", trusted_dst, SIGSEGV },
	{ "trusted destination, inline", trusted_dst_inline, SIGSEGV },
	{ "sent by kill()", sent, SIGSEGV },
	{ "sent and ignored", sent_ignored, 0 },
	{ "fault and ignored", fault_ignored, SIGSEGV },
	{ "earlier handler", chained, 0 },
	{ "earlier handler, SA_NODEFER", chained_nodefer, 0 },
	{ "earlier handler, sent", chained_sent, 0 },
	{ "earlier handler, plain", chained_plain, 0 },
	{ "earlier handler, SA_RESETHAND", chained_once, SIGSEGV },
	{ "errno", keeps_errno, 0 },
	{ "threads", threads, 0 },
	{ "in a signal handler", in_handler, 0 },
	{ "after fork", after_fork, 0 },
	{ "SIGSEGV blocked", blocked, SIGSEGV },
	{ "handler replaced", replaced, 0 },
	{ "handler replaced, passing on", replaced_but_passing, 0 },
	{ "full stack, alternate stack", full_stack_with, 0 },
	{ "full stack, no alternate stack", full_stack_without, SIGSEGV },
	{ "object too small", object_overflow, UA_CHECK_OBJECT ? SIGABRT : 0 },
};

int main(void)
{
	const struct rlimit no_core = { 0, 0 };

	setrlimit(RLIMIT_CORE, &no_core);
	hole = area_make(HOLE_UNMAPPED, 4096);
	memset(hole.start, 'x', 4096);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		int status;
		pid_t pid;

		fflush(stdout);
		pid = fork();
		if (!pid) {
			alarm(60);	/* for one that waits for ever */
			cases[i].run();
			_exit(0);
		}
		checks++;
		if (waitpid(pid, &status, 0) != pid)
			fail("waitpid: %s", strerror(errno));
		else if (cases[i].dies_by ? !WIFSIGNALED(status) ||
			 WTERMSIG(status) != cases[i].dies_by :
			 !WIFEXITED(status) || WEXITSTATUS(status))
			fail("%s: wait status %#x, wanted %s %d", cases[i].name, (unsigned int)status,
			     cases[i].dies_by ? "signal" : "exit", cases[i].dies_by);
	}
	return report("behave");
}

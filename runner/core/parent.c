// SPDX-License-Identifier: GPL-2.0-or-later
/* Starts one process after the other until the time is used, and outlives them all. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cpus.h"
#include "proof.h"
#include "recorder.h"
#include "shared.h"

#define MIN_PROCS	2
#define START_BYTES	8192
#define HANG_NS		60000000000u
#define GUEST_HANG_NS	4000000000u	/* where a second is 10^9 instructions */

static bool hup_ignored(void)
{
	struct sigaction sa;

	return !sigaction(SIGHUP, NULL, &sa) && sa.sa_handler == SIG_IGN;
}

void signals_block(sigset_t *ret_waited)
{
	sigemptyset(ret_waited);
	sigaddset(ret_waited, SIGINT);
	sigaddset(ret_waited, SIGTERM);
	if (!hup_ignored())
		sigaddset(ret_waited, SIGHUP);
	sigprocmask(SIG_BLOCK, ret_waited, NULL);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
}

struct parent {
	const struct options *o;
	const struct instance *table;
	struct shared *sh;
	char **argv;
	int fd;				/* of sh; -1: workers cannot be exec'ed */
	sigset_t waited;		/* and SIGCHLD */
	int stop_signal;
	bool hung;
	uint64_t hang_ns;
	unsigned int deaths;
};

static int shared_map(struct parent *p)
{
	p->fd = syscall(SYS_memfd_create, "uabench-shared", 0);
	if (p->fd >= 0 && ftruncate(p->fd, sizeof(*p->sh))) {
		close(p->fd);
		p->fd = -1;
	}
	p->sh = mmap(NULL, sizeof(*p->sh), PROT_READ | PROT_WRITE,
		     p->fd < 0 ? MAP_SHARED | MAP_ANONYMOUS : MAP_SHARED, p->fd, 0);
	if (p->sh == MAP_FAILED) {
		fprintf(stderr, "uabench-runner: no memory to share with workers: %s\n",
			strerror(errno));
		return -errno;
	}
	return 0;
}

/* The last allowed CPU measures: the first ones take most interrupts. */
static int choose_cpus(const struct options *o, struct shared *sh)
{
	struct cpus allowed;
	int last = -1, other = -1;

	sh->cpu = sh->peer_cpu = -1;
	if (cpus_get(&allowed))
		memset(&allowed, 0, sizeof(allowed));
	for (int i = 0; i < CPUS_MAX; i++)
		if (cpus_has(&allowed, i) && i != o->cpu) {
			other = last;
			last = i;
		}
	if (o->cpu >= 0 && !cpus_has(&allowed, o->cpu)) {
		fprintf(stderr, "uabench-runner: CPU %d is not in the affinity mask\n", o->cpu);
		return -EINVAL;
	}
	sh->cpu = o->cpu >= 0 ? o->cpu : last;
	sh->peer_cpu = o->cpu >= 0 ? last : other;
	if (sh->peer_cpu < 0)
		sh->peer_cpu = sh->cpu;
	return 0;
}

/* Whether the clock counts instructions, as the user says. */
static void prove(struct shared *sh)
{
	sh->tick_ns = tick_length();
	sh->clock_error = clock_proof(sh->tick_ns);
	sh->instructions = sh->clock_error <= PROOF_BOUND;
}

static uint64_t at_least(uint64_t ns, uint64_t least)
{
	return ns > least ? ns : least;
}

/* The clock and the reference loops, on the CPU that will measure. */
static int calibrate(struct parent *p)
{
	struct shared *sh = p->sh;
	struct cpus allowed;
	int r, saved = !cpus_get(&allowed);

	if (pin_to(sh->cpu))
		sh->cpu = -1;
	r = clock_measure(&sh->clock, p->o->instructions);
	if (!r)
		r = ref_init();
	if (r) {
		fprintf(stderr, "uabench-runner: no clock to measure by: %s\n", strerror(-r));
		return r;
	}
	/* a thousand steps of the clock: of each half of a loop, too */
	for (int k = 0; p->o->ref_ns && k < REF_KINDS; k++)
		sh->ref_steps[k] = ref_calibrate(k, at_least(p->o->ref_ns,
							     2000 * sh->clock.resolution_ns));
	sh->batch_ns = at_least(p->o->batch_ns, 1000 * sh->clock.resolution_ns);
	if (p->o->instructions)
		prove(sh);
	if (saved)
		cpus_set(&allowed);
	return 0;
}

/*
 * What a program is started with lies above its stack, and moves it: fill it up to
 * a fixed size, so that the length of a label is no difference between two boots.
 */
static void pad_environment(char **args)
{
	static char pad[START_BYTES];
	size_t used = 0;

	for (char **a = args; *a; a++)
		used += strlen(*a) + 1 + sizeof(*a);
	for (char **e = environ; *e; e++)
		used += strlen(*e) + 1 + sizeof(*e);
	if (used >= sizeof(pad))
		return;
	memset(pad, '-', sizeof(pad) - 1 - used);
	setenv("UABENCH_PAD", pad, 1);
}

static void child(struct parent *p)
{
	const struct options *o = p->o;
	char fd[32], seed[32], dir[4200], tmpfs[128], *args[256];
	sigset_t chld;
	int n = 0;

	sigemptyset(&chld);
	sigaddset(&chld, SIGCHLD);
	sigprocmask(SIG_UNBLOCK, &chld, NULL);
	snprintf(fd, sizeof(fd), "--worker=%d", p->fd);
	snprintf(seed, sizeof(seed), "--seed=%llu", (unsigned long long)o->seed);
	snprintf(dir, sizeof(dir), "--workdir=%s", o->workdir);
	snprintf(tmpfs, sizeof(tmpfs), "--workdir-tmpfs=%s", o->workdir_tmpfs ? o->workdir_tmpfs : "");
	while (p->argv[n] && n < 240) {
		args[n] = p->argv[n];
		n++;
	}
	args[n++] = fd;
	args[n++] = seed;
	args[n++] = dir;
	args[n++] = tmpfs;
	if (o->quiet)
		args[n++] = "--quiet";
	args[n] = NULL;
	/* a new program has a new layout of memory; a forked one keeps the parent's */
	if (p->sh->instructions)
		pad_environment(args);
	if (p->fd >= 0 && n < 244)
		execv("/proc/self/exe", args);
	_exit(worker_main(o, p->table, p->sh));
}

/* Wait for the worker, passing on signals, and kill it when it hangs. Its status. */
static int wait_worker(struct parent *p, pid_t pid)
{
	const struct timespec second = { .tv_sec = 1 };
	uint64_t since = clock_ns(), limit = p->hang_ns + 10 * p->sh->batch_ns;
	uint32_t beat = p->sh->heartbeat;
	int status, sig;

	p->hung = false;
	for (;;) {
		pid_t r = waitpid(pid, &status, WNOHANG);

		if (r == pid)
			return status;
		if (r < 0 && errno != EINTR)
			return -1;
		sig = sigtimedwait(&p->waited, NULL, &second);
		if (sig > 0 && sig != SIGCHLD) {
			/* asked twice: do not wait for the batch */
			kill(pid, p->stop_signal ? SIGKILL : sig);
			p->stop_signal = sig;
		}
		if (p->sh->heartbeat != beat) {
			beat = p->sh->heartbeat;
			since = clock_ns();
		} else if ((!p->o->iters || p->o->init) && clock_ns() - since > limit) {
			/* with iterations asked for, nobody knows how long is too long */
			if (p->hung)
				return -1;	/* not even a signal ends it */
			p->hung = true;
			since = clock_ns();
			kill(pid, SIGKILL);
		}
	}
}

/* A worker died in a case: say so, and do not try that case again. 0 or -errno. */
static int record_death(struct parent *p, int status)
{
	struct shared *sh = p->sh;
	char reason[160];
	int in = sh->current, r;

	p->deaths++;
	if (p->hung && p->o->init)
		fprintf(stderr, "uabench: hang case=%s\n", in < 0 ? "none" :
			instance_name(&p->table[in], reason, sizeof(reason)));
	if (in < 0 || in >= sh->ninstances)
		return p->deaths > 8 ? -ECHILD : 0;
	sh->current = -1;
	sh->in[in].off = 1;
	if (p->hung)
		snprintf(reason, sizeof(reason), "no progress for %u s: killed",
			 (unsigned int)(p->hang_ns / 1000000000));
	else
		snprintf(reason, sizeof(reason), "the measuring process died in this case: %s",
			 WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "it exited");
	r = record_skip(&p->table[in], 0, reason);
	if (r)
		sh->write_error = -r;
	else
		sh->skips++;
	return r ? r : p->hung && p->o->init ? -ETIMEDOUT : 0;
}

static bool anything_left(const struct shared *sh)
{
	for (int i = 0; i < sh->ninstances; i++)
		if (!sh->in[i].off)
			return true;
	return false;
}

/* Whether to start another process: half of one may overrun the budget. */
static bool another(const struct parent *p)
{
	const struct shared *sh = p->sh;
	uint64_t spent = clock_ns() - sh->start_ns;

	if (!anything_left(sh))
		return false;
	if (p->o->procs)
		return sh->proc < p->o->procs + p->deaths;
	if (sh->proc < MIN_PROCS)
		return true;
	return spent + spent / sh->proc / 2 < sh->budget_ns;
}

/* Whether there is anything for every process: else the dear cases are. */
static bool time_is_shared(const struct parent *p)
{
	for (int i = 0; !p->o->procs && i < p->sh->ninstances; i++)
		if (!p->sh->in[i].off && p->table[i].c->every <= 1)
			return true;
	return false;
}

static int run_processes(struct parent *p)
{
	struct shared *sh = p->sh;

	for (sh->proc = 0; another(p); sh->proc++) {
		pid_t pid;
		int status;

		sh->sharing = time_is_shared(p);

		sh->current = -1;
		pid = fork();
		if (!pid)
			child(p);
		if (pid < 0) {
			fprintf(stderr, "uabench-runner: fork: %s\n", strerror(errno));
			return -errno;
		}
		status = wait_worker(p, pid);
		if (p->stop_signal || sh->write_error) {
			sh->proc++;
			return 0;
		}
		if ((!WIFEXITED(status) || WEXITSTATUS(status) != WORKER_DONE) &&
		    record_death(p, status)) {
			sh->proc++;
			return -ECHILD;
		}
	}
	return 0;
}

static int finish(struct parent *p, int r)
{
	struct shared *sh = p->sh;
	const char *status = p->stop_signal ? "interrupted" : r || !sh->batches ? "failed" : "complete";

	progress_clear(p->o);
	if (!sh->write_error)
		sh->write_error = -record_end(sh, status, clock_ns() - sh->start_ns);
	if (sh->write_error) {
		fprintf(stderr, "uabench-runner: cannot write the record: %s (%u batches are in it)\n",
			strerror(sh->write_error), sh->batches);
		return 1;
	}
	if (p->stop_signal)
		return 128 + p->stop_signal;
	if (r)
		fputs("uabench-runner: the measuring process keeps dying: the record is cut short\n",
		      stderr);
	else if (!sh->batches)
		fputs("uabench-runner: nothing could be measured: the record has the reasons\n",
		      stderr);
	return r || !sh->batches;
}

int parent_main(const struct options *o, char **argv, const sigset_t *waited,
		const struct instance *table, int n)
{
	struct parent p = { .o = o, .table = table, .argv = argv, .waited = *waited,
			    .hang_ns = o->init ? GUEST_HANG_NS : HANG_NS };

	sigaddset(&p.waited, SIGCHLD);
	sigprocmask(SIG_BLOCK, &p.waited, NULL);
	if (shared_map(&p))
		return 1;
	p.sh->parent = getpid();
	p.sh->ninstances = n;
	p.sh->current = -1;
	p.sh->checksums = o->init;
	if (choose_cpus(o, p.sh))
		return 2;
	if (calibrate(&p))
		return 1;
	p.sh->start_ns = clock_ns();
	p.sh->budget_ns = o->time_ns;
	p.sh->visits_expected = o->procs * o->rounds * n;
	record_mode(p.sh);
	p.sh->write_error = -record_run(o, &p.sh->clock, p.sh);
	if (p.sh->write_error)
		return finish(&p, 0);
	pin_to(p.sh->peer_cpu);
	return finish(&p, run_processes(&p));
}

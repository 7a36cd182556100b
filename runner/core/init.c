// SPDX-License-Identifier: GPL-2.0-or-later
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "environ.h"
#include "init.h"
#include "options.h"

#define MAX_WORDS	240
#define PORT_TRIES	500		/* of 10 ms: a module's device may take a while */

bool init_wanted(char **argv)
{
	const char *name = argv[0] ? strrchr(argv[0], '/') : NULL;

	return getpid() == 1 && argv[0] && !strcmp(name ? name + 1 : argv[0], "init");
}

static void mount_all(void)
{
	static const struct {
		const char *type, *at, *data;
		unsigned long flags;
	} mounts[] = {
		{ "devtmpfs", "/dev", NULL, 0 },
		{ "proc", "/proc", NULL, 0 },
		{ "sysfs", "/sys", NULL, 0 },
		{ "securityfs", "/sys/kernel/security", NULL, 0 },
		/* relatime would add to reads, now and then */
		{ "tmpfs", "/tmp", "mode=1777", MS_NOATIME },
	};

	for (unsigned int i = 0; i < sizeof(mounts) / sizeof(mounts[0]); i++) {
		mkdir(mounts[i].at, 0755);
		/* what is missing without it shows in the record or as a skip */
		mount(mounts[i].type, mounts[i].at, mounts[i].type, mounts[i].flags,
		      mounts[i].data);
	}
}

/* The kernel leaves init without descriptors where the initramfs has no /dev/console. */
static void open_console(void)
{
	int fd = open("/dev/console", O_RDWR | O_NOCTTY);

	for (int to = 0; fd >= 0 && to <= STDERR_FILENO; to++)
		if (fd != to)
			dup2(fd, to);
	if (fd > STDERR_FILENO)
		close(fd);
}

static void loopback_up(void)
{
	struct ifreq req = { .ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING };
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return;
	ioctl(fd, SIOCSIFFLAGS, &req);
	close(fd);
}

static int is_module(const struct dirent *e)
{
	size_t len = strlen(e->d_name);

	return len > 3 && !strcmp(e->d_name + len - 3, ".ko");
}

static void load_modules(void)
{
	struct dirent **list;
	int n = scandir("/modules", &list, is_module, alphasort);

	for (int i = 0; i < n; i++) {
		char path[sizeof("/modules/") + sizeof(list[i]->d_name)];
		int fd;

		snprintf(path, sizeof(path), "/modules/%s", list[i]->d_name);
		fd = open(path, O_RDONLY | O_CLOEXEC);
		if (fd < 0 || syscall(SYS_finit_module, fd, "", 0))
			fprintf(stderr, "uabench: module %s: %s\n", list[i]->d_name,
				strerror(errno));
		if (fd >= 0)
			close(fd);
		free(list[i]);
	}
	if (n >= 0)
		free(list);
}

/*
 * The words of /args, then those of the command line. Whatever the kernel puts
 * into the environment is dropped: it would be a difference between arms.
 */
static int take_words(int argc, char **argv, char **words)
{
	static char text[16384];
	char *save, *word;
	int n = 0;

	words[n++] = argv[0];
	if (!read_text("/args", text, sizeof(text)))
		text[0] = '\0';
	for (word = strtok_r(text, "\n", &save); word && n < MAX_WORDS;
	     word = strtok_r(NULL, "\n", &save))
		words[n++] = word;
	for (int i = 1; i < argc && n < MAX_WORDS; i++)
		words[n++] = argv[i];
	words[n] = NULL;
	clearenv();
	setenv("PATH", "/", 1);
	setenv("TMPDIR", "/tmp", 1);
	return n;
}

/* stdout becomes the port, with nothing changed on the way. 0 or -errno. */
static int open_port(const char *path)
{
	const struct timespec wait = { .tv_nsec = 10000000 };
	struct termios t;
	int fd = -1;

	for (int i = 0; i < PORT_TRIES && fd < 0; i++) {
		fd = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
		if (fd < 0)
			nanosleep(&wait, NULL);
	}
	if (fd < 0)
		return -errno;
	if (!tcgetattr(fd, &t)) {
		cfmakeraw(&t);
		cfsetspeed(&t, B115200);
		t.c_cflag |= CLOCAL;
		if (tcsetattr(fd, TCSANOW, &t))
			return -errno;
	}
	return dup2(fd, STDOUT_FILENO) < 0 ? -errno : 0;
}

static int measure(struct options *o, char **words)
{
	int r;

	setsid();
	if (o->port) {
		r = open_port(o->port);
		if (r) {
			fprintf(stderr, "uabench: port %s: %s\n", o->port, strerror(-r));
			return 1;
		}
	}
	r = runner_main(o, words);
	tcdrain(STDOUT_FILENO);
	return r;
}

/* Reap until the measuring child ends. Its exit status. */
static int reap(pid_t child)
{
	int status;

	for (;;) {
		pid_t pid = wait(&status);

		if (pid == child)
			return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
		if (pid < 0 && errno != EINTR)
			return 1;
	}
}

int init_main(int argc, char **argv)
{
	static struct options o;
	char *words[MAX_WORDS + 1];
	int operands, status;
	pid_t child;

	mount_all();
	open_console();
	loopback_up();
	load_modules();
	argc = take_words(argc, argv, words);
	status = options_parse(&o, argc, words, &operands) ? 2 : 0;
	if (!status) {
		words[operands] = NULL;
		o.init = o.quiet = true;
		fputs("uabench: ready\n", stderr);
		child = fork();
		if (!child)
			_exit(measure(&o, words));
		status = child < 0 ? 1 : reap(child);
	}
	fprintf(stderr, "uabench: done status=%d\n", status);
	tcdrain(STDERR_FILENO);
	sync();
	reboot(RB_AUTOBOOT);
	return status;
}

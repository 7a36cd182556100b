// SPDX-License-Identifier: GPL-2.0-or-later
/* Finds QEMU and the runner for a guest. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "boot.h"

/* "DIR/uabench-runner[-ARCH]" */
static bool there(char path[4096], const char *dir, const char *tail)
{
	return snprintf(path, 4096, "%s/uabench-runner%s", dir, tail) < 4096 && !access(path, R_OK);
}

/* Where this program is: "" where that cannot be told. */
static void own_dir(char dir[4096])
{
	ssize_t n = readlink("/proc/self/exe", dir, 4095);
	char *slash;

	dir[n > 0 ? n : 0] = '\0';
	slash = strrchr(dir, '/');
	if (slash)
		*slash = '\0';
}

/*
 * For the architecture, then for this one: beside this program, where `make runners` leaves
 * them, where it is installed.
 */
static bool find_runner(const struct vm_machine *m, char path[4096])
{
	const char *env = getenv("UABENCH_RUNNERS");
	char own[4096], made[4200], tail[32];
	const char *dirs[4];
	size_t n = 0;

	own_dir(own);
	snprintf(made, sizeof(made), "%s/../build-runners", own);
	if (env && *env) {
		dirs[n++] = env;
	} else {
		dirs[n++] = own;
		dirs[n++] = made;
		dirs[n++] = RUNNER_DIR;
	}
	snprintf(tail, sizeof(tail), "-%s", m->name);
	for (size_t i = 0; i < n; i++)
		if (there(path, dirs[i], tail))
			return true;
	if (m != vm_machine_find(RUNNER_ARCH))
		return false;
	for (size_t i = 0; i < n; i++)
		if (there(path, dirs[i], ""))
			return true;
	return false;
}

static int read_runner(const struct vm_machine *m, char path[4096], struct strbuf *ret)
{
	struct strbuf why = STRBUF_INIT;
	int r;

	if (!find_runner(m, path))
		return complain(-ENOENT, "boot: no uabench-runner-%s to put into the guest: 'make "
				"runners' builds it, UABENCH_RUNNERS names its directory", m->name);
	r = boot_read(path, ret);
	if (r)
		return r;
	r = vm_runner_check(ret->buf, ret->len, ret->len, m, &why);
	if (r)
		complain(r, "boot: %s: %s: 'make runners' builds one that fits", path, why.buf);
	strbuf_release(&why);
	return r;
}

int boot_tools_find(const struct vm_machine *m, struct boot_tools *ret)
{
	char *argv[] = { (char *)m->qemu, "--version", NULL };
	int r = boot_capture(argv, ret->qemu_version, sizeof(ret->qemu_version));

	if (r == -ENOENT)
		return complain(r, "boot: %s is not installed (Debian: %s)", m->qemu, m->package);
	if (r)
		return complain(r, "boot: %s --version: %s", m->qemu, strerror(-r));
	return read_runner(m, ret->runner_path, &ret->runner);
}

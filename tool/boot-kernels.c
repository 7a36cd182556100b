// SPDX-License-Identifier: GPL-2.0-or-later
/* From what -k says to a file that QEMU can boot. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "boot.h"
#include "kernel_unpack.h"

/* "debian[/SUITE][:ARCH[/FLAVOUR]]" */
struct debian {
	char suite[32], arch[32], flavour[128];
};

static bool is_debian(const char *what)
{
	return !strncmp(what, "debian", 6) && (!what[6] || what[6] == '/' || what[6] == ':');
}

/* Copy up to one of the stops; nothing but what a package's name may hold. The rest, or NULL. */
static const char *part(const char *s, const char *stops, char *to, size_t len)
{
	size_t n = strcspn(s, stops);

	if (!n || n >= len || strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "0123456789.+-") < n)
		return NULL;
	memcpy(to, s, n);
	to[n] = '\0';
	return s + n;
}

static int parse_debian(const char *what, struct debian *d)
{
	const char *s = what + 6;

	memset(d, 0, sizeof(*d));
	if (*s == '/')
		s = part(s + 1, ":", d->suite, sizeof(d->suite));
	if (s && *s == ':')
		s = part(s + 1, "/", d->arch, sizeof(d->arch));
	if (s && *s == '/')
		s = part(s + 1, "", d->flavour, sizeof(d->flavour));
	return s && !*s ? 0 : complain(-EINVAL, "boot: -k %s: want "
				       "debian[/SUITE][:ARCH[/FLAVOUR]]", what);
}

/* This system's suite where it is Debian. */
static void host_suite(char *suite, size_t len)
{
	char line[256], name[32] = "";
	bool debian = false;
	FILE *f = fopen("/etc/os-release", "re");

	while (f && fgets(line, sizeof(line), f)) {
		if (!strcmp(line, "ID=debian\n"))
			debian = true;
		sscanf(line, "VERSION_CODENAME=%31[a-z]", name);
	}
	if (f)
		fclose(f);
	snprintf(suite, len, "%s", debian && *name ? name : "bookworm");
}

/* $XDG_CACHE_HOME/uabench/debian */
static int cache_dir(char *path, size_t len)
{
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	int n;

	if (xdg && *xdg == '/')
		n = snprintf(path, len, "%s/uabench/debian", xdg);
	else if (home && *home == '/')
		n = snprintf(path, len, "%s/.cache/uabench/debian", home);
	else
		return complain(-ENOENT, "boot: no place to keep a kernel that is fetched: set HOME or "
				"XDG_CACHE_HOME");
	return n < (int)len ? 0 : complain(-ENAMETOOLONG, "boot: the cache's path is too long");
}

static int find_script(char path[4096])
{
	const char *const name = "uabench-fetch-debian";
	ssize_t n = readlink("/proc/self/exe", path, 4095);
	char *slash;

	path[n > 0 ? n : 0] = '\0';
	slash = strrchr(path, '/');
	if (slash && snprintf(slash + 1, path + 4096 - slash - 1, "%s", name) < 64 &&
	    !access(path, R_OK))
		return 0;
	snprintf(path, 4096, "%s/%s", RUNNER_DIR, name);
	return access(path, R_OK) ? complain(-ENOENT, "boot: cannot find %s: build it with 'make', "
					     "or name an image file", name) : 0;
}

static void read_package(const char *dir, char *package, size_t len)
{
	char path[4200];
	FILE *f;

	snprintf(path, sizeof(path), "%s/package", dir);
	f = fopen(path, "re");
	if (!f || !fgets(package, len, f))
		*package = '\0';
	package[strcspn(package, "\n")] = '\0';
	if (f)
		fclose(f);
}

static int fetch(const struct boot_options *o, struct boot_arm *arm, const struct vm_machine *m,
		 struct debian *d)
{
	char script[4096], cache[4096], dir[4096], *argv[16];
	int n = 0, r;

	if (!*d->suite && m->suite)
		snprintf(d->suite, sizeof(d->suite), "%s", m->suite);
	if (!*d->suite)
		host_suite(d->suite, sizeof(d->suite));
	if (!*d->flavour)
		snprintf(d->flavour, sizeof(d->flavour), "%s", m->flavour);
	r = cache_dir(cache, sizeof(cache));
	if (!r)
		r = find_script(script);
	if (r)
		return r;
	argv[n++] = "sh";
	argv[n++] = script;
	if (o->update)
		argv[n++] = "-u";
	argv[n++] = cache;
	argv[n++] = d->suite;
	argv[n++] = (char *)m->name;
	argv[n++] = d->flavour;
	for (const char *const *mod = m->modules; mod && *mod; mod++)
		argv[n++] = (char *)*mod;
	argv[n] = NULL;
	r = boot_capture(argv, dir, sizeof(dir));
	if (r)		/* it has said why */
		return -EIO;
	read_package(dir, arm->package, sizeof(arm->package));
	if (snprintf(arm->file, sizeof(arm->file), "%s/vmlinuz", dir) >= (int)sizeof(arm->file))
		return complain(-ENAMETOOLONG, "boot: the cache's path is too long");
	return 0;
}

/* The start of a file, for the header, and its size. 0 or -errno, complained. */
static int read_head(const char *path, struct strbuf *head, uint64_t *ret_size)
{
	static char block[VM_IMAGE_HEAD];
	size_t n = 0;
	ssize_t got = 0;
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), r = 0;

	if (fd < 0)
		return complain(-errno, "boot: cannot read %s: %s", path, strerror(errno));
	if (fstat(fd, &st) || !S_ISREG(st.st_mode))
		r = complain(-EINVAL, "boot: %s is no regular file", path);
	while (!r && n < sizeof(block) && (got = read(fd, block + n, sizeof(block) - n)) != 0) {
		if (got < 0 && errno != EINTR)
			r = complain(-errno, "boot: cannot read %s: %s", path, strerror(errno));
		else if (got > 0)
			n += got;
	}
	close(fd);
	if (!r && strbuf_add(head, block, n))
		r = complain(-ENOMEM, "out of memory");
	if (!r)
		*ret_size = st.st_size;
	return r;
}

/* What the file is: 0 or -errno, complained; a bad image is no error, but ->bad says so. */
static int identify(const char *path, struct boot_arm *arm, struct vm_image *ret)
{
	struct strbuf head = STRBUF_INIT, why = STRBUF_INIT;
	uint64_t size = 0;
	int r = read_head(path, &head, &size);

	if (!r) {
		r = vm_image_identify(head.buf, head.len, size, ret, &why);
		if (r == -ENODATA || r == -ENOEXEC || r == -ENOTSUP) {
			snprintf(arm->bad, sizeof(arm->bad), "%s", why.buf);
			r = 0;
		} else if (r) {
			complain(r, "out of memory");
		}
	}
	strbuf_release(&head);
	strbuf_release(&why);
	return r;
}

/* Whether what came out of a bzImage is a kernel that QEMU starts without it. */
static bool bootable(const char *path, const struct vm_machine *m)
{
	struct strbuf all = STRBUF_INIT, why = STRBUF_INIT;
	struct vm_image im;
	bool yes = !boot_read(path, &all) &&
		!vm_image_identify(all.buf, all.len < VM_IMAGE_HEAD ? all.len : VM_IMAGE_HEAD,
				   all.len, &im, &why) &&
		im.machine == m && vm_elf_has_pvh(all.buf, all.len);

	strbuf_release(&all);
	strbuf_release(&why);
	return yes;
}

/*
 * A packed image has to be unpacked; of a bzImage it saves each boot the time to do
 * so itself, where it can be.
 */
static int unpack(struct boot_arm *arm, const char *work)
{
	char to[4200];
	int r;

	if (!arm->image.unpacker || *arm->bad)
		return 0;
	snprintf(to, sizeof(to), "%s/kernel-%s", work, arm->label);
	if (strlen(to) >= sizeof(arm->kernel))
		return complain(-ENAMETOOLONG, "boot: %s: too long a path", work);
	r = vm_unpack(arm->image.unpacker, arm->file, arm->image.payload_offset, to);
	if (arm->image.machine) {
		if (!r && bootable(to, arm->image.machine))
			strcpy(arm->kernel, to);
		else
			unlink(to);
		return 0;
	}
	if (r) {
		snprintf(arm->bad, sizeof(arm->bad), "packed with %s, and cannot be unpacked: %s",
			 arm->image.unpacker, r == -ENOENT ? "that program is not here" :
			 r == -EBADMSG ? "it is cut or damaged" : strerror(-r));
		return 0;
	}
	strcpy(arm->kernel, to);
	r = identify(to, arm, &arm->image);
	if (!r && !*arm->bad && !arm->image.machine)
		strcpy(arm->bad, "packed twice: unpack it first");
	return r;
}

static int hash_file(struct boot_arm *arm)
{
	struct strbuf all = STRBUF_INIT;
	int r = boot_read(arm->file, &all);

	if (!r) {
		arm->size = all.len;
		arm->hash = boot_hash(all.buf, all.len);
	}
	strbuf_release(&all);
	return r;
}

/* Identify, unpack; the same file again is what it was. */
static int prepare(struct boot_arms *arms, size_t i, const char *work)
{
	struct boot_arm *arm = &arms->arm[i];
	int r;

	for (size_t k = 0; k < i; k++) {
		const struct boot_arm *other = &arms->arm[k];

		if (!*other->kernel || strcmp(other->file, arm->file))
			continue;
		strcpy(arm->kernel, other->kernel);
		strcpy(arm->bad, other->bad);
		arm->image = other->image;
		arm->format = other->format;
		arm->size = other->size;
		arm->hash = other->hash;
		return 0;
	}
	strcpy(arm->kernel, arm->file);
	r = identify(arm->file, arm, &arm->image);
	arm->format = arm->image.format;
	if (!r)
		r = hash_file(arm);
	return r ? r : unpack(arm, work);
}

/* The machine of --arch, of the images, or of this computer. */
static const struct vm_machine *choose(const struct boot_options *o, const struct boot_arms *arms)
{
	struct utsname u;

	if (o->arch)
		return vm_machine_find(o->arch);
	for (size_t i = 0; i < arms->n; i++) {
		struct debian d;

		if (*arms->arm[i].kernel && !*arms->arm[i].bad)
			return arms->arm[i].image.machine;
		if (is_debian(arms->arm[i].what) && !parse_debian(arms->arm[i].what, &d) && *d.arch)
			return vm_machine_find(d.arch);
	}
	return uname(&u) ? NULL : vm_machine_find(u.machine);
}

static int no_machine(const struct boot_options *o)
{
	struct strbuf names = STRBUF_INIT;

	for (const struct vm_machine *const *m = vm_machines; *m; m++)
		strbuf_printf(&names, "%s%s", m == vm_machines ? "" : ", ", (*m)->name);
	complain(0, "boot: no machine for %s: --arch takes %s", o->arch ? o->arch :
		 "this architecture", names.buf);
	strbuf_release(&names);
	return -EINVAL;
}

static int check_cpu(const struct boot_options *o, struct boot_arms *arms)
{
	struct strbuf names = STRBUF_INIT;

	arms->cpu = vm_cpu_find(arms->machine, o->cpu_model);
	if (arms->cpu)
		return 0;
	for (int i = 0; i < VM_MAX_CPUS && arms->machine->cpus[i].name; i++)
		strbuf_printf(&names, "%s%s (%s)", i ? ", " : "", arms->machine->cpus[i].name,
			      arms->machine->cpus[i].summary);
	complain(0, "boot: no --cpu-model '%s' for %s: %s", o->cpu_model, arms->machine->name,
		 names.buf);
	strbuf_release(&names);
	return -EINVAL;
}

int boot_kernels(const struct boot_options *o, struct boot_arms *arms, const char *work)
{
	int r = 0;

	for (size_t i = 0; !r && i < arms->n; i++) {
		struct boot_arm *arm = &arms->arm[i];
		struct debian d;

		if (is_debian(arm->what)) {
			r = parse_debian(arm->what, &d);
		} else if (strlen(arm->what) >= sizeof(arm->file)) {
			r = complain(-ENAMETOOLONG, "boot: -k %s: too long a path", arm->label);
		} else {
			strcpy(arm->file, arm->what);
			r = prepare(arms, i, work);
		}
	}
	if (r)
		return r;
	arms->machine = choose(o, arms);
	if (!arms->machine)
		return no_machine(o);
	for (size_t i = 0; !r && i < arms->n; i++) {
		struct boot_arm *arm = &arms->arm[i];
		const struct vm_machine *m = arms->machine;
		struct debian d;

		if (!*arm->kernel) {
			parse_debian(arm->what, &d);
			if (*d.arch)
				m = vm_machine_find(d.arch);
			r = m ? fetch(o, arm, m, &d) : complain(-EINVAL, "boot: -k %s: no such "
								"architecture", arm->what);
			if (!r)
				r = prepare(arms, i, work);
		}
		if (!r && !*arm->bad && arm->image.machine != arms->machine)
			snprintf(arm->bad, sizeof(arm->bad), "%s %s for %s, not for %s",
				 strchr("AEI", *arm->format) ? "an" : "a", arm->format,
				 arm->image.machine->name, arms->machine->name);
	}
	return r ? r : check_cpu(o, arms);
}

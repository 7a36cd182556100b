// SPDX-License-Identifier: GPL-2.0-or-later
#include <dirent.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "cpus.h"
#include "environ.h"
#include "json.h"
#include "record.h"

char *read_text(const char *path, char *buf, size_t len)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return NULL;
	n = read(fd, buf, len - 1);
	close(fd);
	if (n < 0)
		return NULL;
	while (n && (buf[n - 1] == '\n' || buf[n - 1] == '\0'))
		n--;
	buf[n] = '\0';
	return buf;
}

const char *fs_name(const char *path, char *buf, size_t len)
{
	static const struct {
		unsigned int magic;
		const char *name;
	} known[] = {
		{ TMPFS_MAGIC, "tmpfs" }, { RAMFS_MAGIC, "ramfs" }, { EXT4_SUPER_MAGIC, "ext4" },
		{ XFS_SUPER_MAGIC, "xfs" }, { BTRFS_SUPER_MAGIC, "btrfs" },
		{ F2FS_SUPER_MAGIC, "f2fs" }, { OVERLAYFS_SUPER_MAGIC, "overlay" },
		{ NFS_SUPER_MAGIC, "nfs" }, { V9FS_MAGIC, "9p" }, { 0x2fc12fc1, "zfs" },
		{ 0x65735546, "fuse" }, { 0x4d44, "vfat" }, { 0x24051905, "ubifs" },
	};
	struct statfs s;

	if (statfs(path, &s))
		return NULL;
	for (unsigned int i = 0; i < ARRAY_SIZE(known); i++)
		if (known[i].magic == (unsigned int)s.f_type)
			return known[i].name;
	snprintf(buf, len, "0x%x", (unsigned int)s.f_type);
	return buf;
}

static void put_text(struct json *j, const char *key, const char *path)
{
	char buf[4096];

	json_str(j, key, read_text(path, buf, sizeof(buf)));
}

/* The value of the first "key : value" line of a /proc file that has one of the keys. */
static const char *proc_value(const char *path, const char *const *keys, char *out, size_t len)
{
	char text[32768], *save, *line;

	if (!read_text(path, text, sizeof(text)))
		return NULL;
	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
		for (const char *const *k = keys; *k; k++) {
			size_t n = strlen(*k);
			const char *v = line + n;

			if (strncmp(line, *k, n))
				continue;
			v += strspn(v, " \t");
			if (*v++ != ':')
				continue;
			snprintf(out, len, "%s", v + strspn(v, " \t"));
			return out;
		}
	return NULL;
}

/* The GNU build id in the kernel's ELF notes. */
static const char *build_id(char *out, size_t len)
{
	uint32_t buf[1024], *n = buf;
	int fd = open("/sys/kernel/notes", O_RDONLY | O_CLOEXEC);
	ssize_t size = fd < 0 ? -1 : read(fd, buf, sizeof(buf));

	if (fd >= 0)
		close(fd);
	while (size >= 12) {
		size_t name = (n[0] + 3) & ~3u, desc = (n[1] + 3) & ~3u;
		const unsigned char *d = (unsigned char *)(n + 3) + name;

		if (name > 4096 || desc > 4096 || (ssize_t)(12 + name + desc) > size)
			return NULL;
		if (n[2] == 3 && n[0] == 4 && !memcmp(n + 3, "GNU", 4) && n[1] * 2 < len) {
			for (uint32_t i = 0; i < n[1]; i++)
				sprintf(out + 2 * i, "%02x", d[i]);
			return out;
		}
		size -= 12 + name + desc;
		n = (uint32_t *)((char *)n + 12 + name + desc);
	}
	return NULL;
}

static void put_mitigations(struct json *j)
{
	const char dir[] = "/sys/devices/system/cpu/vulnerabilities";
	struct dirent *e;
	DIR *d = opendir(dir);

	json_object(j, REC_MITIGATIONS);
	while (d && (e = readdir(d))) {
		char path[512];

		if (e->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "%s/%s", dir, e->d_name);
		put_text(j, e->d_name, path);
	}
	if (d)
		closedir(d);
	json_close(j, '}');
}

/* Which of "[always] madvise never" is in force. */
static void put_chosen(struct json *j, const char *key, const char *path)
{
	char buf[128], *a, *z;

	a = read_text(path, buf, sizeof(buf)) ? strchr(buf, '[') : NULL;
	z = a ? strchr(a, ']') : NULL;
	if (z)
		*z = '\0';
	json_str(j, key, z ? a + 1 : NULL);
}

/*
 * Whether audit adds to each system call is not to be read without privilege;
 * the command line can only switch it off, or on from the start.
 */
static void put_audit(struct json *j)
{
	char buf[4096], *a = read_text("/proc/cmdline", buf, sizeof(buf));

	a = a ? strstr(a, "audit=") : NULL;
	if (a && a != buf && a[-1] != ' ')
		a = NULL;
	if (a)
		a[strcspn(a, " ")] = '\0';
	json_str(j, REC_AUDIT, a ? a : "unknown");
}

/* Arm gives numbers: "implementer 0x41 part 0xd0c". */
static const char *arm_model(char *out, size_t len)
{
	static const char *const implementer[] = { "CPU implementer", NULL };
	static const char *const part[] = { "CPU part", NULL };
	char who[32], what[32];

	if (!proc_value("/proc/cpuinfo", implementer, who, sizeof(who)) ||
	    !proc_value("/proc/cpuinfo", part, what, sizeof(what)))
		return NULL;
	snprintf(out, len, "implementer %s part %s", who, what);
	return out;
}

void environ_put(struct json *j, const char *dir, int cpu, const char *virt)
{
	static const char *const model[] = { "model name", "Processor", "cpu", "uarch", "isa",
					     "machine", NULL };
	static const char *const seccomp[] = { "Seccomp", NULL };
	char buf[1024], path[128], when[64];
	struct utsname u;
	struct tm tm;
	time_t now = time(NULL);
	struct cpus allowed;
	const char *v;

	uname(&u);
	strftime(when, sizeof(when), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &tm));
	json_str(j, REC_STARTED, when);
	put_text(j, REC_BOOT_ID, "/proc/sys/kernel/random/boot_id");
	json_str(j, REC_KERNEL, u.release);
	json_str(j, REC_KERNEL_VERSION, u.version);
	json_str(j, REC_ARCH, u.machine);
	json_str(j, REC_BUILD_ID, build_id(buf, sizeof(buf)));
	put_text(j, REC_CMDLINE, "/proc/cmdline");
	v = proc_value("/proc/cpuinfo", model, buf, sizeof(buf));
	json_str(j, REC_CPU, v ? v : arm_model(buf, sizeof(buf)));
	json_u64(j, REC_CPUS, cpus_get(&allowed) ? 0 : cpus_count(&allowed));
	json_str(j, REC_VIRT, virt ? virt : arch_virt(buf, sizeof(buf)));
	put_mitigations(j);
	put_text(j, REC_LSM, "/sys/kernel/security/lsm");
	put_audit(j);
	v = proc_value("/proc/self/status", seccomp, buf, sizeof(buf));
	json_str(j, REC_SECCOMP, !v ? NULL : *v == '0' ? "off" : *v == '1' ? "strict" : "filter");
	put_chosen(j, REC_THP, "/sys/kernel/mm/transparent_hugepage/enabled");
	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor",
		 cpu < 0 ? 0 : cpu);
	put_text(j, REC_GOVERNOR, path);
	json_u64(j, REC_PAGE_SIZE, sysconf(_SC_PAGESIZE));
	json_str(j, REC_DIR_FS, fs_name(dir, buf, sizeof(buf)));
}

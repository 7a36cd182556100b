// SPDX-License-Identifier: GPL-2.0-or-later
/* The hypervisor as firmware, device tree and /sys tell it. */
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "environ.h"

#define DT	"/proc/device-tree/"

/* The value of a line of /proc/sysinfo (s390x) in lower case; NULL: none. */
static const char *sysinfo(const char *key, char *buf, size_t len)
{
	char text[4096];
	const char *v = read_text("/proc/sysinfo", text, sizeof(text)) ? strstr(text, key) : NULL;

	if (!v)
		return NULL;
	v += strlen(key);
	v += strspn(v, " ");
	snprintf(buf, len, "%.*s", (int)strcspn(v, " \n"), v);
	for (char *c = buf; *c; c++)
		*c = tolower((unsigned char)*c);
	return buf;
}

static int holds(const char *path, const char *word)
{
	char text[4096];

	return read_text(path, text, sizeof(text)) && strstr(text, word);
}

/* The device by which QEMU hands files to its guest. */
static int has_fw_cfg(void)
{
	DIR *d = opendir(DT);
	struct dirent *e;
	int found = 0;

	while (d && !found && (e = readdir(d)))
		found = !strncmp(e->d_name, "fw-cfg@", 7);
	if (d)
		closedir(d);
	return found;
}

/* A machine that only QEMU makes, by its firmware's tables or its device tree. */
static int is_qemu(void)
{
	return has_fw_cfg() || holds("/sys/class/dmi/id/sys_vendor", "QEMU") ||
		holds(DT "model", "qemu") || holds(DT "compatible", "qemu");
}

const char *arch_virt(char *buf, size_t len)
{
	static const char *const vendors[][2] = {
		{ "Amazon EC2", "kvm" }, { "Google", "kvm" }, { "Microsoft Corporation", "microsoft" },
		{ "VMware", "vmware" }, { "Xen", "xen" },
	};
	char text[4096];

	/* "linux,kvm", "xen,xen-4.17" */
	if (read_text(DT "hypervisor/compatible", text, sizeof(text))) {
		const char *v = !strncmp(text, "linux,", 6) ? text + 6 : text;

		snprintf(buf, len, "%.*s", (int)strcspn(v, ","), v);
		return buf;
	}
	if (read_text("/sys/hypervisor/type", buf, len) && *buf)
		return buf;
	/* s390x: TCG says KVM too, but the machine's maker is the real one under KVM alone */
	if (sysinfo("Manufacturer:", buf, len) && !strcmp(buf, "qemu"))
		return "tcg";
	if (sysinfo("VM00 Control Program:", buf, len))
		return buf;
	/* pseries: under KVM its device tree names the hypervisor, see above */
	if (holds(DT "model", "(emulated by qemu)"))
		return "tcg";
	if (is_qemu())
		return "qemu";
	for (unsigned int i = 0; i < sizeof(vendors) / sizeof(vendors[0]); i++)
		if (holds("/sys/class/dmi/id/sys_vendor", vendors[i][0]))
			return vendors[i][1];
	return "unknown";
}

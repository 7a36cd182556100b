// SPDX-License-Identifier: GPL-2.0-or-later
/* The hypervisor as firmware and /sys tell it. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "environ.h"

const char *arch_virt(char *buf, size_t len)
{
	static const char *const vendors[][2] = {
		{ "QEMU", "qemu" }, { "Amazon EC2", "kvm" }, { "Google", "kvm" },
		{ "Microsoft Corporation", "microsoft" }, { "VMware", "vmware" }, { "Xen", "xen" },
	};
	char text[4096], *v;

	/* "linux,kvm", "xen,xen-4.17" */
	if (read_text("/proc/device-tree/hypervisor/compatible", text, sizeof(text))) {
		v = !strncmp(text, "linux,", 6) ? text + 6 : text;
		snprintf(buf, len, "%.*s", (int)strcspn(v, ","), v);
		return buf;
	}
	if (read_text("/sys/hypervisor/type", buf, len) && *buf)
		return buf;
	/* s390x */
	v = read_text("/proc/sysinfo", text, sizeof(text)) ?
		strstr(text, "VM00 Control Program:") : NULL;
	if (v) {
		v += strlen("VM00 Control Program:");
		v += strspn(v, " ");
		snprintf(buf, len, "%.*s", (int)strcspn(v, " \n"), v);
		for (char *c = buf; *c; c++)
			*c = tolower((unsigned char)*c);
		return buf;
	}
	if (read_text("/sys/class/dmi/id/sys_vendor", text, sizeof(text)))
		for (unsigned int i = 0; i < sizeof(vendors) / sizeof(vendors[0]); i++)
			if (strstr(text, vendors[i][0]))
				return vendors[i][1];
	return "unknown";
}

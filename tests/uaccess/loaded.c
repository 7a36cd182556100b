// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * loaded PLUGIN: with the shared library: loads copies of the plugin, more than one chunk
 * of the library's list holds, copies inline within each, unloads them, and again.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <uaccess.h>

#include "area.h"

#define OBJECTS	70

typedef size_t get_fn(uint64_t *val, const void *src);
typedef size_t put_fn(void *dst, const void *src);

static struct area hole;	/* not unmapped: dlopen() may fill such a one */

static void use(void *object)
{
	get_fn *get = (get_fn *)dlsym(object, "plugin_get");
	put_fn *put = (put_fn *)dlsym(object, "plugin_put");
	uint64_t v = 1;
	char buf[24] = "";

	CHECK(get && put);
	if (!get || !put)
		return;
	CHECK(get(&v, hole.hole - 8) == 0 && v == 0x7878787878787878);
	CHECK(get(&v, hole.hole - 3) == 5 && v == 0);
	CHECK(put(hole.hole - 24, hole.hole - 48) == 0);
	CHECK(put(hole.hole - 23, buf) == 1);
	memset(hole.start, 'x', 4096);
}

/* A copy of a file, for dlopen() gives the same object for the same file */
static void copy_file(const char *from, const char *to)
{
	FILE *in = fopen(from, "r"), *out = fopen(to, "w");
	char buf[4096];
	size_t n;

	CHECK(in && out);
	if (!in || !out)
		exit(report("loaded"));
	while ((n = fread(buf, 1, sizeof(buf), in)) > 0)
		CHECK(fwrite(buf, 1, n, out) == n);
	fclose(in);
	CHECK(!fclose(out));
}

int main(int argc, char **argv)
{
	char dir[] = "/tmp/ua-loaded-XXXXXX", path[64];
	void *objects[OBJECTS];
	uint32_t v;

	if (argc != 2) {
		fprintf(stderr, "usage: loaded PLUGIN\n");
		return 2;
	}
	hole = area_make(HOLE_NO_ACCESS, 4096);
	memset(hole.start, 'x', 4096);
	CHECK(!ua_init());
	CHECK(mkdtemp(dir));
	for (int round = 0; round < 2; round++) {
		for (int i = 0; i < OBJECTS; i++) {
			snprintf(path, sizeof(path), "%s/%d.so", dir, i);
			copy_file(argv[1], path);
			objects[i] = dlopen(path, RTLD_NOW | RTLD_LOCAL);
			if (!objects[i]) {
				fail("%s", dlerror());
				return report("loaded");
			}
			unlink(path);
			use(objects[i]);
		}
		for (int i = OBJECTS - 1; i >= 0; i--)
			use(objects[i]);
		for (int i = 0; i < OBJECTS; i += 2)
			CHECK(!dlclose(objects[i]));
		for (int i = 1; i < OBJECTS; i += 2)
			use(objects[i]);
		for (int i = 1; i < OBJECTS; i += 2)
			CHECK(!dlclose(objects[i]));
		CHECK(ua_get32(&v, hole.hole - 2) == 2);	/* this program's own */
	}
	rmdir(dir);
	return report("loaded");
}

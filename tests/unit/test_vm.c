// SPDX-License-Identifier: GPL-2.0-or-later
/* lib/vm: QEMU's command lines and the initramfs, byte by byte. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "argv.h"
#include "initramfs.h"
#include "newc.h"

/* --- machines */

static void machines_are_found_by_their_names(void **state)
{
	assert_ptr_equal(vm_machine_find("amd64"), &vm_amd64);
	assert_ptr_equal(vm_machine_find("x86_64"), &vm_amd64);
	assert_ptr_equal(vm_machine_find("i686"), &vm_i386);
	assert_ptr_equal(vm_machine_find("aarch64"), &vm_arm64);
	assert_ptr_equal(vm_machine_find("ppc64le"), &vm_ppc64el);
	assert_null(vm_machine_find("arc"));
	assert_null(vm_machine_find(""));
}

static void machines_are_whole(void **state)
{
	size_t n = 0;

	for (const struct vm_machine *const *p = vm_machines; *p; p++, n++) {
		const struct vm_machine *m = *p;

		assert_ptr_equal(vm_machine_find(m->name), m);
		assert_ptr_equal(vm_cpu_find(m, NULL), &m->cpus[0]);
		assert_ptr_equal(vm_cpu_find(m, m->cpus[0].name), &m->cpus[0]);
		assert_null(vm_cpu_find(m, "no such"));
		assert_non_null(m->unames[0]);
		assert_non_null(m->port_devices[0]);
		assert_int_equal(strncmp(m->port, "/dev/", 5), 0);
		assert_true(m->memory >= 256);
	}
	assert_int_equal(n, 7);
	assert_string_equal(vm_cpu_find(&vm_amd64, "rep")->qemu, "max,erms=on,fsrm=on");
}

/* --- argv */

static void put_argv(const struct vm_spec *spec, FILE *f)
{
	char **argv;

	assert_int_equal(vm_argv(spec, &argv), 0);
	fprintf(f, "%s", argv[0]);
	for (char **w = argv + 1; *w; w++)
		fprintf(f, "%s%s", **w == '-' ? "\n\t" : " ", *w);
	fputs("\n", f);
	free(argv);
}

static char *slurp(const char *path)
{
	static char text[1 << 16];
	FILE *f = fopen(path, "r");
	size_t n;

	assert_non_null(f);
	n = fread(text, 1, sizeof(text) - 1, f);
	text[n] = '\0';
	fclose(f);
	return text;
}

/* tests/data/boot-argv.golden; UPDATE=1 makes it anew */
static void argv_is_as_ever(void **state)
{
	char path[4096], *text;
	size_t len;
	FILE *f = open_memstream(&text, &len);
	struct vm_spec spec = {
		.kernel = "vmlinuz", .initrd = "base/base-seed1.initramfs",
		.console = "base/base-seed1.console", .record = "base/base-seed1.part",
		.append = "hardened_usercopy=off", .seed = 1,
	};

	assert_non_null(f);
	for (const struct vm_machine *const *m = vm_machines; *m; m++)
		for (int i = 0; i < VM_MAX_CPUS && (*m)->cpus[i].name; i++) {
			spec.machine = *m;
			spec.cpu = &(*m)->cpus[i];
			fprintf(f, "%s %s:\n", (*m)->name, spec.cpu->name);
			put_argv(&spec, f);
		}
	fclose(f);
	snprintf(path, sizeof(path), "%s/tests/data/boot-argv.golden", getenv("SRCDIR"));
	if (getenv("UPDATE")) {
		f = fopen(path, "w");
		assert_non_null(f);
		fputs(text, f);
		fclose(f);
	}
	assert_string_equal(text, slurp(path));
	free(text);
}

static void argv_doubles_commas_of_paths(void **state)
{
	const struct vm_spec spec = {
		.machine = &vm_s390x, .cpu = &vm_s390x.cpus[0], .kernel = "a,b", .initrd = "i",
		.console = "c,d", .record = "e,,f", .seed = UINT64_MAX,
	};
	bool console = false, record = false, kernel = false, seed = false, end = false;
	char **argv;

	assert_int_equal(vm_argv(&spec, &argv), 0);
	for (char **w = argv; *w; w++) {
		console |= !strcmp(*w, "file,id=console,path=c,,d");
		record |= !strcmp(*w, "file,id=records,path=e,,,,f");
		kernel |= !strcmp(*w, "a,b");	/* of -kernel: taken as it is */
		seed |= !strcmp(*w, "18446744073709551615");
		end |= !strcmp(*w, "console=ttysclp0 loglevel=5 panic=-1 nokaslr norandmaps "
			       "randomize_kstack_offset=off");
	}
	assert_true(console && record && kernel && seed && end);
	free(argv);
}

/* --- newc */

static void newc_is_laid_out_as_the_format_says(void **state)
{
	struct strbuf out = STRBUF_INIT;
	struct newc a;
	static const char want[] =
		"070701" "00000001" "000041ED" "00000000" "00000000" "00000001" "00000000"
		"00000000" "00000000" "00000000" "00000000" "00000000" "00000004" "00000000"
		"dev\0\0\0"
		"070701" "00000002" "00002180" "00000000" "00000000" "00000001" "00000000"
		"00000000" "00000000" "00000000" "00000005" "00000001" "0000000C" "00000000"
		"dev/console\0\0\0"
		"070701" "00000003" "000081ED" "00000000" "00000000" "00000001" "00000000"
		"00000005" "00000000" "00000000" "00000000" "00000000" "00000005" "00000000"
		"init\0\0" "hello\0\0\0"
		"070701" "00000000" "00000000" "00000000" "00000000" "00000001" "00000000"
		"00000000" "00000000" "00000000" "00000000" "00000000" "0000000B" "00000000"
		"TRAILER!!!\0\0\0";

	newc_init(&a, &out);
	assert_int_equal(newc_dir(&a, "dev", 0755), 0);
	assert_int_equal(newc_chardev(&a, "dev/console", 0600, 5, 1), 0);
	assert_int_equal(newc_file(&a, "init", 0755, "hello", 5), 0);
	assert_int_equal(newc_end(&a), 0);
	assert_int_equal(out.len % 4, 0);
	assert_int_equal(out.len, sizeof(want) - 1 + (-(sizeof(want) - 1) & 3));
	assert_memory_equal(out.buf, want, sizeof(want) - 1);
	strbuf_release(&out);
}

static void newc_refuses_names(void **state)
{
	struct strbuf out = STRBUF_INIT;
	static char longest[5000];
	struct newc a;

	memset(longest, 'x', 4096);
	newc_init(&a, &out);
	assert_int_equal(newc_dir(&a, "", 0755), -EINVAL);
	assert_int_equal(newc_file(&a, "/init", 0755, "", 0), -EINVAL);
	assert_int_equal(newc_file(&a, longest, 0755, "", 0), -EINVAL);
	assert_int_equal(out.len, 0);
	longest[4095] = '\0';
	assert_int_equal(newc_file(&a, longest, 0755, "", 0), 0);
	strbuf_release(&out);
}

/* --- initramfs */

/* The entry of that name; its data. */
static const char *find(const struct strbuf *sb, const char *name, size_t *ret_len)
{
	size_t at = 0;

	while (at + 110 <= sb->len) {
		char field[9] = "";
		size_t size, namesize, data;

		assert_memory_equal(sb->buf + at, "070701", 6);
		memcpy(field, sb->buf + at + 54, 8);
		size = strtoul(field, NULL, 16);
		memcpy(field, sb->buf + at + 94, 8);
		namesize = strtoul(field, NULL, 16);
		data = at + ((110 + namesize + 3) & ~3ul);
		if (!strcmp(sb->buf + at + 110, name)) {
			*ret_len = size;
			return sb->buf + data;
		}
		at = data + ((size + 3) & ~3ul);
	}
	return NULL;
}

static void initramfs_has_one_size_whatever_is_asked(void **state)
{
	const char *const one[] = { "--label=base", "--seed=1", NULL };
	const char *const other[] = { "--label=a much longer label than that", "--seed=1000000", NULL };
	const struct vm_file modules[] = { { "00-b.ko", "BB", 2 }, { "01-a.ko", "A", 1 } };
	struct vm_initramfs in = { .runner = "\177ELF", .runner_len = 4, .args = one,
				   .modules = modules, .nmodules = 2 };
	struct strbuf a = STRBUF_INIT, b = STRBUF_INIT, again = STRBUF_INIT;
	const char *data;
	size_t len = 0;

	assert_int_equal(vm_initramfs(&in, &a), 0);
	assert_int_equal(vm_initramfs(&in, &again), 0);
	in.args = other;
	assert_int_equal(vm_initramfs(&in, &b), 0);
	assert_int_equal(a.len, b.len);
	assert_int_equal(a.len, again.len);
	assert_memory_equal(a.buf, again.buf, a.len);

	data = find(&a, "init", &len);
	assert_non_null(data);
	assert_int_equal(len, 4);
	assert_memory_equal(data, "\177ELF", 4);
	data = find(&a, "args", &len);
	assert_non_null(data);
	assert_int_equal(len, VM_ARGS_STEP);
	assert_memory_equal(data, "--label=base\n--seed=1\n\n", 23);
	assert_int_equal(strspn(data + 21, "\n"), VM_ARGS_STEP - 21);
	data = find(&a, "modules/01-a.ko", &len);
	assert_non_null(data);
	assert_int_equal(len, 1);
	assert_non_null(find(&a, "dev/console", &len));
	assert_non_null(find(&a, "TRAILER!!!", &len));
	strbuf_release(&a);
	strbuf_release(&b);
	strbuf_release(&again);
}

static void initramfs_refuses_what_it_cannot_hold(void **state)
{
	const char *const good[] = { NULL }, *const bad[] = { "--label=a\nb", NULL };
	const char *const names[] = { "", ".", ".ko", "a/b.ko", "../a.ko" };
	struct vm_file module = { .data = "", .len = 0 };
	struct vm_initramfs in = { .runner = "", .args = bad };
	struct strbuf sb = STRBUF_INIT;

	assert_int_equal(strbuf_adds(&sb, "before"), 0);
	assert_int_equal(vm_initramfs(&in, &sb), -EINVAL);
	in.args = good;
	in.modules = &module;
	in.nmodules = 1;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		module.name = names[i];
		assert_int_equal(vm_initramfs(&in, &sb), -EINVAL);
	}
	assert_string_equal(sb.buf, "before");
	strbuf_release(&sb);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(machines_are_found_by_their_names),
		cmocka_unit_test(machines_are_whole),
		cmocka_unit_test(argv_is_as_ever),
		cmocka_unit_test(argv_doubles_commas_of_paths),
		cmocka_unit_test(newc_is_laid_out_as_the_format_says),
		cmocka_unit_test(newc_refuses_names),
		cmocka_unit_test(initramfs_has_one_size_whatever_is_asked),
		cmocka_unit_test(initramfs_refuses_what_it_cannot_hold),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

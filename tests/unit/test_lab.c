// SPDX-License-Identifier: GPL-2.0-or-later
/* The pure parts of lib/lab: specs as text, histograms, baselines. No compiler is run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"

static int load(const char *text, struct lab_spec **spec, struct strbuf *diag)
{
	char path[] = "/tmp/test-lab-XXXXXX";
	int fd = mkstemp(path), r;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	r = lab_spec_load(path, spec, diag);
	unlink(path);
	return r;
}

static void test_spec(void **state)
{
	struct strbuf diag = STRBUF_INIT;
	struct lab_spec *s;

	assert_int_equal(load("# mine\narch = riscv64\nsource = a.S # relative\nsource=/b/c.o\n"
			      "cpu = rv64,v=true\nroutine = copy my_copy to_user\n"
			      "routine = clear my_clear clear_user a_shim\n", &s, &diag), 0);
	assert_string_equal(s->arch, "riscv");
	assert_string_equal(s->qemu, "qemu-riscv64");
	assert_string_equal(s->cpu, "rv64,v=true");
	assert_non_null(strstr(s->sources, "/a.S "));
	assert_non_null(strstr(s->sources, " /b/c.o"));
	assert_string_equal(s->routines[0].symbol, "my_copy");
	assert_int_equal(s->routines[0].kind, LAB_TO_USER);
	assert_null(s->routines[0].shim);
	assert_int_equal(s->routines[1].kind, LAB_CLEAR_USER);
	assert_string_equal(s->routines[1].shim, "a_shim");
	assert_null(s->routines[2].symbol);
	lab_spec_free(s);
	strbuf_release(&diag);
}

static void test_spec_bad(void **state)
{
	static const struct {
		const char *text, *said;
	} bad[] = {
		{ "", "at least one line" },
		{ "arch = riscv64\n", "at least one line" },
		{ "arch = vax\n", "line 1: no such architecture" },
		{ "source = a.S\n", "line 1: the first key must be arch" },
		{ "arch = riscv64\narch = riscv64\n", "line 2: bad value" },
		{ "arch = riscv64\n\nfoo = 1\n", "line 3: no such key" },
		{ "arch = riscv64\nroutine = a b sideways\n", "line 2: bad value" },
		{ "arch = riscv64\nroutine = a\n", "line 2: bad value" },
		{ "arch = arc\nroutine = a:0 a to_user\n", "line 2: bad value" },
		{ "arch = arc\nroutine = a:8193 a to_user\n", "line 2: bad value" },
		{ "arch = arc\nroutine = a:b a to_user\n", "line 2: bad value" },
		{ "arch = riscv64\nsource =\n", "line 2: bad value" },
		{ "arch = riscv64\nsource = a b\n", "line 2: bad value" },
		{ "arch riscv64\n", "line 1: want 'key = value'" },
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct strbuf diag = STRBUF_INIT;
		struct lab_spec *s = NULL;

		assert_int_equal(load(bad[i].text, &s, &diag), -EINVAL);
		if (!strstr(diag.buf, bad[i].said))
			fail_msg("'%s' for: %s", diag.buf, bad[i].text);
		assert_null(s);
		strbuf_release(&diag);
	}
}

static void test_spec_too_many(void **state)
{
	struct strbuf text = STRBUF_INIT, diag = STRBUF_INIT;
	struct lab_spec *s = NULL;

	strbuf_adds(&text, "arch = riscv64\nsource = a.S\n");
	for (int i = 0; i < 33; i++)
		strbuf_printf(&text, "routine = r%d s%d to_user\n", i, i);
	assert_int_equal(load(text.buf, &s, &diag), -EINVAL);
	assert_non_null(strstr(diag.buf, "line 35"));
	strbuf_release(&text);
	strbuf_release(&diag);
}

static void test_specs(void **state)
{
	assert_true(lab_spec_is(lab_specs[0], "riscv64"));
	assert_false(lab_spec_is(lab_specs[0], "riscv"));
	assert_false(lab_spec_is(lab_specs[0], ""));
	for (const struct lab_spec *const *s = lab_specs; *s; s++) {
		assert_non_null((*s)->summary);
		assert_non_null((*s)->routines[0].symbol);
		for (const struct lab_spec *const *t = lab_specs; t < s; t++)
			assert_string_not_equal((*s)->name, (*t)->name);
	}
}

static void test_weights(void **state)
{
	struct strbuf diag = STRBUF_INIT;
	struct lab_weight *w;
	size_t n;

	assert_int_equal(lab_weights_parse("# size weight\n8 2.5\n\n4K 1 1 63\n", &w, &n, &diag), 0);
	assert_int_equal(n, 2);
	assert_int_equal(w[0].call.size, 8);
	assert_true(w[0].weight == 2.5);
	assert_int_equal(w[1].call.size, 4096);
	assert_int_equal(w[1].call.user, 1);
	assert_int_equal(w[1].call.kernel, 63);
	free(w);
	static const char *const bad[] = {
		"", "# nothing\n", "8\n", "8 0\n", "8 -1\n", "x 1\n", "8 1 2\n", "8193 1\n",
		"8 1 64 0\n", "8 1 0 0 0\n",
	};
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		strbuf_reset(&diag);
		assert_int_equal(lab_weights_parse(bad[i], &w, &n, &diag), -EINVAL);
		assert_true(diag.len > 0);
	}
	strbuf_release(&diag);
}

static void test_baseline(void **state)
{
	struct lab_build b = { .spec = lab_specs[0], .present = { true, true }, .npresent = 2 };
	struct lab_finding f = { .routine = 1, .what = lab_what_find("overwrite"), .count = 7,
				 .amount = 56 };
	struct lab_verdict v = { .findings = &f, .nfindings = 1 };
	struct strbuf text = STRBUF_INIT, drift = STRBUF_INIT, diag = STRBUF_INIT;
	size_t n = 99;

	assert_int_equal(lab_baseline_put(&b, &v, false, &text), 0);
	assert_int_equal(strbuf_adds(&text, "other-arch copy overwrite 1 1\n"), 0);
	assert_int_equal(lab_baseline_check(text.buf, &b, &v, false, &n, &drift), 0);
	assert_int_equal(n, 0);
	assert_int_equal(drift.len, 0);

	f.amount = 57;	/* a larger maximum: the old line is gone, a new one there */
	assert_int_equal(lab_baseline_check(text.buf, &b, &v, false, &n, &drift), 0);
	assert_int_equal(n, 2);
	assert_non_null(strstr(drift.buf, "no longer: riscv64 copy_from_user overwrite 7 56\n"));
	assert_non_null(strstr(drift.buf, "new: riscv64 copy_from_user overwrite 7 57\n"));
	f.amount = 56;
	b.present[0] = false;	/* a routine that disappeared */
	assert_int_equal(lab_baseline_check(text.buf, &b, &v, false, &n, &drift), 0);
	assert_int_equal(n, 1);

	assert_int_equal(lab_baseline_mode(text.buf, true, &diag), -EINVAL);
	assert_non_null(strstr(diag.buf, "another mode"));
	assert_int_equal(lab_baseline_mode("hello\n", true, &diag), -EINVAL);
	strbuf_release(&text);
	strbuf_release(&drift);
	strbuf_release(&diag);
}

static void test_kbuild(void **state)
{
	static const struct {
		bool may;
		const char *said;
	} said[] = {
		{ true, "/t/a.S:1:10: fatal error: generated/x.h: No such file or directory" },
		{ true, "/t/include/asm/b.h:7:3: error: #error \"no configuration\"" },
		{ false, "/t/a.S:7: Error: unrecognized opcode `bogus'" },
		{ false, "/t/a.c:7:3: error: expected ';' before 'return'" },
		{ false, "cannot be started: not found" },
	};

	for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++) {
		const char *source = strstr(said[i].said, "a.c") ? "/t/a.c" : "/t/a.S";

		if (lab_kbuild_may_help(source, said[i].said) != said[i].may)
			fail_msg("%s", said[i].said);
	}
}

static void test_needs_tree(void **state)
{
	for (const struct lab_spec *const *s = lab_specs; *s; s++)
		assert_int_equal(lab_spec_needs_tree(*s), !strcmp((*s)->arch, "x86") ||
				 !strncmp((*s)->name, "ppc64el-", 8) ||
				 !strncmp((*s)->name, "ppc64el.", 8));
}

static void test_levels(void **state)
{
	struct lab_finding f[] = {
		{ .routine = 0, .what = lab_what_find("short") },
		{ .routine = 0, .what = lab_what_find("past-hole") },
		{ .routine = 2, .what = lab_what_find("overwrite") },
	};
	struct lab_verdict v = { .findings = f, .nfindings = 3 };

	assert_int_equal(lab_verdict_level(&v, 0), LAB_BROKEN);
	assert_int_equal(lab_verdict_level(&v, 1), LAB_CLEAN);
	assert_int_equal(lab_verdict_level(&v, 2), LAB_DEVIATION);
	assert_null(lab_what_find("nonsense"));
}

static void test_only(void **state)
{
	static const struct {
		const char *name;
		uint64_t only;
	} names[] = {
		{ "copy_to_user", 0 }, { "copy_to_user:64", 64 }, { "a:8192", 8192 }, { "a:8193", 0 },
		{ "a:0", 0 }, { "a:", 0 }, { "a:b", 0 },
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const struct lab_routine r = { .name = names[i].name };

		assert_int_equal(lab_routine_only(&r), names[i].only);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_spec),
		cmocka_unit_test(test_spec_bad),
		cmocka_unit_test(test_spec_too_many),
		cmocka_unit_test(test_specs),
		cmocka_unit_test(test_weights),
		cmocka_unit_test(test_baseline),
		cmocka_unit_test(test_levels),
		cmocka_unit_test(test_kbuild),
		cmocka_unit_test(test_needs_tree),
		cmocka_unit_test(test_only),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

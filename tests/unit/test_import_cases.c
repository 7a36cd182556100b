// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Figures published in threads about user access and page faults, laid out as the
 * tools printed them, against what was computed from them by other means.
 */
#include "stats.h"
#include "summary.h"
#include "test_import.h"

#define MIB		(1024.0 * 1024)
#define NEAR(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

struct sample {
	double v[16];
	size_t n;
};

/* A case over the runs, in another unit. */
static struct sample sample_of(const char *file, const char *name, double unit)
{
	struct sample s = { .n = 0 };
	struct imported im;

	import_file(&im, file);
	for (size_t i = 0; i < im.set.nruns; i++) {
		const struct result_series *series = find_series(&im, i, name);

		if (series)
			s.v[s.n++] = series->batch[0].cost / unit;
	}
	imported_release(&im);
	return s;
}

static double mean(const struct sample *s)
{
	double sum = 0;

	for (size_t i = 0; i < s->n; i++)
		sum += s->v[i];
	return sum / s->n;
}

static double sd(const struct sample *s)
{
	double m = mean(s), sum = 0;

	for (size_t i = 0; i < s->n; i++)
		sum += (s->v[i] - m) * (s->v[i] - m);
	return sqrt(sum / (s->n - 1));
}

static double median(const struct sample *s)
{
	double v;

	assert_int_equal(stats_median(s->v, s->n, &v), 0);
	return v;
}

static void arm_hdparm(void **state)
{
	static const struct {
		const char *file;
		double mean, median, sd;
		double mean_change, median_change, shift;	/* against the first */
	} sets[] = {
		{ "arm-hdparm-original.txt", 289.848, 289.65, 0.648, 0, 0, 0 },
		{ "arm-hdparm-uaccess.txt", 272.728, 267.07, 9.547, -5.907, -7.796, -22.57 },
		{ "arm-hdparm-noinline.txt", 284.576, 286.47, 5.914, -1.819, -1.098, -3.18 },
	};
	struct sample base = { .n = 0 };

	for (size_t i = 0; i < 3; i++) {
		struct sample s = sample_of(sets[i].file, "hdparm.cached", MIB);
		struct stats_mann_whitney u;
		struct stats_shift shift;

		assert_int_equal(s.n, 5);
		NEAR(mean(&s), sets[i].mean, 0.0005);
		NEAR(median(&s), sets[i].median, 0.0005);
		NEAR(sd(&s), sets[i].sd, 0.0005);
		if (!i) {
			base = s;
			continue;
		}
		NEAR(100 * (mean(&s) / mean(&base) - 1), sets[i].mean_change, 0.0005);
		NEAR(100 * (median(&s) / median(&base) - 1), sets[i].median_change, 0.0005);
		assert_int_equal(stats_hodges_lehmann(base.v, 5, s.v, 5, 0.95, &shift), 0);
		NEAR(shift.shift, sets[i].shift, 0.005);
		assert_int_equal(stats_mann_whitney(base.v, 5, s.v, 5, &u), 0);
		assert_true(u.u == 25);
		NEAR(u.p, 2.0 / 252, 1e-9);
	}
}

static void powerpc_perf_stat(void **state)
{
	static const struct {
		const char *name, *unit;
		double before, before_percent, after, after_percent;
		double change, se, z;
	} counters[] = {
		{ "perf.stat.cpu-cycles", "count", 683033312, 0.03, 682112862, 0.03,
		  -0.135, 0.042, -3.2 },
		{ "perf.stat.dTLB-load-misses", "count", 134538, 0.03, 130619, 0.03,
		  -2.913, 0.042, -68.7 },
		{ "perf.stat.iTLB-load-misses", "count", 46099, 0.02, 46073, 0.05,
		  -0.056, 0.054, -1.0 },
		{ "perf.stat.faults", "count", 19681, 0.02, 19681, 0.01, 0, 0.022, 0 },
		{ "perf.stat.time_elapsed", "ns", 5389747878, 0.06, 5381342641, 0.07,
		  -0.156, 0.092, -1.7 },
	};
	struct imported before, after;

	import_file(&before, "powerpc-perf-stat-before.txt");
	import_file(&after, "powerpc-perf-stat-after.txt");
	assert_int_equal(before.set.nruns, 1);
	assert_int_equal(after.set.nruns, 1);
	assert_string_equal(result_run_label(&before.set.runs[0]), "./fault 500");
	assert_string_equal(result_run_imported(&before.set.runs[0]), "perf-stat");
	assert_int_equal(before.set.runs[0].nseries, 5);
	for (size_t i = 0; i < 5; i++) {
		const struct result_batch *b, *a;
		struct stats_summary base, new;
		struct stats_effect e;
		double se;

		assert_figure(&before, 0, counters[i].name, counters[i].unit, counters[i].before);
		assert_figure(&after, 0, counters[i].name, counters[i].unit, counters[i].after);
		b = find_series(&before, 0, counters[i].name)->batch;
		a = find_series(&after, 0, counters[i].name)->batch;
		assert_int_equal(b->reps, 10);
		assert_int_equal(a->reps, 10);
		NEAR(100 * b->se / b->cost, counters[i].before_percent, 1e-9);
		NEAR(100 * a->se / a->cost, counters[i].after_percent, 1e-9);
		base = (struct stats_summary){ b->cost, b->se, b->reps };
		new = (struct stats_summary){ a->cost, a->se, a->reps };
		assert_int_equal(stats_effect_summary(&base, &new, 0.95, &e), 0);
		se = 100 * hypot(b->se / b->cost, a->se / a->cost);
		NEAR(100 * (e.ratio - 1), counters[i].change, 0.0005);
		NEAR(se, counters[i].se, 0.0005);
		NEAR(100 * (e.ratio - 1) / se, counters[i].z, 0.051);
	}
	imported_release(&before);
	imported_release(&after);
}

static void arc_lmbench(void **state)
{
	static const char *const files[] = { "arc-lmbench-series.txt", "arc-lmbench-variants.txt" };
	static const char *const names[] = {
		"lmbench_table.create size=0", "lmbench_table.delete size=0",
		"lmbench_table.create size=10240", "lmbench_table.delete size=10240",
		"lmbench_table.mmap", "lmbench_table.prot_fault", "lmbench_table.page_fault",
		"lmbench_table.select fds=100",
	};
	static const double us[2][3][8] = {
		{ { 124.3, 75.3, 734.2, 147.8, 2200.0, 6.205, 10.9, 87.6 },
		  { 141.2, 63.4, 629.7, 130.0, 2172.0, 5.796, 10.8, 90.0 },
		  { 154.9, 89.2, 691.6, 147.7, 2323.0, 4.922, 10.8, 92.3 } },
		{ { 124.3, 75.3, 734.2, 147.8, 2200.0, 6.205, 10.9, 87.6 },
		  { 154.9, 88.3, 709.2, 131.2, 2494.0, 4.056, 11.0, 91.1 },
		  { 157.7, 69.8, 622.7, 140.8, 2168.0, 5.654, 10.8, 91.0 } },
	};

	for (size_t f = 0; f < 2; f++) {
		struct imported im;

		import_file(&im, files[f]);
		assert_int_equal(im.set.nruns, 3);
		assert_int_equal(im.counts.figures, 24);
		/* each row is a label of its own, and is said to be */
		assert_int_equal(im.counts.groups, 3);
		assert_non_null(strstr(im.notes.buf, "3 rows"));
		for (size_t row = 0; row < 3; row++)
			for (size_t c = 0; c < 8; c++)
				assert_figure(&im, row, names[c], "ns", us[f][row][c] * 1000);
		imported_release(&im);
	}
}

static void arm_size(void **state)
{
	static const char *const names[] = { "size.text", "size.data", "size.bss", "size.dec" };
	static const char *const files[] = { "vmlinux.orig", "vmlinux.uaccess",
					     "vmlinux.noinline" };
	static const double changes[3][4] = {
		{ 0, 0, 0, 0 }, { 14512, 168, 0, 14680 }, { -43510, 104, 0, -43406 },
	};
	struct imported im;

	import_file(&im, "arm-size.txt");
	assert_int_equal(im.set.nruns, 3);
	assert_int_equal(im.counts.groups, 3);
	for (size_t i = 0; i < 3; i++) {
		assert_string_equal(result_run_label(&im.set.runs[i]), files[i]);
		for (size_t j = 0; j < 4; j++) {
			const struct result_series *base = find_series(&im, 0, names[j]);

			assert_non_null(base);
			assert_figure(&im, i, names[j], "B", base->batch[0].cost + changes[i][j]);
		}
	}
	assert_figure(&im, 0, "size.text", "B", 8020229);
	imported_release(&im);
}

static void powerpc_dd(void **state)
{
	struct imported im;

	import_file(&im, "powerpc-dd-busybox.txt");
	assert_int_equal(im.set.nruns, 1);
	assert_figure(&im, 0, "dd bytes=536870912", "B/s", 536870912 / 6.776327);
	NEAR(im.set.runs[0].series[0].batch[0].cost / 1e6, 79.23, 0.005);
	imported_release(&im);
}

static void riscv_hdparm(void **state)
{
	struct imported im;

	import_file(&im, "riscv-hdparm.txt");
	assert_int_equal(im.set.nruns, 2);
	assert_int_equal(im.counts.groups, 2);
	assert_string_equal(im.names[0], "hdparm-before");
	assert_string_equal(im.names[1], "hdparm-with-patch");
	assert_string_equal(result_run_label(&im.set.runs[0]), "before");
	assert_string_equal(result_run_label(&im.set.runs[1]), "with-patch");
	assert_figure(&im, 0, "hdparm.cached", "B/s", 172.47 * MIB);
	assert_figure(&im, 0, "hdparm.buffered", "B/s", 135.8 * MIB);
	assert_figure(&im, 1, "hdparm.cached", "B/s", 177.54 * MIB);
	assert_figure(&im, 1, "hdparm.buffered", "B/s", 137.79 * MIB);
	imported_release(&im);
}

static void riscv_perf_top(void **state)
{
	static const char *const where[] = { "TCP_recv", "TCP_send", "UDP_send", "UDP_recv" };
	static const double shares[2][4][2] = {
		{ { 40.40, 33.09 }, { 19.96, 9.84 }, { 25.18, 22.50 }, { 44.45, 31.04 } },
		{ { 50.35, 13.76 }, { 14.27, 7.37 }, { 28.90, 9.49 }, { 55.62, 11.22 } },
	};
	static const char *const files[] = { "riscv-perf-top-before.txt", "riscv-perf-top-after.txt" };

	for (size_t f = 0; f < 2; f++) {
		struct imported im;
		char name[100];

		import_file(&im, files[f]);
		assert_int_equal(im.set.nruns, 1);
		assert_int_equal(im.counts.figures, 8);
		for (size_t i = 0; i < 4; i++) {
			snprintf(name, sizeof(name), "perf.report.%s:memcpy", where[i]);
			assert_figure(&im, 0, name, "%", shares[f][i][0]);
			snprintf(name, sizeof(name), "perf.report.%s:__asm_copy_to_user", where[i]);
			assert_figure(&im, 0, name, "%", shares[f][i][1]);
		}
		imported_release(&im);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arm_hdparm),
		cmocka_unit_test(powerpc_perf_stat),
		cmocka_unit_test(arc_lmbench),
		cmocka_unit_test(arm_size),
		cmocka_unit_test(powerpc_dd),
		cmocka_unit_test(riscv_hdparm),
		cmocka_unit_test(riscv_perf_top),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

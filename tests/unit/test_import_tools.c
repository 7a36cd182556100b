// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf bench, stress-ng, will-it-scale, Go's benchmarks, size, bloat-o-meter, UnixBench:
 * the shapes in tests/data/import/, whose figures are invented, and what is refused.
 */
#include "test_import.h"

static void perf_bench_default(void **state)
{
	struct imported im;

	import_file(&im, "perf-bench.txt");
	assert_int_equal(im.counts.runs, 1);
	assert_int_equal(im.counts.figures, 13);
	assert_figure(&im, 0, "perf-bench.sched/messaging.total groups=10", "ns", 0.308e9);
	assert_figure(&im, 0, "perf-bench.sched/pipe", "ns", 8091.833);
	assert_figure(&im, 0, "perf-bench.syscall/basic", "ns", 120.213);
	assert_figure(&im, 0, "perf-bench.mem/memcpy.default size=1048576", "B/s",
		      12.5 * 1024 * 1024 * 1024);
	assert_figure(&im, 0, "perf-bench.mem/memcpy.x86-64-movsb size=1048576", "B/s",
		      750.25 * 1024 * 1024);
	assert_figure(&im, 0, "perf-bench.mem/mmap.demand.thread size=65536", "B/s",
		      2147483648.);
	assert_figure(&im, 0, "perf-bench.futex/hash", "op/s", 2959360);
	assert_figure(&im, 0, "perf-bench.internals/synthesize.synthesis", "ns", 116950);
	assert_figure(&im, 0, "perf-bench.internals/synthesize.data_synthesis", "ns", 112350);
	assert_figure(&im, 0, "perf-bench.numa/mem.main.total-speed", "B/s", 10.598e9);
	assert_figure(&im, 0, "perf-bench.numa/mem.main.runtime/byte/thread", "ns", 0.094);
	assert_figure(&im, 0, "perf-bench.futex/wake", "ns", 125000);
	assert_non_null(strstr(im.text.buf, "\"elapsed\":125000,\"se\":2500,\"n\":4"));
	imported_release(&im);
}

static void perf_bench_simple(void **state)
{
	struct imported im;

	import_file(&im, "perf-bench-simple.txt");
	assert_int_equal(im.counts.runs, 2);
	assert_int_equal(im.counts.figures, 5);
	assert_figure(&im, 0, "perf-bench.sched/pipe.total", "ns", 5.988e9);
	assert_figure(&im, 1, "perf-bench.sched/pipe.total", "ns", 6.012e9);
	assert_figure(&im, 1, "perf-bench.mem/memcpy.default", "B/s", 27377963446.475197);
	assert_figure(&im, 1, "perf-bench.mem/memset.default.cycles", "cycles/byte", 0.125);
	imported_release(&im);
	/* not a figure: something else came first */
	import_bad(NULL, "$ perf bench -f simple sched pipe\n$ echo 17\n17\n", -ENODATA,
		   "nothing recognised");
	import_bad(NULL, "$ perf bench -f simple epoll wait\n17\n", -EINVAL,
		   "line 2: perf-bench: epoll/wait: the number has no unit");
	import_bad("perf-bench", "5.988\n", -ENODATA, "nothing recognised");
}

static void perf_bench_refused(void **state)
{
	struct imported im;

	import_bad(NULL, "x\n# Running 'sched/pipe' benchmark:\n", -EINVAL,
		   "line 2: perf-bench: sched/pipe: cut before its figure");
	import_bad(NULL, "# Running 'sched/pipe' benchmark:\n     Total time: 8.091 [sec]\n\n"
		   "       8.091833 usecs/op\n         223581 ops/sec\n", -EINVAL,
		   "usecs/op and ops/sec contradict");
	import_bad(NULL, "# Running 'mem/memcpy' benchmark:\n# function 'default' (x)\n"
		   "# Copying 1MB bytes ...\n\n  12.5 Gb/sec\n", -EINVAL,
		   "line 5: perf-bench: no unit that perf bench prints");
	import_bad(NULL, "# Running 'futex/wake' benchmark:\nWokeup 4 of 4 threads in 0.12\n",
		   -EINVAL, "the mean is cut");
	/* perf's slip in KB, a benchmark that failed, and counts without a time */
	import_good(&im, NULL, "# Running 'mem/memcpy' benchmark:\n# function 'default' (x)\n"
		    "# Copying 1KB bytes ...\n\n   12.500000d KB/sec\n"
		    "# Running 'mem/memset' benchmark:\nFailed to open cycles counter\n"
		    "# Running 'epoll/ctl' benchmark:\n"
		    "Averaged 414144 ADD operations (+- 0.00%)\n"
		    "# Running sched/messaging benchmark...\n# 4 groups == 160 processes run\n"
		    "\n     Total time: 0,250 [sec]\n");
	assert_figure(&im, 0, "perf-bench.mem/memcpy.default size=1024", "B/s", 12800);
	assert_figure(&im, 0, "perf-bench.sched/messaging.total groups=4", "ns", 0.25e9);
	assert_skipped(&im, 0, "perf-bench.mem/memset", "no figure is printed");
	assert_non_null(strstr(im.notes.buf, "line 9: perf-bench: epoll/ctl: operations without"));
	assert_int_equal(im.counts.figures, 2);
	imported_release(&im);
}

static void stress_ng(void **state)
{
	struct imported im;

	import_file(&im, "stress-ng.txt");
	assert_int_equal(im.counts.runs, 2);
	assert_figure(&im, 0, "stress-ng.cpu", "op/s", 1045.6);
	assert_figure(&im, 0, "stress-ng.cpu.cpu-time", "op/s", 1686.45);
	assert_figure(&im, 0, "stress-ng.pipe", "op/s", 386409);
	assert_figure(&im, 1, "stress-ng.cpu", "op/s", 1040);
	assert_skipped(&im, 1, "stress-ng.vm-addr", "printed as 0");
	assert_non_null(strstr(im.notes.buf, "line 6: stress-ng: the miscellaneous metrics"));
	imported_release(&im);
	import_file(&im, "stress-ng.yaml");
	assert_int_equal(im.counts.figures, 4);
	assert_figure(&im, 0, "stress-ng.cpu", "op/s", 1050.25);
	assert_figure(&im, 0, "stress-ng.pipe", "op/s", 386000.5);
	assert_figure(&im, 0, "stress-ng.pipe.cpu-time", "op/s", 515000.125);
	imported_release(&im);
#define HEAD "stress-ng: info:  [7] stressor  bogo ops real time  usr time  sys time  bogo ops/s\n"
	import_bad(NULL, HEAD, -EINVAL, "line 1: stress-ng: the table is cut");
	import_bad(NULL, HEAD "stress-ng: info:  [7] cpu  104  10.00  6.10\n", -EINVAL,
		   "line 2: stress-ng: a row that is cut");
	import_bad(NULL, HEAD "stress-ng: info:  [7] cpu  104  10.00  6.10  0.10  104.0  17.0\n",
		   -EINVAL, "contradict");
	import_bad(NULL, "    - stressor: cpu\n      bogo-ops: 1046\n", -EINVAL,
		   "cpu: cut before its bogo-ops-per-second");
	import_bad(NULL, "    - stressor: cpu\n      bogo-ops-per-second-real-time: many\n",
		   -EINVAL, "line 2: stress-ng-yaml: no number");
}

static void will_it_scale(void **state)
{
	struct imported im;

	import_file(&im, "will-it-scale.txt");
	assert_int_equal(im.counts.runs, 2);
	/* "Before:" and "After:" stand above the blocks */
	assert_int_equal(im.counts.groups, 2);
	assert_string_equal(im.names[0], "will-it-scale-Before-page_fault3");
	assert_string_equal(im.names[1], "will-it-scale-After-page_fault3");
	assert_figure(&im, 0, "will-it-scale.processes tasks=1", "op/s", 729990);
	assert_figure(&im, 0, "will-it-scale.threads tasks=24", "op/s", 2185947);
	assert_figure(&im, 1, "will-it-scale.processes tasks=24", "op/s", 10485783);
	assert_null(find_series(&im, 1, "will-it-scale.threads tasks=2"));
	assert_non_null(strstr(im.notes.buf, "line 15: will-it-scale: will-it-scale.threads of 2"));
	imported_release(&im);
#define CSV "tasks,processes,processes_idle,threads,threads_idle,linear\n"
	import_bad(NULL, CSV "1,729990,95.68,7254\n", -EINVAL, "line 2: will-it-scale:");
	import_bad(NULL, CSV "1,729990,95.68,725437,95.66,7299x\n", -EINVAL, "row is cut");
	import_bad(NULL, CSV "1,729990,195.68,725437,95.66,729990\n", -EINVAL, "no row");
	import_bad(NULL, CSV, -ENODATA, "nothing recognised");
}

static void go_bench(void **state)
{
	struct imported im;

	import_file(&im, "go-bench.txt");
	assert_int_equal(im.counts.groups, 2);
	assert_int_equal(im.counts.runs, 3);
	assert_string_equal(im.names[1], "go-bench-example.org-other");
	assert_figure(&im, 0, "go.Copy/4K-8", "ns", 1024);
	assert_figure(&im, 1, "go.Copy/4K-8", "ns", 1030);
	assert_figure(&im, 0, "go.Copy/4K-8.rate", "B/s", 4000e6);
	assert_figure(&im, 0, "go.Copy/4K-8.bytes", "B", 16);
	assert_figure(&im, 0, "go.Copy/4K-8.allocs", "count", 1);
	assert_figure(&im, 1, "go.Null", "ns", 0.2513);
	assert_figure(&im, 2, "go.Copy/4K-8.faults/op", "faults/op", 12.5);
	assert_figure(&im, 2, "go.Copy/4K-8.req/s", "req/s", 1500);
	assert_non_null(strstr(im.notes.buf, "of 'faults/op' less is taken to be better"));
	assert_non_null(strstr(im.notes.buf, "of 'hits' more is better, but it is no rate"));
	imported_release(&im);
	import_good(&im, NULL, "> BenchmarkCopy-8  1000  1024 ns/op  16 B/op\n> 1 allocs/op\n");
	assert_figure(&im, 0, "go.Copy-8.allocs", "count", 1);
	imported_release(&im);
	import_bad(NULL, "BenchmarkCopy-8  1000  1024 ns/op  16\n", -EINVAL,
		   "line 1: go-bench: a value without its unit");
	import_bad(NULL, "Benchmarking is 1 of 2 arts\nBenchmark 1 2\n", -ENODATA, "nothing");
}

static void size(void **state)
{
	struct imported im;

	import_file(&im, "size.txt");
	assert_int_equal(im.counts.groups, 8);
	assert_int_equal(im.counts.runs, 8);
	assert_figure(&im, 0, "size.text", "B", 8020229);
	assert_figure(&im, 1, "size.dec", "B", 21292405);
	assert_figure(&im, 2, "size.text.one.o", "B", 120);
	assert_figure(&im, 2, "size.bss.two.o", "B", 8);
	assert_skipped(&im, 2, "size.bss.one.o", "printed as 0");
	assert_string_equal(im.names[2], "size-lib.a");
	assert_figure(&im, 4, "size.text", "B", 26640);
	assert_figure(&im, 5, "size.bss", "B", 408);
	assert_figure(&im, 6, "size.gnu.text", "B", 15686);
	assert_figure(&im, 7, "size.dec", "B", 1230);
	imported_release(&im);
#define BERKELEY "   text\t   data\t    bss\t    dec\t    hex\tfilename\n"
	import_bad(NULL, BERKELEY " 100 20 3 124 7c a.out\n", -EINVAL,
		   "line 2: size: text, data and bss do not make the total");
	import_bad(NULL, BERKELEY " 100 20 3 123 7c a.out\n", -EINVAL, "do not make the total");
	import_bad(NULL, BERKELEY " 100 20 3 123\n", -EINVAL, "line 2: size: a row that is cut");
	import_bad(NULL, BERKELEY " 100 20 3 123 7b\n", -EINVAL, "a row that is cut");
	import_bad(NULL, BERKELEY " 9223372036854775807 1 0 1 1 a.out\n", -EINVAL, "total");
}

static void size_sections(void **state)
{
	struct imported im;

	import_file(&im, "size-sysv.txt");
	assert_int_equal(im.counts.groups, 2);
	assert_figure(&im, 0, "size.section.text", "B", 1200);
	assert_figure(&im, 0, "size.section.group", "B", 12);
	assert_figure(&im, 0, "size.sections", "B", 1597);
	assert_figure(&im, 1, "size.section.text", "B", 64);
	assert_skipped(&im, 1, "size.section.note.GNU-stack", "printed as 0");
	imported_release(&im);
	import_bad(NULL, "a.o  :\nsection  size  addr\n.text  12  0\nTotal  13\n", -EINVAL,
		   "line 4: size-sysv: the sections do not make the total");
	import_bad(NULL, "a.o  :\nsection  size  addr\n.text  12  0\n", -EINVAL,
		   "cut before its total");
	import_bad(NULL, "What we know  :\nnothing\n", -ENODATA, "nothing recognised");
}

static void bloat_o_meter(void **state)
{
	struct imported im;

	import_file(&im, "bloat-o-meter.txt");
	assert_int_equal(im.counts.runs, 2);
	assert_string_equal(im.names[0], "bloat-o-meter-old");
	assert_string_equal(im.names[1], "bloat-o-meter-new");
	assert_figure(&im, 0, "bloat-o-meter.function.do_grown", "B", 100);
	assert_figure(&im, 1, "bloat-o-meter.function.do_grown", "B", 120);
	assert_skipped(&im, 0, "bloat-o-meter.function.do_added", "not in this image");
	assert_skipped(&im, 1, "bloat-o-meter.function.do_removed", "not in this image");
	assert_figure(&im, 0, "bloat-o-meter.total.function", "B", 1234000);
	assert_figure(&im, 1, "bloat-o-meter.total.data", "B", 4008);
	assert_string_equal(im.notes.buf, "");
	imported_release(&im);
	import_file(&im, "bloat-o-meter-busybox.txt");
	assert_figure(&im, 0, "bloat-o-meter.function.hush_main", "B", 940);
	assert_figure(&im, 1, "bloat-o-meter.function.hush_main", "B", 976);
	imported_release(&im);
	import_good(&im, NULL, "add/remove: 0/0 grow/shrink: 3/0 up/down: 60/0 (60)\n"
		    "Function          old     new   delta\n"
		    "a_name_that_was_wrapped_by_a_mailer_for_it_is_so_long_so_very_long\n"
		    "100 120 +20\n[...]\n");
	assert_int_equal(im.counts.figures, 2);
	assert_non_null(strstr(im.notes.buf, "1 of 3 rows are there"));
	imported_release(&im);
	import_bad(NULL, "Function   old  new  delta\ndo_one  100  120  +21\n", -EINVAL,
		   "line 2: bloat-o-meter: do_one: old, new and delta contradict");
	import_bad(NULL, "Function   old  new  delta\ndo_one  100  120  +20\n"
		   "Total: Before=12, Aft\n", -EINVAL, "the total is cut");
}

static void unixbench(void **state)
{
	struct imported im;

	import_file(&im, "unixbench.txt");
	assert_int_equal(im.counts.runs, 1);
	assert_int_equal(im.counts.figures, 7);
	assert_figure(&im, 0, "unixbench.Execl_Throughput copies=1", "loop/s", 3652.5);
	assert_figure(&im, 0, "unixbench.Execl_Throughput copies=4", "loop/s", 12000);
	assert_figure(&im, 0, "unixbench.Double-Precision_Whetstone copies=1", "whetstone/s",
		      4521.5e6);
	assert_figure(&im, 0, "unixbench.File_Copy_1024_bufsize_2000_maxblocks copies=1", "B/s",
		      630000.5 * 1024);
	assert_figure(&im, 0, "unixbench.Shell_Scripts_(1_concurrent) copies=1", "loop/s",
		      8868 / 60.);
	assert_non_null(strstr(im.notes.buf, "line 17: unixbench: Imaginary Test: the unit"));
	imported_release(&im);
	import_file(&im, "unixbench-index.txt");
	assert_int_equal(im.counts.runs, 2);
	assert_figure(&im, 0, "unixbench.Execl_Throughput", "loop/s", 43453);
	assert_figure(&im, 1, "unixbench.Execl_Throughput", "loop/s", 43500);
	assert_figure(&im, 0, "unixbench.Shell_Scripts_(16_concurrent)", "loop/s", 894 / 60.);
	assert_non_null(strstr(im.notes.buf, "line 2: unixbench: only the table of the index"));
	assert_non_null(strstr(im.notes.buf, "Something of One's Own: no unit"));
	imported_release(&im);
}

/* A text that ends in the middle of a figure, or of the unit that says what it is. */
static void cut_figures(void **state)
{
	static const char *const texts[] = {
		"$ perf bench -f simple sched pipe\n5.9",
		"# Running 'mem/mmap' benchmark:\n# function 'demand' (x)\n  2.000000 GB/sec",
		"# Running 'numa/mem' benchmark:\n main,   0.018, secs,    runtime",
		("stress-ng: info:  [7] stressor  bogo ops real time\n"
		 "stress-ng: info:  [7] cpu  1040  10.00  6.10  0.10  104.0  1"),
		"    - stressor: cpu\n      bogo-ops-per-second-real-time: 10",
		"BenchmarkCopy-8  1000  1024 ns/op  16 fau",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		import_bad(NULL, texts[i], -EINVAL, "the last line may be cut in its figure");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(perf_bench_default),
		cmocka_unit_test(perf_bench_simple),
		cmocka_unit_test(perf_bench_refused),
		cmocka_unit_test(stress_ng),
		cmocka_unit_test(will_it_scale),
		cmocka_unit_test(go_bench),
		cmocka_unit_test(size),
		cmocka_unit_test(size_sections),
		cmocka_unit_test(bloat_o_meter),
		cmocka_unit_test(unixbench),
		cmocka_unit_test(cut_figures),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* perf's shapes, as its source prints them, with invented figures; what is refused. */
#include "test_import.h"

#define HEAD	"\n Performance counter stats for './work 1 2' (5 runs):\n\n"
#define TAIL	"\n       2.345678901 seconds time elapsed                 ( +-  0.12% )\n\n"

static void assert_error(const struct imported *im, const char *name, double percent, uint32_t n)
{
	const struct result_series *s = find_series(im, 0, name);

	assert_non_null(s);
	assert_int_equal(s->batch->reps, n);
	if (percent > 0)
		assert_true(fabs(100 * s->batch->se / s->batch->cost - percent) < 1e-9);
	else
		assert_true(isnan(s->batch->se));
}

static void counters(void **state)
{
	struct imported im;

	import_good(&im, NULL, HEAD
		    "          1,234.56 msec task-clock                #    0.998 CPUs utilized            "
		    "( +-  0.21% )\n"
		    "       683,033,312      cycles                    #    1.234 GHz                      "
		    "( +-  0.03% )  (83.21%)\n"
		    "                12      context-switches          #    9.720 /sec\n"
		    "                 0      cpu-migrations            #    0.000 /sec\n"
		    "     <not counted>      dTLB-loads                                              "
		    "  (0.00%)\n"
		    "   <not supported>      iTLB-loads\n"
		    "         1,999,999      cpu_core/event=0xd0,umask=0x11/u                         "
		    "( +-  0.00% )\n"
		    "             12.34 Joules power/energy-pkg/                                       "
		    "( +-  1.00% )\n"
		    "                         #   31.1 %  tma_frontend_bound\n"
		    "\n"
		    "           2.34568 +- 0.00469 seconds time elapsed  ( +-  0.20% )\n\n");
	assert_int_equal(im.set.nruns, 1);
	assert_string_equal(result_run_label(&im.set.runs[0]), "./work 1 2");
	assert_figure(&im, 0, "perf.stat.task-clock", "ns", 1234.56e6);
	assert_error(&im, "perf.stat.task-clock", 0.21, 5);
	assert_figure(&im, 0, "perf.stat.cycles", "count", 683033312);
	assert_error(&im, "perf.stat.cycles", 0.03, 5);
	assert_figure(&im, 0, "perf.stat.context-switches", "count", 12);
	assert_error(&im, "perf.stat.context-switches", 0, 5);
	assert_skipped(&im, 0, "perf.stat.cpu-migrations", "printed as 0");
	assert_skipped(&im, 0, "perf.stat.dTLB-loads", "not counted");
	assert_skipped(&im, 0, "perf.stat.iTLB-loads", "not supported");
	/* a name has no '='; a rounded 0 is no certainty */
	assert_figure(&im, 0, "perf.stat.cpu_core/event:0xd0,umask:0x11/u", "count", 1999999);
	assert_error(&im, "perf.stat.cpu_core/event:0xd0,umask:0x11/u", 0.005, 5);
	assert_non_null(strstr(im.notes.buf, "+- 0.00 % is rounded"));
	assert_figure(&im, 0, "perf.stat.power/energy-pkg/", "J", 12.34);
	assert_figure(&im, 0, "perf.stat.time_elapsed", "ns", 2.34568e9);
	assert_error(&im, "perf.stat.time_elapsed", 100 * 0.00469 / 2.34568, 5);
	imported_release(&im);
}

/* One digit group or more, by any locale's separator, and decimals by the other. */
static void separators(void **state)
{
	static const struct {
		const char *text;
		double count, msec;
	} locales[] = {
		{ "683033312", 683033312, 1234.56 }, { "683,033,312", 683033312, 1234.56 },
		{ "683.033.312", 683033312, 1234.56 }, { "683'033'312", 683033312, 1234.56 },
		{ "683\xe2\x80\x99" "033\xe2\x80\x99" "312", 683033312, 1234.56 },
		{ "683\xc2\xa0" "033\xc2\xa0" "312", 683033312, 1234.56 },
		{ "683\xe2\x80\xaf" "033\xe2\x80\xaf" "312", 683033312, 1234.56 },
		{ "683 033 312", 683033312, 1234.56 },
		{ "1,234", 1234, 0 }, { "1.234", 1234, 0 }, { "12\xc2\xa0" "345", 12345, 0 },
	};
	static const char *const msecs[] = {
		"1234.56", "1234,56", "1,234.56", "1.234,56", "1'234.56", ("1\xc2\xa0" "234,56"),
	};
	struct strbuf sb = STRBUF_INIT;
	struct imported im;

	for (size_t i = 0; i < sizeof(locales) / sizeof(locales[0]); i++) {
		strbuf_reset(&sb);
		strbuf_printf(&sb, HEAD "    %s      faults   ( +-  0,50%% )\n", locales[i].text);
		strbuf_adds(&sb, TAIL);
		import_good(&im, NULL, sb.buf);
		assert_figure(&im, 0, "perf.stat.faults", "count", locales[i].count);
		assert_error(&im, "perf.stat.faults", 0.5, 5);
		imported_release(&im);
	}
	for (size_t i = 0; i < sizeof(msecs) / sizeof(msecs[0]); i++) {
		strbuf_reset(&sb);
		strbuf_printf(&sb, HEAD "    %s msec task-clock\n", msecs[i]);
		strbuf_adds(&sb, TAIL);
		import_good(&im, NULL, sb.buf);
		assert_figure(&im, 0, "perf.stat.task-clock", "ns", 1234.56e6);
		imported_release(&im);
	}
	strbuf_release(&sb);
	import_bad(NULL, HEAD "   1,23,456 faults\n" TAIL, -EINVAL, "perf-stat");
}

static void shapes(void **state)
{
	struct imported im;

	/* one run: user and sys behind the time elapsed */
	import_good(&im, NULL, " Performance counter stats for 'system wide':\n\n"
		    "            97,001      faults\n\n"
		    "       2.345678901 seconds time elapsed\n\n"
		    "       1.230000000 seconds user\n       0.000000000 seconds sys\n\n");
	assert_string_equal(result_run_label(&im.set.runs[0]), "system wide");
	assert_error(&im, "perf.stat.faults", 0, 1);
	assert_figure(&im, 0, "perf.stat.time_user", "ns", 1.23e9);
	assert_skipped(&im, 0, "perf.stat.time_sys", "printed as 0");
	imported_release(&im);
	/* before 4.18 */
	import_good(&im, NULL, HEAD "   1234.560000      task-clock (msec)         #    0.998 CPUs "
		    "utilized\n" TAIL);
	assert_figure(&im, 0, "perf.stat.task-clock", "ns", 1234.56e6);
	imported_release(&im);
	/* --table */
	import_good(&im, NULL, HEAD "    49      faults   ( +-  0.68% )\n\n"
		    "          # Table of individual measurements:\n"
		    "          0.001302 (-0.000725) ############\n"
		    "          0.003648 (+0.001622) #########\n\n"
		    "          # Final result:\n"
		    "          0.002026 +- 0.000812 seconds time elapsed  ( +- 40.09% )\n");
	assert_int_equal(im.counts.figures, 2);
	imported_release(&im);
	/* a mailer broke the lines, at all places it may */
	import_good(&im, NULL, "> Performance counter stats for './work 1 2'\n> (5 runs):\n>\n"
		    ">   97001      faults\n> ( +-  0.20% )\n>\n"
		    ">   1234567      cycles    #    1.234 GHz    ( +-\n> 0.30% )\n>\n"
		    ">   2.345678901 seconds time elapsed\n>\t( +-  0.12% )\n");
	assert_error(&im, "perf.stat.faults", 0.2, 5);
	assert_error(&im, "perf.stat.cycles", 0.3, 5);
	assert_error(&im, "perf.stat.time_elapsed", 0.12, 5);
	imported_release(&im);
	/* two commands are two labels, the same twice is two runs */
	import_good(&im, NULL, HEAD "  1 faults\n" TAIL HEAD "  2 faults\n" TAIL
		    " Performance counter stats for 'b':\n  3 faults\n" TAIL);
	assert_int_equal(im.set.nruns, 3);
	assert_int_equal(im.counts.groups, 2);
	assert_string_equal(im.names[1], "perf-stat-b");
	imported_release(&im);
}

static void cut_and_mixed(void **state)
{
	struct imported im;

	/* cut by people: the figures are whole */
	import_good(&im, NULL, HEAD "    97001      faults\n[...]\nregards\n");
	assert_figure(&im, 0, "perf.stat.faults", "count", 97001);
	assert_non_null(strstr(im.notes.buf, "ends before its time elapsed"));
	imported_release(&im);
	import_bad(NULL, HEAD "    97001      faults\n    1234567      cyc", -EINVAL,
		   "the input ends within the block");
	import_bad(NULL, HEAD "    97001      faults\n    12345", -EINVAL,
		   "the input ends within the block");
	import_bad(NULL, HEAD "    97001      faults   ( +-  0.2", -EINVAL, "not understood");
	import_bad(NULL, HEAD "\nregards\n", -EINVAL, "a header without counters");
	import_bad(NULL, " Performance counter stats for './work", -EINVAL, "header of the block is cut");
	import_bad(NULL, "    97001      faults     ( +-  0.20% )\n", -EINVAL,
		   "line 1: perf-stat: a counter outside of a block");
	import_bad(NULL, HEAD "   97001      faults\n"
		   "104857600 bytes (100.0MB) copied, 1.250000 seconds, 80.0MB/s\n"
		   "   1234567      cycles\n" TAIL, -EINVAL, "output of another tool within");
	import_bad(NULL, HEAD "  1 faults\n" TAIL "  2 cycles  ( +-  0.20% )\n", -EINVAL,
		   "a counter behind the time");
	import_bad(NULL, HEAD "CPU0    97001      faults\n" TAIL, -EINVAL, "header without counters");
	import_bad(NULL, "#           time             counts unit events\n"
		   "     1.000123456         97001      faults\n", -EINVAL, "intervals (-I)");
	/* +- without a number of runs says nothing of an error */
	import_good(&im, NULL, " Performance counter stats for 'b':\n  3 faults ( +- 0.20% )\n" TAIL);
	assert_error(&im, "perf.stat.faults", 0, 1);
	assert_non_null(strstr(im.notes.buf, "does not say of how many runs"));
	imported_release(&im);
}

static void csv_and_json(void **state)
{
	static const char *const texts[] = {
		"1234.56,msec,task-clock,0.21%,1234560000,100.00,0.998,CPUs utilized\n"
		"97001,,faults,0.20%,1234560000,100.00,78.574,K/sec\n"
		"<not supported>,,cycles,0.00%,0,100.00,,\n"
		"<not counted>,,dTLB-loads,,0,0.00,,\n",
		"1234.56;msec;task-clock;1234560000;100.00;0.998;CPUs utilized\n"
		"97001;;faults;1234560000;100.00;78.574;K/sec\n"
		"<not supported>;;cycles;0;100.00;;\n"
		"<not counted>;;dTLB-loads;0;0.00;;\n",
		"{\"counter-value\" : \"1234.560000\", \"unit\" : \"msec\", \"event\" : \"task-clock\", "
		"\"variance\" : 0.21, \"event-runtime\" : 1234560000, \"pcnt-running\" : 100.00}\n"
		"{\"counter-value\" : \"97001.000000\", \"unit\" : \"\", \"event\" : \"faults\",\n"
		"\"event-runtime\" : 1234560000, \"pcnt-running\" : 100.00}\n"
		"{\"counter-value\" : \"<not supported>\", \"unit\" : \"\", \"event\" : \"cycles\"}\n"
		"{\"counter-value\" : \"<not counted>\", \"unit\" : \"\", \"event\" : \"dTLB-loads\"}\n",
	};

	for (size_t i = 0; i < 3; i++) {
		struct imported im;

		import_good(&im, NULL, texts[i]);
		assert_int_equal(im.set.nruns, 1);
		assert_figure(&im, 0, "perf.stat.task-clock", "ns", 1234.56e6);
		assert_figure(&im, 0, "perf.stat.faults", "count", 97001);
		assert_error(&im, "perf.stat.faults", 0, 1);
		assert_skipped(&im, 0, "perf.stat.cycles", "not supported");
		if (i != 1)
			assert_non_null(strstr(im.notes.buf, "does not say of how many runs"));
		imported_release(&im);
	}
	import_bad(NULL, "{\"counter-value\" : \"1\", \"event\" : \"a\", \"interval\" : 1.0}\n",
		   -EINVAL, "\"interval\": figures of parts");
	import_bad(NULL, "{\"counter-value\" : \"1\", \"event\" : \"a\"\n", -EINVAL, "broken JSON");
	import_bad(NULL, "{\"counter-value\" : \"x\", \"event\" : \"a\"}\n", -EINVAL, "no number");
}

static void report(void **state)
{
	struct imported im;

	import_good(&im, NULL,
		    "# To display the perf.data header info, please use --header options.\n"
		    "#\n"
		    "# Samples: 10K of event 'cycles:P'\n"
		    "# Event count (approx.): 1234567890\n"
		    "#\n"
		    "# Children      Self  Command       Shared Object      Symbol\n"
		    "# ........  ........  ............  .................  ......................\n"
		    "#\n"
		    "    61.20%    40.41%  iperf3        [kernel.kallsyms]  [k] copy_from_user\n"
		    "            |\n"
		    "            |--12.34%--do_syscall_64\n"
		    "            |          copy_from_user\n"
		    "    11.10%    10.99%  Web Content   libc.so.6          [.] memcpy\n"
		    "     2.05%     2.05%  iperf3        [nf_tables]        [k] nft_do_chain\n"
		    "     1.05%     0.00%  iperf3        libstdc++.so.6     [.] void f<int, char>(int)\n");
	assert_figure(&im, 0, "perf.report.cycles:P:iperf3:copy_from_user", "%", 40.41);
	assert_figure(&im, 0, "perf.report.cycles:P:Web_Content:memcpy@libc.so.6", "%", 10.99);
	assert_figure(&im, 0, "perf.report.cycles:P:iperf3:nft_do_chain@[nf_tables]", "%", 2.05);
	assert_int_equal(im.counts.skips, 1);
	imported_release(&im);
	import_good(&im, NULL, "  40,40%    1234  iperf3  [kernel.vmlinux]  [k] memset\n"
		    "   3,10%  libc.so.6            [.] memset\n");
	assert_int_equal(im.set.nruns, 1);
	assert_figure(&im, 0, "perf.report.iperf3:memset", "%", 40.40);
	assert_figure(&im, 0, "perf.report.memset@libc.so.6", "%", 3.10);
	imported_release(&im);
	/* two symbols of a name are no repetitions; a rise is another report */
	import_good(&im, NULL, "  40.40%  a  [kernel.vmlinux]  [k] put\n"
		    "            ---ksys_read\n               vfs_read\n\n"
		    "   3.10%  a  [kernel.vmlinux]  [k] get\n"
		    "   1.25%  a  [kernel.vmlinux]  [k] put\n"
		    "  30.00%  a  [kernel.vmlinux]  [k] new\n"
		    "   2.00%  a  [kernel.vmlinux]  [k] put\n");
	assert_int_equal(im.set.nruns, 2);
	assert_figure(&im, 0, "perf.report.a:put", "%", 41.65);
	assert_figure(&im, 0, "perf.report.a:get", "%", 3.10);
	assert_figure(&im, 1, "perf.report.a:new", "%", 30);
	assert_figure(&im, 1, "perf.report.a:put", "%", 2);
	assert_non_null(strstr(im.notes.buf, "1 rows of symbols with the same name"));
	imported_release(&im);
	import_bad(NULL, "memcpy took 40.40% of it, 33% in [k] and so on\n", -ENODATA, "nothing");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counters),
		cmocka_unit_test(separators),
		cmocka_unit_test(shapes),
		cmocka_unit_test(cut_and_mixed),
		cmocka_unit_test(csv_and_json),
		cmocka_unit_test(report),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

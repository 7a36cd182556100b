// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Each tool's shapes, as its documentation and its source print them, with invented
 * figures; and what is refused. perf has a file of its own.
 */
#include "test_import.h"

static void dd_shapes(void **state)
{
	static const struct {
		const char *line;
		double bytes, seconds;
	} lines[] = {
		/* GNU, today's, the one before, and for few bytes */
		{ "1073741824 bytes (1.1 GB, 1.0 GiB) copied, 0.412345 s, 2.6 GB/s", 1073741824,
		  0.412345 },
		{ "1073741824 bytes (1.1 GB) copied, 0.412345 s, 2.6 GB/s", 1073741824, 0.412345 },
		{ "512 bytes copied, 8.5341e-05 s, 6.0 MB/s", 512, 8.5341e-05 },
		{ "512 bytes (512 B) copied, 0.00031 s, 1.7 MB/s", 512, 0.00031 },
		/* GNU in German, French, Spanish, Japanese */
		{ "1073741824 Bytes (1,1 GB, 1,0 GiB) kopiert, 0,412345 s, 2,6 GB/s", 1073741824,
		  0.412345 },
		{ "1073741824 octets (1,1 GB, 1,0 GiB) copi\xc3\xa9s, 0,412345 s, 2,6 GB/s",
		  1073741824, 0.412345 },
		{ "1073741824 octets (1,1\xc2\xa0GB, 1,0\xc2\xa0GiB) copi\xc3\xa9s, 0,412345 s, "
		  "2,6\xc2\xa0GB/s", 1073741824, 0.412345 },
		{ "1073741824 bytes (1,1 GB, 1,0 GiB) copiados, 0,412345 s, 2,6 GB/s", 1073741824,
		  0.412345 },
		{ "1073741824 \xe3\x83\x90\xe3\x82\xa4\xe3\x83\x88 (1.1 GB, 1.0 GiB) "
		  "\xe3\x81\xae\xe3\x82\xb3\xe3\x83\x94\xe3\x83\xbc\xe3\x81\x8c\xe7\xb5\x82\xe4\xba\x86"
		  "\xe3\x81\x97\xe3\x81\xbe\xe3\x81\x97\xe3\x81\x9f, 0.412345 s, 2.6 GB/s", 1073741824,
		  0.412345 },
		/* BusyBox, whose MB is 2^20; the BSDs */
		{ "104857600 bytes (100.0MB) copied, 1.250000 seconds, 80.0MB/s", 104857600, 1.25 },
		{ "104857600 bytes transferred in 1.250000 secs (83886080 bytes/sec)", 104857600, 1.25 },
		/* wrapped */
		{ "1073741824 bytes (1.1 GB, 1.0 GiB) copied, 0.412345 s, 2.6\nGB/s", 1073741824,
		  0.412345 },
		{ "1073741824 bytes (1.1 GB, 1.0 GiB)\ncopied, 0.412345 s, 2.6 GB/s", 1073741824,
		  0.412345 },
		{ "$ 1073741824 bytes", 0, 0 },
	};

	for (size_t i = 0; lines[i].bytes > 0; i++) {
		struct imported im;
		char name[60];

		import_good(&im, i % 2 ? "dd" : NULL, lines[i].line);
		snprintf(name, sizeof(name), "dd bytes=%.0f", lines[i].bytes);
		assert_figure(&im, 0, name, "B/s", lines[i].bytes / lines[i].seconds);
		assert_string_equal(im.notes.buf, "");
		imported_release(&im);
	}
}

static void dd_refused(void **state)
{
	struct imported im;

	import_bad(NULL, "x\n1073741824 bytes (1.1 GB, 1.0 GiB) copied, 0.412345 s, 2.6 Gb/s\n",
		   -EINVAL, "line 2: dd: 'Gb/s' may be bits or bytes");
	import_bad(NULL, "1073741824 bytes (1.1 GB, 1.0 GiB) copied, 0.412345 s, 3.6 GB/s\n",
		   -EINVAL, "line 1: dd: bytes, seconds and rate contradict");
	import_bad(NULL, "1073741824 bytes (1.1 GB, 1.0 GiB) copied, 0.412345 s, 2.6 XB/s\n",
		   -EINVAL, "no unit that dd prints");
	import_bad(NULL, "1073741824 bytes (1.1 GB, 1.0 GiB) copied, 0.4123", -EINVAL, "is cut");
	import_bad(NULL, "1073741824 bytes (1.1 GB, 1.0 GiB) copied, 0.412345 s,\n\n2.6 GB/s\n",
		   -EINVAL, "is cut");
	/* progress is no result, and no time is no rate */
	import_good(&im, NULL, "104857600 bytes (105 MB, 100 MiB) copied, 1 s, 105 MB/s\r"
		    "209715200 bytes (210 MB, 200 MiB) copied, 2 s, 105 MB/s\n"
		    "0 bytes copied, 0.0001 s, 0.0 kB/s\n");
	assert_int_equal(im.counts.figures, 0);
	assert_skipped(&im, 0, "dd bytes=0", "printed as 0");
	assert_non_null(strstr(im.notes.buf, "line 1: dd: a line of status=progress"));
	imported_release(&im);
}

static void hdparm_shapes(void **state)
{
	struct imported im;

	import_good(&im, NULL, "\n/dev/nvme0n1:\n"
		    " Timing cached reads:   33406 MB in  1.99 seconds = 16799.22 MB/sec\n"
		    " Timing buffered disk reads: 7168 MB in  3.00 seconds = 2389.22 MB/sec\n"
		    " Timing O_DIRECT cached reads:   4522 MB in  2.00 seconds = 2261.58 MB/sec\n"
		    " Timing O_DIRECT disk reads: 8222 MB in  3.00 seconds = 2740.17 MB/sec\n");
	assert_figure(&im, 0, "hdparm.cached", "B/s", 16799.22 * 1048576);
	assert_figure(&im, 0, "hdparm.buffered", "B/s", 2389.22 * 1048576);
	assert_figure(&im, 0, "hdparm.cached_direct", "B/s", 2261.58 * 1048576);
	assert_figure(&im, 0, "hdparm.direct", "B/s", 2740.17 * 1048576);
	imported_release(&im);
	/* a slow one: its kB is 2^10 */
	import_good(&im, NULL,
		    " Timing buffered disk reads:   2 MB in  4.00 seconds = 512.00 kB/sec\n");
	assert_figure(&im, 0, "hdparm.buffered", "B/s", 512.0 * 1024);
	imported_release(&im);
}

static void hdparm_refused(void **state)
{
	import_bad(NULL, " Timing cached reads:   580 MB in  2.00 seconds = 289.64 Mb/sec\n", -EINVAL,
		   "line 1: hdparm: 'Mb/sec' may be bits or bytes");
	import_bad(NULL, "a: cached-reads=172.47Mb/s, buffered-reads=135.8MB/sec\n", -EINVAL,
		   "'Mb/s' may be bits or bytes");
	import_bad(NULL, "\n Timing cached reads:   580 MB in  2.00 seconds = 389.64 MB/sec\n",
		   -EINVAL, "line 2: hdparm: size, time and rate contradict");
	import_bad(NULL, " Timing cached reads:   580 MB in  2.00 sec", -EINVAL, "cut");
	import_bad(NULL, " Timing cached reads:   580 MB in  2.00 seconds = 289", -EINVAL, "no unit");
	import_bad(NULL, " Timing cached reads:   580 MB in\n"
		   " Timing cached reads:   580 MB in  2.00 seconds = 289.64 MB/sec\n", -EINVAL,
		   "line 1: hdparm: the line is cut");
}

static void time_shapes(void **state)
{
	static const struct {
		const char *text;
		double real, user, sys;		/* seconds; 0: printed as 0 */
	} shapes[] = {
		{ "\nreal\t1m2.345s\nuser\t0m1.234s\nsys\t1m1.004s\n", 62.345, 1.234, 61.004 },
		{ "real\t0m2,345s\nuser\t0m1,234s\nsys\t0m0,004s\n", 2.345, 1.234, 0.004 },
		{ "real 2.34\nuser 1.23\nsys 0.04\n", 2.34, 1.23, 0.04 },
		{ "> real\t0m 2.34s\n> user\t0m 1.23s\n> sys\t0m 0.04s\n", 2.34, 1.23, 0.04 },
		{ "1.23user 0.04system 0:02.34elapsed 54%CPU (0avgtext+0avgdata 2048maxresident)k\n"
		  "8inputs+16outputs (3major+97minor)pagefaults 0swaps\n", 2.34, 1.23, 0.04 },
		{ "1.23user 0.04system 1:00:02.34elapsed 54%CPU (0avgtext+0avgdata\n"
		  "2048maxresident)k\n8inputs+16outputs (3major+97minor)pagefaults\n0swaps\n",
		  3602.34, 1.23, 0.04 },
		{ "./work 1 2  1.23s user 0.04s system 54% cpu 2.345 total\n", 2.345, 1.23, 0.04 },
		{ "./work 1 2  1.23s user 0.04s system 54% cpu 1:02.34 total\n", 62.34, 1.23, 0.04 },
	};

	for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
		struct imported im;

		import_good(&im, NULL, shapes[i].text);
		assert_int_equal(im.set.nruns, 1);
		assert_figure(&im, 0, "time.real", "ns", shapes[i].real * 1e9);
		assert_figure(&im, 0, "time.user", "ns", shapes[i].user * 1e9);
		assert_figure(&im, 0, "time.sys", "ns", shapes[i].sys * 1e9);
		if (strstr(shapes[i].text, "pagefaults")) {
			assert_figure(&im, 0, "time.max_rss", "B", 2048 * 1024);
			assert_figure(&im, 0, "time.major_faults", "count", 3);
			assert_figure(&im, 0, "time.minor_faults", "count", 97);
		}
		imported_release(&im);
	}
}

static const char gnu_time[] =
	"\tCommand being timed: \"./work 1 2\"\n"
	"\tUser time (seconds): 1.23\n"
	"\tSystem time (seconds): 0.04\n"
	"\tPercent of CPU this job got: 54%\n"
	"\tElapsed (wall clock) time (h:mm:ss or m:ss): 0:02.34\n"
	"\tAverage shared text size (kbytes): 0\n"
	"\tAverage unshared data size (kbytes): 0\n"
	"\tAverage stack size (kbytes): 0\n"
	"\tAverage total size (kbytes): 0\n"
	"\tMaximum resident set size (kbytes): 2048\n"
	"\tAverage resident set size (kbytes): 0\n"
	"\tMajor (requiring I/O) page faults: 3\n"
	"\tMinor (reclaiming a frame) page faults: 97\n"
	"\tVoluntary context switches: 2\n"
	"\tInvoluntary context switches: 0\n"
	"\tSwaps: 0\n"
	"\tFile system inputs: 0\n"
	"\tFile system outputs: 0\n"
	"\tSocket messages sent: 0\n"
	"\tSocket messages received: 0\n"
	"\tSignals delivered: 0\n"
	"\tPage size (bytes): 4096\n"
	"\tExit status: 1\n";

static void time_verbose(void **state)
{
	struct imported im;
	char cut[400];

	import_good(&im, NULL, gnu_time);
	assert_string_equal(result_run_label(&im.set.runs[0]), "./work 1 2");
	assert_figure(&im, 0, "time.real", "ns", 2.34e9);
	assert_figure(&im, 0, "time.user", "ns", 1.23e9);
	assert_figure(&im, 0, "time.sys", "ns", 0.04e9);
	assert_figure(&im, 0, "time.max_rss", "B", 2048 * 1024);
	assert_figure(&im, 0, "time.minor_faults", "count", 97);
	assert_figure(&im, 0, "time.voluntary_switches", "count", 2);
	assert_skipped(&im, 0, "time.involuntary_switches", "printed as 0");
	assert_non_null(strstr(im.notes.buf, "the command timed failed, status 1"));
	imported_release(&im);

	/* half of it */
	snprintf(cut, sizeof(cut), "%.*s", (int)(strstr(gnu_time, "Elapsed") - gnu_time), gnu_time);
	import_bad(NULL, cut, -EINVAL, "ends before its elapsed time");
	snprintf(cut, sizeof(cut), "%.*s", (int)(strstr(gnu_time, "2.34") - gnu_time), gnu_time);
	import_bad(NULL, cut, -EINVAL, "ends within the block");
	snprintf(cut, sizeof(cut), "%.*s", (int)(strstr(gnu_time, "04\n") - gnu_time), gnu_time);
	import_bad(NULL, cut, -EINVAL, "ends within the block");
}

/* A number that may have been cut is none. */
static void time_cut(void **state)
{
	struct imported im;

	import_good(&im, NULL, "real 2.34\nuser 1.23\nsys 0.0");
	assert_int_equal(im.counts.figures, 2);
	imported_release(&im);
	import_good(&im, NULL, "real 2.34\nuser 1.23\nsys 0.04");
	assert_int_equal(im.counts.figures, 3);
	imported_release(&im);
	import_bad(NULL, "real 2.3", -ENODATA, "nothing recognised");
	import_bad(NULL, "real 0m2.3", -ENODATA, "nothing recognised");
}

static const char processes[] =
	"Processor, Processes - times in microseconds - smaller is better\n"
	"------------------------------------------------------------------------------\n"
	"Host                 OS  Mhz null null      open slct sig  sig  fork exec sh  \n"
	"                             call  I/O stat clos TCP  inst hndl proc proc proc\n"
	"--------- ------------- ---- ---- ---- ---- ---- ---- ---- ---- ---- ---- ----\n"
	"boardname Linux 6.1.0-x 1200 0.21 0.35 1.52 3.41 12.3 0.44 2.17 312. 1034 13.K\n"
	"boardname Linux 6.2.0-x 1200 0.22 0.36      3.42 12.4 0.45 2.18 313. 1035 13.K\n";

static void lmbench_processes(void **state)
{
	struct imported im;

	import_good(&im, NULL, processes);
	assert_int_equal(im.set.nruns, 2);
	assert_int_equal(im.counts.figures, 19);
	assert_figure(&im, 0, "lmbench_table.null_call", "ns", 210);
	assert_figure(&im, 0, "lmbench_table.stat", "ns", 1520);
	assert_figure(&im, 0, "lmbench_table.fork", "ns", 312e3);
	assert_figure(&im, 0, "lmbench_table.exec", "ns", 1034e3);
	assert_figure(&im, 0, "lmbench_table.sh", "ns", 13e6);
	/* a blank cell is no figure, and moves none of the others */
	assert_null(find_series(&im, 1, "lmbench_table.stat"));
	assert_figure(&im, 1, "lmbench_table.open_close", "ns", 3420);
	assert_figure(&im, 1, "lmbench_table.null_io", "ns", 360);
	imported_release(&im);
}

static void lmbench_other_tables(void **state)
{
	struct imported im;

	import_good(&im, NULL,
		    "*Local* Communication bandwidths in MB/s - bigger is better\n"
		    "-----------------------------------------------------------------------------\n"
		    "Host                OS  Pipe AF    TCP  File   Mmap  Bcopy  Bcopy  Mem   Mem\n"
		    "                             UNIX      reread reread (libc) (hand) read write\n"
		    "--------- ------------- ---- ---- ---- ------ ------ ------ ------ ---- -----\n"
		    "board     Linux 6.1.0-x 812. 1723 654. 1501.2 3004.5 1213.1 1100.9 3011 1502.\n"
		    "\n"
		    "Context switching - times in microseconds - smaller is better\n"
		    "-------------------------------------------------------------------------\n"
		    "Host                 OS  2p/0K 2p/16K 2p/64K 8p/16K 8p/64K 16p/16K 16p/64K\n"
		    "                         ctxsw  ctxsw  ctxsw ctxsw  ctxsw   ctxsw   ctxsw\n"
		    "--------- ------------- ------ ------ ------ ------ ------ ------- -------\n"
		    "board     Linux 6.1.0-x 2.1500 2.9100 3.4200 4.5600   11.2 6.78000    18.9\n");
	/* the same row of one summary is one run */
	assert_int_equal(im.set.nruns, 1);
	assert_int_equal(im.counts.figures, 16);
	assert_figure(&im, 0, "lmbench_table.bw_pipe", "B/s", 812e6);
	assert_figure(&im, 0, "lmbench_table.bw_mem_write", "B/s", 1502e6);
	assert_figure(&im, 0, "lmbench_table.bw_bcopy_libc", "B/s", 1213.1e6);
	assert_figure(&im, 0, "lmbench_table.ctxsw procs=16 size=65536", "ns", 18900);
	imported_release(&im);
}

static void lmbench_wrapped_and_cut(void **state)
{
	struct strbuf sb = STRBUF_INIT;
	const char *row = strstr(processes, "boardname"), *end = strchr(row, '\n') + 1;
	struct imported im;

	/* a mailer broke the row: by the order of its words */
	strbuf_add(&sb, processes, row + 58 - processes);
	strbuf_addc(&sb, '\n');
	strbuf_add(&sb, row + 58, end - row - 58);
	import_good(&im, NULL, sb.buf);
	assert_int_equal(im.counts.figures, 10);
	assert_figure(&im, 0, "lmbench_table.sh", "ns", 13e6);
	imported_release(&im);

	/* cut within a row: never another figure than those of the whole */
	for (const char *cut = row + 26; cut < end - 1; cut++) {
		int r;

		strbuf_reset(&sb);
		strbuf_add(&sb, processes, cut - processes);
		r = import_text(&im, NULL, NULL, sb.buf, sb.len);
		assert_int_equal(r, -EINVAL);
		imported_release(&im);
	}
	strbuf_release(&sb);
	import_bad(NULL, "File & VM system latencies in microseconds - smaller is better\n"
		   "Host OS\n", -EINVAL, "without the line of dashes");
	import_bad(NULL, "File & VM system latencies in microseconds - smaller is better\n"
		   "--------- ------------- ------ ------ ------ ------ ------- ----- ------- -----\n",
		   -EINVAL, "a table without a row");
	import_bad(NULL, "File & VM system latencies in microseconds - smaller is better\n"
		   "--------- ------------- ------ ------ ------ ------\n"
		   "board     Linux 6.1.0-x  124.3   75.3  734.2  147.8\n", -EINVAL, "4 columns");
}

static void lmbench_lines(void **state)
{
	struct imported im;

	import_good(&im, NULL,
		    "# lat_syscall null\n"
		    "Simple syscall: 0.1234 microseconds\n"
		    "Simple open/close: 2.7183 microseconds\n"
		    "Select on 100 fd's: 1.5123 microseconds\n"
		    "Select on 100 tcp fd's: 6.5123 microseconds\n"
		    "Signal handler overhead: 1.0101 microseconds\n"
		    "Protection fault: 0.4321 microseconds\n"
		    "Pagefaults on /var/tmp/pages: 0.2345 microseconds\n"
		    "Process fork+execve: 612.3333 microseconds\n"
		    "AF_UNIX sock stream latency: 7.8901 microseconds\n"
		    "TCP/IP connection cost to localhost: 21.5432 microseconds\n"
		    "Pipe bandwidth: 2345.67 MB/sec\n"
		    "board# bw_mem -P 1 8m rdwr\n"
		    "8.39 4567.89\n");
	assert_int_equal(im.set.nruns, 1);
	assert_figure(&im, 0, "lmbench_raw.null", "ns", 123.4);
	assert_figure(&im, 0, "lmbench_raw.select fds=100", "ns", 1512.3);
	assert_figure(&im, 0, "lmbench_raw.select_tcp fds=100", "ns", 6512.3);
	assert_figure(&im, 0, "lmbench_raw.page_fault", "ns", 234.5);
	assert_figure(&im, 0, "lmbench_raw.fork_execve", "ns", 612333.3);
	assert_figure(&im, 0, "lmbench_raw.bw_pipe", "B/s", 2345.67e6);
	assert_figure(&im, 0, "lmbench_raw.bw_mem.rdwr size=8388608", "B/s", 4567.89e6);
	imported_release(&im);
	import_bad(NULL, "Simple read: 0.1234 furlongs\n", -EINVAL, "no unit that LMBench prints");
	import_bad(NULL, "$ bw_mem 8m cp\n16.78 4567.89\n", -EINVAL, "where the command says");
	import_bad(NULL, "$ bw_mem 8m cp\n8.39 4567.8", -EINVAL, "the input ends within a figure");
	import_bad(NULL, "Pipe bandwidth: 2345.67 Mb/sec\n", -EINVAL, "may be bits or bytes");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dd_shapes),
		cmocka_unit_test(dd_refused),
		cmocka_unit_test(hdparm_shapes),
		cmocka_unit_test(hdparm_refused),
		cmocka_unit_test(time_shapes),
		cmocka_unit_test(time_verbose),
		cmocka_unit_test(time_cut),
		cmocka_unit_test(lmbench_processes),
		cmocka_unit_test(lmbench_other_tables),
		cmocka_unit_test(lmbench_wrapped_and_cut),
		cmocka_unit_test(lmbench_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

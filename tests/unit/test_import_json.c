// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * iperf3 (text and JSON), fio (JSON and terse) and hyperfine: the shapes in
 * tests/data/import/, whose figures are invented; JSON in a mail; and what is refused.
 */
#include "test_import.h"

static void iperf3_text(void **state)
{
	struct imported im;

	import_file(&im, "iperf3.txt");
	assert_int_equal(im.counts.runs, 5);
	assert_int_equal(im.counts.groups, 2);
	assert_string_equal(im.names[0], "iperf3-192.0.2.7");
	assert_figure(&im, 0, "iperf3.tcp.sent", "B/s", 938e6 / 8);
	assert_figure(&im, 0, "iperf3.tcp.received", "B/s", 928e6 / 8);
	assert_figure(&im, 0, "iperf3.tcp.retransmits", "count", 9);
	assert_figure(&im, 1, "iperf3.udp.sent", "B/s", 50.1e6 / 8);
	assert_figure(&im, 1, "iperf3.udp.received", "B/s", 49.6e6 / 8);
	assert_figure(&im, 1, "iperf3.udp.loss", "%", 100. * 3 / 192);
	assert_figure(&im, 1, "iperf3.udp.jitter", "ns", 18000);
	assert_figure(&im, 2, "iperf3.tcp.reverse.sent streams=2", "B/s", 16.2e9 / 8);
	assert_figure(&im, 2, "iperf3.tcp.reverse.received streams=2", "B/s", 16e9 / 8);
	assert_figure(&im, 2, "iperf3.tcp.reverse.cpu.sender streams=2", "%", 51);
	assert_figure(&im, 2, "iperf3.tcp.reverse.cpu.receiver streams=2", "%", 46.3);
	/* the server's view of a test is no repetition of it */
	assert_string_equal(im.names[1], "iperf3-server");
	assert_int_equal(im.group[3], 1);
	assert_figure(&im, 3, "iperf3.tcp.received", "B/s", 1073741824);
	assert_figure(&im, 4, "iperf3.tcp.bidir.sent", "B/s", 8.8e9 / 8);
	assert_figure(&im, 4, "iperf3.tcp.bidir-reverse.received", "B/s", 7.52e9 / 8);
	imported_release(&im);
}

#define HEAD "[ ID] Interval           Transfer     Bitrate         Retr\n"
#define ROW "[  5]   0.00-2.00   sec   223 MBytes   938 "

static void iperf3_refused(void **state)
{
	struct imported im;

	import_bad(NULL, HEAD ROW "\n", -EINVAL, "line 2: iperf3: a row that is cut");
	import_bad(NULL, HEAD ROW "Furlongs/sec  9  sender\n", -EINVAL, "not as iperf3 prints");
	import_bad(NULL, HEAD ROW "Mb/s  9  sender\n", -EINVAL, "not as iperf3 prints");
	import_bad(NULL, HEAD ROW "Mbits/sec  9  sender\n"
		   "[  7]   0.00-2.00   sec   223 MBytes   938 Mbits/sec  9  sender\n", -EINVAL,
		   "several streams and no [SUM]");
	import_bad(NULL, HEAD "[  5]   0.00-2.00   sec   22 MBytes   93 Mbits/sec  0.018 ms  "
		   "9/3 (300%)  receiver\n", -EINVAL, "more packets lost");
	import_bad(NULL, HEAD "[SUM]   0.00-2.00   sec   446 MBytes  1.88 Gbits/sec  9\n" ROW
		   "Mbits/sec  9  sender\n", -EINVAL, "line 3: iperf3: several streams");
	/* intervals alone are no test */
	import_good(&im, NULL, HEAD ROW "Mbits/sec  9  223 KBytes\n\n"
		    HEAD ROW "Mbits/sec  9  sender\n");
	assert_int_equal(im.counts.figures, 2);
	assert_non_null(strstr(im.notes.buf, "intervals without the rows"));
	imported_release(&im);
}

static void iperf3_json(void **state)
{
	struct imported im;

	import_file(&im, "iperf3-tcp.json");
	assert_int_equal(im.counts.figures, 5);
	assert_figure(&im, 0, "iperf3.tcp.sent", "B/s", 9412345678.5 / 8);
	assert_figure(&im, 0, "iperf3.tcp.received", "B/s", 9.4e9 / 8);
	assert_figure(&im, 0, "iperf3.tcp.retransmits", "count", 17);
	assert_figure(&im, 0, "iperf3.tcp.cpu.sender", "%", 42.5);
	assert_figure(&im, 0, "iperf3.tcp.cpu.receiver", "%", 61.25);
	imported_release(&im);
	/* quoted, with text before and behind */
	import_file(&im, "iperf3-udp.json");
	assert_figure(&im, 0, "iperf3.udp.sent", "B/s", 1e8);
	assert_figure(&im, 0, "iperf3.udp.received", "B/s", 98750000);
	assert_figure(&im, 0, "iperf3.udp.loss", "%", 1.25);
	assert_figure(&im, 0, "iperf3.udp.jitter", "ns", 12500);
	assert_figure(&im, 0, "iperf3.udp.cpu.receiver", "%", 25.5);
	imported_release(&im);
	/* on one line, reverse, several streams; a test that failed; another's JSON */
	import_good(&im, NULL, "{\"start\":{\"test_start\":{\"protocol\":\"TCP\",\"num_streams\":4,"
		    "\"reverse\":1}},\"end\":{\"sum_sent\":{\"bits_per_second\":8e9},"
		    "\"sum_received\":{\"bits_per_second\":4e9},"
		    "\"cpu_utilization_percent\":{\"host_total\":1,\"remote_total\":2}}}\n"
		    "{\"start\":{},\"end\":{},\"error\":\"unable to connect\"}\n"
		    "{\"start\":{},\"finish\":{}}\n");
	assert_figure(&im, 0, "iperf3.tcp.reverse.sent streams=4", "B/s", 1e9);
	assert_figure(&im, 0, "iperf3.tcp.reverse.received streams=4", "B/s", 0.5e9);
	assert_figure(&im, 0, "iperf3.tcp.reverse.cpu.sender streams=4", "%", 2);
	assert_skipped(&im, 1, "iperf3", "iperf3 failed");
	assert_non_null(strstr(im.notes.buf, "line 2: iperf3-json: iperf3 failed: unable to"));
	assert_non_null(strstr(im.notes.buf, "line 3: iperf3-json: JSON with \"start\""));
	imported_release(&im);
	import_bad(NULL, "{\"start\":{\"test_start\":{\"protocol\":\"TCP\"}},\"end\":{}}\n",
		   -EINVAL, "without the rates");
	import_bad(NULL, "{\"start\":{\"test_start\":{\"protocol\":\"SCTP\"}},\"end\":{}}\n",
		   -EINVAL, "neither TCP nor UDP");
}

static void json_blocks(void **state)
{
	struct imported im;

	import_bad(NULL, "x\n{\n \"start\": {\n", -EINVAL,
		   "iperf3-json: the JSON that begins in line 3 has no end");
	import_bad(NULL, "{\n\"start\": {\n \"end\": nonsense } }\n", -EINVAL,
		   "begins in line 2 is damaged in line 3");
	import_bad(NULL, "{\"start\":{},\"end\":{}} {\"start\":{}}\n", -EINVAL,
		   "line 1: iperf3-json: two JSON objects on a line");
	import_bad(NULL, "\"start\": {]}}\n", -EINVAL, "damaged in line 1");
	/* a mailer wrapped a string; the lines behind it keep their numbers */
	import_good(&im, NULL, "{\n  \"results\": [\n{ \"command\": \"sleep\n0.1\", \"times\":\n"
		    "[0.5, 0.25] } ] }\n");
	assert_int_equal(im.counts.runs, 2);
	assert_string_equal(im.names[0], "hyperfine-sleep-0.1");
	assert_figure(&im, 1, "hyperfine.time", "ns", 0.25e9);
	imported_release(&im);
	import_bad(NULL, "{\n  \"results\": [\n{ \"command\": \"sleep\n0.1\",\n"
		   " \"times\": [x] } ] }\n", -EINVAL, "damaged in line 5");
	/* a member twice: said, not silently one of the two */
	import_good(&im, NULL, "{\"results\": [{\"command\": \"a\", \"times\": [1], "
		    "\"times\": [2]}]}");
	assert_figure(&im, 0, "hyperfine.time", "ns", 2e9);
	assert_non_null(strstr(im.notes.buf, "the last is taken"));
	imported_release(&im);
}

static void fio_json(void **state)
{
	struct imported im;

	import_file(&im, "fio.json");
	assert_int_equal(im.counts.runs, 1);
	assert_int_equal(im.counts.figures, 12);
	assert_figure(&im, 0, "fio.rand.read.bw", "B/s", 338602666);
	assert_figure(&im, 0, "fio.rand.read.iops", "op/s", 82666.5);
	assert_figure(&im, 0, "fio.rand.write.lat", "ns", 2748.5);
	assert_figure(&im, 0, "fio.seq.read.clat.p99", "ns", 15168);
	imported_release(&im);
	/* fio 2: KiB/s, us */
	import_file(&im, "fio2.json");
	assert_figure(&im, 0, "fio.old.read.bw", "B/s", 2048 * 1024);
	assert_figure(&im, 0, "fio.old.read.lat", "ns", 3750);
	assert_figure(&im, 0, "fio.old.read.clat.p99", "ns", 12000);
	assert_skipped(&im, 0, "fio.broken.1", "fio says error 28");
	imported_release(&im);
}

#define FIO(name, ms, more) "{\n\"fio version\" : \"fio-3.33\", \"timestamp_ms\" : " ms \
	", \"jobs\" : [ {\"jobname\" : \"" name "\", \"job_runtime\" : 1000, \"read\" : " \
	"{\"total_ios\" : 5, \"bw_bytes\" : 4096, \"iops\" : 1.5" more "} } ]\n}\n"

static void fio_runs(void **state)
{
	struct imported im;

	/* one after the other: repetitions; json+ has bins in between */
	import_good(&im, NULL, FIO("a", "1700000001000", "")
		    FIO("a", "1700000002500", ", \"clat_ns\" : {\"bins\" : {\"780\" : 1}}"));
	assert_int_equal(im.counts.runs, 2);
	assert_figure(&im, 1, "fio.a.read.bw", "B/s", 4096);
	imported_release(&im);
	/* at the same time: --status-interval, whose figures are cumulative */
	import_bad(NULL, FIO("a", "1700000001000", "") FIO("a", "1700000001500", ""), -EINVAL,
		   "'a' was running when the block before was written");
	import_bad(NULL, "\"fio version\" : \"fio-3.33\" }\n", -EINVAL, "without jobs");
	import_bad(NULL, "\"fio version\" : \"f\", \"jobs\" : [ {} ] }\n", -EINVAL,
		   "without its jobname");
	import_bad(NULL, "\"fio version\" : \"f\", \"jobs\" : [ {\"jobname\" : \"a\", \"read\" : "
		   "{\"total_ios\" : 5} } ] }\n", -EINVAL, "read: no bandwidth");
	/* jobs of one name ran side by side: they are no repetitions */
	import_good(&im, NULL, "\"fio version\" : \"f\", \"jobs\" : [\n"
		    "{\"jobname\" : \"a\", \"read\" : "
		    "{\"io_bytes\" : 5, \"bw\" : 4, \"iops\" : 1} },\n"
		    "{\"jobname\" : \"a\", \"read\" : "
		    "{\"io_bytes\" : 5, \"bw\" : 8, \"iops\" : 1} } ]}\n");
	assert_int_equal(im.counts.runs, 1);
	assert_figure(&im, 0, "fio.a.read.bw", "B/s", 4096);
	assert_figure(&im, 0, "fio.a.read.bw nth=2", "B/s", 8192);
	imported_release(&im);
}

static void fio_terse(void **state)
{
	struct imported im;

	import_file(&im, "fio-terse.txt");
	assert_int_equal(im.counts.runs, 1);
	assert_int_equal(im.counts.figures, 24);
	assert_figure(&im, 0, "fio.rand.read.bw", "B/s", 51200 * 1024.);
	assert_figure(&im, 0, "fio.rand.read.iops", "op/s", 12800);
	assert_figure(&im, 0, "fio.rand.read.lat", "ns", 70500);
	assert_figure(&im, 0, "fio.rand.read.clat.p99", "ns", 552000);
	assert_figure(&im, 0, "fio.rand.write.bw", "B/s", 50000 * 1024.);
	assert_figure(&im, 0, "fio.rand.write.lat", "ns", 2625);
	assert_figure(&im, 0, "fio.rand.read.bw nth=2", "B/s", 40000 * 1024.);
	assert_figure(&im, 0, "fio.seq.write.clat.p99", "ns", 7000);
	assert_non_null(strstr(im.notes.buf, "line 2: fio-terse: 'rand' on lines that follow"));
	imported_release(&im);
	import_bad(NULL, "4;fio-3.33;a;0;0;1\n", -EINVAL, "line 1: fio-terse: terse version 4");
	import_bad(NULL, "3;fio-3.33;a;0;0;1984;496\n", -EINVAL, "the line is cut: 7 fields");
}

static void hyperfine(void **state)
{
	struct imported im;

	import_file(&im, "hyperfine.json");
	assert_int_equal(im.counts.runs, 4);
	assert_int_equal(im.counts.groups, 2);
	assert_string_equal(im.names[0], "hyperfine-grep-R-copy_to_user-lib");
	assert_figure(&im, 0, "hyperfine.time", "ns", 12e6);
	assert_figure(&im, 1, "hyperfine.time", "ns", 12.5e6);
	assert_figure(&im, 2, "hyperfine.time", "ns", 13e6);
	assert_figure(&im, 3, "hyperfine.time", "ns", 250e6);
	assert_figure(&im, 0, "hyperfine.system", "ns", 2.5e6);
	assert_null(find_series(&im, 1, "hyperfine.system"));
	assert_non_null(strstr(im.notes.buf, "exited with an error"));
	imported_release(&im);
	import_bad(NULL, "{\"results\": [{\"command\": \"a\", \"mean\": 1.5}]}\n", -EINVAL,
		   "'a' has no times[]");
	import_bad(NULL, "{\"results\": [{\"command\": \"a\", \"times\": [-1]}]}\n", -EINVAL,
		   "out of range");
	import_bad(NULL, "{\"results\": [{\"command\": \"a\", \"times\": [\"1\"]}]}\n", -EINVAL,
		   "no number");
	import_bad(NULL, "{\"results\": [1, 2]}\n", -ENODATA, "nothing recognised");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(iperf3_text),
		cmocka_unit_test(iperf3_refused),
		cmocka_unit_test(iperf3_json),
		cmocka_unit_test(json_blocks),
		cmocka_unit_test(fio_json),
		cmocka_unit_test(fio_runs),
		cmocka_unit_test(fio_terse),
		cmocka_unit_test(hyperfine),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

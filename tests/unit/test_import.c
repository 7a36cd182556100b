// SPDX-License-Identifier: GPL-2.0-or-later
/* The engine of lib/import: what mail does to text, runs and groups, bad input. */
#include "test_import.h"

#define HDPARM	" Timing cached reads:   580 MB in  2.00 seconds = 289.64 MB/sec\n"
#define CACHED	(289.64 * 1024 * 1024)

/* --- what mail does to a line changes no figure */

static void quoting_and_decoration(void **state)
{
	static const char *const lines[] = {
		HDPARM,
		"> " HDPARM,
		">" HDPARM,
		"> > >> >  " HDPARM,
		">\t> Timing cached reads:\t580 MB in\t2.00 seconds =\t289.64 MB/sec\n",
		" Timing cached reads:   580 MB in  2.00 seconds = 289.64 MB/sec\r\n",
		" Timing cached reads:   580 MB in  2.00 seconds = 289.64 MB/sec  \t \r\n",
		" Timing cached reads:   580 MB in  2.00 seconds = 289.64 MB/sec",
		"\xc2\xa0Timing\xc2\xa0" "cached reads:\xc2\xa0\xc2\xa0" "580\xe2\x80\xaf" "MB in "
		"\xe2\x80\x89" "2.00 seconds = 289.64\xc2\xa0MB/sec\n",
		"\033[1m Timing cached reads:\033[0m   580 MB in  2.00 seconds = \033[38;5;196m289.64"
		"\033[0m MB/sec\033[K\n",
		"\033]0;a title\a Timing cached reads:   580 MB in  2.00 seconds = 289.64 MB/sec\n",
		"\033[36m> \033[0m Timing cached reads:   580 MB in  2.00 seconds = 289.64 MB/sec\n",
		"\xef\xbb\xbf Timing cached reads:   580 MB in  2.00 seconds = 289.64 MB/sec\n",
		/* wrapped by a mailer */
		" Timing cached reads:   580 MB in  2.00 seconds =\n289.64 MB/sec\n",
		"> > Timing cached reads:   580 MB in\n> > 2.00 seconds = 289.64\n> > MB/sec\n",
		" Timing cached reads:   580 MB in  2.00 seconds = 289,64 MB/sec\n",
		" Timing cached reads:   580 MB in  2.00 seconds = 289.64 MiB/s\n",
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct imported im;

		import_good(&im, i % 2 ? NULL : "hdparm", lines[i]);
		assert_int_equal(im.set.nruns, 1);
		assert_figure(&im, 0, "hdparm.cached", "B/s", CACHED);
		assert_string_equal(im.notes.buf, "");
		imported_release(&im);
	}
}

/* The same figures, each line of a whole mail quoted, wrapped in colour and CRLF. */
static void a_whole_mail(void **state)
{
	static const char mail[] =
		"Hi,\r\n"
		"\r\n"
		"On Tue, 3 Mar 2020 at 10:11, A Tester wrote:\r\n"
		"> > What does hdparm say? I expected some 10 MB/sec, and dd\r\n"
		"> > copied at 3 s.\r\n"
		">\r\n"
		"> root@board:~# hdparm -tT /dev/mmcblk0\r\n"
		">\r\n"
		"> /dev/mmcblk0:\r\n"
		">  Timing cached reads:   1120 MB in  2.00 seconds = 559.91 MB/sec\r\n"
		">  Timing buffered disk reads:  66 MB in  3.05 seconds =  21.64 MB/sec\r\n"
		"> root@board:~# time dd if=/dev/zero of=/dev/null bs=4k count=10k\r\n"
		"> 10240+0 records in\r\n"
		"> 10240+0 records out\r\n"
		"> 41943040 bytes (42 MB, 40 MiB) copied, 0.0203718 s, 2.1 GB/s\r\n"
		">\r\n"
		"> real    0m0.026s\r\n"
		"> user    0m0.004s\r\n"
		"> sys     0m0.021s\r\n"
		"\r\n"
		"Thanks, applied.\r\n";
	struct imported im;

	import_good(&im, NULL, mail);
	assert_int_equal(im.counts.groups, 3);
	assert_int_equal(im.set.nruns, 3);
	assert_string_equal(im.notes.buf, "");
	/* time's run ends with its block, the others with the input */
	assert_figure(&im, 0, "time.real", "ns", 26e6);
	assert_figure(&im, 0, "time.user", "ns", 4e6);
	assert_figure(&im, 0, "time.sys", "ns", 21e6);
	assert_figure(&im, 1, "hdparm.cached", "B/s", 559.91 * 1048576);
	assert_figure(&im, 1, "hdparm.buffered", "B/s", 21.64 * 1048576);
	assert_figure(&im, 2, "dd bytes=41943040", "B/s", 41943040 / 0.0203718);
	assert_string_equal(result_run_label(&im.set.runs[0]),
			    "dd if=/dev/zero of=/dev/null bs=4k count=10k");
	assert_string_equal(result_run_label(&im.set.runs[1]), "/dev/mmcblk0");
	imported_release(&im);

	/* asked for one, it leaves the others */
	import_good(&im, "dd", mail);
	assert_int_equal(im.counts.figures, 1);
	imported_release(&im);
}

/* --- runs and groups */

static void a_repetition_is_a_run(void **state)
{
	struct imported im;

	import_good(&im, NULL,
		    "/dev/sda:\n"
		    " Timing cached reads:   580 MB in  2.00 seconds = 289.64 MB/sec\n"
		    " Timing buffered disk reads: 100 MB in  3.01 seconds =  33.22 MB/sec\n"
		    " Timing cached reads:   582 MB in  2.00 seconds = 290.82 MB/sec\n"
		    "/dev/sda:\n"
		    " Timing buffered disk reads: 102 MB in  3.01 seconds =  33.88 MB/sec\n"
		    "/dev/sdb:\n"
		    " Timing buffered disk reads: 200 MB in  3.01 seconds =  66.44 MB/sec\n");
	assert_int_equal(im.counts.groups, 2);
	assert_int_equal(im.set.nruns, 4);
	assert_string_equal(im.names[0], "hdparm-dev-sda");
	assert_string_equal(im.names[1], "hdparm-dev-sdb");
	assert_int_equal(im.set.runs[0].nseries, 2);
	assert_figure(&im, 1, "hdparm.cached", "B/s", 290.82 * 1048576);
	assert_figure(&im, 2, "hdparm.buffered", "B/s", 33.88 * 1048576);
	assert_int_equal(im.group[3], 1);
	assert_figure(&im, 3, "hdparm.buffered", "B/s", 66.44 * 1048576);
	imported_release(&im);
}

static void a_label_of_the_user(void **state)
{
	struct imported im;

	assert_int_equal(import_text(&im, NULL, "a \"b\" \xc3\xa9", HDPARM, strlen(HDPARM)), 0);
	assert_string_equal(result_run_label(&im.set.runs[0]), "a \"b\" \xc3\xa9");
	imported_release(&im);
	assert_int_equal(import_text(&im, NULL, "\xff", HDPARM, strlen(HDPARM)), -EINVAL);
	imported_release(&im);
}

static void subjects_that_make_one_file_name(void **state)
{
	struct imported im;

	import_good(&im, NULL, "a/b: cached-reads=100MB/sec\na:b: cached-reads=110MB/sec\n"
		    "a/b: cached-reads=120MB/sec\n");
	assert_int_equal(im.counts.groups, 2);
	assert_string_equal(im.names[0], "hdparm-a-b");
	assert_string_equal(im.names[1], "hdparm-a-b-2");
	assert_int_equal(im.group[2], 0);
	imported_release(&im);
}

static void too_many_subjects(void **state)
{
	struct strbuf sb = STRBUF_INIT;

	for (int i = 0; i < 300; i++)
		strbuf_printf(&sb, "l%d: cached-reads=1MB/sec\n", i);
	import_bad(NULL, sb.buf, -E2BIG, "line 257: more than 256 different");
	strbuf_release(&sb);
}

/* --- bad input */

static void nothing_there(void **state)
{
	import_bad(NULL, "", -ENODATA, "mail: the input is empty");
	import_bad(NULL, "\n\n", -ENODATA, "nothing recognised in 2 lines");
	import_bad(NULL, "Timing cached reads: are fast on this 580 MB machine.\n"
		   "real 5 GHz, user friendly; copied, 3 s, and 20 MB/s is fine\n", -ENODATA,
		   "nothing recognised");
	import_bad("dd", HDPARM, -ENODATA, "nothing recognised as dd");
	import_bad(NULL, "/dev/sda:\n", -ENODATA, "nothing recognised");
}

static void binary(void **state)
{
	struct imported im;
	static const char nul[] = HDPARM "ab\0c\n";
	char *big = malloc(3 << 20);

	assert_int_equal(import_text(&im, NULL, NULL, nul, sizeof(nul) - 1), -EINVAL);
	assert_non_null(strstr(im.diag.buf, "line 2: a NUL byte"));
	imported_release(&im);
	memset(big, 'x', 3 << 20);
	assert_int_equal(import_text(&im, NULL, NULL, big, 3 << 20), -EINVAL);
	assert_non_null(strstr(im.diag.buf, "line 1: longer than"));
	imported_release(&im);
	for (size_t i = 0; i < 3 << 20; i++)
		big[i] = 1 + (i * 2654435761u >> 13) % 255;
	assert_int_equal(import_text(&im, NULL, NULL, big, 3 << 20), -ENODATA);
	imported_release(&im);
	free(big);
}

/* A diagnosis shows nothing of the input that a terminal would obey. */
static void what_is_quoted_is_clean(void **state)
{
	struct imported im;
	static const char text[] = " Timing cached reads: 580 MB in 2.00 seconds = 1.0 \x9b[2J\x01\n";

	assert_int_equal(import_text(&im, NULL, NULL, text, sizeof(text) - 1), -EINVAL);
	for (const char *s = im.diag.buf; *s; s++)
		assert_true(*s >= ' ' && *s < 0x7f);
	imported_release(&im);
}

static void notes_are_bounded(void **state)
{
	struct strbuf sb = STRBUF_INIT;
	struct imported im;
	size_t lines = 0;

	for (int i = 0; i < 1000; i++)
		strbuf_adds(&sb, "1 bytes copied, 1 s, 1 B/s\r2 bytes copied, 2 s, 1 B/s\n");
	strbuf_adds(&sb, HDPARM);
	import_good(&im, NULL, sb.buf);
	for (const char *s = im.notes.buf; (s = strchr(s, '\n')); s++)
		lines++;
	assert_int_equal(lines, 25);
	assert_non_null(strstr(im.notes.buf, "note: and 976 notes more\n"));
	imported_release(&im);
	strbuf_release(&sb);
}

/* --- every format has what the command line and the engine need of it */

static void the_table(void **state)
{
	size_t n = 0;

	for (; importers[n]; n++) {
		const char *name = importer_name(importers[n]);

		assert_ptr_equal(importer_find(name), importers[n]);
		assert_true(strlen(importer_summary(importers[n])) > 5);
		assert_int_equal(strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-"), strlen(name));
		assert_true(strcmp(name, "auto") && strcmp(name, "formats"));
	}
	assert_true(n < 64);
	assert_null(importer_find("none"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quoting_and_decoration),
		cmocka_unit_test(a_whole_mail),
		cmocka_unit_test(a_repetition_is_a_run),
		cmocka_unit_test(a_label_of_the_user),
		cmocka_unit_test(subjects_that_make_one_file_name),
		cmocka_unit_test(too_many_subjects),
		cmocka_unit_test(nothing_there),
		cmocka_unit_test(binary),
		cmocka_unit_test(what_is_quoted_is_clean),
		cmocka_unit_test(notes_are_bounded),
		cmocka_unit_test(the_table),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Any text through every importer: no crash, and whatever is written is a record that
 * lib/result reads back, figure by figure, with none of them negative or infinite. A
 * failure says why, in one clean line.
 *
 * With clang -fsanitize=fuzzer and -DWITH_LIBFUZZER the library drives it, else driver.c.
 */
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "driver.h"
#include "import.h"
#include "result.h"

static struct strbuf record = STRBUF_INIT;

static int put(void *to, size_t group, const char *name, const char *text, size_t len)
{
	size_t plain = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
			      "0123456789._-");

	if (name[plain] || !plain || strlen(name) > 120)
		abort();
	return strbuf_add(&record, text, len);
}

static int to_fd(const void *data, size_t size)
{
	static int fd = -1;

	if (fd < 0)
		fd = memfd_create("fuzz", MFD_CLOEXEC);
	if (fd < 0 || ftruncate(fd, 0) || pwrite(fd, data, size, 0) != (ssize_t)size ||
	    lseek(fd, 0, SEEK_SET))
		abort();
	return fd;
}

static void check_record(const struct import_counts *counts)
{
	struct strbuf diag = STRBUF_INIT;
	struct result_set set;
	size_t figures = 0;
	char path[40];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", to_fd(record.buf, record.len));
	result_set_init(&set);
	if (result_set_load(&set, path, &diag)) {
		fprintf(stderr, "%s\n%s\n", diag.buf, record.buf);
		abort();
	}
	for (size_t i = 0; i < set.nruns; i++)
		for (size_t j = 0; j < set.runs[i].nseries; j++) {
			const struct result_series *s = &set.runs[i].series[j];

			figures += s->n;
			if (s->n != 1 || !(s->batch[0].cost > 0) || isinf(s->batch[0].cost))
				abort();
		}
	if (set.nruns != counts->runs || figures != counts->figures)
		abort();
	result_set_release(&set);
	strbuf_release(&diag);
}

static void check_text(const struct strbuf *sb)
{
	for (size_t i = 0; i < sb->len; i++)
		if ((sb->buf[i] < ' ' && sb->buf[i] != '\n') || sb->buf[i] >= 0x7f)
			abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct import_opts opts = { .name = "fuzz" };
	const struct import_sink sink = { put, NULL };
	struct strbuf notes = STRBUF_INIT, diag = STRBUF_INIT;
	struct import_counts counts;
	int r;

	strbuf_reset(&record);
	r = import_run(to_fd(data, size), &opts, &sink, &counts, &notes, &diag);
	if (!r)
		check_record(&counts);
	else if (!diag.len || strchr(diag.buf, '\n'))
		abort();
	check_text(&notes);
	check_text(&diag);
	strbuf_release(&notes);
	strbuf_release(&diag);
	return 0;
}

#ifndef WITH_LIBFUZZER

#define INPUT_MAX	65536

/* A piece of text that means something to some importer. */
static const char *const words[] = {
	"0", "1,234", "1.234", "1,234.5", "1.234,5", "683 033 312", "99999999999999999999", "1e99",
	"-1", "nan", "( +-  0.03% )", "( +-", ")", "%", "# ", "MB/sec", "Mb/sec", "MiB/s", "kB/s",
	" MB in ", " seconds", " s, ", "\n", "\n\n", "> ", "\r\n", "\r", "\t", "\033[1m", "\xc2\xa0",
	"\xe2\x80\xaf", "real\t0m1.0s\n", "user", "sys", "/dev/sda:\n", " Timing cached reads:",
	" copied, ", " (10 runs):", " Performance counter stats for '", "<not counted>",
	"<not supported>", "seconds time elapsed", "--- x ---\n", "[k] ", "[.] ", "of event 'a'",
	"smaller is better", "--------- ------------- ------ ", "12.K", "{", "}", "\"", "\\", ":",
	",,", ";;", ",msec,", "\"counter-value\" : \"", "Elapsed (wall clock) time (h:mm:ss or m:ss):",
	"Command being timed: \"", "Simple read: ", " microseconds\n", "bw_mem 8m cp\n",
};

#define NWORDS	(sizeof(words) / sizeof(words[0]))

static void insert(struct fuzz_input *s, size_t at, const void *text, size_t len)
{
	if (s->len + len > INPUT_MAX)
		return;
	memmove(s->bytes + at + len, s->bytes + at, s->len - at);
	memcpy(s->bytes + at, text, len);
	s->len += len;
}

static size_t line_at(const struct fuzz_input *s, size_t at)
{
	while (at && s->bytes[at - 1] != '\n')
		at--;
	return at;
}

static size_t line_end(const struct fuzz_input *s, size_t at)
{
	const uint8_t *nl = memchr(s->bytes + at, '\n', s->len - at);

	return nl ? (size_t)(nl + 1 - s->bytes) : s->len;
}

static void mutate(struct fuzz_input *s)
{
	const struct fuzz_input *other = fuzz_any_file();
	size_t at = fuzz_below(s->len + 1), from, end;
	const char *word;

	switch (fuzz_below(9)) {
	case 0:
		if (at < s->len)
			s->bytes[at] ^= 1 << fuzz_below(8);
		break;
	case 1:
		if (at < s->len)
			s->bytes[at] = '0' + fuzz_below(10);
		break;
	case 2:		/* cut out */
		end = at + fuzz_below(16);
		if (end < s->len) {
			memmove(s->bytes + at, s->bytes + end, s->len - end);
			s->len -= end - at;
		}
		break;
	case 3:		/* the end is cut */
		if (!fuzz_below(4))
			s->len = at;
		break;
	case 4:		/* a line out, or twice */
		from = line_at(s, at);
		end = line_end(s, from);
		if (fuzz_below(2)) {
			memmove(s->bytes + from, s->bytes + end, s->len - end);
			s->len -= end - from;
		} else {
			uint8_t copy[INPUT_MAX];

			memcpy(copy, s->bytes + from, end - from);
			insert(s, from, copy, end - from);
		}
		break;
	case 5:		/* a line of another file: tools interleaved */
		if (other->len) {
			from = line_at(other, fuzz_below(other->len));
			insert(s, line_at(s, at), other->bytes + from, line_end(other, from) - from);
		}
		break;
	default:
		word = words[fuzz_below(NWORDS)];
		insert(s, at, word, strlen(word));
	}
}

int main(int argc, char **argv)
{
	static const struct fuzz_target target = {
		.wants = "files of the formats, such as tests/data/import",
		.seed_max = INPUT_MAX / 2,
		.input_max = INPUT_MAX,
		.mutate = mutate,
	};
	int r = fuzz_main(argc, argv, &target);

	strbuf_release(&record);
	return r;
}

#endif

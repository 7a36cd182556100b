// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Any text through every importer: no crash, and whatever is written is a record that
 * lib/result reads back, figure by figure, with none of them negative or infinite. A
 * failure says why, in one clean line.
 *
 * With clang -fsanitize=fuzzer and -DWITH_LIBFUZZER the library drives it; else main()
 * below does, by mutating the files it is given:
 *	fuzz_import [-n INPUTS] [-t SECONDS] [-s SEED] FILE|DIR...
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "import.h"
#include "result.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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
			if (s->n != 1 || !(s->cost[0] > 0) || isinf(s->cost[0]))
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

#define SEEDS_MAX	512
#define INPUT_MAX	65536

static struct seed {
	char *text;
	size_t len;
} seeds[SEEDS_MAX];
static size_t nseeds;
static uint64_t state;

static uint32_t below(uint32_t n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (state >> 16) % n;
}

static void add_file(const char *path)
{
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct seed *s = &seeds[nseeds];

	if (fd < 0 || fstat(fd, &st) || !S_ISREG(st.st_mode) || nseeds == SEEDS_MAX) {
		if (fd >= 0)
			close(fd);
		return;
	}
	s->len = st.st_size < INPUT_MAX / 2 ? st.st_size : INPUT_MAX / 2;
	s->text = malloc(s->len + 1);
	if (s->text && read(fd, s->text, s->len) == (ssize_t)s->len)
		nseeds++;
	close(fd);
}

static void add_path(const char *path)
{
	struct dirent **list;
	char name[4096];
	int n = scandir(path, &list, NULL, alphasort);

	if (n < 0) {
		add_file(path);
		return;
	}
	for (int i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "%s/%s", path, list[i]->d_name);
		add_file(name);
		free(list[i]);
	}
	free(list);
}

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

static void insert(struct seed *s, size_t at, const char *text, size_t len)
{
	if (s->len + len > INPUT_MAX)
		return;
	memmove(s->text + at + len, s->text + at, s->len - at);
	memcpy(s->text + at, text, len);
	s->len += len;
}

static size_t line_at(const struct seed *s, size_t at)
{
	while (at && s->text[at - 1] != '\n')
		at--;
	return at;
}

static size_t line_end(const struct seed *s, size_t at)
{
	const char *nl = memchr(s->text + at, '\n', s->len - at);

	return nl ? (size_t)(nl + 1 - s->text) : s->len;
}

static void mutate(struct seed *s)
{
	const struct seed *other = &seeds[below(nseeds)];
	size_t at = below(s->len + 1), from, end;
	const char *word;

	switch (below(9)) {
	case 0:
		if (at < s->len)
			s->text[at] ^= 1 << below(8);
		break;
	case 1:
		if (at < s->len)
			s->text[at] = '0' + below(10);
		break;
	case 2:		/* cut out */
		end = at + below(16);
		if (end < s->len) {
			memmove(s->text + at, s->text + end, s->len - end);
			s->len -= end - at;
		}
		break;
	case 3:		/* the end is cut */
		if (!below(4))
			s->len = at;
		break;
	case 4:		/* a line out, or twice */
		from = line_at(s, at);
		end = line_end(s, from);
		if (below(2)) {
			memmove(s->text + from, s->text + end, s->len - end);
			s->len -= end - from;
		} else {
			char *copy = strndup(s->text + from, end - from);

			insert(s, from, copy, strlen(copy));
			free(copy);
		}
		break;
	case 5:		/* a line of another file: tools interleaved */
		if (other->len) {
			from = line_at(other, below(other->len));
			insert(s, line_at(s, at), other->text + from, line_end(other, from) - from);
		}
		break;
	default:
		word = words[below(NWORDS)];
		insert(s, at, word, strlen(word));
	}
}

static int run(unsigned long inputs, double seconds)
{
	struct seed s = { malloc(INPUT_MAX + 1), 0 };
	struct timespec start, now;
	double took = 0;
	unsigned long i;

	if (!s.text)
		return 1;
	clock_gettime(CLOCK_MONOTONIC, &start);
	for (i = 0; seconds > 0 ? took < seconds : i < inputs; i++) {
		const struct seed *from = &seeds[i % nseeds];

		memcpy(s.text, from->text, from->len);
		s.len = from->len;
		/* each file as it is once */
		for (uint32_t n = i < nseeds ? 0 : 1 + below(6); n; n--)
			mutate(&s);
		LLVMFuzzerTestOneInput((const uint8_t *)s.text, s.len);
		clock_gettime(CLOCK_MONOTONIC, &now);
		took = now.tv_sec - start.tv_sec + (now.tv_nsec - start.tv_nsec) / 1e9;
	}
	printf("%lu inputs in %.1f s\n", i, took);
	free(s.text);
	return 0;
}

int main(int argc, char **argv)
{
	unsigned long inputs = 10000;
	double seconds = 0;
	int c, r;

	state = 88172645463325252ull;
	while ((c = getopt(argc, argv, "n:t:s:")) != -1) {
		if (c == 'n')
			inputs = strtoul(optarg, NULL, 10);
		else if (c == 't')
			seconds = atof(optarg);
		else if (c == 's')
			state = strtoull(optarg, NULL, 10) * 2654435761u + 1;
		else
			return 2;
	}
	for (; optind < argc; optind++)
		add_path(argv[optind]);
	if (!nseeds) {
		fprintf(stderr, "fuzz_import: want files of the formats, such as tests/data/import\n");
		return 2;
	}
	r = run(inputs, seconds);
	while (nseeds)
		free(seeds[--nseeds].text);
	strbuf_release(&record);
	return r;
}

#endif

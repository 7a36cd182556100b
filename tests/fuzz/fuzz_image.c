// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Any bytes as an object file or a packed kernel: no crash, no hang, and a failure says
 * why, in one line that begins with the file's name. What opens is put through all that
 * `uabench image` does in this process.
 *
 * With clang -fsanitize=fuzzer and -DWITH_LIBFUZZER the library drives it; else main()
 * below does, by mutating the files it is given:
 *	fuzz_image [-n INPUTS] [-t SECONDS] [-s SEED] FILE...
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "diff.h"
#include "frames.h"
#include "layout.h"
#include "sites.h"
#include "units.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
extern volatile uint8_t fuzz_image_seen;

static unsigned long opened, with_dwarf;
volatile uint8_t fuzz_image_seen;	/* so that bytes are really read */

static void check_diag(int r, const struct strbuf *diag)
{
	if (!r || r == -ENOMEM)
		return;
	if (strncmp(diag->buf, "fuzz: ", 6) || strchr(diag->buf, '\n'))
		abort();
}

static void use_dwarf(struct obj *o)
{
	struct strbuf diag = STRBUF_INIT;
	struct units u;
	int r = units_read(&u, o, &diag);

	if (r != -ENODATA)
		check_diag(r, &diag);
	with_dwarf += !r;
	for (size_t i = 0, n = 0; !r && i < o->nsymbols && n < 8; i++) {
		struct inlines in;

		if (o->symbols[i].kind != OBJ_FUNC)
			continue;
		n++;
		strbuf_reset(&diag);
		check_diag(inlines_of(&in, o, &u, o->symbols[i].addr, &diag), &diag);
		inlines_release(&in);
	}
	units_release(&u);
	strbuf_release(&diag);
}

/* Frames and call sites; the diag has the name of the file or of a file within it. */
static void use_functions(struct obj *o)
{
	struct strbuf diag = STRBUF_INIT;
	struct frames f = { 0 };
	struct frames_sum sum;
	struct sites s = { 0 };
	int r = frames_read(&f, o, &diag);

	if (r && r != -ENOMEM && !diag.len)
		abort();
	for (size_t i = 0; !r && i < f.n; i++)
		frames_count(&f, &f.v[i]);
	if (!r)
		frames_sum(&f, &sum);
	frames_release(&f);
	strbuf_reset(&diag);
	r = sites_read(&s, o, NULL, &diag);
	if (r && r != -ENOMEM && !diag.len)
		abort();
	sites_release(&s);
	strbuf_release(&diag);
}

static void use(struct obj *o)
{
	static const enum names_fold folds[] = { NAMES_FOLDED, NAMES_WHOLE, NAMES_BLOAT_O_METER };
	const struct layout_opts lo = { .line = 64 };
	struct image_size size;
	struct diff_groups g;
	struct layout l;

	image_size(o, &size);
	for (size_t i = 0; i < 3; i++) {
		const struct diff_opts opts = { .fold = folds[i] };
		struct diff d;

		/* nothing differs from itself */
		if (!diff_make(&d, o, o, &opts) && (d.totals.up || d.totals.down ||
						    d.totals.before != d.totals.after))
			abort();
		diff_release(&d);
	}
	diff_groups_init(&g);
	diff_sections(&g, o, o);
	diff_groups_release(&g);
	if (!layout_compare(&l, o, o, &lo) && l.n)
		abort();
	layout_release(&l);
	for (size_t i = 0; i < o->nsymbols; i++) {
		const struct obj_symbol *sym = &o->symbols[i];
		const uint8_t *p = obj_symbol_bytes(o, sym);

		if (p && sym->size)
			fuzz_image_seen = p[0] ^ p[sym->size - 1];
		obj_symbol_at(o, sym->addr);
	}
	use_functions(o);
	use_dwarf(o);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct strbuf diag = STRBUF_INIT;
	struct obj o;
	int r = obj_open_memory(&o, "fuzz", data, size, &diag);

	check_diag(r, &diag);
	if (!r) {
		opened++;
		use(&o);
	}
	obj_release(&o);
	strbuf_release(&diag);
	return 0;
}

#ifndef WITH_LIBFUZZER

#define SEEDS_MAX	256
#define INPUT_MAX	(256 << 10)

static struct seed {
	uint8_t *bytes;
	size_t len;
} seeds[SEEDS_MAX];
static size_t nseeds;
static uint64_t state = 88172645463325252ull;

static uint32_t below(uint32_t n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (state >> 16) % n;
}

static void add_file(const char *path)
{
	struct seed *s = &seeds[nseeds];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0 || nseeds == SEEDS_MAX) {
		fprintf(stderr, "fuzz_image: cannot read %s\n", path);
		exit(2);
	}
	s->bytes = malloc(INPUT_MAX);
	n = s->bytes ? read(fd, s->bytes, INPUT_MAX) : -1;
	close(fd);
	if (n <= 0)
		exit(2);
	s->len = n;
	nseeds++;
}

/* Where it hurts: the header, the section headers, or anywhere. */
static size_t place(const uint8_t *p, size_t len)
{
	const bool is64 = len > 64 && p[4] == 2, big = len > 64 && p[5] == 2;
	const int at = is64 ? 40 : 32;
	uint32_t off = 0;

	switch (below(4)) {
	case 0:
		return below(len < 64 ? len : 64);
	case 1:
		if (len < 64)
			return below(len);
		for (int i = 0; i < 4; i++)
			off |= (uint32_t)p[at + (big ? (is64 ? 7 : 3) - i : i)] << (8 * i);
		return off < len ? off + below(len - off) : below(len);
	default:
		return below(len);
	}
}

static void mutate(uint8_t *p, size_t *len)
{
	static const uint64_t values[] = { 0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff,
					   0x80000000, 0xffffffff, 0x7fffffffffffffff, UINT64_MAX,
					   0xfffffff0, 4096 };
	const size_t at = place(p, *len);
	const size_t width = 1u << below(4);
	size_t n;

	switch (below(6)) {
	case 0:
		p[at] ^= 1 << below(8);
		break;
	case 1:
		p[at] = below(256);
		break;
	case 2:		/* the end is cut */
		if (!below(8))
			*len = at + 1;
		break;
	case 3:		/* a piece of it elsewhere */
		n = 1 + below(64);
		if (at + n <= *len) {
			size_t from = below(*len - n + 1);

			memmove(p + at, p + from, n);
		}
		break;
	default:
		if (at + width <= *len)
			memcpy(p + at, &values[below(sizeof(values) / sizeof(values[0]))], width);
	}
}

static int run(unsigned long inputs, double seconds)
{
	uint8_t *p = malloc(INPUT_MAX);
	struct timespec start, now;
	double took = 0;
	unsigned long i;

	if (!p)
		return 1;
	clock_gettime(CLOCK_MONOTONIC, &start);
	for (i = 0; seconds > 0 ? took < seconds : i < inputs; i++) {
		const struct seed *from = &seeds[i % nseeds];
		size_t len = from->len;

		memcpy(p, from->bytes, len);
		/* each file as it is once */
		for (uint32_t n = i < nseeds ? 0 : 1 + below(6); n; n--)
			mutate(p, &len);
		LLVMFuzzerTestOneInput(p, len);
		clock_gettime(CLOCK_MONOTONIC, &now);
		took = now.tv_sec - start.tv_sec + (now.tv_nsec - start.tv_nsec) / 1e9;
	}
	printf("%lu inputs in %.1f s: %lu opened, %lu with DWARF\n", i, took, opened, with_dwarf);
	free(p);
	return 0;
}

int main(int argc, char **argv)
{
	unsigned long inputs = 10000;
	double seconds = 0;
	int c, r;

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
		add_file(argv[optind]);
	if (!nseeds) {
		fprintf(stderr, "fuzz_image: want object files, such as image-seeds.sh makes\n");
		return 2;
	}
	r = run(inputs, seconds);
	while (nseeds)
		free(seeds[--nseeds].bytes);
	return r;
}

#endif

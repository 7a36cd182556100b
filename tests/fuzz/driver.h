/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What drives a fuzz target where libFuzzer does not: it mutates the files it is given,
 *	TARGET [-n INPUTS] [-t SECONDS] [-s SEED] FILE|DIR...
 * and is the same for one seed every time.
 */
#ifndef UABENCH_TESTS_FUZZ_DRIVER_H
#define UABENCH_TESTS_FUZZ_DRIVER_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct fuzz_input {
	uint8_t *bytes;
	size_t len;
};

struct fuzz_target {
	const char *wants;	/* what FILEs it wants */
	size_t seed_max;	/* bytes that are taken of a file */
	size_t input_max;	/* bytes that an input has room for, seed_max at least */
	void (*mutate)(struct fuzz_input *in);	/* once */
	void (*report)(void);	/* NULL, or prints what else is to be said in the last line */
};

/* The exit status. */
int fuzz_main(int argc, char **argv, const struct fuzz_target *target);

/* A random number below n, which is > 0. */
uint32_t fuzz_below(uint32_t n);

/* One of the files, at random. */
const struct fuzz_input *fuzz_any_file(void);

#endif

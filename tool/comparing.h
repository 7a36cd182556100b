/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compares runs and prints it: what `compare` does, and `boot` in the end. */
#ifndef UABENCH_TOOL_COMPARING_H
#define UABENCH_TOOL_COMPARING_H

struct comparing {
	const char *command;	/* that asks: "compare" */
	const char *format;	/* name of a writer */
	const char *figures;	/* file for the figures as JSON, or NULL */
	double margin;		/* share of one; < 0: that of the unit */
};

/*
 * The operands are the base and one or more others, files or directories, ended by NULL.
 * Exit status, complained.
 */
int compare_paths(const struct comparing *what, int argc, char **argv);

#endif

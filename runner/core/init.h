/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The runner as the first process of a guest, from an initramfs that holds nothing
 * but it (as /init), its options (/args, a word a line, optional) and kernel
 * modules (/modules/NAME.ko, optional).
 *
 * It mounts what the cases and the record need, loads the modules in the order of
 * their names, and forks: the child measures as anywhere else, its record going to
 * the device of --port, while the first process only reaps. On the console stand
 *
 *	uabench: module NAME: error		it was not loaded
 *	uabench: ready				measuring begins
 *	uabench: hang case=NAME			no progress for some seconds of the guest
 *	uabench: done status=N			the runner's exit status; then the machine resets
 *
 * Words of the kernel's command line that are no options are ignored: the kernel
 * hands to init what it does not know itself.
 */
#ifndef UABENCH_INIT_H
#define UABENCH_INIT_H

#include <stdbool.h>

/*
 * Whether this is that process: the first one, started as "init". A container's
 * first process has another name, and must not reset anything.
 */
bool init_wanted(char **argv);

/* Does not return where it may reset the machine. */
int init_main(int argc, char **argv);

/* main() after the parsing of options: measures, or lists. Exit status. */
struct options;
int runner_main(struct options *o, char **argv);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* JSON that stands in a text, over several lines or on one. Private to lib/import. */
#ifndef UABENCH_IMPORT_JSON_BLOCK_H
#define UABENCH_IMPORT_JSON_BLOCK_H

#include <jansson.h>

#include "importer.h"

/*
 * Whether an object begins here whose first member is @key, or goes on with it: the
 * line is `{"key": ...` or `"key": ...`, and the value begins with @value.
 */
bool json_begins(const char *line, const char *key, char value);

/*
 * The object that json_begins() found in the current line, up to its matching end;
 * the line of that end is the current one then. Line breaks within a string become
 * spaces, for a mailer made them. Of a member that is there twice, which iperf3 writes,
 * the last is taken, with a note. 0 and a reference, or -errno as import_fail(): no end,
 * larger than 16 MiB, damaged.
 */
int json_take_block(struct import *im, json_t **ret_json);

/* The number under keys such as "end.sum_sent.bytes"; false where there is none. */
bool json_number_at(const json_t *object, const char *path, double *ret_value);

/* The value under such keys, borrowed, or NULL. */
json_t *json_at(const json_t *object, const char *path);

#endif

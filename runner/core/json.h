/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One line of JSON at a time, into memory of fixed size, without malloc. Text
 * that is no UTF-8 is written byte by byte as \u00XX. A line that does not fit
 * is -EOVERFLOW at json_end(), never a half line.
 */
#ifndef UABENCH_JSON_H
#define UABENCH_JSON_H

#include <stddef.h>
#include <stdint.h>

struct json {
	size_t len;
	int full, comma;
	char buf[65536];
};

void json_begin(struct json *j);
void json_object(struct json *j, const char *key);	/* "key":{ */
void json_array(struct json *j, const char *key);	/* "key":[ ; NULL key: element */
void json_close(struct json *j, char bracket);		/* } or ] */
void json_str(struct json *j, const char *key, const char *value);	/* NULL: null */
void json_u64(struct json *j, const char *key, uint64_t value);
void json_f64(struct json *j, const char *key, double value);	/* not finite: null */
void json_null(struct json *j, const char *key);
/* The last member: the CRC-32 of all that is there, as eight hex digits. */
void json_crc(struct json *j, const char *key);
/* Close the line with a newline. 0 or -EOVERFLOW. */
int json_end(struct json *j);

#endif

// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "load.h"

uint32_t slot_get(const struct slot_map *map, uint32_t generation, uint32_t i)
{
	if (i >= map->alloc || map->slots[i].generation != generation)
		return SLOT_NONE;
	return map->slots[i].value;
}

int slot_set(struct slot_map *map, uint32_t generation, uint32_t i, uint32_t value)
{
	struct slot *p = grow(map->slots, &map->alloc, (size_t)i + 1, sizeof(*p));

	if (!p)
		return -ENOMEM;
	map->slots = p;
	p[i] = (struct slot){ generation, value };
	return 0;
}

struct result_index *index_new(void)
{
	struct result_index *ix = calloc(1, sizeof(*ix));

	if (!ix)
		return NULL;
	intern_init(&ix->strings);
	intern_init(&ix->keys);
	intern_init(&ix->skips);
	intern_init(&ix->span_texts);
	lines_init(&ix->lines, RECORD_LINE_MAX);
	return ix;
}

void index_free(struct result_index *ix)
{
	if (!ix)
		return;
	for (size_t i = 0; i < ix->open_alloc; i++) {
		free(ix->open[i].counters.v);
		free(ix->open[i].extras.v);
	}
	free(ix->open);
	free(ix->rows);
	free(ix->skip_list);
	free(ix->spans);
	free(ix->series_of_key.slots);
	free(ix->skip_of_id.slots);
	free(ix->procs.slots);
	lines_release(&ix->lines);
	intern_release(&ix->span_texts);
	intern_release(&ix->skips);
	intern_release(&ix->keys);
	intern_release(&ix->strings);
	free(ix);
}

const char *index_string(struct result_index *ix, const char *s, size_t len)
{
	uint32_t id;

	if (intern_add(&ix->strings, s, len, &id))
		return NULL;
	return intern_text(&ix->strings, id);
}

/* Printable ASCII without the characters that part names from values. */
static bool plain_name(const char *s)
{
	if (!*s)
		return false;
	for (; *s; s++)
		if (*s <= ' ' || *s >= 0x7f || *s == '=')
			return false;
	return true;
}

const char *index_key_fault(const json_t *case_name, const json_t *params)
{
	const char *name;
	json_t *value;

	if (!json_is_string(case_name))
		return "\"" REC_CASE "\" is missing or no string";
	if (!plain_name(json_string_value(case_name)))
		return "\"" REC_CASE "\" is no name (printable ASCII without space and =)";
	if (!json_is_object(params))
		return "\"" REC_PARAMS "\" is missing or no object";
	if (json_object_size(params) > RECORD_PARAMS_MAX)
		return "more than 32 parameters";
	/* the iterator is not const, but looking changes nothing */
	json_object_foreach((json_t *)params, name, value) {
		if (!plain_name(name))
			return "the name of a parameter is not plain";
		if (!json_is_integer(value))
			return "a parameter is no whole number";
	}
	return NULL;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The text that is equal for equal keys, whatever the order of parameters. */
static int put_canonical(struct strbuf *sb, const char *case_name, json_t *params)
{
	const char *names[RECORD_PARAMS_MAX], *name;
	size_t n = 0;
	json_t *value;
	int err;

	json_object_foreach(params, name, value)
		if (n < RECORD_PARAMS_MAX)
			names[n++] = name;
	qsort(names, n, sizeof(names[0]), by_name);
	err = strbuf_adds(sb, case_name);
	for (size_t i = 0; i < n && !err; i++)
		err = strbuf_printf(sb, " %s=%" JSON_INTEGER_FORMAT, names[i],
				    json_integer_value(json_object_get(params, names[i])));
	return err;
}

void key_free(struct result_key *key)
{
	if (!key)
		return;
	json_decref(key->params);
	free((char *)key->name);
	free((char *)key->case_name);
	free(key);
}

static struct result_key *key_new(const char *case_name, json_t *params, uint32_t id)
{
	struct result_key *key = calloc(1, sizeof(*key));
	struct strbuf sb = STRBUF_INIT;
	const char *param;
	json_t *value;
	char *name;
	int err;

	if (!key)
		return NULL;
	key->id = id;
	key->params = json_incref(params);
	key->case_name = strdup(case_name);
	err = key->case_name ? strbuf_adds(&sb, case_name) : -ENOMEM;
	json_object_foreach(params, param, value)
		if (!err)
			err = strbuf_printf(&sb, " %s=%" JSON_INTEGER_FORMAT, param,
					    json_integer_value(value));
	if (!err)
		err = strbuf_detach(&sb, &name);
	if (!err) {
		key->name = name;
		return key;
	}
	strbuf_release(&sb);
	key_free(key);
	return NULL;
}

int index_key(struct result_set *set, json_t *case_name, json_t *params, uint32_t *ret_id)
{
	struct result_index *ix = set->index;
	const char *name = json_string_value(case_name);
	struct result_key *key = NULL, **keys;
	struct strbuf sb = STRBUF_INIT;
	uint32_t id;
	int err;

	err = put_canonical(&sb, name, params);
	if (err || !intern_find(&ix->keys, sb.buf, sb.len, &id))
		goto out;
	err = -ENOMEM;
	keys = grow(set->keys, &ix->keys_alloc, set->nkeys + 1, sizeof(*keys));
	if (!keys)
		goto out;
	set->keys = keys;
	key = key_new(name, params, set->nkeys);
	if (!key)
		goto out;
	err = intern_add(&ix->keys, sb.buf, sb.len, &id);
	if (err) {
		key_free(key);
		goto out;
	}
	key->canonical = intern_text(&ix->keys, id);
	keys[set->nkeys++] = key;
out:
	strbuf_release(&sb);
	if (!err)
		*ret_id = id;
	return err;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* abi/record.h, docs/record.schema.json and docs/record.md name the same keys. */
#include "test_result.h"

static json_t *schema, *defs, *header_keys, *header_types;
static char *page;

/* The next #define REC_NAME "value" of the header, in *@p; false at its end. */
static bool next_define(char **p, const char **ret_name, const char **ret_value)
{
	static char name[64], value[64];

	for (char *line = *p, *nl; line && *line; line = nl) {
		nl = strchr(line, '\n');
		nl = nl ? nl + 1 : NULL;
		*p = nl;
		if (sscanf(line, "#define %63[A-Z_] \"%63[^\"]\"", name, value) != 2)
			continue;
		*ret_name = name;
		*ret_value = value;
		return true;
	}
	return false;
}

static int setup(void **state)
{
	size_t len;
	char *text = read_source("abi/record.h", &len), *p = text;
	const char *name, *value;

	header_keys = json_object();
	header_types = json_object();
	while (next_define(&p, &name, &value)) {
		bool is_type = !strncmp(name, "REC_TYPE_", 9);

		json_object_set_new(is_type ? header_types : header_keys, value, json_true());
	}
	free(text);
	text = read_source("docs/record.schema.json", &len);
	schema = json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
	free(text);
	page = read_source("docs/record.md", &len);
	defs = json_object_get(schema, "$defs");
	return defs ? 0 : -1;
}

static int teardown(void **state)
{
	json_decref(schema);
	json_decref(header_keys);
	json_decref(header_types);
	free(page);
	return 0;
}

static void the_header_was_understood(void **state)
{
	assert_true(json_object_size(header_keys) > 40);
	assert_int_equal(json_object_size(header_types), 5);
	assert_non_null(json_object_get(header_keys, REC_CASE));
	assert_non_null(json_object_get(header_keys, REC_DURATION));
}

/* oneOf holds a reference for each type and nothing else. */
static void types_of_line(void **state)
{
	json_t *one_of = json_object_get(schema, "oneOf"), *ref, *def;
	size_t i;

	assert_int_equal(json_array_size(one_of), json_object_size(header_types));
	json_array_foreach(one_of, i, ref) {
		const char *target = json_string_value(json_object_get(ref, "$ref"));

		assert_non_null(target);
		assert_int_equal(strncmp(target, "#/$defs/", 8), 0);
		assert_non_null(json_object_get(header_types, target + 8));
		def = json_object_get(json_object_get(json_object_get(defs, target + 8),
						      "properties"), REC_TYPE);
		assert_string_equal(json_string_value(json_object_get(def, "const")), target + 8);
	}
}

static void schema_number(void **state)
{
	json_t *run = json_object_get(json_object_get(defs, REC_TYPE_RUN), "properties");
	json_t *number = json_object_get(json_object_get(run, REC_SCHEMA_KEY), "const");

	assert_int_equal(json_integer_value(number), REC_SCHEMA);
}

static void every_key_of_the_schema_is_in_the_header(void **state)
{
	const char *type, *key;
	json_t *unused, *property;

	json_object_foreach(header_types, type, unused)
		json_object_foreach(json_object_get(json_object_get(defs, type), "properties"),
				    key, property)
			if (!json_object_get(header_keys, key))
				fail_msg("\"%s\" of %s is not in abi/record.h", key, type);
}

static void every_key_of_the_header_is_in_the_schema_and_the_page(void **state)
{
	const char *type, *key;
	char quoted[80];
	json_t *a, *b;

	json_object_foreach(header_keys, key, a) {
		int found = 0;

		json_object_foreach(header_types, type, b)
			found += !!json_object_get(json_object_get(json_object_get(defs, type),
								   "properties"), key);
		if (!found)
			fail_msg("\"%s\" is not in docs/record.schema.json", key);
		snprintf(quoted, sizeof(quoted), "`%s`", key);
		if (!strstr(page, quoted))
			fail_msg("%s is not in docs/record.md", quoted);
	}
}

/* What the schema demands is among the properties it describes. */
static void required_keys_are_described(void **state)
{
	const char *type;
	json_t *unused, *key;
	size_t i;

	json_object_foreach(header_types, type, unused) {
		json_t *def = json_object_get(defs, type);

		json_array_foreach(json_object_get(def, "required"), i, key)
			assert_non_null(json_object_get(json_object_get(def, "properties"),
							json_string_value(key)));
	}
}

/* The reader demands what the schema demands: without any one of them it refuses. */
static void the_reader_demands_the_required_keys(void **state)
{
	static const char *const types[] = { REC_TYPE_RUN, REC_TYPE_BATCH, REC_TYPE_SKIP,
					     REC_TYPE_END };
	static const char *const lines[] = {
		RUN_LINE, BATCH_LINE,
		"{\"type\":\"skip\",\"case\":\"c\",\"reason\":\"r\"}\n", END_LINE,
	};
	struct strbuf text = STRBUF_INIT, diag = STRBUF_INIT;
	struct result_set set;
	json_t *key;
	size_t k;

	result_set_init(&set);
	for (size_t i = 0; i < 4; i++) {
		json_array_foreach(json_object_get(json_object_get(defs, types[i]), "required"),
				   k, key) {
			json_t *line = json_loads(lines[i], 0, NULL);
			char *dump;

			assert_int_equal(json_object_del(line, json_string_value(key)), 0);
			dump = json_dumps(line, JSON_COMPACT);
			strbuf_reset(&text);
			strbuf_printf(&text, "%s%s\n", i ? RUN_LINE : "", dump);
			assert_int_equal(load_text(&set, text.buf, text.len, &diag), -EINVAL);
			free(dump);
			json_decref(line);
		}
		/* and with all of them, and no more, it is content */
		strbuf_reset(&text);
		strbuf_printf(&text, "%s%s", i ? RUN_LINE : "", lines[i]);
		assert_int_equal(load_text(&set, text.buf, text.len, &diag), 0);
	}
	result_set_release(&set);
	strbuf_release(&text);
	strbuf_release(&diag);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_header_was_understood),
		cmocka_unit_test(types_of_line),
		cmocka_unit_test(schema_number),
		cmocka_unit_test(every_key_of_the_schema_is_in_the_header),
		cmocka_unit_test(every_key_of_the_header_is_in_the_schema_and_the_page),
		cmocka_unit_test(required_keys_are_described),
		cmocka_unit_test(the_reader_demands_the_required_keys),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}

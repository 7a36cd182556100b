#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""validate.py SCHEMA RECORD...: checks each line of the records against the schema."""
import json
import sys

import jsonschema

with open(sys.argv[1]) as f:
    schema = json.load(f)
cls = jsonschema.validators.validator_for(schema)
cls.check_schema(schema)
validator = cls(schema)

bad = lines = 0
for path in sys.argv[2:]:
    with open(path) as f:
        for number, line in enumerate(f, 1):
            lines += 1
            for error in validator.iter_errors(json.loads(line)):
                error = jsonschema.exceptions.best_match([error])
                where = "/".join(map(str, error.absolute_path)) or "the line"
                print(f"FAIL: {path}:{number}: {where}: {error.message[:300]}")
                bad += 1
print(f"schema: {lines} lines, {bad} complaints")
sys.exit(bad > 0 or lines == 0)

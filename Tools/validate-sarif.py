#!/usr/bin/env python3
"""Validates the SARIF that `scenec check` writes against the published schema (sarif-schema-2.1.0.json of OASIS).

usage: Tools/validate-sarif.py SCENEC SCHEMA FILE…      (pip install jsonschema)
Each file is checked alone, then all of them together. Exit status 1 if a report does not fit the schema."""

import json
import subprocess
import sys

import jsonschema


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    program, schema, files = sys.argv[1], sys.argv[2], sys.argv[3:]
    with open(schema) as file:
        schema = json.load(file)
    validator = jsonschema.validators.validator_for(schema)(schema)
    failed = False
    for group in [[path] for path in files] + [files]:
        done = subprocess.run([program, "check", "--format", "sarif"] + group, capture_output=True, text=True)
        try:
            report = json.loads(done.stdout)
        except json.JSONDecodeError as error:
            print(f"FAIL {group[0]}: {error} {done.stderr[:200]}")
            failed = True
            continue
        errors = list(validator.iter_errors(report))
        count = sum(len(run["results"]) for run in report["runs"])
        for error in errors[:5]:
            print(f"     {'/'.join(map(str, error.absolute_path))}: {error.message[:200]}")
        print(f"{'FAIL' if errors else 'ok  '} {group[0] if len(group) == 1 else f'{len(group)} files'}: {count} results")
        failed = failed or bool(errors)
    sys.exit(1 if failed else 0)


main()

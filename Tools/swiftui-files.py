#!/usr/bin/env python3
"""Gathers SwiftUI files of git repositories that swiftc parses, for `SCENEC_TEST_FILES=FOLDER swift test --filter
CorpusParseTests`.

Usage: swiftui-files.py --out FOLDER REPOSITORY...

A repository is a git directory, with or without a work tree; the files of HEAD that contain `import SwiftUI` are taken.
Those that `swiftc -frontend -parse` accepts are written to FOLDER/REPOSITORY/PATH, and the counts are printed.
"""
import argparse
import os
import pathlib
import subprocess
import sys


def git(repository, *words, **options):
    return subprocess.run(["git", "-C", str(repository), *words], capture_output=True, **options)


def objects(repository):
    """Path and object of each Swift file of HEAD."""
    listed = git(repository, "ls-tree", "-r", "-z", "HEAD")
    for row in listed.stdout.split(b"\0"):
        head, _, path = row.partition(b"\t")
        fields = head.split()
        if path.endswith(b".swift") and len(fields) == 3 and fields[1] == b"blob":
            yield os.fsdecode(path), fields[2]


def contents(repository, rows):
    """The bytes of many objects, asked of one process."""
    asked = b"".join(name + b"\n" for _, name in rows)
    answer = git(repository, "cat-file", "--batch", input=asked).stdout
    at = 0
    for path, _ in rows:
        end = answer.index(b"\n", at)
        fields = answer[at:end].split()
        at = end + 1
        if len(fields) < 3 or fields[1] == b"missing":
            continue
        size = int(fields[2])
        yield path, answer[at : at + size]
        at += size + 1


def accepted(files):
    """Which of some files swiftc parses; all at once, and one by one where one of them does not."""
    run = subprocess.run(["swiftc", "-frontend", "-parse", *files], capture_output=True)
    if run.returncode == 0:
        return list(files)
    if len(files) == 1:
        return []
    half = len(files) // 2
    return accepted(files[:half]) + accepted(files[half:])


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--out", required=True, type=pathlib.Path)
    options.add_argument("repositories", nargs="+", type=pathlib.Path)
    options = options.parse_args()
    written = []
    for repository in options.repositories:
        rows = list(objects(repository))
        name = repository.parent.name if repository.name in ("repo", ".git") else repository.name
        for path, text in contents(repository, rows):
            if b"import SwiftUI" not in text:
                continue
            target = options.out / name / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text)
            written.append(str(target))
    good = set()
    for start in range(0, len(written), 64):
        good.update(accepted(written[start : start + 64]))
    for path in written:
        if path not in good:
            os.remove(path)
    print(f"{len(written)} SwiftUI files of {len(options.repositories)} repositories, {len(good)} parse")
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Plays every example again and again, from the source and from its IR file, with each binary given: all bytes must be equal.

usage: Tools/determinism.py [--runs N] BINARY [BINARY ...]      (a debug and a release build of scenec, for instance)
"""
import argparse, hashlib, json, pathlib, subprocess, sys, tempfile

root = pathlib.Path(__file__).resolve().parent.parent
parser = argparse.ArgumentParser()
parser.add_argument("--runs", type=int, default=100)
parser.add_argument("binaries", nargs="+")
options = parser.parse_args()


def play(binary, path, scenario):
    """Digest of the frames, without the names of files that come before them."""
    command = [binary, "run", str(path), "--format", "ndjson", "--seed", "7"]
    if scenario:
        command += ["--scenario", scenario]
    done = subprocess.run(command, capture_output=True)
    head, _, frames = done.stdout.partition(b"\n")
    return hashlib.sha256(frames).hexdigest(), done.returncode


failed = 0
with tempfile.TemporaryDirectory() as folder:
    for scene in sorted((root / "examples").glob("*.scene")):
        irs = []
        for number, binary in enumerate(options.binaries):
            target = pathlib.Path(folder) / str(number)
            subprocess.run([binary, "build", str(scene), "-o", str(target), "--emit", "ir"], stdout=subprocess.DEVNULL)
            irs.append(target / f"{scene.stem}.ir.json")
        contents = {path.read_bytes() for path in irs}
        if len(contents) != 1:
            failed += 1
            print(f"{scene.name}: the binaries write different IR files")
        module = json.loads(irs[0].read_bytes())
        scenarios = [entry["name"] for entry in module.get("entries", []) if entry.get("kind") == "scenario"] or [None]
        for scenario in scenarios:
            seen = set()
            for binary in options.binaries:
                for _ in range(options.runs):
                    for path in (scene, irs[0]):
                        seen.add(play(binary, path, scenario))
            runs = options.runs * len(options.binaries) * 2
            print(f"{scene.name}, {scenario or 'without scenario'}: {runs} runs, {len(seen)} different")
            failed += len(seen) != 1
sys.exit(1 if failed else 0)

#!/usr/bin/python3
"""Prints which lines of the compiler's passes random kernels run.

    coverage.py BUILD SCRATCH FIRST COUNT [--jobs N] [--lines]

BUILD is a built folder (build/release, say); nothing in it changes. In SCRATCH a copy of the driver gets a
compiler module whose passes count what they run. Prints the share of each file, least first, and
with --lines the lines that no kernel reached. Files that only say what was done (`cleave compile
--report`) and change nothing are not counted.
"""
import argparse
import concurrent.futures
import json
import pathlib
import subprocess
import sys

import scratch_module


# Their lines run where somebody asks for a report; no launch does.
REPORTS = {"explain.cpp", "remarks.cpp"}


def lines_of(scratch, made):
    """By line of the source: whether it ran."""
    report = subprocess.run(["gcov", "--json-format", "--stdout", made.with_suffix(".gcda")],
                            cwd=scratch.folder, capture_output=True, text=True)
    lines = {}
    if not report.stdout:
        return lines
    for file in json.loads(report.stdout)["files"]:
        if pathlib.Path(file["file"]).name != made.stem:
            continue
        for line in file["lines"]:
            number = line["line_number"]
            lines[number] = lines.get(number, False) or line["count"] > 0
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("scratch", type=pathlib.Path)
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--lines", action="store_true")
    arguments = parser.parse_args()
    scratch = scratch_module.Scratch(arguments.build.resolve(), arguments.scratch.resolve())
    flags = ["-g0", "-O0", "--coverage", "-fprofile-update=atomic", "-Wno-error"]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        objects = list(pool.map(lambda source: scratch.compile(source, flags),
                                sorted(source for source in scratch_module.PASSES.rglob("*.cpp")
                                       if source.name not in REPORTS)))
    scratch.link(objects, "--coverage")
    print(scratch.campaign(["run", arguments.first, arguments.count, "--jobs", arguments.jobs]).stdout)
    ran = total = 0
    for made in sorted(objects, key=lambda one: one.name):
        lines = lines_of(scratch, made)
        ran += sum(lines.values())
        total += len(lines)
        if not lines:
            print(f"       {made.stem}: nothing ran")
            continue
        print(f"{100 * sum(lines.values()) / len(lines):6.1f} % of {len(lines)} {made.stem}")
        missing = [number for number, has_run in sorted(lines.items()) if not has_run]
        if arguments.lines and missing:
            print("        not:", " ".join(map(str, missing)))
    print(f"{100 * ran / max(total, 1):6.1f} % of {total} lines")


if __name__ == "__main__":
    sys.exit(main())

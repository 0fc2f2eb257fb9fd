#!/usr/bin/python3
"""Seeds faults into the compiler's passes, one at a time, and asks whether random kernels
find them.

    seed_faults.py BUILD SCRATCH [--kernels N] [--jobs N] [NAME...]

BUILD is a built folder (build/release, say); nothing in it changes. In SCRATCH a copy of the driver gets a
compiler module with the fault. Each kernel is run at one width, another every fourth kernel, and
half of them without some passes too. The faults are in faults.toml; NAME chooses those whose name holds
it. Prints for each how many kernels it took; the exit code is 0 when all are found.
"""
import argparse
import pathlib
import re
import sys
import tomllib

import scratch_module

HERE = pathlib.Path(__file__).resolve().parent


def faulty(fault):
    """The text of the file with the fault."""
    text = (scratch_module.PASSES / fault["file"]).read_text()
    pattern = r"\s*".join(re.escape(word) for word in re.findall(r"\w+|\W", fault["old"])
                          if not word.isspace())
    places = list(re.finditer(pattern, text))
    if len(places) != 1:
        sys.exit(f"{fault['file']} holds {len(places)} times what '{fault['name']}' replaces")
    return text[:places[0].start()] + fault["new"] + text[places[0].end():]


def find(scratch, kernels, jobs):
    """Is there a difference, the first one, and in how many kernels? A kernel that the scalar mode
    does not take is none."""
    done = scratch.campaign(["quick", 0, kernels, "--jobs", jobs, "--batch", 4, "--differences", 1])
    lines = done.stdout.splitlines()
    first = next((line for line in lines if line.startswith("DIFFERS")), "")
    summary = next((line for line in lines if " kernels, " in line), done.stderr)
    return first != "", first, summary.split(" ")[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("scratch", type=pathlib.Path)
    parser.add_argument("--kernels", type=int, default=800)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    faults = tomllib.loads((HERE / "faults.toml").read_text())["fault"]
    texts = [(fault, faulty(fault)) for fault in faults]
    chosen = [(fault, text) for fault, text in texts
              if not arguments.names or any(name in fault["name"] for name in arguments.names)]
    scratch = scratch_module.Scratch(arguments.build.resolve(), arguments.scratch.resolve())
    found = 0
    for fault, text in chosen:
        source = scratch.folder / pathlib.Path(fault["file"]).name
        source.write_text(text)
        # No debug information: linking is faster.
        scratch.link([scratch.compile(source, ["-g0", "-Wno-error"])])
        is_found, first, kernels = find(scratch, arguments.kernels, arguments.jobs)
        found += is_found
        print(f"{'found' if is_found else 'NOT FOUND'} in {kernels} kernels: {fault['name']}\n"
              f"    {first}", flush=True)
    print(f"{found} of {len(chosen)} faults found")
    return found != len(chosen)


if __name__ == "__main__":
    sys.exit(main())

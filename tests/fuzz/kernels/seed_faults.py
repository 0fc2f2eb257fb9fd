#!/usr/bin/python3
"""Seeds faults into the compiler's passes and what works with them, one at a time, and asks whether
random kernels find them.

    seed_faults.py BUILD SCRATCH [--kernels N] [--jobs N] [NAME...]

BUILD is a built folder (build/release, say); nothing in it changes. In SCRATCH a copy of the driver gets
the fault. Each kernel is run at one width, another every fourth kernel, and
half of them without some passes too. The faults are in faults.toml; NAME chooses those whose name holds
it. The kernels run once without any fault first. A fault that says `with` is looked for by the
kernels that have this text, of which --kernels counts the others too; one that says `tests` by the tests
of that folder of tests/compiler/pass; one that says `kernels` by those of bin/kernels_test. SCRATCH keeps compiled code:
where the driver has the fault and not the compiler, nothing is compiled again. Prints for each fault
how many kernels it took; the exit code is 0 when all are found.
"""
import argparse
import pathlib
import sys

import scratch_module

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from seeded_faults import faulty, file_of, read  # noqa: E402


BY_TESTS = {"tests", "kernels"}  # a fault that says one of these needs no random kernels


def differences(scratch, text, kernels, jobs, most):
    """By seed, the first one of each kernel, and how many kernels with that text were run: no more
    than it takes to find so many that differ. One that the scalar mode does not take is none."""
    done = scratch.campaign(["quick", 0, kernels, "--jobs", jobs, "--batch", 4,
                             "--differences", most, "--with", text])
    found = {}
    for line in done.stdout.splitlines():
        if line.startswith("DIFFERS"):
            found.setdefault(int(line.split(" ")[2]), line)
    summary = next((line for line in done.stdout.splitlines() if " kernels, " in line), done.stderr)
    return found, summary.split(" ")[0]


def look_with_tests(scratch, fault, objects):
    """Prints which tests find the fault; returns whether there is one."""
    if "kernels" in fault:
        which, failing = fault["kernels"], scratch.failing_kernels(fault["kernels"], objects)
    else:
        which, failing = f"pass.{fault['tests']}", scratch.failing_tests(fault["tests"], objects)
    print(f"{'found' if failing else 'NOT FOUND'} by {which}: {fault['name']}\n"
          f"    {', '.join(failing)}", flush=True)
    return bool(failing)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("scratch", type=pathlib.Path)
    parser.add_argument("--kernels", type=int, default=800)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_intermixed_args()
    faults = read("kernels")["fault"]
    texts = [(fault, faulty(fault)) for fault in faults]
    chosen = [(fault, text) for fault, text in texts
              if not arguments.names or any(name in fault["name"] for name in arguments.names)]
    scratch = scratch_module.Scratch(arguments.build.resolve(), arguments.scratch.resolve())
    # A difference without any fault would count for every fault.
    known = {}
    for text in {fault.get("with", "") for fault, _ in chosen if not BY_TESTS & fault.keys()}:
        known[text], _ = differences(scratch, text, arguments.kernels, arguments.jobs, 0)
        for line in known[text].values():
            print(f"without a fault: {line}", flush=True)
    found = 0
    for fault, text in chosen:
        source = scratch.folder / file_of(fault).name
        source.write_text(text)
        # No debug information: linking is faster.
        objects = [scratch.compile(file_of(fault), ["-g0", "-Wno-error"], source)]
        if BY_TESTS & fault.keys():
            found += look_with_tests(scratch, fault, objects)
            continue
        scratch.link(objects)
        text = fault.get("with", "")
        differing, kernels = differences(scratch, text, arguments.kernels, arguments.jobs,
                                         len(known[text]) + 1)
        first = next((line for seed, line in differing.items() if seed not in known[text]), None)
        found += first is not None
        print(f"{'found' if first else 'NOT FOUND'} in {kernels} kernels: {fault['name']}\n"
              f"    {first or ''}", flush=True)
    print(f"{found} of {len(chosen)} faults found")
    return found != len(chosen)


if __name__ == "__main__":
    sys.exit(main())

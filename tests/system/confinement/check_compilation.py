#!/usr/bin/env python3
"""Watches a program whose kernels are compiled all the time, from outside, through /proc.

compilation_load.cpp uses some parts of the machine, and keeps its own main thread away from them: a
thread that is made there and not bound is found outside. What must hold of every other thread,
those of compiler processes included:
  - it may run on the processors of one of the parts that are used, and on no others;
  - the processor that it last ran on is one of those;
  - there is a worker for each processor of these parts, and none more;
  - each of these parts has had a thread that compiles in the background.
A compiler process, or a thread that has more stack for a build, may also run where the main thread
does, for which it then works.

Usage: check_compilation.py [--must-find TEXT] -- COMMAND [ARGUMENT...]
--must-find: succeed exactly if a problem is found whose description contains TEXT.
"""

import sys

from check_confinement import main, processors_in


def part_that_holds(processors, parts):
    """The part that all these processors belong to; None: there is none."""
    return next((part for part, own in parts.items() if processors <= own), None)


def settled(readings, begun):
    """Those of `begun` whose thread had the same mask in the reading before.

    A compiler process takes the mask of each asking thread: its processor and its mask are read one
    after the other, and the system moves it some time after it has set its mask.
    """
    return [now for before, now in zip(readings, readings[1:])
            if now in begun and before.allowed == now.allowed]


def check_compilation(phase, part_of):
    problems = []
    parts = {part: {p for p in part_of if part_of[p] == part} for part in phase.parts}
    used = set().union(*parts.values())
    workers = []
    compiling = {}  # by part, the seconds of each thread
    with open(f"/proc/{phase.process}/status") as file:
        mask = next(line for line in file if line.startswith("Cpus_allowed_list:"))
    with open(f"/proc/{phase.process}/comm") as file:
        of_program = file.read().strip()  # and of what the main thread starts
    of_main_thread = processors_in(mask.split(":")[1].strip())
    for thread_id in set().union(*phase.samples):
        readings = [sample[thread_id] for sample in phase.samples if thread_id in sample]
        begun = [reading for reading in readings if reading.has_begun]
        if thread_id in phase.compiler_threads or readings[-1].name == of_program:
            begun = [reading for reading in begun if reading.allowed != of_main_thread]
        name = readings[-1].name
        if name.startswith("cleave/"):
            workers.append(name)
            begun = begun or readings[-1:]  # the program waited until it was bound
        who = f"thread {thread_id} ({name})"
        homes = {part_that_holds(reading.allowed, parts) for reading in begun}
        for allowed in {tuple(sorted(reading.allowed)) for reading in begun}:
            if part_that_holds(set(allowed), parts) is None:
                problems.append(f"{who} may run on {list(allowed)}, outside the parts {parts}")
        strays = {reading.last_processor for reading in settled(readings, begun)} - used
        if strays:
            problems.append(f"{who} ran on {sorted(strays)}, outside the parts {parts}")
        if begun and name == "cleave-compiler":
            seconds = phase.used(thread_id)
            for part in homes - {None}:
                compiling.setdefault(part, []).append(f"{seconds:.2f}")
    expected = sorted(f"cleave/{processor}" for processor in used)
    if sorted(workers) != expected:
        problems.append(f"there are the workers {sorted(workers)}, and not {expected}")
    problems += [f"nothing was compiled in the background of part {part}"
                 for part in parts if part not in compiling]
    print(f"{len(phase.samples)} samples; workers {sorted(workers)}; compiled in the background {compiling}")
    return problems


if __name__ == "__main__":
    sys.exit(main(__doc__, check_compilation))

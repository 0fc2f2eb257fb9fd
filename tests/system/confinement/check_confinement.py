#!/usr/bin/env python3
"""Watches a program that works on parts of a device, from outside, through /proc.

In each phase some parts work (load.cpp says which). What must hold:
  - a thread that gets processor time is bound to exactly one processor of a working part;
  - the processor that it last ran on is never another one;
  - every processor of the working parts has a thread that is busy, and no thread of another part is.
The program's main thread only enqueues and waits; it may be anywhere.

Usage: check_confinement.py [--must-find TEXT] PROGRAM [ARGUMENT...]
--must-find: succeed exactly if a problem is found whose description contains TEXT.
"""

import argparse
import os
import subprocess
import sys
import threading
import time

SKIPPED = 77
SAMPLE_EVERY = 0.01  # seconds
TICK = 1 / os.sysconf("SC_CLK_TCK")
# A worker that spins for the next command, or a sample that comes late, uses less than this.
IDLE_SECONDS = 5 * TICK
# A thread sets its own name and mask when it begins; until then it has its creator's.
BEGINNING_NANOSECONDS = 1_000_000
# A processor has worked if it was busy so long of a phase of 1.5 seconds: enough to be no accident, little
# enough for a loaded machine.
BUSY_SECONDS = 0.2


class Thread:
    """One reading of a thread."""

    def __init__(self, folder):
        # First: what is read afterwards is as it was when the thread had run so long, or later.
        with open(folder + "/schedstat") as file:
            self.has_begun = int(file.read().split()[0]) >= BEGINNING_NANOSECONDS
        with open(folder + "/stat") as file:
            text = file.read()
        self.name = text[text.index("(") + 1 : text.rindex(")")]
        fields = text[text.rindex(")") + 2 :].split()  # from field 3 of proc(5) on
        self.seconds = (int(fields[11]) + int(fields[12])) * TICK
        self.last_processor = int(fields[36])
        with open(folder + "/status") as file:
            mask = next(line for line in file if line.startswith("Cpus_allowed_list:"))
        self.allowed = processors_in(mask.split(":")[1].strip())


def processors_in(ranges):
    """The set that a list such as 0-2,5 stands for."""
    result = set()
    for item in ranges.split(","):
        first, _, last = item.partition("-")
        result.update(range(int(first), int(last or first) + 1))
    return result


def read_threads(process):
    """Every thread but the main one, by its id."""
    folder = f"/proc/{process}/task"
    threads = {}
    for name in os.listdir(folder):
        if int(name) == process:
            continue
        try:
            threads[int(name)] = Thread(f"{folder}/{name}")
        except (FileNotFoundError, ProcessLookupError):
            pass  # it has just ended
    return threads


def server_of(process):
    """The fork server of the process's compiler processes; None: there is none."""
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/cmdline") as file:
                words = file.read().split("\0")
            with open(f"/proc/{name}/stat") as file:
                parent = int(file.read().rpartition(")")[2].split()[1])
            with open(f"/proc/{parent}/cmdline") as file:
                is_forked = file.read().split("\0") == words
        except OSError:
            continue  # it has just ended
        if words[0].endswith("/cleave-compiler") and words[1] == str(process) and not is_forked:
            return int(name)
    return None


def read_compilers(server):
    """Every thread of the compiler processes that the fork server has forked, by its id."""
    try:
        with open(f"/proc/{server}/task/{server}/children") as file:
            children = file.read().split()
    except FileNotFoundError:
        return {}
    threads = {}
    for child in children:
        try:
            threads.update(read_threads(int(child)))
            threads[int(child)] = Thread(f"/proc/{child}/task/{child}")
        except (FileNotFoundError, ProcessLookupError):
            pass
    return threads


class Phase:
    """Samples while some parts work."""

    def __init__(self, process, parts):
        self.process = process
        self.server = server_of(process)
        self.compiler_threads = set()
        self.parts = parts
        # Threads that compiled before this phase are no work of it.
        self.first = read_threads(process) | read_compilers(self.server)
        self.samples = []
        self.over = threading.Event()
        self.sampler = threading.Thread(target=self.sample)
        self.sampler.start()

    def sample(self):
        while not self.over.is_set():
            self.server = self.server or server_of(self.process)
            compilers = read_compilers(self.server)
            self.compiler_threads |= set(compilers)
            self.samples.append(read_threads(self.process) | compilers)
            time.sleep(SAMPLE_EVERY)

    def end(self):
        self.over.set()
        self.sampler.join()
        self.samples.append(read_threads(self.process))

    def used(self, thread_id):
        """Seconds of processor time in this phase."""
        begin = self.first[thread_id].seconds if thread_id in self.first else 0
        readings = [sample[thread_id].seconds for sample in self.samples if thread_id in sample]
        return max(readings, default=begin) - begin


def check_thread(phase, thread_id, part_of, problems):
    """A thread that was busy in the phase. Gives its processor if it is bound to one."""
    readings = [sample[thread_id] for sample in phase.samples if thread_id in sample]
    working = {processor for processor, part in part_of.items() if part in phase.parts}
    who = f"thread {thread_id} ({readings[0].name})"
    masks = {tuple(sorted(reading.allowed)) for reading in readings}
    bound = masks.pop() if len(masks) == 1 else ()
    if len(bound) != 1:
        may = sorted(set().union(*(reading.allowed for reading in readings)))
        problems.append(f"{who} is not bound to one processor: it may run on {may}")
    elif bound[0] not in working:
        problems.append(f"{who} works on processor {bound[0]}, outside the working parts {sorted(working)}")
    strays = {reading.last_processor for reading in readings} - working
    if strays:
        problems.append(f"{who} ran on {sorted(strays)}, outside the working parts {sorted(working)}")
    if len(bound) == 1:
        elsewhere = {reading.last_processor for reading in readings} - set(bound)
        if elsewhere:
            problems.append(f"{who} is bound to {bound[0]} but ran on {sorted(elsewhere)}")
        return bound[0]
    return None


def check_kernels(phase, part_of):
    """Problems of a phase in which kernels keep parts busy."""
    problems = []
    busy_processors = {}
    for thread_id in set().union(*phase.samples):
        seconds = phase.used(thread_id)
        if seconds <= IDLE_SECONDS:
            continue
        processor = check_thread(phase, thread_id, part_of, problems)
        if processor is not None:
            busy_processors[processor] = busy_processors.get(processor, 0) + seconds
    for processor, part in part_of.items():
        if part in phase.parts and busy_processors.get(processor, 0) < BUSY_SECONDS:
            problems.append(
                f"processor {processor} of working part {part} was used for "
                f"{busy_processors.get(processor, 0):.2f} s only"
            )
    times = ", ".join(f"{p}: {s:.2f} s" for p, s in sorted(busy_processors.items()))
    print(f"phase of parts {phase.parts}: {len(phase.samples)} samples; by processor {times}")
    return problems


def check_parts(part_of, announced):
    """Checks that what the program says of its parts makes sense: this process may use the same machine."""
    problems = []
    if len(part_of) != announced:
        problems.append("the parts overlap")
    outside = set(part_of) - os.sched_getaffinity(0)
    if outside:
        problems.append(f"the parts hold {sorted(outside)}, which this process may not use")
    return problems


def watch(command, check_phase):
    """Problems that check_phase(phase, part_of) finds in each phase; the exit status of the command."""
    part_of = {}
    announced = 0
    problems = []
    phase = None
    phases = 0
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        for line in process.stdout:
            words = line.replace(":", "").split()
            if words[0] == "part":
                announced += len(words) - 2
                part_of.update({int(word): int(words[1]) for word in words[2:]})
            elif words[0] == "phase":
                phase = Phase(process.pid, [int(word) for word in words[1:]])
                process.stdin.write("begin\n")
            elif words[0] == "end":
                phase.end()
                phases += 1
                problems += [f"phase of parts {phase.parts}: {problem}"
                             for problem in check_phase(phase, part_of)]
                phase = None
            else:
                print(line, end="")
        if phase is not None:
            phase.over.set()
    problems += check_parts(part_of, announced)
    if process.returncode == 0 and phases == 0:
        problems.append("the program announced no phase")
    return problems, process.returncode


def main(description, check_phase):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--must-find", metavar="TEXT")
    parser.add_argument("command", nargs="+")
    arguments = parser.parse_args()
    problems, status = watch(arguments.command, check_phase)
    if status == SKIPPED:
        return SKIPPED
    for problem in problems:
        print("not confined:", problem)
    if status != 0:
        print(f"the program ended with status {status}")
        return 1
    if arguments.must_find is None:
        return 1 if problems else 0
    if any(arguments.must_find in problem for problem in problems):
        return 0
    print(f"no problem says: {arguments.must_find}")
    return 1


if __name__ == "__main__":
    sys.exit(main(__doc__, check_kernels))

#!/usr/bin/python3
"""Seeds faults into the driver, one at a time, and asks whether the fuzzers find them.

    seed_faults.py BUILD SCRATCH [--seconds N] [--jobs N] [NAME...]

BUILD is a built folder (build/dev, or build/tsan, whose fuzzer has the driver in it); nothing in it changes.
In SCRATCH a copy of the driver gets the fault, and a fuzzer runs until it finds something wrong, or for so many seconds. The faults are in
faults.toml of each fuzzer's folder; NAME chooses those whose name holds it. Prints for each in how many seeds
it was found; the exit code is 0 when all are.
"""
import argparse
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import time
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LIBRARY = "lib/libcleave.so"
RACES = HERE / "api/races.supp"


def faulty(fault):
    """The text of the file with the fault."""
    text = (ROOT / fault["file"]).read_text()
    pattern = r"\s*".join(re.escape(word) for word in re.findall(r"\w+|\W", fault["old"])
                          if not word.isspace())
    places = list(re.finditer(pattern, text))
    if len(places) != 1:
        sys.exit(f"{fault['file']} holds {len(places)} times what '{fault['name']}' replaces")
    return text[:places[0].start()] + fault["new"] + text[places[0].end():]


class Scratch:
    """A copy of the driver that is linked with one object of its own."""

    def __init__(self, build, folder):
        self.build, self.folder = build, folder
        self.target = LIBRARY if (build / LIBRARY).exists() else "bin/api_fuzz"
        (folder / "bin").mkdir(parents=True, exist_ok=True)
        (folder / "lib").mkdir(parents=True, exist_ok=True)
        (folder / "vendors").mkdir(exist_ok=True)
        (folder / "vendors/cleave.icd").write_text(f"{folder}/{LIBRARY}\n")
        # The compiler is found beside the driver.
        for part in ("lib/libcleave-compiler.so", "lib/cleave-compiler"):
            place = folder / part
            if not place.exists() and (build / part).exists():
                place.symlink_to(build / part)
        done = subprocess.run(["ninja", "-C", build, "-t", "commands", self.target], check=True,
                              capture_output=True, text=True)
        self.commands = done.stdout.splitlines()

    def run(self, command):
        done = subprocess.run(command, cwd=self.build, shell=True, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(done.stdout + done.stderr)

    def make(self, fault):
        """The driver with the fault in it."""
        source = self.folder / pathlib.Path(fault["file"]).name
        source.write_text(faulty(fault))
        command = next(line for line in self.commands if line.endswith(f"/{fault['file']}"))
        words = [word for word in shlex.split(command) if not word.endswith("ccache")]
        where = words.index("-o") + 1
        made = words[where]
        new = self.folder / f"{source.name}.o"
        for flag, value in (("-o", new), ("-c", source), ("-MF", f"{new}.d")):
            words[words.index(flag) + 1] = str(value)
        words.append("-Wno-error")
        self.run(shlex.join(words))
        # src/api/CMakeFiles/cleave_api.dir/check/buffer.cpp.o is in src/api/libcleave_api.a.
        layer, _, name = made.partition("/CMakeFiles/")
        archive = f"{layer}/lib{name.split('.dir/')[0]}.a"
        copy = self.folder / "layer.a"
        shutil.copy2(self.build / archive, copy)
        member = pathlib.Path(made).name
        # Members of one name from two folders stay apart: the one that is to go is known by its place.
        files = [line for line in self.commands if f" -o {layer}/CMakeFiles/" in line]
        same = [line for line in files if shlex.split(line)[shlex.split(line).index("-o") + 1]
                .endswith("/" + member)]
        order = [line.endswith(f"/{fault['file']}") for line in same].index(True) + 1
        new_member = self.folder / member
        if new_member != new:
            shutil.copy2(new, new_member)
        self.run(f"ar dN {order} {copy} {member} && ar q {copy} {new_member} && ranlib {copy}")
        link = self.commands[-1].replace(archive, str(copy))
        self.run(link.replace(f"-o {self.target}", f"-o {self.folder}/{self.target}"))


def find(scratch, fuzzer, seconds, jobs):
    """Does the fuzzer say that something is wrong, what, and in how many seeds?"""
    environment = dict(os.environ, OCL_ICD_VENDORS=str(scratch.folder / "vendors"),
                       CLEAVE_CACHE_DIRECTORY=str(scratch.folder / "cache"), CLEAVE_FUZZ_PATIENCE="10",
                       TSAN_OPTIONS=f"halt_on_error=1 die_after_fork=0 suppressions={RACES}")
    has_driver = scratch.folder / scratch.target
    command = [scratch.build / "bin" / fuzzer if scratch.target == LIBRARY else has_driver, "--seeds", "0", "100000000", "--jobs", str(jobs),
               "--seconds", str(seconds), "--first"]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                          env=environment)
    lines = done.stdout.splitlines()
    first = next((line for line in lines if line.startswith("WRONG")), "")
    summary = next((line for line in lines if "next seed" in line), done.stderr)
    return first, summary.rsplit(" ", 1)[-1].strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("scratch", type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_intermixed_args()
    scratch = Scratch(arguments.build.resolve(), arguments.scratch.resolve())
    found = chosen = 0
    for table in sorted(HERE.glob("*/faults.toml")):
        for fault in tomllib.loads(table.read_text())["fault"]:
            if arguments.names and not any(name in fault["name"] for name in arguments.names):
                continue
            if scratch.target != LIBRARY and table.parent.name != "api":
                continue
            chosen += 1
            scratch.make(fault)
            begin = time.monotonic()
            first, seeds = find(scratch, f"{table.parent.name}_fuzz", arguments.seconds,
                                arguments.jobs)
            found += first != ""
            print(f"{'found' if first else 'NOT FOUND'} before seed {seeds}, in "
                  f"{time.monotonic() - begin:.1f} s: {fault['name']}\n    {first[:220]}", flush=True)
    print(f"{found} of {chosen} faults found")
    return found != chosen


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/python3
"""Seeds faults into the driver and its compiler, one at a time, and asks whether the fuzzers find them.

    seed_faults.py BUILD SCRATCH [--fuzzer api|binary|source] [--seconds N] [--jobs N] [NAME...]

BUILD is a built folder (build/dev, or build/tsan, whose fuzzer has the driver in it); nothing in it changes.
In SCRATCH a copy of the driver gets the fault, and a fuzzer runs until it finds something wrong, or for so many seconds. The faults are in
faults.toml of each fuzzer's folder; NAME chooses those whose name holds it. Prints for each in how many seeds
it was found; the exit code is 0 when all are. The fuzzer runs once without any fault first: what
it finds wrong then would count for every fault.
"""
import argparse
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import time

import seeded_faults

HERE = pathlib.Path(__file__).resolve().parent
DRIVER = ("lib/libcleave.so", "lib/libcleave-compiler.so", "lib/cleave-compiler")
FUZZERS = ("api", "binary", "source")  # kernels/ has a script of its own, which makes another compiler module
RACES = HERE / "api/races.supp"


def output_of(command):
    words = shlex.split(command)
    return words[words.index("-o") + 1] if "-o" in words else ""


class Part:
    """A library or program of the build, and the commands that made it."""

    def __init__(self, build, name):
        done = subprocess.run(["ninja", "-C", build, "-t", "commands", name], check=True,
                              capture_output=True, text=True)
        self.name = name
        self.compilations = [line for line in done.stdout.splitlines() if " -c " in line]
        self.link = done.stdout.splitlines()[-1]
        self.linked = set(shlex.split(self.link))

    def objects_of(self, file):
        """How the part comes to hold the file: pairs of the compilation and the archive that has its
        object, or none where the object itself is linked."""
        found = []
        for command in self.compilations:
            if not command.endswith(f"/{file}"):
                continue
            made = output_of(command)
            # src/api/CMakeFiles/cleave_api.dir/check/buffer.cpp.o is in src/api/libcleave_api.a.
            layer, _, name = made.partition("/CMakeFiles/")
            archive = f"{layer}/lib{name.split('.dir/')[0]}.a"
            if made in self.linked:
                found.append((command, None))
            elif archive in self.linked:
                found.append((command, archive))
        return found


class Scratch:
    """A copy of the driver, of which parts are linked with one object of their own."""

    def __init__(self, build, folder):
        self.build, self.folder = build, folder
        self.has_driver = (build / DRIVER[0]).exists()
        self.parts = [Part(build, name) for name in (DRIVER if self.has_driver else ("bin/api_fuzz",))]
        for name in ("bin", "lib", "vendors"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        (folder / "vendors/cleave.icd").write_text(f"{folder}/{DRIVER[0]}\n")
        self.restore()

    def restore(self):
        """The parts as they were built. No symbolic links: the compiler is looked for beside the file."""
        for part in self.parts:
            place = self.folder / part.name
            place.unlink(missing_ok=True)
            try:
                place.hardlink_to(self.build / part.name)
            except OSError:
                shutil.copy2(self.build / part.name, place)

    def run(self, command):
        done = subprocess.run(command, cwd=self.build, shell=True, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(done.stdout + done.stderr)

    def make(self, fault):
        """The driver with the fault in it."""
        self.restore()
        source = self.folder / pathlib.Path(fault["file"]).name
        source.write_text(seeded_faults.faulty(fault))
        is_made = False
        for part in self.parts:
            link = part.link
            for command, archive in part.objects_of(fault["file"]):
                new = self.compile(command, source)
                made = output_of(command)
                link = link.replace(archive, str(self.archive_with(part, archive, made, new))) \
                    if archive else link.replace(made, str(new))
            if link != part.link:
                (self.folder / part.name).unlink()  # and not what is built, which has the same file
                # No debug information: linking is faster.
                flags = "-Wl,-S " if "-fuse-ld=lld" in link else ""
                self.run(link.replace(f"-o {part.name}", f"{flags}-o {self.folder}/{part.name}"))
                is_made = True
        if not is_made:
            sys.exit(f"nothing of the driver is made of {fault['file']}")

    def compile(self, command, source):
        new = self.folder / f"{source.name}.o"
        words = [word for word in shlex.split(command) if not word.endswith("ccache")]
        for flag, value in (("-o", new), ("-c", source), ("-MF", f"{new}.d")):
            words[words.index(flag) + 1] = str(value)
        self.run(shlex.join(words + ["-Wno-error", "-g0"]))
        return new

    def archive_with(self, part, archive, made, new):
        """A copy of the archive with the new object in the place of the one that was made."""
        copy = self.folder / pathlib.Path(archive).name
        shutil.copy2(self.build / archive, copy)
        member = pathlib.Path(made).name
        # Members of one name from two folders stay apart: the one that is to go is known by its place.
        layer = made.partition("/CMakeFiles/")[0]
        objects = [output_of(line) for line in part.compilations]
        same = [one for one in objects
                if one.startswith(f"{layer}/CMakeFiles/") and pathlib.Path(one).name == member]
        self.run(f"ar dN {same.index(made) + 1} {copy} {member} && ar q {copy} {new} && ranlib {copy}")
        return copy


def find(scratch, fuzzer, environment, seconds, jobs):
    """Does the fuzzer say that something is wrong, what, and in how many seeds?"""
    variables = {**os.environ, "OCL_ICD_VENDORS": str(scratch.folder / "vendors"),
                 "CLEAVE_CACHE_DIRECTORY": str(scratch.folder / "cache"),
                 "CLEAVE_FUZZ_PATIENCE": "10",
                 "TSAN_OPTIONS": f"halt_on_error=1 die_after_fork=0 suppressions={RACES}",
                 **environment}
    place = scratch.build if scratch.has_driver else scratch.folder
    command = [place / "bin" / fuzzer, "--seeds", "0", "100000000", "--jobs", str(jobs),
               "--seconds", str(seconds), "--first"]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", env=variables)
    lines = done.stdout.splitlines()
    first = next((line for line in lines if line.startswith("WRONG")), "")
    summary = next((line for line in lines if "next seed" in line), done.stderr)
    return first, summary.rsplit(" ", 1)[-1].strip()


def chosen_of(table, names):
    return [fault for fault in table["fault"]
            if not names or any(name in fault["name"] for name in names)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("scratch", type=pathlib.Path)
    parser.add_argument("--fuzzer", choices=FUZZERS)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_intermixed_args()
    scratch = Scratch(arguments.build.resolve(), arguments.scratch.resolve())
    found = chosen = 0
    for fuzzer in FUZZERS:
        if not scratch.has_driver and fuzzer != "api" or arguments.fuzzer not in (None, fuzzer):
            continue
        table = seeded_faults.read(fuzzer)
        faults = chosen_of(table, arguments.names)
        if not faults:
            continue

        def search(seconds, environment):
            return find(scratch, f"{fuzzer}_fuzz", table.get("environment", {}) | environment,
                        seconds, arguments.jobs)

        scratch.restore()
        first, _ = search(5, {})
        if first:
            sys.exit(f"without a fault: {first}")
        for fault in faults:
            chosen += 1
            scratch.make(fault)
            begin = time.monotonic()
            first, seeds = search(arguments.seconds, fault.get("environment", {}))
            found += first != ""
            print(f"{fuzzer}: {'found' if first else 'NOT FOUND'} before seed {seeds}, in "
                  f"{time.monotonic() - begin:.1f} s: {fault['name']}\n    {first[:220]}", flush=True)
    print(f"{found} of {chosen} faults found")
    return found != chosen


if __name__ == "__main__":
    sys.exit(main())

"""Measures what SYCL costs around kernels' code: compiling a small program, and a program's first launch.

Compilations are counted in the processor time of all processes, launches in time: the least and the middle of rounds in which
everything is measured in turn. Caches of compiled kernels are empty for each launch but those that say otherwise."""

import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent


def standard_headers():
    """The headers of the standard library that ours include."""
    names = set()
    for header in (SOURCE / "include" / "sycl").rglob("*.hpp"):
        names.update(re.findall(r"^#include <([a-z_0-9]+)>$", header.read_text(), re.MULTILINE))
    return sorted(names)


def processor_seconds(command, environment):
    """The processor time of a command and its children, which must succeed."""
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    messages = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stderr.close()
    if process.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: {messages.decode()}")
    return usage.ru_utime + usage.ru_stime


def milliseconds(command, environment):
    """Returns what a program prints, which must succeed."""
    return float(subprocess.run(command, env=environment, check=True, capture_output=True).stdout)


def report(title, unit, samples, base):
    print(f"\n{title}, {unit}: least, middle, times the first")
    first_least, first_middle = min(samples[base]), statistics.median(samples[base])
    for name, values in samples.items():
        least, middle = min(values), statistics.median(values)
        print(f"  {name:44} {least:9.3f} {middle:9.3f}   {least / first_least:5.2f} {middle / first_middle:5.2f}")


def measure_compilations(arguments, folder):
    hello = SOURCE / "examples" / "sycl" / "hello.cpp"
    reordered = folder / "hello.cpp"  # the kept header is for files that begin with ours
    text = hello.read_text()
    reordered.write_text("#include <sycl/sycl.hpp>\n" + text.replace("#include <sycl/sycl.hpp>\n", ""))
    plain = folder / "plain.cc"
    # Some are of later versions of C++ than the library has.
    plain.write_text("".join(f"#if __has_include(<{name}>)\n#include <{name}>\n#endif\n" for name in standard_headers()) +
                     "int main() {}\n")
    options = ["-std=c++17", "-O2", "-c", "-o", folder / "out.o"]
    environment = dict(os.environ, CLEAVE_CACHE_DIRECTORY=str(folder / "kept"))
    commands = {
        "clang++-22 -fsycl, standard headers": [arguments.clang, "-fsycl", *options, plain],
        "clang++-22, standard headers": [arguments.clang, *options, plain],
        "cleave-c++, hello": [arguments.compiler, "-fno-sycl-kept-header", *options, reordered],
        "cleave-c++, hello, kept header": [arguments.compiler, "-fsycl-kept-header", *options, reordered],
        "cleave-c++, standard headers alone": [arguments.compiler, *options, plain],
    }
    samples = {name: [] for name in commands}
    for number in range(arguments.rounds + 1):
        for name, command in commands.items():
            seconds = processor_seconds(command, environment)
            if number > 0:  # the first fills caches, and makes the kept header
                samples[name].append(seconds)
    report("Compiling, both passes", "seconds of processor time", samples, next(iter(samples)))


def measure_launches(arguments, folder):
    base = dict(os.environ, OCL_ICD_VENDORS=arguments.vendors)
    programs = {
        "OpenCL C": [arguments.programs / "first_launch_opencl"],
        "SYCL, one kernel": [arguments.programs / "first_launch_1", "0"],
        "SYCL, the first of 500": [arguments.programs / "first_launch_500", "0"],
        "SYCL, the last of 500": [arguments.programs / "first_launch_500", "499"],
    }
    for is_kept in (False, True):
        samples = {name: [] for name in programs}
        for number in range(arguments.rounds + 1):
            for name, command in programs.items():
                with tempfile.TemporaryDirectory(dir=folder) as empty:
                    cache = folder / "cache" if is_kept else empty
                    spent = milliseconds(command, dict(base, CLEAVE_CACHE_DIRECTORY=str(cache)))
                if number > 0:
                    samples[name].append(spent)
        title = "The first launch of a process" + (", compiled by an earlier one" if is_kept else "")
        report(title, "milliseconds", samples, "OpenCL C")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="the build's folder")
    parser.add_argument("--no-compilations", action="store_true",
                        help="only launches, which need no compiler, and of the build only bin/benchmarks and vendors")
    parser.add_argument("--clang", default="clang++-22", help="the compiler to compare with")
    parser.add_argument("--rounds", type=int, default=10)
    arguments = parser.parse_args()
    arguments.compiler = arguments.build.resolve() / "bin" / "cleave-c++"
    arguments.programs = arguments.build.resolve() / "bin" / "benchmarks"
    arguments.vendors = str(arguments.build.resolve() / "vendors")
    with tempfile.TemporaryDirectory() as folder:
        if not arguments.no_compilations:
            measure_compilations(arguments, pathlib.Path(folder))
        measure_launches(arguments, pathlib.Path(folder))


if __name__ == "__main__":
    main()

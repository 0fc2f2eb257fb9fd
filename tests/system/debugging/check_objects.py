#!/usr/bin/python3
"""check_objects.py TESTS SOURCE: lets the real gdb stop in a kernel of SYCL's, in vector code, and print its object.

TESTS is the program with the test RunWithDebugInformation, SOURCE the file with its kernel Captured. Exits with 77 where gdb may not watch
another process.
"""
import pathlib
import re
import subprocess
import sys

PROGRAM, SOURCE = sys.argv[1:3]
LINES = pathlib.Path(SOURCE).read_text().splitlines()
LINE = next(i for i, line in enumerate(LINES, 1) if "out[i] = values[" in line)
COMMANDS = ["set debuginfod enabled off", "set breakpoint pending on", "set confirm off", "set width 0",
            f"break {pathlib.Path(SOURCE).name}:{LINE}", "run", "backtrace 1", "print values[7]", "print this->values[8]"]
WANTED = [rf"Captured::operator\(\).*kernels\.cpp:{LINE}", r"\$1 = 1234", r"\$2 = 0"]


def main():
    words = ["gdb", "-q", "-nx", "-batch"]
    for command in COMMANDS:
        words += ["-ex", command]
    words += ["--args", PROGRAM, "--gtest_filter=*RunWithDebugInformation"]
    result = subprocess.run(words, text=True, timeout=100, check=False,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if re.search("Operation not permitted|Could not trace|ptrace:", result.stdout):
        print(result.stdout)
        print("skipped: gdb may not trace processes here (ptrace is refused)")
        sys.exit(77)
    at = 0
    for pattern in WANTED:
        found = re.search(pattern, result.stdout[at:])
        if found is None:
            sys.exit(f"gdb does not say {pattern}:\n{result.stdout}")
        at += found.end()
    print("gdb shows the object of a kernel")


if __name__ == "__main__":
    main()

#!/usr/bin/python3
"""check_lambda.py AS_WRITTEN OPTIMISED SOURCE: lets the real gdb stop at the lines of a lambda of SYCL.

AS_WRITTEN is the program of SOURCE that cleave-c++ made with -g -O0, OPTIMISED with -g -O2. Exits with 77 where gdb may not watch
another process.
"""
import os
import pathlib
import re
import subprocess
import sys

AS_WRITTEN, OPTIMISED, SOURCE = sys.argv[1:4]
LINES = pathlib.Path(SOURCE).read_text().splitlines()
NAME = pathlib.Path(SOURCE).name


def line_with(text):
    return next(i for i, line in enumerate(LINES, 1) if text in line)


def gdb(program, commands):
    """Returns what gdb says to the commands, given before the program runs."""
    words = ["gdb", "-q", "-nx", "-batch"]
    for command in ["set debuginfod enabled off", "set breakpoint pending on", "set confirm off", "set width 0"] + commands:
        words += ["-ex", command]
    result = subprocess.run(words + ["--args", program], text=True, timeout=100, check=False, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if re.search("Operation not permitted|Could not trace|ptrace:", result.stdout):
        print(result.stdout)
        print("skipped: gdb may not trace processes here (ptrace is refused)")
        sys.exit(77)
    return result.stdout


def expect(output, *patterns):
    """All of them, one after another."""
    at = 0
    for pattern in patterns:
        found = re.compile(pattern, re.MULTILINE).search(output, at)
        if not found:
            sys.exit(f"gdb does not say {pattern}, from character {at} on:\n{output}")
        at = found.end()


def after_first_launch(*commands):
    return [f"break {NAME}:{line_with('const int first')}", "run", *commands]


def code_as_written_has_each_line_and_variable():
    product, store = line_with("const int product"), line_with("out[i] =")
    output = gdb(AS_WRITTEN, after_first_launch(f"break {NAME}:{product} if number == 5", "continue", "print number", "next",
                                                "print product", "print factor", "print this->factor"))
    expect(output, "hit Breakpoint 1, main", rf"hit Breakpoint 2, .*{NAME}:{product}", rf"^{product}\s+const int product",
           r"^\$1 = 5$", rf"^{store}\s+out\[i\] = product", r"^\$2 = 35$", r"^\$3 = 7$", r"^\$4 = 7$")


def vector_code_has_lines_and_what_is_captured():
    store = line_with("out[i] =")
    output = gdb(OPTIMISED, after_first_launch(f"break {NAME}:{store}", "continue", "print factor"))
    expect(output, "hit Breakpoint 1, main", rf"hit Breakpoint 2.*{NAME}:{store}", r"^\$1 = 7$")


os.environ["CLEAVE_TIERS"] = "main"  # one code of the kernel
code_as_written_has_each_line_and_variable()
vector_code_has_lines_and_what_is_captured()
print("gdb stops at the lines of a lambda")

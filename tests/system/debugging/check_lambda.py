#!/usr/bin/python3
"""check_lambda.py AS_WRITTEN OPTIMISED SOURCE: lets the real gdb stop at the lines of a lambda of SYCL.

AS_WRITTEN is the program of SOURCE that cleave-c++ made with -g -O0, OPTIMISED with -g -O2. Exits with 77 where gdb may not watch
another process.
"""
import os
import pathlib
import sys

from gdb_output import expect, run_gdb

AS_WRITTEN, OPTIMISED, SOURCE = sys.argv[1:4]
LINES = pathlib.Path(SOURCE).read_text().splitlines()
NAME = pathlib.Path(SOURCE).name


def line_with(text):
    return next(i for i, line in enumerate(LINES, 1) if text in line)


def after_first_launch(*commands):
    return [f"break {NAME}:{line_with('const int first')}", "run", *commands]


def code_as_written_has_each_line_and_variable():
    product, store = line_with("const int product"), line_with("out[i] =")
    output = run_gdb([AS_WRITTEN], after_first_launch(f"break {NAME}:{product} if number == 5", "continue", "print number",
                                                      "next", "print product", "print factor", "print this->factor"))
    expect(output, "hit Breakpoint 1, main", rf"hit Breakpoint 2, .*{NAME}:{product}", rf"^{product}\s+const int product",
           r"^\$1 = 5$", rf"^{store}\s+out\[i\] = product", r"^\$2 = 35$", r"^\$3 = 7$", r"^\$4 = 7$")


def vector_code_has_lines_and_what_is_captured():
    store = line_with("out[i] =")
    output = run_gdb([OPTIMISED], after_first_launch(f"break {NAME}:{store}", "continue", "print factor"))
    expect(output, "hit Breakpoint 1, main", rf"hit Breakpoint 2.*{NAME}:{store}", r"^\$1 = 7$")


os.environ["CLEAVE_TIERS"] = "main"  # one code of the kernel
code_as_written_has_each_line_and_variable()
vector_code_has_lines_and_what_is_captured()
print("gdb stops at the lines of a lambda")

"""check_gdb.py PROGRAM KERNELS MODULE FOLDER: lets the real gdb stop and step in kernels of PROGRAM.

MODULE holds the same kernels in SPIR-V. FOLDER is where sources of programs built with -g are kept meanwhile. Exits with 77 where gdb may
not watch another process.
"""
import os
import pathlib
import shutil
import subprocess
import sys

from gdb_output import expect, run_gdb

PROGRAM, KERNELS, MODULE, FOLDER = sys.argv[1:5]
SOURCE = pathlib.Path(KERNELS).read_text()
LINES = SOURCE.splitlines()


def line_with(text):
    return next(i for i, line in enumerate(LINES, 1) if text in line)


def gdb(commands, options, program=None):
    return run_gdb([PROGRAM, program or KERNELS, options], commands)


def written_source():
    return next(pathlib.Path(FOLDER, "cleave", "sources").glob("*.cl"))


NAMED = f'-g -s "{KERNELS}"'


def nothing_is_written_without_g():
    for options in ["", NAMED]:
        subprocess.run([PROGRAM, KERNELS, options], check=True)
        if pathlib.Path(FOLDER, "cleave", "sources").exists():
            sys.exit(f"a source was written with the options {options!r}")


def it_shows_the_file_that_is_named():
    add = line_with("sum += square")
    output = gdb([f"break {pathlib.Path(KERNELS).name}:{add}", "run", "info source"], NAMED)
    expect(output, rf"hit Breakpoint 1, .*scale .*{KERNELS}:{add}", rf"^{add}\s+sum \+= square",
           rf"^Located in {KERNELS}")


def it_steps_through_vector_code():
    subprocess.run([PROGRAM, KERNELS, "-g"], check=True)
    if written_source().read_text() != SOURCE:
        sys.exit(f"{written_source()} is not the source")
    add = line_with("sum += square")
    body = line_with("float w")
    output = gdb([f"break {written_source().name}:{add}", "run", "backtrace 4", "delete", "step",
                  "info line", "list 1,3"], "-g")
    expect(output, rf"hit Breakpoint 1, .*scale .*{written_source().name}:{add}",
           rf"^{add}\s+sum \+= square", rf"^#0 .*scale .*:{add}$", r"^#\d .*scale .*:6$",
           rf"^{body}\s+float w = v \* v", r"^1\s+float square\(float v\)", r"^2\s+float w")


def it_stops_after_a_barrier():
    after = line_with("float other")
    output = gdb([f"break {written_source().name}:{after}", "run", "continue"], "-g")
    expect(output, rf"hit Breakpoint 1, .*pass_on .*:{after}", rf"^{after}\s+float other")


def it_shows_arguments_in_vector_code():
    add = line_with("sum += square")
    after = line_with("out[l] = mine")
    where = written_source().name
    output = gdb([f"break {where}:{add}", f"break {where}:{after}", "run", "info args", "print in[2]",
                  "print n * 2", "info locals", "delete 1", "continue", "info args", "print in[63]"],
                 "-g")
    expect(output, r"hit Breakpoint 1, scale \(in=0x\w+, out=0x\w+, n=64\)", r"^in = 0x", r"^n = 64",
           r"^\$1 = 2$", r"^\$2 = 128$", r"^sum = <optimized out>",
           r"hit Breakpoint 2, pass_on \(in=0x\w+, out=0x\w+, n=64\)", r"^n = 64", r"^\$3 = ")


def it_shows_variables_of_code_as_written():
    store = line_with("out[i] = sum")
    after = line_with("out[l] = mine")
    where = written_source().name
    output = gdb([f"break {where}:{store} if i == 5", f"break {where}:{after} if l == 7", "run",
                  "info args", "info locals", "print in[2]", "print sum > 1", "continue",
                  "info locals", "print out[1]"], "-g -cl-opt-disable")
    expect(output, rf"hit Breakpoint 1, scale \(in=0x\w+, out=0x\w+, n=64\)", r"^in = 0x", r"^n = 64",
           r"^i = 5", r"^\$1 = 2$", r"^\$2 = 1$", r"hit Breakpoint 2, pass_on ", r"^l = 7",
           r"^mine = 8", r"^other = 57", r"^\$3 = 126$")


def it_stops_where_code_of_a_kernel_begins():
    output = gdb(["break scale", "run", "info symbol $pc"], "-g -cl-opt-disable")
    expect(output, r"hit Breakpoint 1[., ].* in scale ", r"^scale\S* \+ \d+ in section \.text")


def gdb_of_module(commands, options):
    """The module names its source; gdb is told where that lies."""
    return gdb([f"directory {pathlib.Path(KERNELS).parent}"] + commands, options, MODULE)


def it_steps_through_a_module():
    add = line_with("sum += square")
    body = line_with("float w")
    output = gdb_of_module([f"break scale.cl:{add}", "run", "delete", f"break scale.cl:{body}",
                            "continue", "backtrace 2"], "")
    expect(output, rf"hit Breakpoint 1, .*scale .*scale.cl:{add}", rf"^{add}\s+sum \+= square",
           rf"hit Breakpoint 2, square .*scale.cl:{body}", rf"^#0 .*square .*:{body}$",
           rf"^#1 .*scale .*:{add}$")


def it_shows_variables_of_a_module_as_written():
    store = line_with("out[i] = sum")
    after = line_with("out[l] = mine")
    output = gdb_of_module([f"break scale.cl:{store} if i == 5", f"break scale.cl:{after} if l == 7",
                            "run", "info args", "info locals", "print in[2]", "print sum > 1",
                            "ptype in", "continue", "print l", "print mine", "print other",
                            "print out[1]"],
                           "-g -cl-opt-disable")
    expect(output, rf"hit Breakpoint 1, scale \(in=0x\w+, out=0x\w+, n=64\)", r"^in = 0x", r"^n = 64",
           r"^i = 5", r"^\$1 = 2$", r"^\$2 = 1$", r"^type = const float \*",
           r"hit Breakpoint 2, pass_on ", r"^\$3 = 7", r"^\$4 = 8", r"^\$5 = 57", r"^\$6 = 126$")


shutil.rmtree(FOLDER, ignore_errors=True)
os.environ["XDG_CACHE_HOME"] = FOLDER
os.environ["CLEAVE_TIERS"] = "main"  # one code of each kernel
for check in [nothing_is_written_without_g, it_shows_the_file_that_is_named,
              it_steps_through_vector_code, it_stops_after_a_barrier,
              it_shows_arguments_in_vector_code,
              it_shows_variables_of_code_as_written, it_stops_where_code_of_a_kernel_begins,
              it_steps_through_a_module, it_shows_variables_of_a_module_as_written]:
    check()
    print("ok:", check.__name__)

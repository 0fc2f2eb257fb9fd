#!/usr/bin/python3
"""Checks that the list of names of device code has what drivers define, and nothing else.

    compare_names.py SOURCE NM BITCODE...

SOURCE is the root of the sources, NM LLVM's nm, and BITCODE are the files of the library of device code.
"""
import pathlib
import re
import subprocess
import sys

# These are no functions of the library: the front end and lower_printf know them.
KNOWN = {"__cleave_local_base", "printf"}
# LLVM's alone, which no program calls by its name.
INTRINSICS = {"powi"}


def rows(path, macro):
    return re.findall(rf"^{macro}\((\w+),", path.read_text(encoding="utf-8"), re.MULTILINE)


def with_float(names):
    return {name + suffix for name in names for suffix in ("", "f")}


def defined(nm, files):
    lines = subprocess.run([nm, *files], capture_output=True, text=True, check=True).stdout.splitlines()
    return {line.split()[-1] for line in lines if " T " in line}


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    root = pathlib.Path(sys.argv[1])
    listed = root / "src/device_image/device_names.def"
    names = set(rows(listed, "CLEAVE_DEVICE_NAME")) | with_float(rows(listed, "CLEAVE_DEVICE_MATH"))
    table = set(rows(root / "src/compiler/frontend/sycl/math_functions.def", "CLEAVE_MATH")) - INTRINSICS
    library = defined(sys.argv[2], sys.argv[3:])
    if not table or not library:
        sys.exit("compare_names: nothing is defined")
    there = library | with_float(table) | KNOWN
    problems = ([f"{name} is listed and nobody defines it" for name in sorted(names - there)]
                + [f"{name} is defined and not listed" for name in sorted(there - names)])
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(names)} names")


if __name__ == "__main__":
    main()

#!/usr/bin/python3
"""Writes kernels that call every math function in every type: with arguments that work-items have in common, and
with arguments of their own.

    write_calls.py SYMBOLS              a file of mangled names, of `measure_accuracy --symbols`
    write_calls.py --measured SYMBOLS   only kernels that measure_accuracy calls: arguments of their own, no others
                                        than its functions
"""
import argparse
import pathlib
import re
import sys

TYPES = {"f": "float", "d": "double", "Dh": "half", "i": "int"}
# Those that measure_accuracy does not know, by the kinds of arguments: x is a number, i an int, p and q are pointers.
OTHERS = {"copysign": "xx", "fract": "xp", "frexp": "xq", "ilogb": "x", "lgamma_r": "xq", "logb": "x", "mad": "xxx",
          "maxmag": "xx", "minmag": "xx", "modf": "xp", "nextafter": "xx", "remquo": "xxq"}


def calls(symbols, others):
    """Yields the name, the type and the kinds of arguments of each function."""
    for symbol in symbols:
        length, rest = re.fullmatch(r"_Z(\d+)(.*)", symbol).groups()
        name, types = rest[:int(length)], re.findall(r"P?(?:Dh|[fdi])", rest[int(length):])
        yield name, TYPES[types[0]], ["i" if word == "i" else "p" if word[0] == "P" else "x" for word in types]
    for name, kinds in others.items():
        for number in ("float", "double", "half"):
            yield name, number, list(kinds)


def declaration(name, number, kinds):
    """Returns what declares a function of the library that is none of the language."""
    if not name.startswith("__cleave_"):
        return ""
    return f"{number} __attribute__((overloadable, const)) {name}({', '.join([number] * len(kinds))});\n"


def kernel(name, number, kinds, is_uniform):
    """Returns a kernel that calls one function."""
    at = "[0]" if is_uniform else "[i]"
    words = {"i": f"n{at}", "p": "&part", "q": "&whole"}
    numbers = iter(f"{letter}{at}" for letter in "xyz")
    arguments = ", ".join(next(numbers) if kind == "x" else words[kind] for kind in kinds)
    return (f"kernel void {'uniform' if is_uniform else 'varying'}_{name}_{number}(\n"
            f"    global {number}* result, constant {number}* x, constant {number}* y, constant {number}* z,\n"
            f"    constant int* n, global {number}* parts, global int* wholes) {{\n"
            f"  size_t i = get_global_id(0);\n"
            f"  {number} part = 0;\n"
            f"  int whole = 0;\n"
            f"  result[i] = {name}({arguments});\n"
            f"  parts[i] = part;\n"
            f"  wholes[i] = whole;\n"
            f"}}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measured", action="store_true")
    parser.add_argument("symbols", type=pathlib.Path)
    options = parser.parse_args()
    print("#pragma OPENCL EXTENSION cl_khr_fp16 : enable")
    for function in calls(options.symbols.read_text().split(), {} if options.measured else OTHERS):
        print(declaration(*function), end="")
        for is_uniform in [False] if options.measured else [True, False]:
            print(kernel(*function, is_uniform))


if __name__ == "__main__":
    main()

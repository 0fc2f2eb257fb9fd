"""costs_test.py CLEAVE_BENCH LOOPS TABLE: cleave_bench costs prints each figure, and rows as the table has them.

LOOPS is benchmarks/costs/loops.def, TABLE the compiler's processor_costs.def. How large the figures are says nothing
about right or wrong.
"""
import pathlib
import re
import subprocess
import sys

bench, loops, table = sys.argv[1:]
ROW = re.compile(r'CLEAVE_PROCESSOR_COSTS\("([\w.-]+)", (128|256|512)((?:,\s+\.\w+ = [0-9.]+)+)\)\n')


def output_of(*options):
    return subprocess.run([bench, "costs", "--quick", *options], check=True, capture_output=True, text=True).stdout


def rows_of(text):
    """(processor, width, names of figures, figures) of each row."""
    for processor, bits, figures in ROW.findall(text):
        pairs = re.findall(r"\.(\w+) = ([0-9.]+)", figures)
        yield processor, int(bits), [name for name, _ in pairs], [float(figure) for _, figure in pairs]


def check(is_right, message):
    if not is_right:
        sys.exit(message)


def check_table_for_people():
    text = output_of()
    macros = re.findall(r'^CLEAVE_(VECTOR|SCALAR)_LOOP\(\w+, [^"]*"(.*)"\)$', pathlib.Path(loops).read_text(), re.M)
    check(macros, f"no loops in {loops}")
    for kind, what in macros:
        figures = re.findall(rf"^\| {re.escape(what)} \| (\S.*?) \|", text, re.M)
        wanted = 1 if kind == "SCALAR" else 3
        check(len(figures) == wanted, f"{what}: {len(figures)} figures, not {wanted}")
        for figure in figures:
            is_absent = figure == "not here" and kind == "VECTOR"
            check(is_absent or float(figure) > 0, f"{what}: {figure}")


def check_rows():
    names = next(rows_of(pathlib.Path(table).read_text()), (None, None, None, None))[2]
    check(names, f"no rows in {table}")
    text = output_of("--table", "some-name")
    check(not ROW.sub("", text), f"more than rows:\n{text}")
    rows = list(rows_of(text))
    check(any(bits == 128 for _, bits, _, _ in rows), f"no row for 128 bits:\n{text}")
    for processor, bits, own_names, figures in rows:
        check(processor == "some-name", f"the row is of {processor}")
        check(own_names == names, f"{bits} bits: {own_names} in place of {names}")
        check(min(figures) > 0, f"{bits} bits: {figures}")


check_table_for_people()
check_rows()

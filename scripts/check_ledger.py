#!/usr/bin/env python3
"""Compares tests/clause/ledger.tsv, the table of the specification's clauses, with the tests.

    check_ledger.py             with the tests that the sources define
    check_ledger.py PROGRAM...  with those that test programs list: then also each value of a parameterised test

Refused: a row with neither test nor reason, a reason that puts the test off ("not yet"), a row that names a test
which does not exist, two rows of one name, and a test of tests/clause in no row.

A test is named Suite.Test, or Suite.Test/Value for one value of a parameterised test. Suite.Test of a typed test is
that of all its types.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LEDGER = ROOT / "tests/clause/ledger.tsv"
TEST = re.compile(r"^(?:TYPED_)?TEST(?:_F|_P)?\(\s*(\w+)\s*,\s*(\w+)\s*\)", re.MULTILINE)
COLUMNS = ["section", "entry", "row", "cause", "code", "tests", "reason"]


class Tests:
    """The tests that the sources under tests/ define."""

    def __init__(self):
        self.names = set()
        self.of_clauses = set()
        for path in sorted((ROOT / "tests").rglob("*.cpp")):
            for match in TEST.finditer(path.read_text(encoding="utf-8")):
                name = f"{match[1]}.{match[2]}"
                self.names.add(name)
                if path.is_relative_to(LEDGER.parent):
                    self.of_clauses.add(name)

    def has(self, name):
        return name.partition("/")[0] in self.names


class ListedTests(Tests):
    """Those that programs made with GoogleTest list, each parameterised test once a value."""

    def __init__(self, programs):
        super().__init__()
        self.listed = set()
        for program in programs:
            listing = subprocess.run([program, "--gtest_list_tests"], check=True, capture_output=True, text=True)
            for line in listing.stdout.splitlines():
                if line.startswith("  "):
                    name = suite + line.split()[0]
                    self.listed |= {name, name.partition("/")[0]}
                else:
                    name = line.split()[0]
                    # Of a typed test the type stands behind the suite, of a parameterised one a word before it.
                    suite = name.partition("/")[0] + "." if "# TypeParam" in line else name.rpartition("/")[2]

    def has(self, name):
        return name in self.listed


def rows_of(lines):
    """Line number and cells of each row; comments and the line of headings are none."""
    for number, line in enumerate(lines, 1):
        if line and not line.startswith("#") and line.split("\t") != COLUMNS:
            yield number, line.split("\t")


def main(programs):
    tests = ListedTests(programs) if programs else Tests()
    problems, named, names = [], set(), set()
    count = 0
    for number, cells in rows_of(LEDGER.read_text(encoding="utf-8").splitlines()):
        def complain(text, number=number):
            problems.append(f"{LEDGER.relative_to(ROOT)}:{number}: {text}")

        count += 1
        if len(cells) != len(COLUMNS) or not all(cells):
            complain(f"{len(COLUMNS)} cells are wanted, none empty (- stands for nothing)")
            continue
        row = dict(zip(COLUMNS, cells))
        name = (row["section"], row["entry"], row["row"])
        if name in names:
            complain("this row is there twice: " + " ".join(name))
        names.add(name)
        if row["tests"] == "-" and row["reason"] == "-":
            complain("neither a test nor a reason: " + " ".join(name))
        if row["reason"].startswith("not yet"):
            complain("a test put off is no reason: " + " ".join(name))
        for test in row["tests"].split() if row["tests"] != "-" else []:
            if not tests.has(test):
                complain(f"there is no test {test}")
            named.add(test.partition("/")[0])
    problems += [f"{LEDGER.relative_to(ROOT)}: no row names the test {test}"
                 for test in sorted(tests.of_clauses - named)]
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{count} clauses")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

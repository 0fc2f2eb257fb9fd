#!/usr/bin/env python3
"""Compares tests/clause/ledger.tsv, the table of the specification's clauses, with the tests.

Refused: a row with neither test nor reason, a row that names a test which no source has, two rows of one name,
and a test of tests/clause in no row. Rows that still wait ("not yet: ...") are counted by section.

A test is named Suite.Test, or Suite.Test/Value for one value of a parameterised test: the file of that test, or the
clause tests' shared table of commands, then has the value as a word, or its two parts where a macro pastes them.
"""

import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LEDGER = ROOT / "tests/clause/ledger.tsv"
TEST = re.compile(r"^TEST(?:_F|_P)?\(\s*(\w+)\s*,\s*(\w+)\s*\)", re.MULTILINE)
COLUMNS = ["section", "entry", "row", "cause", "code", "tests", "reason"]


class Tests:
    """The tests that the sources under tests/ define, and the text around each."""

    def __init__(self):
        self.texts = collections.defaultdict(str)
        self.of_clauses = set()
        support = LEDGER.parent / "support/every_object.cpp"
        self.shared = support.read_text(encoding="utf-8")
        for path in sorted((ROOT / "tests").rglob("*.cpp")):
            text = path.read_text(encoding="utf-8")
            for match in TEST.finditer(text):
                name = f"{match[1]}.{match[2]}"
                self.texts[name] += text
                if path.is_relative_to(LEDGER.parent):
                    self.of_clauses.add(name)

    def has(self, name):
        test, _, value = name.partition("/")
        if test not in self.texts:
            return False
        text = self.texts[test] + self.shared
        return any(all(re.search(rf"\b{re.escape(word)}\b", text) for word in words)
                   for words in ([value], value.split("_", 1)))


def rows_of(lines):
    """Line number and cells of each row; comments and the line of headings are none."""
    for number, line in enumerate(lines, 1):
        if line and not line.startswith("#") and line.split("\t") != COLUMNS:
            yield number, line.split("\t")


def main():
    tests = Tests()
    problems, named, waiting, names = [], set(), collections.Counter(), set()
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
            waiting[row["section"]] += 1
        for test in row["tests"].split() if row["tests"] != "-" else []:
            if not tests.has(test):
                complain(f"no source has the test {test}")
            named.add(test.partition("/")[0])
    problems += [f"{LEDGER.relative_to(ROOT)}: no row names the test {test}"
                 for test in sorted(tests.of_clauses - named)]
    for problem in problems:
        print(problem, file=sys.stderr)
    late = ", ".join(f"{section}: {rows}" for section, rows in sorted(waiting.items()))
    print(f"{count} clauses, {sum(waiting.values())} not yet" + (f" ({late})" if late else ""))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

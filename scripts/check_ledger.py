#!/usr/bin/env python3
"""Compares the ledger, tests/conformance/clause/ledger/*.tsv, which lists the specification's clauses, with the tests.

    check_ledger.py             with the tests that the sources define
    check_ledger.py PROGRAM...  with those that test programs list: then also each value of a parameterised test
    --root FOLDER               of another repository than the one that this script is in

Each file has a line of headings and a row for each clause. A row of an absent feature has the tests and the reason of
features.tsv where its own cells are empty.

Refused, of rows: a cell too many, too few or empty; a name that is none of its kind's, or that two rows of an entry
point have; a text that is cut off; neither test nor reason; a reason that puts the test off ("not yet"); a test that
does not exist; a feature that features.tsv does not know; of an absent feature, a reason without a test of its own.
Of files: sections out of order or in a file that is not theirs, an entry's rows apart. Of features: a state other
than absent and present, tests or a reason for one that is present, neither for one that is absent, no row. And a test
of tests/conformance/clause/ in no row.

A test is named Suite.Test, or Suite.Test/Value for one value of a parameterised test. Suite.Test of a typed test is
that of all its types.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys

TEST = re.compile(r"^(?:TYPED_)?TEST(?:_F|_P)?\(\s*(\w+)\s*,\s*(\w+)\s*\)", re.MULTILINE)
COLUMNS = ["section", "entry", "kind", "row", "cause", "code", "tests", "reason", "feature"]
FEATURE_COLUMNS = ["feature", "state", "tests", "reason"]
INHERITED = ["tests", "reason"]
SLUG = r"[a-z0-9]+(?:-[a-z0-9]+)*"
# Rows of each kind are named so: a bullet of an error list by its code and condition, a row of a table by its
# enumerant where it has one, a sentence and a rule of ours by some of their words.
NAMES = {
    "error": re.compile(rf"(?:CL_[A-Z0-9_]+-)?{SLUG}"),
    "table": re.compile(rf"CL_[A-Z0-9_]+(?:_4x8BIT[A-Z0-9_]*)?|{SLUG}"),
    "sentence": re.compile(SLUG),
    "rule": re.compile(SLUG),
}


class Tests:
    """The tests that the sources under tests/ define."""

    def __init__(self, root):
        self.names = set()
        self.of_clauses = set()
        for path in sorted((root / "tests").rglob("*.cpp")):
            for match in TEST.finditer(path.read_text(encoding="utf-8")):
                name = f"{match[1]}.{match[2]}"
                self.names.add(name)
                if path.is_relative_to(root / "tests/conformance/clause"):
                    self.of_clauses.add(name)

    def has(self, name):
        return name.partition("/")[0] in self.names


class ListedTests(Tests):
    """Those that programs made with GoogleTest list, each parameterised test once a value."""

    def __init__(self, root, programs):
        super().__init__(root)
        self.listed = set()
        for program in programs:
            listing = subprocess.run([program, "--gtest_list_tests"], check=True, capture_output=True, text=True)
            for line in listing.stdout.splitlines():
                if line.startswith("  "):
                    name = suite + line.split()[0]
                    self.listed |= {name, name.partition("/")[0]}
                else:
                    name = line.split()[0]
                    # A typed test has its type behind the suite, a parameterised one a word before the suite.
                    suite = name.partition("/")[0] + "." if "# TypeParam" in line else name.rpartition("/")[2]

    def has(self, name):
        return name in self.listed


def tests_in(cell):
    return [] if cell in ("", "-") else cell.split()


def resolved(row, features):
    """Tests and reason of a row, which an absent feature gives where the row's own cells are empty."""
    feature = features.get(row["feature"])
    absent = feature is not None and feature["state"] == "absent"
    return tuple(row[cell] or (feature[cell] if absent else "-") for cell in INHERITED)


def in_order(section):
    """A key by which 5.9 comes before 5.10, and 4.3 (a page) before 4.3.1."""
    return [(1, int(word), "") if word.isdigit() else (0, 0, word) for word in re.findall(r"\d+|[^\d.]+", section)]


def belongs(section, file):
    """Whether the name of a chapter's file is that of the section: chapter_5_2_buffers has 5.2 and 5.2.4."""
    match = re.match(r"(?:chapter|appendix)_(\d+(?:_\d+)*|[a-z])_", file)
    if not match:
        return True
    chapter = match[1].replace("_", ".").upper()
    return re.match(rf"{re.escape(chapter)}\b", section) is not None


class Ledger:
    """Reads the files and collects what is wrong with them."""

    def __init__(self, root, tests):
        self.root = root
        self.tests = tests
        self.folder = root / "tests/conformance/clause/ledger"
        self.problems = []
        self.named = set()
        self.names = set()
        self.file_of_section = {}
        self.used_features = set()
        self.kinds = collections.Counter()
        features_file = self.folder / "features.tsv"
        self.features = self.read_features(features_file)
        for path in sorted(self.folder.glob("*.tsv")):
            if path != features_file:
                self.check_file(path)
        for name in self.features.keys() - self.used_features:
            self.complain(features_file, f"no row names the feature {name}")
        for test in sorted(tests.of_clauses - self.named):
            self.complain(self.folder, f"no row names the test {test}")

    def complain(self, path, text, line=None):
        place = str(path.relative_to(self.root)) + (f":{line}" if line else "")
        self.problems.append(f"{place}: {text}")

    def rows_of(self, path, columns, may_be_empty=()):
        """Each row as a function that complains about it and a dictionary of its cells."""
        lines = path.read_text(encoding="utf-8").splitlines()
        if not lines or lines[0].split("\t") != columns:
            self.complain(path, "the first line is not that of headings: " + " ".join(columns), 1)
        for number, line in enumerate(lines[1:], 2):
            def complain(text, number=number):
                self.complain(path, text, number)

            cells = line.split("\t")
            row = dict(zip(columns, cells))
            if len(cells) != len(columns) or not all(row[cell] for cell in columns if cell not in may_be_empty):
                complain(f"{len(columns)} cells are wanted, none empty (- stands for nothing)")
            else:
                yield complain, row

    def check_tests(self, complain, cell):
        for test in tests_in(cell):
            if not self.tests.has(test):
                complain(f"there is no test {test}")
            self.named.add(test.partition("/")[0])

    def read_features(self, path):
        features = {}
        if not path.exists():
            self.complain(path, "there is no such file")
            return features
        for complain, feature in self.rows_of(path, FEATURE_COLUMNS):
            name = feature["feature"]
            if name in features:
                complain(f"the feature is there twice: {name}")
            features[name] = feature
            nothing = all(feature[cell] == "-" for cell in INHERITED)
            if feature["state"] not in ("absent", "present"):
                complain(f"a feature is absent or present, not {feature['state']}")
            elif feature["state"] == "present" and not nothing:
                complain(f"a present feature has neither tests nor a reason that say it is absent: {name}")
            elif feature["state"] == "absent" and nothing:
                complain(f"neither a test nor a reason: {name}")
            self.check_reason(complain, feature["reason"], name)
            self.check_tests(complain, feature["tests"])
        return features

    def check_reason(self, complain, reason, name):
        if reason.startswith("not yet"):
            complain(f"a test put off is no reason: {name}")

    def check_file(self, path):
        last_section, entries = [], []
        for complain, row in self.rows_of(path, COLUMNS, may_be_empty=INHERITED):
            self.check_row(complain, row)
            section, entry = row["section"], (row["section"], row["entry"])
            if in_order(section) < last_section:
                complain(f"section {section} is behind a later one")
            last_section = in_order(section)
            if entry in entries[:-1]:
                complain("other rows are between this and those of its entry: " + " ".join(entry))
            elif entries[-1:] != [entry]:
                entries.append(entry)
            if self.file_of_section.setdefault(section, path) != path or not belongs(section, path.stem):
                complain(f"section {section} belongs in another file")

    def check_row(self, complain, row):
        name = " ".join(row[cell] for cell in ("section", "entry", "row"))
        if name in self.names:
            complain(f"this row is there twice: {name}")
        self.names.add(name)
        self.kinds[row["kind"]] += 1
        if row["kind"] not in NAMES:
            complain(f"a row is of one of the kinds {', '.join(NAMES)}: {name}")
        elif not NAMES[row["kind"]].fullmatch(row["row"]):
            complain(f"this is no name for a row of kind {row['kind']}: {name}")
        elif row["kind"] == "error" and row["code"] != "-" and not row["row"].startswith(row["code"] + "-"):
            complain(f"the name of an error begins with its code: {name}")
        if row["cause"].endswith(("…", "...")):
            complain(f"the text is cut off: {name}")
        self.check_feature(complain, row, name)
        tests, reason = resolved(row, self.features)
        if tests == "-" and reason == "-":
            complain(f"neither a test nor a reason: {name}")
        self.check_reason(complain, reason, name)
        self.check_tests(complain, row["tests"])

    def check_feature(self, complain, row, name):
        if row["feature"] == "-":
            if not all(row[cell] for cell in INHERITED):
                complain(f"only rows of a feature have empty cells (- stands for nothing): {name}")
            return
        self.used_features.add(row["feature"])
        feature = self.features.get(row["feature"])
        if feature is None:
            complain(f"features.tsv has no feature {row['feature']}")
        elif feature["state"] == "absent" and row["reason"] not in ("", "-") and not tests_in(row["tests"]):
            complain(f"the reason is that of the feature, in features.tsv: {name}")


def main(arguments):
    parser = argparse.ArgumentParser(description="Compares the ledger of clauses with the tests.")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("programs", nargs="*")
    options = parser.parse_args(arguments)
    tests = ListedTests(options.root, options.programs) if options.programs else Tests(options.root)
    ledger = Ledger(options.root, tests)
    for problem in ledger.problems:
        print(problem, file=sys.stderr)
    counts = ", ".join(f"{ledger.kinds[kind]} {kind}" for kind in NAMES)
    print(f"{sum(ledger.kinds.values())} clauses: {counts}")
    return 1 if ledger.problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

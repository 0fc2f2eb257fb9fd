#!/usr/bin/python3
"""Tests what the check of the ledger says of small ledgers, right ones and each kind of wrong one.

usage: check_ledger_test.py CHECK_LEDGER
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = sys.argv.pop(1)

HEADINGS = "section entry kind row cause code tests reason feature".split()
FEATURE_HEADINGS = "feature state tests reason".split()
SOURCE = """
TEST(Clause, Holds) {}
TEST_P(Clause, HoldsOfEach) {}
"""
ABSENT = ["images", "absent", "Clause.Holds", "images: the device has none"]
PRESENT = ["images", "present", "-", "-"]
OF_FEATURE = {"tests": "", "reason": "", "feature": "images"}
BUFFERS = "chapter_5_2_buffers"


def row(**cells):
    """A right row, but for the cells that are given."""
    right = dict(zip(HEADINGS, "5.2 clCreateBuffer sentence size-positive The-size-is. - Clause.Holds - -".split()))
    return list((right | cells).values())


EACH = row(row="of-each", tests="Clause.HoldsOfEach/One")
INHERITS = row(row="of-images", **OF_FEATURE)


def check(*rows, files=None, features=None, program=None, headings=HEADINGS):
    """The complaints and the exit status. The rows are those of one file, after one that names each test."""
    files = {BUFFERS: [EACH, *rows]} if files is None else files
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        ledger = root / "tests/conformance/clause/ledger"
        ledger.mkdir(parents=True)
        (root / "tests/conformance/clause/a_test.cpp").write_text(SOURCE)
        tables = {name: [headings, *contents] for name, contents in files.items()}
        if features is None:
            features = [ABSENT] if INHERITS in rows else []
        if features is not False:
            tables["features"] = [FEATURE_HEADINGS, *features]
        for name, lines in tables.items():
            (ledger / f"{name}.tsv").write_text("".join("\t".join(line) + "\n" for line in lines))
        programs = []
        if program is not None:
            programs = [root / "program"]
            programs[0].write_text(f"#!/bin/sh\nprintf '{program}'\n")
            programs[0].chmod(0o755)
        result = subprocess.run([sys.executable, SCRIPT, "--root", root, *programs], text=True, capture_output=True)
        return result.stderr.replace("tests/conformance/clause/ledger/", "").splitlines(), result.returncode, result.stdout


class CheckLedger(unittest.TestCase):
    def assert_right(self, *rows, **options):
        complaints, status, _ = check(*rows, **options)
        self.assertEqual((complaints, status), ([], 0))

    def assert_complaints(self, expected, *rows, **options):
        complaints, status, _ = check(*rows, **options)
        self.assertEqual((complaints, status), (expected, 1))

    def assert_complaint(self, expected, *rows, **options):
        """One complaint, of the third line of the file."""
        self.assert_complaints([f"{BUFFERS}.tsv:3: {expected}"], *rows, **options)

    def test_counts_the_rows_of_each_kind(self):
        error = row(kind="error", row="CL_INVALID_VALUE-size-0", code="CL_INVALID_VALUE")
        query = row(kind="table", row="CL_MEM_SIZE")
        _, status, output = check(row(), error, query)
        self.assertEqual((output, status), ("4 clauses: 1 error, 1 table, 2 sentence, 0 rule\n", 0))

    def test_a_row_needs_a_test_or_a_reason(self):
        self.assert_right(row(), row(row="other", tests="-", reason="binds the application"))
        self.assert_complaint(
            "neither a test nor a reason: 5.2 clCreateBuffer other", row(row="other", tests="-"), row()
        )

    def test_cells_are_nine_and_none_is_empty(self):
        wanted = "9 cells are wanted, none empty (- stands for nothing)"
        self.assert_complaint(wanted, row(cause=""), row())
        self.assert_complaint(wanted, row() + ["more"], row())
        self.assert_complaint(wanted, row()[:-1], row())

    def test_headings_come_first(self):
        expected = "the first line is not that of headings: " + " ".join(HEADINGS)
        self.assert_complaints([f"{BUFFERS}.tsv:1: {expected}"], row(), headings=HEADINGS[::-1])

    def test_only_rows_of_features_have_empty_cells(self):
        self.assert_complaint(
            "only rows of a feature have empty cells (- stands for nothing): 5.2 clCreateBuffer other",
            row(row="other", reason=""), row(),
        )

    def test_names_are_unique_in_their_entry(self):
        self.assert_right(row(), row(entry="clRetainMemObject"))
        expected = "this row is there twice: 5.2 clCreateBuffer of-each"
        self.assert_complaint(expected, row(row="of-each"))

    def test_names_are_those_of_their_kind(self):
        for kind, name in (
            ("sentence", "s1:"), ("sentence", "Size"), ("sentence", "CL_MEM_SIZE"), ("rule", "two words"),
            ("table", "CL_MEM_SIZE-size"), ("error", "CL_INVALID_VALUE"), ("error", "a--b"),
        ):
            with self.subTest(kind=kind, name=name):
                expected = f"this is no name for a row of kind {kind}: 5.2 clCreateBuffer {name}"
                self.assert_complaint(expected, row(kind=kind, row=name))

    def test_the_name_of_an_error_begins_with_its_code(self):
        other = row(kind="error", row="CL_INVALID_VALUE-size-0", code="CL_INVALID_BUFFER_SIZE")
        expected = "the name of an error begins with its code: 5.2 clCreateBuffer CL_INVALID_VALUE-size-0"
        self.assert_complaint(expected, other)
        self.assert_right(row(kind="error", row="size-0"))

    def test_kinds_are_four(self):
        expected = "a row is of one of the kinds error, table, sentence, rule: 5.2 clCreateBuffer size-positive"
        self.assert_complaint(expected, row(kind="query"))

    def test_texts_are_whole(self):
        self.assert_right(row(cause="from size[0], …, to size[2]"))
        for end in ("...", "…"):
            self.assert_complaint("the text is cut off: 5.2 clCreateBuffer size-positive", row(cause="if the " + end))

    def test_a_test_put_off_is_no_reason(self):
        expected = "a test put off is no reason: 5.2 clCreateBuffer size-positive"
        self.assert_complaint(expected, row(tests="-", reason="not yet written"), row(row="other"))

    def test_tests_exist(self):
        self.assert_complaint("there is no test Clause.Held", row(tests="Clause.Holds Clause.Held"))

    def test_every_clause_test_is_named(self):
        self.assert_complaints(["tests/conformance/clause/ledger: no row names the test Clause.Holds"])

    def test_values_of_parameterised_tests_are_asked_of_programs(self):
        listing = "Clause.\\n  Holds\\nEach/Clause.\\n  HoldsOfEach/One\\n"
        self.assert_right(row(), program=listing)
        self.assert_complaint("there is no test Clause.HoldsOfEach/Two",
                              row(tests="Clause.Holds Clause.HoldsOfEach/Two"), program=listing)
        self.assert_right(row(tests="Clause.Holds Clause.HoldsOfEach/Two"))

    def test_rows_of_an_absent_feature_have_its_tests_and_reason(self):
        self.assert_right(INHERITS)

    def test_rows_of_an_absent_feature_may_have_tests_of_their_own(self):
        own = row(tests="Clause.Holds", reason="", feature="images")
        with_reason = row(row="other", tests="Clause.Holds", reason="all are 0", feature="images")
        no_test = row(row="third", tests="-", reason="", feature="images")
        no_reason = row(row="fourth", tests="", reason="-", feature="images")
        self.assert_right(own, with_reason, no_test, no_reason, features=[ABSENT])

    def test_rows_of_an_absent_feature_have_no_reason_of_their_own(self):
        expected = "the reason is that of the feature, in features.tsv: 5.2 clCreateBuffer size-positive"
        for tests in ("", "-"):
            self.assert_complaint(expected, row(tests=tests, reason="none", feature="images"), features=[ABSENT])

    def test_an_absent_feature_may_have_a_reason_without_tests(self):
        self.assert_right(row(), INHERITS, features=[["images", "absent", "-", "the device has none"]])

    def test_rows_of_a_present_feature_need_a_test_or_a_reason(self):
        expected = "neither a test nor a reason: 5.2 clCreateBuffer "
        no_test = row(row="other", tests="-", reason="", feature="images")
        own = row(tests="Clause.Holds", reason="", feature="images")
        reason = row(row="third", tests="", reason="binds the application", feature="images")
        self.assert_complaints(
            [f"{BUFFERS}.tsv:3: {expected}of-images", f"{BUFFERS}.tsv:4: {expected}other"],
            INHERITS, no_test, own, reason, features=[PRESENT],
        )
        complaints, _, _ = check(INHERITS, features=[["images", "present", *ABSENT[2:]]])
        self.assertIn(f"{BUFFERS}.tsv:3: {expected}of-images", complaints)

    def test_a_present_feature_has_nothing_that_says_it_is_absent(self):
        expected = "features.tsv:2: a present feature has neither tests nor a reason that say it is absent: images"
        own = row(feature="images")
        self.assert_right(own, features=[PRESENT])
        self.assert_complaints([expected], own, features=[["images", "present", "Clause.Holds", "-"]])
        self.assert_complaints([expected], own, features=[["images", "present", "-", "there are none"]])

    def test_features_are_known(self):
        expected = "features.tsv has no feature pipes"
        self.assert_complaint(expected, row(feature="pipes"))

    def test_features_are_those_of_rows(self):
        self.assert_complaints(["features.tsv: no row names the feature images"], row(), features=[ABSENT])

    def test_features_are_right_themselves(self):
        own = row(feature="images")
        for wrong, expected in (
            (["images", "gone", "Clause.Holds", "-"], "a feature is absent or present, not gone"),
            (["images", "absent", "-", "-"], "neither a test nor a reason: images"),
            (["images", "absent", "Clause.Held", "-"], "there is no test Clause.Held"),
            (["images", "absent", "-", "not yet"], "a test put off is no reason: images"),
            (["images", "absent", "Clause.Holds", ""], "4 cells are wanted, none empty (- stands for nothing)"),
        ):
            with self.subTest(wrong=wrong):
                complaints, status, _ = check(own, features=[wrong])
                self.assertEqual((complaints[0], status), (f"features.tsv:2: {expected}", 1))
        self.assert_complaints(
            ["features.tsv:3: the feature is there twice: images"], own, features=[ABSENT, ABSENT]
        )

    def test_there_is_a_table_of_features(self):
        self.assert_complaints(["features.tsv: there is no such file"], row(), features=False)

    def test_sections_are_in_order(self):
        self.assert_right(files={"chapter_5": [EACH, row(section="5.9"), row(section="5.10")]})
        self.assert_complaints(
            ["chapter_5.tsv:4: section 5.9 is behind a later one"],
            files={"chapter_5": [EACH, row(section="5.10"), row(section="5.9")]},
        )

    def test_rows_of_an_entry_are_together(self):
        self.assert_complaints(
            [f"{BUFFERS}.tsv:4: other rows are between this and those of its entry: 5.2 clCreateBuffer"],
            row(entry="clRetainMemObject"), row(),
        )

    def test_a_section_is_in_its_file(self):
        sections = [row(section="5.2 (a page)"), row(section="5.2.1"), row(section="5.2.10")]
        self.assert_right(row(), *sections)
        for section in ("5.20", "5", "6.2", "A"):
            with self.subTest(section=section):
                complaints, _, _ = check(row(), row(section=section))
                self.assertIn(f"{BUFFERS}.tsv:4: section {section} belongs in another file", complaints)
        self.assert_right(files={BUFFERS: [EACH], "appendix_a_sharing": [row(section="A")]})

    def test_a_section_is_in_one_file(self):
        extension = "cl_ext_device_fission"
        self.assert_complaints(
            ["two.tsv:2: section cl_ext_device_fission belongs in another file"],
            files={BUFFERS: [EACH], "one": [row(section=extension)], "two": [row(section=extension, row="other")]},
        )


if __name__ == "__main__":
    unittest.main()

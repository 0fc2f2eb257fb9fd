#!/usr/bin/python3
"""Tests what pages say of small tables of results, and which tables they refuse.

usage: write_result_pages_test.py WRITE_RESULT_PAGES
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = sys.argv.pop(1)

SUITES = "suite cases configuration options machine commit date passed failed skipped note".split()
EXCEPTIONS = "suite configuration kind count cases whose reason".split()


def page(mark):
    return f"# Title\n\n<!-- from {mark} -->\n<!-- until here -->\n\nThe end.\n"


def suite(**cells):
    """A right row, but for the cells that are given."""
    right = dict(zip(SUITES, "half all default -w EPYC - 2026-11-21 13 0 0 -".split()))
    return list((right | cells).values())


def write(pages, tables, *options, edit=None):
    """The pages that are written, the complaints, and the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "docs/results").mkdir(parents=True)
        for name, text in pages.items():
            (root / f"docs/{name}.md").write_text(text)
        for name, lines in tables.items():
            (root / f"docs/results/{name}.tsv").write_text("".join("\t".join(line) + "\n" for line in lines))
        command = [sys.executable, SCRIPT, "--root", folder]
        result = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
        if edit:
            edit(root)
            result = subprocess.run([*command, "--check"], capture_output=True, text=True, check=False)
        written = {name: (root / f"docs/{name}.md").read_text() for name in pages}
        return written, result.stdout + result.stderr, result.returncode


def suites(*rows, exceptions=(), mark="conformance.tsv"):
    tables = {"conformance": [SUITES, *rows], "exceptions": [EXCEPTIONS, *exceptions]}
    written, complaints, status = write({"CONFORMANCE": page(mark)}, tables)
    return written["CONFORMANCE"], complaints, status


class Pages(unittest.TestCase):
    def test_keep_the_text_around_their_tables(self):
        text, complaints, status = suites(suite())
        self.assertEqual((complaints, status), ("", 0))
        self.assertTrue(text.startswith("# Title\n\n<!-- from conformance.tsv -->\n| suite |"))
        self.assertTrue(text.endswith("|\n<!-- until here -->\n\nThe end.\n"))
        self.assertIn("\n| half | `-w` | 13 |", text)

    def test_fail_the_check_where_they_are_not_as_the_tables_say(self):
        def edit(root):
            path = root / "docs/CONFORMANCE.md"
            path.write_text(path.read_text().replace("| 13 |", "| 14 |"))
        tables = {"conformance": [SUITES, suite()]}
        _, complaints, status = write({"CONFORMANCE": page("conformance.tsv")}, tables, edit=edit)
        self.assertIn("run scripts/write_result_pages.py", complaints)
        self.assertEqual(status, 1)

    def test_have_an_end(self):
        _, complaints, status = suites(*(suite(suite=f"half{number}") for number in range(150)))
        self.assertIn("lines, 150 are allowed", complaints)
        self.assertEqual(status, 1)

    def test_escape_what_would_end_a_cell(self):
        text, _, _ = suites(suite(suite="a|b"))
        self.assertIn("| a\\|b |", text)

    def test_refuse_a_mark_of_no_table(self):
        _, complaints, status = suites(suite(), mark="nothing.tsv")
        self.assertIn("no table is made from nothing.tsv", complaints)
        self.assertEqual(status, 1)


class Suites(unittest.TestCase):
    FAILED = suite(passed="12", failed="1")
    REASON = ["half", "default", "failed", "1", "vload", "clang's", "strides"]

    def test_have_a_line_with_the_runs_of_each_configuration(self):
        text, _, _ = suites(suite(), suite(options="none", cases="vload", passed="2"), suite(configuration="embedded"))
        self.assertIn("| half | `-w` | 13 | 2 † without options |  | 13 |  |", text)

    def test_say_of_how_many_a_run_failed_some(self):
        text, complaints, _ = suites(self.FAILED, exceptions=[self.REASON])
        self.assertEqual(complaints, "")
        self.assertIn("| **12 of 13** |", text)

    def test_need_a_reason_for_each_failure(self):
        _, complaints, status = suites(self.FAILED)
        self.assertIn("half, default: 1 failed, and exceptions.tsv has the reason of 0", complaints)
        self.assertEqual(status, 1)

    def test_refuse_a_reason_of_no_failure(self):
        _, complaints, _ = suites(suite(), exceptions=[self.REASON])
        self.assertIn("half, default: 0 failed, and exceptions.tsv has the reason of 1", complaints)

    def test_refuse_a_run_beside_the_one_that_it_replaces(self):
        _, complaints, status = suites(suite(), suite(date="2026-11-22"))
        self.assertIn("conformance.tsv:3: the run of line 2 again: half, all, default, -w", complaints)
        self.assertEqual(status, 1)

    def test_refuse_cells_that_are_no_numbers_or_dates_or_are_not_there(self):
        for mistake, words in (({"passed": "many"}, "passed is many, no number"),
                               ({"date": "21 November"}, "the date is 21 November, not YYYY-MM-DD"),
                               ({"note": ""}, "11 cells are wanted, none of them empty")):
            _, complaints, status = suites(suite(**mistake))
            self.assertIn(words, complaints)
            self.assertEqual(status, 1)

    def test_refuse_other_columns(self):
        _, complaints, _ = write({}, {"conformance": [SUITES[::-1]]})[0:3]
        self.assertIn("conformance.tsv:1: the columns are not suite", complaints)


class Programs(unittest.TestCase):
    COLUMNS = "kind program from ci case machine commit date passed failed skipped note".split()
    RIGHT = "tools clinfo Debian no queries EPYC - 2026-11-22 9 1 0 slow".split()

    def line_of(self, **cells):
        row = list((dict(zip(self.COLUMNS, self.RIGHT)) | cells).values())
        written, complaints, _ = write({"CLIENTS": page("clients.tsv")}, {"clients": [self.COLUMNS, row]})
        self.assertEqual("", complaints)
        return written["CLIENTS"].splitlines()[5]

    def test_say_what_passed_and_failed_and_when(self):
        line = self.line_of(date="2026-11-28")
        self.assertEqual("| tools | clinfo | Debian | queries | 9 passed, 1 failed; slow | 2026-11-28 |", line)

    def test_are_marked_where_each_test_run_runs_them(self):
        self.assertTrue(self.line_of(ci="yes").startswith("| tools | clinfo, **CI** |"))


class Benchmarks(unittest.TestCase):
    COLUMNS = "case size machine commit date rounds time intel pocl native blocked ispc note".split()
    MARK = "benchmarks.tsv: EPYC"

    def row(self, **cells):
        right = "triad|cache 9|EPYC|-|2026-11-21|5|21 µs|1.21|1.70|0.81|-|-|-".split("|")
        return list((dict(zip(self.COLUMNS, right)) | cells).values())

    def text_of(self, *rows, options=()):
        tables = {"benchmarks": [self.COLUMNS, *rows]}
        written, complaints, _ = write({"BENCHMARKS": page(self.MARK)}, tables, *options)
        return written["BENCHMARKS"], complaints

    def test_have_a_line_with_the_ratios_of_all_sizes(self):
        text, _ = self.text_of(self.row(), self.row(size="memory 99", intel="1.05", pocl="1.03", native="0.98"))
        self.assertIn("| case | sizes | × Intel's | × PoCL's | × native | date | note |", text)
        self.assertIn("| triad | cache, memory | 1.21, 1.05 | 1.70, 1.03 | 0.81, 0.98 | 11-21 |  |", text)

    def test_share_a_line_where_nothing_is_near_its_peers(self):
        text, _ = self.text_of(self.row(), self.row(case="sort", intel="4.5", native="-"),
                               self.row(case="scan", intel="1.2", native="-"),
                               self.row(case="lu", intel="4.5", pocl="1.1", native="-"))
        self.assertIn("| all others, at every size above 1.25 |  | sort 4.5 |", text)
        self.assertIn("| scan | cache | 1.2 |", text)
        self.assertIn("| lu | cache | 4.5 | 1.1 |", text)

    def test_need_a_page_for_each_machine(self):
        _, complaints = self.text_of(self.row(), self.row(machine="Xeon"))
        self.assertIn("benchmarks.tsv: no page shows the machine Xeon", complaints)

    def test_take_the_place_of_those_that_were_measured_before(self):
        measurement = {"median_seconds": 2e-5, "p10_seconds": 1.9e-5, "p90_seconds": 2.5e-4, "rounds": 7}
        peers = [measurement | {"driver": "Cleave 1"}, measurement | {"driver": "Intel 2", "cleave_speed_ratio": 1.5},
                 {"driver": "PoCL 3", "not_supported": "sub-groups"}]
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump({"rows": [{"case": "triad", "size": "cache", "value": 9, "measurements": peers}]}, file)
            file.flush()
            new = ["--bench", file.name, "--machine", "EPYC", "--commit", "12345678", "--date", "2026-11-28"]
            text, complaints = self.text_of(self.row(), self.row(case="scan", native="-"), options=new)
        self.assertEqual("", complaints)
        self.assertIn("| all others, at every size above 1.25 |  | triad 1.50 |", text)
        self.assertIn("| scan | cache | 1.21 | 1.70 | 11-21 |", text)

    def test_of_twins_in_sycl_have_a_table_of_their_own(self):
        columns = "case size memory machine commit date opencl sycl ratio".split()
        before = [["triad", "cache 9", memory, "Xeon", "-", "2026-11-21", "1 µs", "2 µs", "0.50"]
                  for memory in ("usm", "accessor")]
        times = {"Cleave 1": 2e-5, "SYCL USM": 1.9e-5}
        twins = [{"driver": driver, "median_seconds": time} for driver, time in times.items()]
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump({"rows": [{"case": "triad", "size": "cache", "value": 9, "measurements": twins}]}, file)
            file.flush()
            new = ["--bench", file.name, "--machine", "Xeon", "--commit", "12345678", "--date", "2026-11-28"]
            tables = {"benchmarks": [self.COLUMNS], "sycl": [columns, *before]}
            written, complaints, _ = write({"SYCL_BENCHMARKS": page("sycl.tsv: Xeon")}, tables, *new)
        self.assertEqual("", complaints)
        self.assertIn("| triad | cache 9 | 1.05 | 0.50 |", written["SYCL_BENCHMARKS"])


class Fuzzers(unittest.TestCase):
    def test_have_a_line_for_each_run_that_found_something(self):
        columns = "fuzzer what machine commit date inputs wrong note".split()
        rows = [["api", what, "-", "-", "-", inputs, wrong, "-"]
                for what, inputs, wrong in (("a", "10", "0"), ("b", "20", "2"), ("c", "30", "0"))]
        written, complaints, _ = write({"FUZZING": page("fuzz.tsv")}, {"fuzz": [columns, *rows]})
        self.assertEqual("", complaints)
        self.assertIn("| api | b | 20 | 2 |  |\n| api | 2 runs | 10; 30 | 0 |  |\n", written["FUZZING"])

    def test_say_how_many_seeded_faults_they_find(self):
        columns = "fuzzer fault count machine commit date seeds seconds note".split()
        rows = [["binary_fuzz", "a", "3", "-", "-", "-", "4 to 640", "-", "-"],
                ["binary_fuzz", "b", "1", "-", "-", "-", "-", "-", "why"]]
        written, _, _ = write({"FUZZING": page("faults.tsv")}, {"faults": [columns, *rows]})
        self.assertIn("| binary_fuzz | 3 of 4 | 4 to 640 | 600 | a | b (why) |", written["FUZZING"])


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/python3
"""Tests what the closing lines of a test run say of results as CTest writes them.

usage: summarize_tests_test.py SUMMARIZE_TESTS
"""
import subprocess
import sys
import tempfile
import unittest

SCRIPT = sys.argv.pop(1)

PASSED = '<testcase name="passes" status="run"><system-out>skipped: no, it only prints this</system-out></testcase>'
FAILED = '<testcase name="fails" status="fail"><failure message=""/><system-out></system-out></testcase>'
NOT_FOUND = """<testcase name="is.not.there" status="notrun"><skipped message="Unable to find executable"/>
<system-out>Unable to find executable: /nowhere</system-out></testcase>"""
DISABLED = '<testcase name="rests" status="disabled"><system-out>Disabled</system-out></testcase>'


def program(output):
    """A test that ended with the exit code of a skip."""
    return f"""<testcase name="a" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/>
<system-out>{output}</system-out></testcase>"""


def google_test(reason):
    return f"""<testcase name="A.B" status="notrun"><skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/>
<system-out>Note: Google Test filter = A.B
[ RUN      ] A.B
/somewhere/a_test.cpp:83: Skipped
{reason}

[  SKIPPED ] A.B (0 ms)
</system-out></testcase>"""


def summarize(*cases):
    """The lines and the exit status."""
    with tempfile.NamedTemporaryFile("w", suffix=".xml") as file:
        file.write(f'<testsuite name="x">{"".join(cases)}</testsuite>')
        file.flush()
        result = subprocess.run([sys.executable, SCRIPT, file.name], text=True, capture_output=True)
    return result.stdout.splitlines(), result.returncode


class SummarizeTests(unittest.TestCase):
    def test_only_counts_where_all_passed(self):
        self.assertEqual(summarize(PASSED, PASSED), (["2 passed, 0 failed, 0 skipped"], 0))

    def test_a_failure_is_named_and_fails(self):
        expected = ["failed: fails", "1 passed, 1 failed, 0 skipped"]
        self.assertEqual(summarize(PASSED, FAILED), (expected, 1))

    def test_the_last_lines_of_a_failure_are_shown(self):
        output = "\n\n".join(f"line {number}" for number in range(20))
        lines, _ = summarize(FAILED.replace("<system-out>", f"<system-out>{output}"))
        shown = [f"    line {number}" for number in range(14, 20)]
        self.assertEqual(lines, ["failed: fails", *shown, "0 passed, 1 failed, 0 skipped"])

    def test_what_cannot_be_started_has_failed(self):
        cause = "    Unable to find executable: /nowhere"
        expected = ["failed: is.not.there", cause, "1 passed, 1 failed, 0 skipped"]
        self.assertEqual(summarize(PASSED, NOT_FOUND), (expected, 1))

    def test_skips_are_counted_by_their_reasons(self):
        fp16 = google_test("the processor has no AVX512-FP16")
        slurm = program("slurmctld is missing\nskipped: Slurm is not installed &amp; started\n")
        lines, status = summarize(slurm, fp16, PASSED, FAILED, fp16)
        self.assertEqual(
            lines,
            [
                "2 skipped: the processor has no AVX512-FP16",
                "1 skipped: Slurm is not installed & started",
                "failed: fails",
                "1 passed, 1 failed, 3 skipped",
            ],
        )
        self.assertEqual(status, 1)

    def test_a_reason_of_several_lines_is_one(self):
        lines, _ = summarize(PASSED, google_test("there is no\nsecond processor"))
        self.assertEqual(lines[0], "1 skipped: there is no second processor")

    def test_a_skip_without_a_reason_is_said_to_be_one(self):
        lines, status = summarize(PASSED, program(""), google_test(""), DISABLED)
        self.assertEqual(
            lines,
            [
                "2 skipped: the test does not say why",
                "1 skipped: disabled",
                "1 passed, 0 failed, 3 skipped",
            ],
        )
        self.assertEqual(status, 0)

    def test_without_results_there_is_a_closing_line_and_it_fails(self):
        self.assertEqual(summarize(), (["0 passed, 0 failed, 0 skipped"], 1))
        result = subprocess.run([sys.executable, SCRIPT, "/nowhere"], text=True, capture_output=True)
        self.assertEqual((result.stdout, result.returncode), ("0 passed, 0 failed, 0 skipped\n", 1))


if __name__ == "__main__":
    unittest.main()

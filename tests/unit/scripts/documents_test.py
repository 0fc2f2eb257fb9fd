#!/usr/bin/python3
"""Tables of documents are whole: what begins with | is a row of a table, with as many cells as its heading.

usage: documents_test.py ROOT
"""
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(sys.argv.pop(1))

RULE = re.compile(r"\|(?:\s*:?-+:?\s*\|)+")


def cells_of(line):
    return len(re.findall(r"(?<!\\)\|", line)) - 1


def broken_rows(text):
    """The numbers of the lines that look like rows of a table and are none."""
    heading, is_code = None, False
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        line = line.strip()
        is_code ^= line.startswith("```")
        if is_code or not line.startswith("|") or lines[number - 1].startswith("    "):
            heading = None
        elif heading is None:
            heading = cells_of(line)
            if number == len(lines) or not RULE.fullmatch(lines[number].strip()):
                yield number
        elif cells_of(line) != heading:
            yield number


class Documents(unittest.TestCase):
    def test_have_no_broken_table(self):
        command = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard", "*.md"]
        files = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        self.assertTrue(files)
        broken = [f"{file}:{number}" for file in files if (ROOT / file).is_file()
                  for number in broken_rows((ROOT / file).read_text())]
        self.assertEqual([], broken)

    def test_with_an_empty_line_in_a_table_are_found(self):
        self.assertEqual([], list(broken_rows("| a | b |\n|---|---|\n| 1 | 2 |\n")))
        self.assertEqual([5], list(broken_rows("| a | b |\n|---|---|\n| 1 | 2 |\n\n| 3 | 4 |\n")))

    def test_with_a_row_of_too_few_or_too_many_cells_are_found(self):
        self.assertEqual([3, 4], list(broken_rows("| a | b |\n|---|---|\n| 1 |\n| 1 | 2 | 3 |\n| 1 | 2 \\| 3 |\n")))

    def test_may_show_rows_as_code(self):
        self.assertEqual([], list(broken_rows("    | a | b |\n\n```\n| a |\n```\n")))


if __name__ == "__main__":
    unittest.main()

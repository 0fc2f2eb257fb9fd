#!/usr/bin/python3
"""Tests what the guide to environment variables says of small tables of options, and which tables it refuses.

usage: write_environment_page_test.py WRITE_ENVIRONMENT_PAGE
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = sys.argv.pop(1)

PAGE = "# Title\n\n<!-- from options.def -->\n{}<!-- until here -->\n\nThe end.\n"
OPTIONS = """// Every option.
//
// CLEAVE_OPTION(member, kind, environment variable, default, touches, what it does)
#ifndef CLEAVE_CHOICE
#define CLEAVE_CHOICE(member, variable, initial, values, touches, description) \\
  CLEAVE_OPTION(member, text, variable, initial, touches, description)
#endif

// Devices.
CLEAVE_OPTION(bind, flag, "CLEAVE_BIND", true, nothing,
              "bind each, "
              "or (0) none")
// A remark about the row below.
CLEAVE_OPTION(split, text, "CLEAVE_SPLIT", "", code, "a|b")

CLEAVE_OPTION(room, number, "CLEAVE_ROOM", 300, nothing, "seconds")

// The compiler, which is in
// a folder of its own.
CLEAVE_CHOICE(type, "CLEAVE_TYPE", "cpu", "cpu|gpu", binaries, "what it says")

#undef CLEAVE_CHOICE
"""
TABLES = r"""
### Devices

| variable | takes | default | effect |
|---|---|---|---|
| `CLEAVE_BIND` | `0`, `1` | `1` | bind each, or (0) none |
| `CLEAVE_SPLIT` | text | none | a\|b |
| `CLEAVE_ROOM` | a number | `300` | seconds |

### The compiler

| variable | takes | default | effect |
|---|---|---|---|
| `CLEAVE_TYPE` | `cpu`, `gpu` | `cpu` | what it says |

"""


class Page(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.page = self.root / "docs/guides/environment.md"
        self.options = self.root / "src/options/options.def"
        for path, text in (self.page, PAGE.format("")), (self.options, OPTIONS):
            path.parent.mkdir(parents=True)
            path.write_text(text)

    def run_script(self, *arguments):
        return subprocess.run([sys.executable, SCRIPT, "--root", self.root, *arguments], capture_output=True, text=True)

    def test_each_option_is_a_row_and_the_text_around_is_kept(self):
        self.assertEqual(self.run_script().returncode, 0)
        self.assertEqual(self.page.read_text(), PAGE.format(TABLES))
        self.assertEqual(self.run_script("--check").returncode, 0)

    def test_a_page_of_other_options_is_refused_and_left(self):
        self.assertEqual(self.run_script().returncode, 0)
        self.options.write_text(OPTIONS.replace("300", "301"))
        result = self.run_script("--check")
        self.assertEqual(result.returncode, 1)
        self.assertIn("+| `CLEAVE_ROOM` | a number | `301` | seconds |", result.stdout)
        self.assertIn("run scripts/write_environment_page.py", result.stderr)
        self.assertEqual(self.page.read_text(), PAGE.format(TABLES))

    def test_a_row_that_cannot_be_read_is_no_row_left_out(self):
        self.options.write_text(OPTIONS.replace("number,", "real,"))
        result = self.run_script()
        self.assertEqual(result.returncode, 1)
        self.assertIn("of the 4 rows of options.def only 3 could be read", result.stderr)

    def test_a_row_belongs_to_a_heading(self):
        self.options.write_text(OPTIONS.replace("// Devices.\n", ""))
        result = self.run_script()
        self.assertEqual(result.returncode, 1)
        self.assertIn("a row before its first heading", result.stderr)


if __name__ == "__main__":
    unittest.main()

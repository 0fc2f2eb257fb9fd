#!/usr/bin/python3
"""Tests which comments the check of comments takes for ones without a subject, in small repositories.

usage: check_comments_test.py CHECK_COMMENTS
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = sys.argv.pop(1)


def complaints(file, text):
    """Returns what is said of a repository of this file."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / file
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
        subprocess.run(["git", "init", "--quiet", folder], check=True)
        result = subprocess.run([sys.executable, SCRIPT, "--root", folder], text=True, capture_output=True)
    lines = result.stderr.splitlines()
    assert result.returncode == (1 if lines else 0), result
    return lines


class CheckCommentsTests(unittest.TestCase):
    def assert_right(self, file, text):
        self.assertEqual(complaints(file, text), [])

    def assert_wrong(self, file, text, comment, line=1):
        self.assertEqual(complaints(file, text), [f"{file}:{line}: a comment begins so: {comment}"])

    def test_each_of_the_words_begins_no_comment(self):
        for word in "What", "Of", "Who", "Where", "Likewise", "How many":
            self.assert_wrong("src/a.h", f"/// {word} a queue holds.\n", f"{word} a queue holds.")
        self.assert_right("src/a.h", "/// Holds what a queue holds.\n// Offsets. Whatever is in them stays.\n")

    def test_a_line_that_continues_a_comment_may_begin_so(self):
        self.assert_right("tests/a.cpp", "// Refuses a name. The reason depends on the kernel:\n// Where it waits.\n")
        self.assert_right("tests/a.cpp", "int a;  // of a type that is the same\n        // Where it is used.\n")

    def test_a_paragraph_may_not_begin_so(self):
        self.assert_wrong("tests/a.cpp", "// Refuses a name.\n//\n// Of kernels.\n", "Of kernels.", line=3)

    def test_a_comment_in_another_column_is_another_comment(self):
        self.assert_wrong("tests/a.cpp", "// Refuses a name.\n  // Of kernels.\n", "Of kernels.", line=2)

    def test_comments_behind_code_are_comments(self):
        self.assert_wrong("src/a.def", "ROW(1)  // Likewise.\n", "Likewise.")
        self.assert_wrong("cmake/a.cmake", "set(a 1)  # Where it is.\n", "Where it is.")

    def test_comments_of_every_language_are_found(self):
        self.assert_wrong("tests/a.ll", "define void @f()\n; What is here.\n", "What is here.", line=2)
        self.assert_wrong("src/a.cl", "/* What is here.\n */\n", "What is here.")
        self.assert_wrong("tests/CMakeLists.txt", "# What is here.\n", "What is here.")
        self.assert_wrong("scripts/a.py", 'def f():\n    """What is here."""\n', 'What is here."""', line=2)
        self.assert_wrong("scripts/tool", "#!/bin/sh\n# What is here.\n", "What is here.", line=2)

    def test_questions_and_headers_of_passes_may_begin_so(self):
        self.assert_right("src/a.cpp", "// What if the queue is full?\n")
        self.assert_right("src/a.h", "// widen\n//\n//   What: runs lanes together.\n")

    def test_other_text_may_begin_so(self):
        self.assert_right("src/a.cpp", 'fail("What is here");\nconst int Of = 1;\n')
        self.assert_right("docs/a.md", "# What a case needs\n")


if __name__ == "__main__":
    unittest.main()

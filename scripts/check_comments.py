#!/usr/bin/python3
"""Checks that comments are sentences, as far as their first words tell.

    check_comments.py [FILE...]    looks at these files alone
    --root FOLDER                  of another repository than the one that this script is in

No comment or paragraph of a comment begins with What, Of, Who, Where, Likewise or How many, on a line of its own, behind code
or in a docstring: such a beginning has mostly neither a subject nor a verb, and the reader looks for both. Allowed are
questions that end on the same line, lines that only continue a comment, and the line "What:" in headers of passes.
"""
import argparse
import pathlib
import re
import subprocess
import sys

FOLDERS = ["src", "include", "tests", "benchmarks", "tools", "examples", "packaging", "scripts", "cmake", ".ci",
           "dev"]
# Paths whose samples have mistakes made on purpose.
UNCHECKED = ["tests/unit/scripts/check_comments_test.py"]

# The marks of comments by the ends of files' names.
MARKS = {
    r"//+!?<?|/\*+|\*": (".cpp", ".h", ".hpp", ".def", ".c", ".cl", ".cpp.in", ".h.in"),
    r"#+|\"\"\"": (".py", ".sh", ".cmake", ".txt", ".supp", ".cmake.in"),
    r";+": (".ll", ".ll.in"),
}
SCRIPT_MARKS = r"#+|\"\"\""
BEGINNING = re.compile(r"(?:What|Of|Who|Where|Likewise|How many)\b(?!:)")


def comment_in(line, marks):
    """The column of a line's comment and its text, or None: the first mark on the line, or behind code a later one."""
    match = re.match(rf"\s*(?:{marks})", line) or re.search(rf"(?<=\s)(?:{marks})(?=\s)", line)
    return match and (len(line[:match.end()]) - len(match[0].lstrip()), line[match.end():].strip())


def beginnings(text, marks):
    """The number and text of each line on which a comment or a paragraph of one begins with one of the words."""
    before = None
    for number, line in enumerate(text.splitlines(), 1):
        comment = None if line.startswith("#!") else comment_in(line, marks)
        continues = comment and before and before[1] and before[0] == comment[0]
        if comment and not continues and BEGINNING.match(comment[1]) and not comment[1].endswith("?"):
            yield number, comment[1]
        before = comment


def marks_of(root, name):
    for marks, ends in MARKS.items():
        if name.endswith(ends):
            return marks
    is_script = "." not in pathlib.PurePath(name).name and (root / name).read_bytes()[:2] == b"#!"
    return SCRIPT_MARKS if is_script else None


def files_of(root):
    command = ["git", "-C", str(root), "ls-files", "--cached", "--others", "--exclude-standard", "--", *FOLDERS]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return [name for name in names if (root / name).is_file() and name not in UNCHECKED]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_args()
    found = False
    for name in arguments.files or files_of(arguments.root):
        marks = marks_of(arguments.root, name)
        if not marks:
            continue
        text = (arguments.root / name).read_text(encoding="utf-8", errors="replace")
        for number, line in beginnings(text, marks):
            found = True
            print(f"{name}:{number}: a comment begins so: {line}", file=sys.stderr)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/python3
"""Checks that the paths exist which comments, documents and scripts name, and that headers of passes
have their three lines.

    check_paths.py
    --root FOLDER    of another repository than the one that this script is in

Looked at: all of documents, scripts and CMake files; the comments of sources. A path is a word that

- begins with a folder of the root and goes on: docs/TESTING.md, src/api/check;
- begins with a folder of src/ and goes on: compiler/process;
- has a folder and ends like a file of ours: pass/regions/form_regions.h;
- is the target of a link in a document, from the document's own folder.

Where there is an index of documents, docs/README.md, it links each one of docs/, docs/guides/ and docs/testing/.

A path is looked for from the root, from src/ and src/compiler/, and from the file's own folder and those around it.
The header of each pass in a table passes.def says What: it does, what it Requires: and what it Establishes:, each on
a line of its own.

A header, source or table without a folder (handle.h) may be anywhere. `*` and a name in capitals stand for any name.
"""
import argparse
import fnmatch
import os
import pathlib
import re
import subprocess
import sys

# A path may begin in these folders, beside the folder of the file that names it.
BASES = [".", "src", "src/compiler"]

INDEX = pathlib.PurePath("docs/README.md")
INDEXED = [pathlib.PurePath(folder) for folder in ("docs", "docs/guides", "docs/testing")]

# Names of what is not in the repository.
ELSEWHERE = re.compile("|".join([
    r"build/.*",                            # built, fetched and unpacked
    r".*/CMakeFiles/.*", r".*/lib\w+\.a",    # of CMake, inside a build
    r"\.\.\./.*",                           # a path that is cut short
    r"CL/.*",                               # Khronos' headers
    r"opencl-c(?:-base)?\.h",               # clang's
    r"tools/perf/.*",                       # Linux'
]))
# Files whose samples name paths that need not exist.
UNCHECKED = [
    "tests/conformance/clause/ledger/",  # texts of the specification
    "tests/system/cxx/",                 # files that tests write
    "tests/unit/scripts/",               # mistakes made on purpose
]

PASS = re.compile(r"^CLEAVE_PASS\(\w+, (\w+),", re.MULTILINE)
PASS_LINES = ("What:", "Requires:", "Establishes:")

WORD = re.compile(r"(?<![\w./\\$}~<>:@%+=-])[\w.-]+(?:/[\w.*-]+)*/?")
FILE = re.compile(r"\.(?:cpp|h|def|cl|c|md|py|sh|cmake|ll|tsv|txt)$")
LONE_FILE = re.compile(r"\w+\.(?:cpp|h|def)$")
PLACEHOLDER = re.compile(r"\b[A-Z]+(?=\.\w+$|/)")
URL = re.compile(r"\w+://\S+")
LINK = re.compile(r"\]\(([^)\s#]+)(?:#[^)\s]*)?\)")
# Strings come first, so that // in one of them begins no comment.
TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)

COMMENTED = {".cpp", ".h", ".def", ".c", ".cl", ".ll"}
WHOLE = {".md", ".py", ".sh", ".cmake", ".txt"}


def comments_of(text, suffix):
    """The comments of a source, each in its line."""
    if suffix == ".ll":
        return re.sub(r"^[^;\n]*", "", text, flags=re.MULTILINE)
    position, parts = 0, []
    for match in TOKEN.finditer(text):
        parts.append("\n" * text.count("\n", position, match.start()) + " ")
        parts.append("" if match[0].startswith('"') else match[0])
        position = match.end()
    return "".join(parts)


class Repository:
    """The files that git knows or may add, and the paths that they name."""

    def __init__(self, root):
        self.root = root
        command = ["git", "-C", str(root), "ls-files", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
        self.files = [pathlib.PurePath(name) for name in names if (root / name).is_file()]
        # A build makes version.h of version.h.in.
        made = [file.with_suffix("") for file in self.files if file.suffix == ".in"]
        self.names = {file.name for file in self.files + made}
        self.paths = {str(path) for file in self.files + made for path in (file, *file.parents)}
        self.folders = {file.parts[0] for file in self.files if len(file.parts) > 1}
        self.folders |= {file.parts[1] for file in self.files if file.parts[0] == "src" and len(file.parts) > 2}

    def exists(self, word, bases):
        for base in bases:
            path = os.path.normpath(f"{base}/{word}")
            if path in self.paths or "*" in path and fnmatch.filter(self.paths, path):
                return True
        return False

    def is_missing(self, word, bases):
        if ELSEWHERE.fullmatch(word):
            return False
        word = PLACEHOLDER.sub("*", word)
        first, slash, _ = word.partition("/")
        if not slash:
            return LONE_FILE.fullmatch(word) is not None and word not in self.names
        is_path = first in self.folders or FILE.search(word) is not None
        return is_path and not self.exists(word, bases)

    def missing_in(self, file):
        """Each path in a file that does not exist, with the number of its line."""
        text = (self.root / file).read_text(encoding="utf-8", errors="replace")
        if file.suffix in COMMENTED:
            text = comments_of(text, file.suffix)
        bases = BASES + [str(folder) for folder in file.parents]
        for number, line in enumerate(text.splitlines(), 1):
            line = URL.sub("", line)
            if file.suffix == ".md":
                links = LINK.findall(line)
                yield from ((number, target) for target in links if not self.exists(target, [str(file.parent)]))
                line = LINK.sub("", line)
            words = (word.rstrip("./-") for word in WORD.findall(line))
            yield from ((number, word) for word in words if self.is_missing(word, bases))

    def is_checked(self, file):
        if str(file).startswith(tuple(UNCHECKED)):
            return False
        is_script = file.suffix == "" and (self.root / file).read_bytes()[:2] == b"#!"
        return is_script or file.suffix in COMMENTED | WHOLE

    def incomplete_passes(self):
        """Each header of a pass without one of its lines, with that line."""
        tables = [file for file in self.files if file.name == "passes.def"]
        passes = {name for table in tables for name in PASS.findall((self.root / table).read_text(encoding="utf-8"))}
        for file in self.files:
            if file.suffix == ".h" and file.stem in passes:
                text = (self.root / file).read_text(encoding="utf-8")
                yield from ((file, line) for line in PASS_LINES if f"\n//   {line} " not in text)

    def unlisted(self):
        """Each document that the index does not link."""
        if INDEX not in self.files:
            return
        links = LINK.findall((self.root / INDEX).read_text(encoding="utf-8"))
        listed = {os.path.normpath(INDEX.parent / link) for link in links}
        for file in self.files:
            if file.parent in INDEXED and file.suffix == ".md" and file != INDEX and str(file) not in listed:
                yield file

    def problems(self):
        for file, line in self.incomplete_passes():
            yield f"{file}: no line begins with \"{line}\""
        for file in filter(self.is_checked, self.files):
            for number, word in self.missing_in(file):
                yield f"{file}:{number}: there is no {word}"
        for file in self.unlisted():
            yield f"{INDEX}: {file} has no link here"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    problems = list(Repository(parser.parse_args().root).problems())
    for problem in problems:
        print(problem, file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()

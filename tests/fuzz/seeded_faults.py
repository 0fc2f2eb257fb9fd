"""Reads the faults that are seeded to see whether fuzzers find them, and puts one into its file's text.

The faults.toml of a fuzzer has `name`, `file`, `old` and `new` of each: `old` must stand once in the file,
whatever its white space.
"""
import pathlib
import re
import sys
import tomllib

FUZZERS = pathlib.Path(__file__).resolve().parent
ROOT = FUZZERS.parent.parent
PASSES = ROOT / "src/compiler/pass"


def read(fuzzer):
    """The table of a fuzzer, by the name of its folder."""
    return tomllib.loads((FUZZERS / fuzzer / "faults.toml").read_text())


def file_of(fault):
    """A pass' file is named from the passes' folder, others from the root."""
    is_other = fault["file"].startswith("src/")
    return (ROOT if is_other else PASSES) / fault["file"]


def places(fault):
    """Returns where the text of the file is what the fault replaces: matches."""
    pattern = r"\s*".join(re.escape(word) for word in re.findall(r"\w+|\W", fault["old"])
                          if not word.isspace())
    return list(re.finditer(pattern, file_of(fault).read_text()))


def faulty(fault):
    """The text of the file with the fault."""
    found = places(fault)
    if len(found) != 1:
        sys.exit(f"{fault['file']} holds {len(found)} times what '{fault['name']}' replaces")
    return found[0].string[:found[0].start()] + fault["new"] + found[0].string[found[0].end():]

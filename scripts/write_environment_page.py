#!/usr/bin/python3
"""Writes the tables of docs/guides/environment.md from the platform's table of options.

    write_environment_page.py            writes them
    write_environment_page.py --check    fails, with the difference, where they are not as it would write them
    --root FOLDER                        of another repository than the one that this script is in

Each row of src/options/options.def is a row of a table. A comment after an empty line begins another table, and its
first sentence is the heading. The text around the tables is the guide's own: it is kept.
"""
import argparse
import collections
import difflib
import pathlib
import re
import sys

BEGIN, END = "<!-- from options.def -->\n", "<!-- until here -->\n"
STRING = r'"(?:[^"\\\n]|\\.)*"'
ROW = re.compile(rf"""CLEAVE_(?:OPTION\(\w+,\s*(?P<kind>text|number|flag)|CHOICE\(\w+),\s*
                      "(?P<variable>[A-Z_]+)",\s*(?P<initial>{STRING}|\w+),\s*
                      (?:(?P<values>{STRING}),\s*)?(?:nothing|code|binaries),\s*(?P<description>{STRING}(?:\s*{STRING})*)\)$""",
                 re.VERBOSE | re.MULTILINE)
HEADING = re.compile(r"\n\n// ([^\n]*)\n(?:// [^\n]*\n)*(?=CLEAVE_)")

Option = collections.namedtuple("Option", "variable takes initial description")


def text_of(strings):
    """The text of one or several string literals that stand one after the other."""
    return "".join(literal[1:-1] for literal in re.findall(STRING, strings)).replace('\\"', '"')


def option_of(row):
    initial = text_of(row["initial"]) if row["initial"].startswith('"') else row["initial"]
    if row["kind"] is None:
        takes = ", ".join(f"`{value}`" for value in text_of(row["values"]).split("|"))
    else:
        takes = {"flag": "`0`, `1`", "number": "a number", "text": "text"}[row["kind"]]
    return Option(row["variable"], takes, {"true": "1", "false": "0"}.get(initial, initial),
                  text_of(row["description"]))


def read_options(text):
    """Yields each heading with the options below it."""
    table = text[text.index("#endif"):]
    rows = len(re.findall(r"^CLEAVE_", table, re.MULTILINE))
    if rows != len(ROW.findall(table)):
        sys.exit(f"of the {rows} rows of options.def only {len(ROW.findall(table))} could be read")
    starts = list(HEADING.finditer(table))
    if not starts or ROW.search(table[:starts[0].start()]):
        sys.exit("options.def has a row before its first heading, a comment after an empty line")
    for start, stop in zip(starts, [after.start() for after in starts[1:]] + [len(table)]):
        heading = re.split(r"[.,](?:\s|$)", start[1])[0]
        yield heading, [option_of(row) for row in ROW.finditer(table[start.end():stop])]


def tables(text):
    parts = []
    for heading, options in read_options(text):
        rows = [f"### {heading}", "", "| variable | takes | default | effect |", "|---|---|---|---|"]
        for option in options:
            initial = f"`{option.initial}`" if option.initial else "none"
            description = option.description.replace("|", "\\|")
            rows.append(f"| `{option.variable}` | {option.takes} | {initial} | {description} |")
        parts.append("\n".join(rows))
    return "\n" + "\n\n".join(parts) + "\n\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    arguments = parser.parse_args()

    page = arguments.root / "docs/guides/environment.md"
    present = page.read_text()
    start, stop = present.index(BEGIN) + len(BEGIN), present.index(END)
    wanted = present[:start] + tables((arguments.root / "src/options/options.def").read_text()) + present[stop:]
    if not arguments.check:
        page.write_text(wanted)
    elif present != wanted:
        sys.stdout.writelines(difflib.unified_diff(present.splitlines(True), wanted.splitlines(True), str(page),
                                                   "from options.def"))
        sys.exit("run scripts/write_environment_page.py")


if __name__ == "__main__":
    main()

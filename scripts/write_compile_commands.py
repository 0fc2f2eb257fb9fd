"""Writes compile_commands.json with an entry for each source file, for clangd and clang-tidy, from one of CMake whose
entries may compile several files at once.

usage: write_compile_commands.py FROM TO
"""
import json
import re
import sys
from pathlib import Path


def entries_of(entry):
    """The entries of the files that the entry's file includes, where CMake has made it of them; else itself."""
    united = Path(entry["file"])
    if united.parent.name != "Unity":
        return [entry]
    files = re.findall(r'^#include "(.+)"$', united.read_text(), re.MULTILINE)
    return [{**entry, "file": file, "command": entry["command"].replace(entry["file"], file)} for file in files]


def main():
    source, target = map(Path, sys.argv[1:])
    entries = [each for entry in json.loads(source.read_text()) for each in entries_of(entry)]
    text = json.dumps(entries, indent=1) + "\n"
    if not target.exists() or target.read_text() != text:
        target.write_text(text)


if __name__ == "__main__":
    main()

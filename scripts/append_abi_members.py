#!/usr/bin/env python3
"""Appends to tests/unit/sycl/abi_members.def what include/sycl/detail/abi.h has and the list has not.

What is in the list stays: programs that are compiled already look for it there. The script ends with an error, and writes
nothing, if a member or number of the list is another one in the header."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parent.parent
HEADER = SOURCE / "include" / "sycl" / "detail" / "abi.h"
LIST = SOURCE / "tests" / "unit" / "sycl" / "abi_members.def"
CLANG = os.environ.get("CLANG", "clang++-22")


def declarations():
    """Structures with their members, and constants, in the order of the header."""
    dump = subprocess.run([CLANG, "-x", "c++", "-std=c++20", "-fsyntax-only", "-Xclang", "-ast-dump=json", HEADER], check=True,
                          capture_output=True, text=True).stdout
    members, numbers = [], []

    def walk(node):
        if node.get("kind") == "CXXRecordDecl" and node.get("completeDefinition") and "name" in node:
            for inner in node.get("inner", []):
                if inner["kind"] == "FieldDecl" and node["name"].startswith("cleave_sycl_"):
                    members.append((node["name"], inner["name"], inner["type"]["qualType"]))
        elif node.get("kind") == "EnumConstantDecl" and node["name"].startswith("CLEAVE_SYCL_"):
            numbers.append(node["name"])
        else:
            for inner in node.get("inner", []):
                walk(inner)

    walk(json.loads(dump))
    return members, numbers


def rows():
    members, numbers = declarations()
    lines = ["#include <cstddef>", "#include <cstdio>", f'#include "{HEADER}"', "int main() {"]
    for structure, member, kind in members:
        lines.append(f'  std::printf("CLEAVE_ABI_MEMBER({structure}, {member}, %zu, {kind})\\n", '
                     f"offsetof({structure}, {member}));")
    for number in numbers:
        lines.append(f'  std::printf("CLEAVE_ABI_NUMBER({number}, %d)\\n", static_cast<int>({number}));')
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "rows"
        source = program.with_suffix(".cpp")
        source.write_text("\n".join(lines) + "\n}\n")
        subprocess.run([CLANG, "-std=c++20", source, "-o", program], check=True)
        return subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()


def key(row):
    return re.match(r"CLEAVE_ABI_\w+\((\w+(?:, [a-z_]\w*)?)", row)[1]


def main():
    of_header = {key(row): row for row in rows()}
    of_list = {key(row): row for row in LIST.read_text().splitlines() if row.startswith("CLEAVE_ABI_")}
    changed = [name for name, row in of_list.items() if of_header.get(name) != row]
    if changed:
        sys.exit("changed, though programs rely on it: " + ", ".join(changed))
    new = [row for name, row in of_header.items() if name not in of_list]
    with LIST.open("a") as file:
        file.writelines(row + "\n" for row in new)
    print(f"{len(new)} rows are new, {len(of_list)} were there")


if __name__ == "__main__":
    main()

#!/usr/bin/python3
"""Checks that cmake/contents.txt names all that others wrote in what we install, and nothing else.

    check_contents.py BUILD

What is in it, the build tells: libraries and files that the linker read (parts/*.d in the build's folder), headers that
sources of ours include, and files that are embedded. Shared libraries are not in it. dpkg tells whose a file is; what lies
in build/deps/PACKAGE was unpacked from that package.
"""
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "cmake" / "contents.txt"
# Objects of sources that are installed, and of no others.
INSTALLED = re.compile(r"(src|tools/cleave(-c\+\+)?)/")
SHARED = re.compile(r"\.so(\.[0-9]+)*$")
# A file made for embedding (cleave_embed) is one of these: no other input of the build gets into it.
EMBEDDED = re.compile(r"\.(h|bc|cl)$")


def packages_in(table):
    """The packages that the rows name and that files are taken of: those with a copy, in rows that have `within`."""
    packages = set()
    for line in table.splitlines():
        row = line.split("#")[0].strip()
        if row:
            source, _, names = row.partition(":")
            if not source or not names.split():
                raise ValueError(f"no row of contents: {line}")
            packages.update(names.split(" within ")[-1].split())
    return packages


def linked_files(rule):
    """The files of a rule of make, which the linker writes."""
    inputs = rule.replace("\\\n", " ").split("\n\n")[0].partition(":")[2]
    return [path.replace("\\ ", " ") for path in re.split(r"(?<!\\)\s+", inputs) if path]


def included_files(deps):
    """The files that objects of what is installed were compiled from, as `ninja -t deps` prints them."""
    files, is_installed = set(), False
    for line in deps.splitlines():
        if line.startswith("    "):
            if is_installed:
                files.add(line.strip())
        else:
            is_installed = INSTALLED.match(line) is not None
    return files


def foreign(files, build):
    """The real paths of those that are neither ours nor made by the build, by the package that they were unpacked from."""
    unpacked, others = set(), set()
    for file in files:
        path = pathlib.Path(os.path.normpath(build / file))
        if SHARED.search(path.name) or not path.is_file():
            continue
        path = path.resolve()
        if (ROOT / "build" / "deps").resolve() in path.parents:
            unpacked.add(path.relative_to((ROOT / "build" / "deps").resolve()).parts[0])
        elif ROOT not in path.parents and build not in path.parents and not SHARED.search(path.name):
            others.add(str(path))
    return unpacked, others


def owners(files):
    """Which package each file is of; none: of no package."""
    names = {file: file for file in files}
    # Files may be known by their places before /lib became a link to /usr/lib.
    names.update({file[len("/usr"):]: file for file in files if file.startswith("/usr/lib")})
    found = subprocess.run(["dpkg-query", "-S", *names], capture_output=True, text=True, check=False).stdout
    owner = dict.fromkeys(files)
    for line in found.splitlines():
        package, _, name = line.partition(": ")
        if name in names:
            owner[names[name]] = package.split(",")[0].split(":")[0]
    return owner


def complaints(owner, unpacked, named):
    """Returns what is wrong with files of these owners, unpacked packages and packages that the table names."""
    strangers = [f"{file} is in it, and of no package: whose is it?" for file in sorted(owner) if owner[file] is None]
    taken = unpacked | {package for package in owner.values() if package is not None}
    return (strangers + [f"{name} is in it, and cmake/contents.txt does not name it" for name in sorted(taken - named)]
            + [f"cmake/contents.txt names {name}, and nothing of it is in it" for name in sorted(named - taken)])


def ninja(build, *tool):
    return subprocess.run(["ninja", "-C", str(build), "-t", *tool], capture_output=True, text=True, check=True).stdout


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1]).resolve()
    rules = sorted((build / "parts").glob("*.d"))
    if not rules:
        sys.exit(f"check_contents: {build} has linked nothing that is installed")
    files = {file for rule in rules for file in linked_files(rule.read_text())}
    if not files:
        sys.exit("check_contents: the linker has read nothing")
    files |= included_files(ninja(build, "deps"))
    files |= {file for file in ninja(build, "inputs", "installable").splitlines() if EMBEDDED.search(file)}
    unpacked, others = foreign(files, build)
    named = packages_in(TABLE.read_text())
    problems = complaints(owners(others), unpacked, named)
    if problems:
        sys.exit("\n".join(problems))
    print(f"parts of {len(named)} packages: {' '.join(sorted(named))}")


if __name__ == "__main__":
    main()

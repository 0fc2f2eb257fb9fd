#!/usr/bin/python3
"""Checks that the name of a class in src/ is the name of one class.

    check_names.py
    --root FOLDER    of another repository than the one that this script is in

Looked at: classes, structures, unions and enumerations that a header or source defines in a namespace, an anonymous one
too, and aliases there (`using Name = …;`). A name has one definition, and no alias of another type has that name.

Free are names inside classes (Queue::Request, Sampler::Request), which the class tells apart; specialisations of
templates; declarations; and aliases of several files that stand for one type, or for types that only their namespaces
tell apart.
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys

SYCL = ("what an application of SYCL holds; src/sycl calls the loader alone, whose driver may be another's, and "
        "includes nothing of src/model")
# Classes with one name, by their folders, and the reason. docs/GLOSSARY.md says how they differ.
ALLOWED = {name: ({folder, "src/sycl"}, SYCL)
           for folder, names in (("src/model", ("Context", "Device", "Platform")), ("src/model/command", ("Event", "Queue")),
                                 ("src/model/program", ("Kernel",)))
           for name in names}

# Blanked before braces are counted: comments, strings, characters and lines of the preprocessor.
BLANK = re.compile(r"""//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<!\w)'(?:\\.|[^'\\\n])+'"""
                   r"|^[ \t]*\#(?:[^\n\\]|\\.)*", re.DOTALL | re.MULTILINE)
CLASS = re.compile(r"\b(?:class|struct|union|enum|enum\s+class|enum\s+struct)\s+"
                   r"(?:alignas\s*\([^)]*\)\s*|\[\[[^\]]*\]\]\s*)*"
                   r"(?P<name>[A-Za-z_]\w*)(?:\s+final)?\s*(?:(?<!:):(?!:)[^(){}]*)?$")
NAMESPACE = re.compile(r"\bnamespace\b[\w:\s]*$|\bextern\s*$")
ALIAS = re.compile(r"\busing\s+(?P<name>\w+)\s*=(?P<type>.*)$", re.DOTALL)

Definition = collections.namedtuple("Definition", "file line type")  # the type that an alias stands for, or None


def definitions_in(file, text):
    """The names and definitions of a file's namespaces."""
    text = BLANK.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    inside, start = [], 0  # whether each brace that is open is a namespace's
    for match in re.finditer(r"[{};]", text):
        before = text[start:match.start()]
        if all(inside):
            found = CLASS.search(before) if match[0] == "{" else ALIAS.search(before) if match[0] == ";" else None
            if found:
                stands_for = found.groupdict().get("type")
                yield found["name"], Definition(file, text.count("\n", 0, start + found.start("name")) + 1,
                                                stands_for and re.sub(r"\s|\w+::", "", stands_for))
        if match[0] == "{":
            inside.append(NAMESPACE.search(before) is not None)
        elif match[0] == "}" and inside:
            inside.pop()
        start = match.end()


def is_one(name, definitions):
    """True if all are one type: one class with aliases to it, or aliases alone that say the same."""
    classes = [one for one in definitions if one.type is None]
    types = {one.type for one in definitions if one.type is not None}
    return len(classes) <= 1 and types <= {name} if classes else len(types) == 1


def files_of(root):
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "--", "src"]
    names = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout.splitlines()
    return [name for name in names if name.endswith((".h", ".cpp")) and (root / name).is_file()]


def problems(root, allowed):
    by_name = collections.defaultdict(list)
    for file in files_of(root):
        for name, definition in definitions_in(file, (root / file).read_text(encoding="utf-8", errors="replace")):
            by_name[name].append(definition)
    for name, definitions in sorted(by_name.items()):
        folders = [str(pathlib.PurePath(one.file).parent) for one in definitions]
        is_allowed = name in allowed and sorted(folders) == sorted(allowed[name][0])
        if not is_one(name, definitions) and not is_allowed:
            first, *others = definitions
            for other in others:
                yield f"{other.file}:{other.line}: {name} is also a type of {first.file}:{first.line}"
    for name in sorted(set(allowed) - {name for name, all_of_it in by_name.items() if not is_one(name, all_of_it)}):
        yield f"{name} is allowed twice and is not there twice"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", type=pathlib.Path)
    root = parser.parse_args().root
    ours = pathlib.Path(__file__).resolve().parent.parent
    found = list(problems(root or ours, {} if root else ALLOWED))
    for problem in found:
        print(problem, file=sys.stderr)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/python3
"""Checks the shape of the source that docs/ARCHITECTURE.md describes.

- Includes point only downward: a file includes its own folder and those in lower rows of LAYERS.
- The compiler's insides and LLVM stay inside the compiler: others include compiler/interface only.
- The namespace of a file is its folder; a header may declare classes of other folders first.
- Headers of OWNERS are for their owners alone, in src/.
- No file is longer than 600 lines.
- Each row of LAYERS has its folders.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MAXIMUM_LINES = 600

# Lowest first. A folder without a row of its own belongs to the nearest outer folder that has one.
# Folders in one row do not include each other.
LAYERS = [
    {"src/support"},
    {"src/os", "src/options"},
    {"src/disk_cache"},
    {"src/topology", "src/builtins", "src/spirv", "src/device_image"},
    {"src/compiler/interface"},
    {"src/compiler/pass/ir", "src/compiler/cache"},
    {"src/compiler/pass/analysis", "src/compiler/pass/early", "src/compiler/pass/lowering"},
    {"src/compiler/pass/simplify", "src/compiler/pass/late", "src/compiler/pass/report"},
    {"src/compiler/pass/widen", "src/compiler/pass/regions"},
    {"src/compiler/pass/progress"},
    {"src/compiler/pass"},
    {"src/compiler/pipeline", "src/compiler/process"},
    {"src/compiler/canonical/module", "src/compiler/canonical/dataflow"},
    {"src/compiler/canonical/facts", "src/compiler/canonical/globals"},
    {"src/compiler/canonical/rules"},
    {"src/compiler/canonical"},
    {"src/compiler/frontend/opencl_c", "src/compiler/frontend/spirv", "src/compiler/frontend/sycl", "src/compiler/target"},
    {"src/compiler/cxx", "src/compiler/frontend", "src/compiler/target/x86"},
    {"src/compiler"},
    {"src/backend"},
    {"src/backend/cpu/memory", "src/backend/cpu/progress", "src/backend/cpu/code"},
    {"src/backend/cpu/pool"},
    {"src/backend/cpu/slices", "src/backend/cpu/enqueue"},
    {"src/backend/cpu/graph"},
    {"src/backend/cpu"},
    {"src/model"},
    {"src/model/memory"},
    {"src/model/program"},
    {"src/model/command"},
    {"src/api/info"},
    {"src/api/check"},
    {"src/api"},
    {"src/sycl"},
    {"tools"},
]
RANK = {folder: rank for rank, row in enumerate(LAYERS) for folder in row}

# Only these may include LLVM's and Clang's headers, or more of the compiler than its interface.
# builtins/assemble runs only while Cleave is built; the test gives code generation IR of its own.
LLVM_FOLDERS = ("src/compiler/", "src/builtins/assemble/", "tools/cleave-opt",
                "tests/unit/compiler/target/", "tests/unit/compiler/nvptx/")
LLVM_HEADER = re.compile(r"(llvm|llvm-c|clang|clang-c|lld)/")

# Headers that only some folders may include: what they define is opaque to all others.
OWNERS = {
    "src/compiler/interface/x86_facts.h": ("src/compiler/interface", "src/compiler/canonical/facts", "src/backend/cpu"),
}

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.MULTILINE)
NAMESPACE = re.compile(r"^namespace (cleave(?:::\w+)*)", re.MULTILINE)
DECLARATIONS = re.compile(r"\s*\{\s*(?:(?:class|struct) \w+;\s*)+\}")  # and nothing else in the namespace
SOURCE_SUFFIXES = {".cpp", ".h", ".def", ".c"}
LIMITED_SUFFIXES = SOURCE_SUFFIXES | {".hpp", ".cl", ".py", ".cmake", ".sh", ".ll"}


def layer_of(path):
    """The row's folder that a path relative to the root belongs to, or None."""
    folder = path.parent
    while folder != pathlib.PurePath("."):
        if str(folder) in RANK:
            return str(folder)
        folder = folder.parent
    return None


def target_of(path, included):
    """The file that a quoted include means, relative to the root, or None if it is not ours."""
    for base in (pathlib.PurePath("src"), path.parent, pathlib.PurePath(".")):
        candidate = base / included
        if (ROOT / candidate).exists():
            return candidate
    return None


def include_problem(path, kind, included):
    """Returns what is wrong with one include, or None."""
    may_see_llvm = str(path).startswith(LLVM_FOLDERS)
    if LLVM_HEADER.match(included) and not may_see_llvm:
        return f"includes {included}: only the compiler module sees LLVM"
    if kind == "<":
        return None
    target = target_of(path, included)
    owners = OWNERS.get(str(target))
    if owners and path.parts[0] == "src" and not str(path).startswith(tuple(f"{owner}/" for owner in owners)):
        return f"includes {included}, which is opaque to it"
    own, other = layer_of(path), layer_of(target) if target else None
    if own is None or other is None or own == other:
        return None
    if RANK[other] >= RANK[own]:
        return f"includes {included}: {other} is not below {own}"
    inside = other.startswith("src/compiler") and other != "src/compiler/interface"
    if inside and not may_see_llvm:
        return f"includes {included}: only compiler/interface is for other layers"
    return None


def namespace_problem(path, text):
    """A file of src/ opens the namespace of its folder; others only for a class that it declares."""
    if path.suffix not in {".h", ".cpp"} or path.parts[0] != "src":
        return None
    wanted = "::".join(["cleave", *path.parts[1:-1]])
    for match in NAMESPACE.finditer(text):
        name = match.group(1)
        if name == wanted or name.startswith(wanted + "::") or DECLARATIONS.match(text, match.end()):
            continue
        return f"opens namespace {name}, its folder is {wanted}"
    return None


def problems_of(path):
    text = (ROOT / path).read_text(encoding="utf-8", errors="replace")
    lines = text.count("\n")
    if path.suffix in LIMITED_SUFFIXES and lines > MAXIMUM_LINES:
        yield f"has {lines} lines, more than {MAXIMUM_LINES}"
    if path.suffix in SOURCE_SUFFIXES:
        for kind, included in INCLUDE.findall(text):
            problem = include_problem(path, kind, included)
            if problem:
                yield problem
        problem = namespace_problem(path, text)
        if problem:
            yield problem


def tracked_files():
    command = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return [pathlib.PurePath(name) for name in names if (ROOT / name).is_file()]


def main():
    missing = [folder for folder in RANK if not (ROOT / folder).is_dir()]
    for folder in missing:
        print(f"{folder}: there is no such folder, and yet a layer", file=sys.stderr)
    found = len(missing)
    for path in tracked_files():
        for problem in problems_of(path):
            print(f"{path}: {problem}", file=sys.stderr)
            found += 1
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()

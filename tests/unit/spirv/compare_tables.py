#!/usr/bin/python3
"""Compares the tables of src/spirv with the packaged grammar where both know a token.

compare_tables.py FOLDER: prints what differs and exits with 1, with 77 where no grammar is installed. A name
may be another one than the grammar's: what became core, or changed hands, is known by its number.
"""
import json
import pathlib
import re
import sys

GRAMMAR = pathlib.Path("/usr/include/spirv/unified1/spirv.core.grammar.json")
OPENCL_STD = GRAMMAR.with_name("extinst.opencl.std.100.grammar.json")
DEBUG_SETS = {"-": GRAMMAR.with_name("extinst.opencl.debuginfo.100.grammar.json"),
              "+": GRAMMAR.with_name("extinst.nonsemantic.shader.debuginfo.100.grammar.json")}
ROW = re.compile(r"^CLEAVE_(\w+)\((\w+), (\w+)(?:, (.*?))?\)(?:\s*//.*)?$", re.MULTILINE)
SUFFIXES = re.compile(r"(KHR|EXT|INTEL|ALTERA|GOOGLE|NV)$")
# Names and patterns that changed after the packaged grammar.
RENAMED = {"LongCompositesINTEL": "LongConstantCompositeINTEL", "AllowContract": "AllowContractFastINTEL"}
CHANGED_PATTERNS = {"FPGARegINTEL"}
NEWER = {"FP_ENCODING", "HOST_ACCESS_QUALIFIER"}
IDS = {"id": "IdRef", "scope": "IdScope", "semantics": "IdMemorySemantics", "type": "IdResultType",
       "result": "IdResult"}


def rows(path):
    return [match.groups() for match in ROW.finditer(path.read_text(encoding="utf-8"))]


def same_name(ours, theirs):
    ours = RENAMED.get(ours, ours)
    return any(SUFFIXES.sub("", ours) == SUFFIXES.sub("", name) for name in theirs)


def compare_numbers(what, ours, theirs):
    """ours: (name, number) rows; theirs: number -> names."""
    for name, number in ours:
        if number in theirs and not same_name(name, theirs[number]):
            yield f"{what} {number} is {name} here, {' or '.join(theirs[number])} in the grammar"


def numbers(entries, key, value):
    result = {}
    for entry in entries:
        number = int(str(entry[value]), 0)
        name = entry[key].removeprefix("Op") if key == "opname" else entry[key]
        result.setdefault(number, []).append(name)
    return result


def compare_patterns(ours, instructions):
    """Compares how many operands must come, and the first of them."""
    by_number = {entry["opcode"]: entry for entry in instructions}
    for name, number, rest in ours:
        entry = by_number.get(number)
        if entry is None or name in CHANGED_PATTERNS:
            continue
        theirs = [o["kind"] for o in entry.get("operands", []) if "quantifier" not in o]
        fields = re.sub(r"\bany\([^)]*\)", "any", rest).split(", ")[3:]
        own = [field for field in fields if not field.startswith(("optional(", "many("))]
        if len(own) != len(theirs):
            yield f"{name} takes {len(own)} operands here, {len(theirs)} in the grammar"
        for field, kind in zip(own, theirs):
            if IDS.get(field, kind) != kind:
                yield f"{name} has {field} for {kind}"


def differences(folder):
    grammar = json.loads(GRAMMAR.read_text(encoding="utf-8"))
    kinds = {kind["kind"]: kind.get("enumerants", []) for kind in grammar["operand_kinds"]}
    table = rows(folder / "instructions.def")
    yield from compare_numbers("instruction", [(name, int(number)) for _, name, number, _ in table],
                               numbers(grammar["instructions"], "opname", "opcode"))
    yield from compare_patterns([(name, int(number), rest) for _, name, number, rest in table],
                                grammar["instructions"])
    for file, kind in (("capabilities", "Capability"), ("decorations", "Decoration"),
                       ("execution_modes", "ExecutionMode"), ("built_ins", "BuiltIn")):
        ours = [(name, int(number)) for _, name, number, _ in rows(folder / f"{file}.def")]
        yield from compare_numbers(kind, ours, numbers(kinds[kind], "enumerant", "value"))
    upper = {kind.upper(): kind for kind in kinds}
    for macro, name, number, _ in rows(folder / "enumerants.def"):
        kind = upper.get(macro.replace("_", ""))
        if kind is None and macro in NEWER:
            continue
        if kind is None:
            yield f"the grammar has no {macro}"
            continue
        names = numbers(kinds[kind], "enumerant", "value").get(int(number, 0))
        theirs = names and [other.removesuffix("Mask") for other in names]
        if theirs and not same_name(name.removeprefix(kind), [o.removeprefix(kind) for o in theirs]):
            yield f"{kind} {number} is {name} here, {' or '.join(theirs)} in the grammar"
    extended = json.loads(OPENCL_STD.read_text(encoding="utf-8"))["instructions"]
    ours = [(name, int(number)) for _, name, number, _ in rows(folder / "opencl_std.def")]
    yield from compare_numbers("OpenCL.std", ours, numbers(extended, "opname", "opcode"))
    if len(ours) != len(extended):
        yield f"OpenCL.std has {len(ours)} instructions here, {len(extended)} in the grammar"


def compare_debugging(table):
    """Names and numbers of the sets for debugging, and how many operands must come."""
    for sign, path in DEBUG_SETS.items():
        instructions = json.loads(path.read_text(encoding="utf-8"))["instructions"]
        other = {"-": "+", "+": "-"}[sign]
        yield from compare_numbers(path.name, [(f"Debug{name}", int(number)) for _, name, number, _ in table],
                                   numbers(instructions, "opname", "opcode"))
        patterns = {int(number): pattern.strip('"').split() for _, _, number, pattern in table}
        for entry in instructions:
            if entry["opcode"] not in patterns:
                yield f"{entry['opname']} of {path.name} has no row"
            elif (pattern := patterns[entry["opcode"]]) != ["unread"]:
                own = [word for word in pattern if word[0] != other and word[-1] not in "?*"]
                theirs = [o for o in entry.get("operands", []) if "quantifier" not in o]
                if len(own) != len(theirs):
                    yield f"{entry['opname']} takes {len(own)} operands here, {len(theirs)} in {path.name}"


def main():
    if not GRAMMAR.exists():
        print("the package spirv-headers is not installed")
        sys.exit(77)
    folder = pathlib.Path(sys.argv[1])
    found = list(differences(folder)) + list(compare_debugging(rows(folder / "debug_info.def")))
    print("\n".join(found) if found else "all rows agree")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()

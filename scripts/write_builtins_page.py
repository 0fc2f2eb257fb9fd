#!/usr/bin/python3
"""Writes docs/BUILTINS.md, and the table of origins in src/builtins/README.md, from the tables of functions.

    write_builtins_page.py            writes both
    write_builtins_page.py --check    fails, with the difference, where they are not as it would write them
    write_builtins_page.py --speed FILE.json
                                      first takes what `./dev bench --case functions --json FILE.json` measured

What is said of each function comes from tests/conformance/builtin/math_functions.def and edge_cases.def; what was
measured from docs/builtins/accuracy.tsv (measure_accuracy --table), docs/builtins/libmvec.tsv (likewise, of what
compile_libmvec makes) and docs/builtins/speed.tsv. The text around the tables is docs/builtins/page.md, where a line
{{name}} stands for a table.
"""
import argparse
import collections
import difflib
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests/conformance/builtin"
RECORDED = ROOT / "docs/builtins"
TYPES = ["float", "double", "half"]
# A type has so many numbers at least between the limits of a function; none is measured with all doubles.
NUMBERS = {"float": 1 << 31, "half": 1 << 15, "double": 1 << 64}

SOURCES = ROOT / "src/builtins"
# How the names begin of functions that only the compiler calls.
INTERNAL = "__cleave_"

Function = collections.namedtuple("Function", "name bounds embedded origin domain arity")
Approximation = collections.namedtuple("Approximation", "name least most allowed origin")


def fields_of(text):
    """Splits the arguments of a row at its outer commas."""
    fields, depth, quoted, current = [], 0, False, ""
    for character in text:
        if character == '"':
            quoted = not quoted
        depth += (character in "(<") - (character in ")>") if not quoted else 0
        if character == "," and depth == 0 and not quoted:
            fields.append(current.strip())
            current = ""
        else:
            current += character
    return [field.strip('"') for field in fields + [current.strip()]]


def rows_of(path):
    """Yields the kind and the fields of every row of a .def file."""
    for line in path.read_text().splitlines():
        row = re.fullmatch(r"([A-Z_0-9]+)\((.*)\)", line)
        if row:
            # Comparisons in an expression are no brackets.
            text = row[2].replace(">=", "≥").replace("<=", "≤").replace(" < ", " ﹤ ")
            yield row[1], fields_of(text)


def read_functions(path):
    """Returns the functions of every type, and those of single precision alone."""
    functions, approximations = [], []
    for kind, row in rows_of(path):
        if kind in ("ONE", "TWO", "THREE", "INTEGER"):
            name, _, _, single, double, half, _, embedded, embedded_half, origin, domain = row
            functions.append(Function(name, [single, double, half], [embedded, embedded_half], origin, domain,
                                      {"ONE": 1, "TWO": 2, "THREE": 3, "INTEGER": 3}[kind]))
        elif kind == "SINE_COSINE":
            name, single, double, half, _, embedded, embedded_half, origin, domain = row
            functions.append(Function(name, [single, double, half], [embedded, embedded_half], origin, domain, 1))
        elif kind == "EXTREME":
            name, _, _, _, embedded, embedded_half, origin, domain = row
            functions.append(Function(name, ["0"] * 3, [embedded, embedded_half], origin, domain, 2))
        elif kind in ("SINGLE", "SINGLE_TWO"):
            name, _, _, least, most, bound, _, origin = row
            approximations.append(Approximation(name, least, most, f"{bound} ulp", origin))
        elif kind in ("NATIVE", "NATIVE_TWO"):
            name, _, least, most, _, words, _, origin = row
            approximations.append(Approximation(name, least, most, words, origin))
    return sorted(functions), sorted(approximations, key=lambda function: function.name.removeprefix(INTERNAL))


def read_table(path, key_columns):
    """Returns the rows of a .tsv file by their first columns."""
    if not path.exists():
        return {}
    lines = [line.split("\t") for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return {tuple(line[:key_columns]): line[key_columns:] for line in lines}


def take_speed(path):
    """Writes docs/builtins/speed.tsv from what the benchmark measured."""
    measured = json.loads(pathlib.Path(path).read_text())
    result = [f"# function, type, arguments; ns a result and processor; times the speed of Intel's, SLEEF, libmvec; "
              f"{measured['processor']}, {measured['processors']} processors"]
    for row in measured["rows"]:
        words = row["size"].split()
        arguments = "rare" if words[-1] == "rare" else "ordinary"
        kind = next((word for word in words[1:] if word in ("double", "half")), "float")
        drivers = {measurement["driver"].split()[0]: measurement for measurement in row["measurements"]}
        ratios = [f"{drivers[driver]['cleave_speed_ratio']:.2f}" if "cleave_speed_ratio" in drivers.get(driver, {})
                  else "–" for driver in ("Intel", "SLEEF", "libmvec")]
        nanoseconds = f"{1000 / drivers['Cleave']['rate']:.2f}"
        result.append("\t".join([words[0], kind, arguments, nanoseconds] + ratios))
    (RECORDED / "speed.tsv").write_text("\n".join(result) + "\n")


def check_origins(functions):
    """Fails where a source named does not speak of its function."""
    wrong = []
    for function in functions:
        sources = re.findall(r"\w+\.cl", function.origin)
        named = [source for source in sources
                 if re.search(rf"\b{function.name}\b", (SOURCES / source).read_text())]
        if named != sources:
            wrong.append(f"{function.name} is not in {function.origin}")
    if wrong:
        sys.exit("math_functions.def: " + "; ".join(wrong))


def bound_in_words(bound):
    return {"0": "exact", "unlimited": "–"}.get(bound, bound)


def measured_errors():
    """Returns the greatest error of each function and type over all processors, and the most results of one."""
    result = {}
    for (name, kind, _), (error, count) in read_table(RECORDED / "accuracy.tsv", 3).items():
        known, most = result.get((name, kind), (0.0, 0))
        result[name, kind] = max(known, float(error)), max(most, int(count))
    return result


def error_in_words(measured, name, kind, arity=1):
    if (name, kind) not in measured:
        return "–"
    error, count = measured[name, kind]
    number = "0" if error == 0 else f"{error:.2f}" if error < 100 else f"{error:.0f}"
    return f"**{number}**" if count >= NUMBERS[kind] ** arity else number


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    cells = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in cells])


def accuracy_table(functions, measured):
    header = ["function", "allowed: single, double, half", "embedded: single, half", "greatest error: single", "double",
              "half", "arguments", "from"]
    return table(header, [
        [f"`{function.name}`", ", ".join(map(bound_in_words, function.bounds)),
         ", ".join(map(bound_in_words, function.embedded))] +
        [error_in_words(measured, function.name, kind, function.arity) for kind in TYPES] +
        [function.domain, function.origin]
        for function in functions])


def approximation_table(approximations, measured):
    def range_in_words(function):
        if function.least == "-INFINITY":
            return "all"
        numbers = [number.replace("pi<double>", "π") for number in (function.least, function.most)]
        powers = [re.sub(r"(-?)0x1p(-?\d+)", r"\g<1>2^\2", number) for number in numbers]
        return f"{powers[0]} to {powers[1]}"

    def found(function):
        error = error_in_words(measured, function.name, "float")
        unit = "" if error == "–" else " ulp" if function.name.startswith("half_") else " of that"
        return error + unit

    return table(["function", "arguments", "allowed", "greatest error", "from"],
                 [[f"`{function.name.removeprefix(INTERNAL)}`", range_in_words(function), function.allowed,
                   found(function), function.origin] for function in approximations])


def speed_table(speed):
    names = sorted({(name, arguments) for name, _, arguments in speed}, key=lambda key: (key[1], key[0]))
    header = ["function", "arguments"]
    for kind in ("single", "double"):
        header += [f"{kind}: ns", "× Intel", "× SLEEF", "× libmvec"]
    header += ["half: ns", "× Intel"]

    def columns(name, kind, arguments, count):
        return speed.get((name, kind, arguments), ["–"] * 4)[:count]

    return table(header, [[f"`{name}`", arguments] + columns(name, "float", arguments, 4) +
                          columns(name, "double", arguments, 4) + columns(name, "half", arguments, 2)
                          for name, arguments in names])


def libmvec_table(measured):
    """Returns our greatest errors beside those of libmvec, which measure_accuracy measured in the same way."""
    theirs = {key: (float(error), int(count))
              for key, (_, error, count) in read_table(RECORDED / "libmvec.tsv", 2).items()}
    return table(["function", "single: ours", "libmvec's", "double: ours", "libmvec's"],
                 [[f"`{name}`"] + [error_in_words(errors, name, kind, 2) for kind in ("float", "double")
                                   for errors in (measured, theirs)]
                  for name in sorted({name for name, _ in theirs})])


def edge_cases():
    """Returns a line for each function: what is prescribed for which arguments."""
    lines = collections.defaultdict(list)
    for _, (name, *arguments, result) in rows_of(TESTS / "edge_cases.def"):
        numbers = [word.replace("INFINITY", "∞").replace("NAN", "NaN").replace("-0.0", "-0")
                   for word in arguments + [result]]
        lines[name].append(f"{name}({', '.join(numbers[:-1])}) = {numbers[-1]}")
    return "\n".join(f"- {'; '.join(lines[name])}" for name in sorted(lines))


def origins(functions, approximations):
    """Returns a table of the places that functions come from."""
    by_origin = collections.defaultdict(list)
    for function in functions + approximations:
        by_origin[function.origin].append(function.name.removeprefix(INTERNAL))
    return table(["functions", "source"],
                 [["`" + " ".join(names) + "`", re.sub(r"\w+\.cl", r"`\g<0>`", origin)]
                  for origin, names in sorted(by_origin.items())])


def page(functions, approximations):
    measured = measured_errors()
    speed = read_table(RECORDED / "speed.tsv", 3)
    tables = {"accuracy": accuracy_table(functions, measured),
              "approximations": approximation_table(approximations, measured),
              "speed": speed_table(speed), "libmvec": libmvec_table(measured), "edge_cases": edge_cases()}
    # Links of the text are those of its own folder, which the page's is around.
    text = re.sub(r"\]\((\.\./)?", lambda link: "](" if link[1] else "](builtins/", (RECORDED / "page.md").read_text())
    return re.sub(r"^\{\{(\w+)\}\}$", lambda name: tables[name[1]], text, flags=re.M)


def readme(text, functions, approximations):
    begin, end = "<!-- from math_functions.def -->\n", "<!-- until here -->\n"
    start, stop = text.index(begin) + len(begin), text.index(end)
    return text[:start] + "\n" + origins(functions, approximations) + "\n\n" + text[stop:]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--speed")
    arguments = parser.parse_args()
    if arguments.speed:
        take_speed(arguments.speed)

    functions, approximations = read_functions(TESTS / "math_functions.def")
    check_origins(functions + approximations)
    readme_path = ROOT / "src/builtins/README.md"
    wanted = {ROOT / "docs/BUILTINS.md": page(functions, approximations),
              readme_path: readme(readme_path.read_text(), functions, approximations)}
    is_current = True
    for path, text in wanted.items():
        present = path.read_text() if path.exists() else ""
        if arguments.check and present != text:
            is_current = False
            sys.stdout.writelines(difflib.unified_diff(present.splitlines(True), text.splitlines(True), str(path),
                                                       "from the tables"))
        elif not arguments.check:
            path.write_text(text)
    if not is_current:
        sys.exit("run scripts/write_builtins_page.py")


if __name__ == "__main__":
    main()

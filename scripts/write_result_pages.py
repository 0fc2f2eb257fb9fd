#!/usr/bin/python3
"""Writes the tables of docs/CONFORMANCE.md, SYCL_CONFORMANCE.md, CLIENTS.md, BENCHMARKS.md, SYCL_BENCHMARKS.md, FUZZING.md
and TESTING.md from docs/results/*.tsv.

    write_result_pages.py            writes them
    write_result_pages.py --check    fails, with the difference, where they are not as it would write them
    write_result_pages.py --bench FILE.json --machine NAME --commit ID --date YYYY-MM-DD
                                     first takes what `./dev bench --json FILE.json` measured
    --root FOLDER                    of another repository than the one that this script is in

A table stands between the lines `<!-- from FILE.tsv: GROUP -->` and `<!-- until here -->`; the text around it is the
page's own and is kept. A group is what the table is of: a section of programs, a kind of machine, a fuzzer. A row of a
.tsv file is a run, `-` what nobody knows or what does not apply. A new run replaces the row of the old one: no two rows have the
same key. A page has at most 150 lines.
"""
import argparse
import difflib
import json
import math
import pathlib
import re
import sys

MOST_LINES = 150
MARKED = re.compile(r"(<!-- from ([\w.]+)(?:: ([^\n]+?))? -->\n)(.*?)(<!-- until here -->\n)", re.DOTALL)
PAGES = ["CONFORMANCE", "SYCL_CONFORMANCE", "CLIENTS", "BENCHMARKS", "SYCL_BENCHMARKS", "FUZZING", "TESTING"]

# The columns of each file, those that a row is known by, and the one whose values are groups that pages must show.
RUN = ["machine", "commit", "date"]
COLUMNS = {
    "conformance.tsv": ["suite", "cases", "configuration", "options", *RUN, "passed", "failed", "skipped", "note"],
    "exceptions.tsv": ["suite", "configuration", "kind", "count", "cases", "whose", "reason"],
    "clients.tsv": ["kind", "program", "from", "ci", "case", *RUN, "passed", "failed", "skipped", "note"],
    "benchmarks.tsv": ["case", "size", *RUN, "rounds", "time", "intel", "pocl", "native", "blocked", "ispc", "note"],
    "losses.tsv": ["case", *RUN, "beside", "figure", "bound"],
    "fuzz.tsv": ["fuzzer", "what", *RUN, "inputs", "wrong", "note"],
    "faults.tsv": ["fuzzer", "fault", "count", *RUN, "seeds", "seconds", "note"],
    "growth.tsv": ["shape", "tier", *RUN, "sizes", "seconds", "factor"],
    "costs.tsv": ["cost", "bits", *RUN, "cycles"],
    "choices.tsv": ["choice", "case", *RUN, "unit", "before", "now", "intel"],
    "functions.tsv": ["function", "instructions", *RUN, "ns", "native", "half"],
    "isolation.tsv": ["driver", "requests on", *RUN, "idle", "idle p99", "loaded", "loaded p99", "ratio", "longest", "load"],
    "placement.tsv": ["asked", *RUN, "seen"],
    "durations.tsv": ["command", "step", *RUN, "seconds", "note"],
    "sycl.tsv": ["case", "size", "memory", *RUN, "opencl", "sycl", "ratio"],
    "sycl_bench.tsv": ["program", *RUN, "benchmarks", "ratio", "note"],
    "sycl_cts.tsv": ["category", *RUN, "passed", "failed", "skipped", "note"],
    "parts.tsv": ["driver", "parts", *RUN, "alone", "at once", "median", "least"],
}
KEYS = {
    "conformance.tsv": ["suite", "cases", "configuration", "options"],
    "exceptions.tsv": ["suite", "configuration", "kind", "cases"],
    "clients.tsv": ["program", "case"],
    "benchmarks.tsv": ["case", "size", "machine"],
    "losses.tsv": ["case", "machine", "beside"],
    "fuzz.tsv": ["fuzzer", "what", "machine"],
    "faults.tsv": ["fuzzer", "fault"],
    "growth.tsv": ["shape", "tier", "machine"],
    "costs.tsv": ["cost", "bits", "machine"],
    "choices.tsv": ["choice", "case", "machine"],
    "functions.tsv": ["function", "instructions", "machine"],
    "isolation.tsv": ["driver", "requests on", "machine"],
    "placement.tsv": ["asked", "machine"],
    "durations.tsv": ["command", "step", "machine"],
    "sycl.tsv": ["case", "size", "memory", "machine"],
    "sycl_bench.tsv": ["program", "machine"],
    "sycl_cts.tsv": ["category"],
    "parts.tsv": ["driver", "machine"],
}
GROUPS = {"benchmarks.tsv": "machine", "sycl.tsv": "machine", "sycl_bench.tsv": "machine"}
COUNTS = {"passed", "failed", "skipped"}
# The drivers of `./dev bench` that launch twins of kernels written in SYCL, and the memory that these use.
SYCL_DRIVERS = {"SYCL USM": "usm", "SYCL accessors": "accessor"}
OF_ACCESSORS = {"accessor_launch"}  # twins that are written for accessors alone, which the first of these drivers launches

# The columns of the page of suites, beside the first: what configurations are called in the tables.
CONFIGURATIONS = ["3.1", "embedded", "2.2", "relaxed", "modules", "parts", "widths", "scalar"]
# Cases that are so many times as fast at every size beside each driver need no line of their own.
FAST = 1.25


def fail(problems):
    if problems:
        sys.exit("\n".join(problems))


def read_rows(folder, name):
    """The rows of a file, each by its columns; the lines that no table can be made of end the program."""
    lines = (folder / name).read_text().splitlines()
    columns = COLUMNS[name]
    if lines[0].split("\t") != columns:
        sys.exit(f"{name}:1: the columns are not {' '.join(columns)}")
    problems, rows, keys = [], [], {}
    for number, line in enumerate(lines[1:], 2):
        cells = line.split("\t")
        place = f"{name}:{number}"
        if len(cells) != len(columns) or "" in cells:
            problems.append(f"{place}: {len(columns)} cells are wanted, none of them empty")
            continue
        row = dict(zip(columns, cells))
        key = tuple(row[column] for column in KEYS[name])
        if key in keys:
            problems.append(f"{place}: the run of line {keys[key]} again: {', '.join(key)}")
        keys[key] = number
        problems += [f"{place}: {column} is {row[column]}, no number" for column in COUNTS & set(columns)
                     if not re.fullmatch(r"\d+|-", row[column])]
        if not re.fullmatch(r"\d{4}-\d\d-\d\d|-", row.get("date", "-")):
            problems.append(f"{place}: the date is {row['date']}, not YYYY-MM-DD")
        rows.append(row)
    fail(problems)
    return rows


def write_rows(folder, name, rows):
    columns = COLUMNS[name]
    lines = ["\t".join(columns)] + ["\t".join(row[column] for column in columns) for row in rows]
    (folder / name).write_text("\n".join(lines) + "\n")


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    cells = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in cells])


def grouped(rows, *columns):
    """The rows by their values of columns, in the order in which these come first."""
    result = {}
    for row in rows:
        result.setdefault(tuple(row[column] for column in columns), []).append(row)
    return result


def count(row):
    """Returns how many cases of a run passed: all of so many, or so many of all."""
    if row["failed"] == "0":
        return row["passed"]
    total = "?" if row["failed"] == "-" else str(int(row["passed"]) + int(row["failed"]))
    return f"**{row['passed']} of {total}**"


def runs(rows):
    """The counts of the runs that one cell tells of, with a mark where no run was of all cases."""
    is_whole = any(row["cases"].startswith("all") for row in rows)
    return " + ".join(map(count, rows)) + ("" if is_whole else " †")


def options_of(row):
    return "" if row["options"] in ("none", "-") else f"`{row['options']}`"


def suites_table(folder, _):
    """A line for each suite."""
    rows = read_rows(folder, "conformance.tsv")
    lines = []
    for (suite,), of_suite in grouped(rows, "suite").items():
        cells = {configuration: grouped(of_it, "options")
                 for (configuration,), of_it in grouped(of_suite, "configuration").items()}
        own = list(cells.get("default", {}).values())
        more = [f"{runs(others)}{' with ' if options_of(others[0]) else ' without options'}{options_of(others[0])}"
                for others in own[1:]]
        line = [suite, options_of(own[0][0]) if own else "", runs(own[0]) if own else "", "; ".join(more)]
        lines.append(line + [runs(next(iter(cells[name].values()))) if name in cells else "" for name in CONFIGURATIONS])
    header = ["suite", "options", "passed", "passed with other options", *CONFIGURATIONS]
    return table(header, lines)


def categories_table(folder, _):
    """A line for each category of SYCL-CTS."""
    return table(["category", "passed", "failed", "skipped", ""],
                 [[row["category"]] + ["" if row[column] == "-" else row[column]
                                       for column in ("passed", "failed", "skipped", "note")]
                  for row in read_rows(folder, "sycl_cts.tsv")])


def exceptions_table(folder, group):
    rows = [row for row in read_rows(folder, "exceptions.tsv") if (row["kind"] == "failed") == (group == "failed")]
    if group == "failed":
        return table(["suite", "configuration", "failed", "cases", "whose", "reason"],
                     [[row[column] for column in ("suite", "configuration", "count", "cases", "whose", "reason")]
                      for row in rows])
    return table(["suite", "configuration", "what", "cases", "whose", "reason"],
                 [[row["suite"], row["configuration"],
                   row["kind"] + ("" if row["count"] == "-" else f": {row['count']}"), row["cases"], row["whose"],
                   row["reason"]] for row in rows])


def check_exceptions(folder):
    """Each failure of a run has a reason, and each reason a failure."""
    failures, reasons = {}, {}
    for row in read_rows(folder, "conformance.tsv"):
        if row["failed"] != "0":
            key = row["suite"], row["configuration"]
            failures[key] = "-" if row["failed"] == "-" else failures.get(key, 0) + int(row["failed"])
    for row in read_rows(folder, "exceptions.tsv"):
        if row["kind"] == "failed":
            key = row["suite"], row["configuration"]
            reasons[key] = "-" if row["count"] == "-" else reasons.get(key, 0) + int(row["count"])
    fail([f"{suite}, {configuration}: {failures.get((suite, configuration), 0)} failed, and exceptions.tsv has the reason of "
          f"{reasons.get((suite, configuration), 0)}"
          for suite, configuration in sorted(failures.keys() | reasons.keys())
          if failures.get((suite, configuration)) != reasons.get((suite, configuration))])


def clients_table(folder, _):
    """A line for each run, the runs of a kind of program after one another."""
    lines = []
    for (kind,), rows in grouped(read_rows(folder, "clients.tsv"), "kind").items():
        for row in rows:
            program = row["program"] + {"yes": ", **CI**", "part": ", **CI** in part"}.get(row["ci"], "")
            counts = ", ".join(f"{row[column]} {column}" for column in ("passed", "failed", "skipped")
                               if row[column] not in ("-", "0"))
            result = "; ".join(text for text in (counts, row["note"]) if text not in ("", "-"))
            lines.append([kind, program, row["from"], row["case"], result, row["date"]])
    return table(["kind", "program", "from", "what was run", "result", "date"], lines)


def is_fast(of_case):
    """Whether a case is faster at every size beside each driver, and is compared with nothing else."""
    figures = [row[peer] for row in of_case for peer in ("intel", "pocl") if row[peer] != "-"]
    others = {row[column] for row in of_case for column in ("native", "ispc", "note")}
    return bool(figures) and others == {"-"} and all(float(figure) >= FAST for figure in figures
                                                     if re.fullmatch(r"[\d.]+", figure))


def benchmarks_table(folder, group):
    """A line for each case, the ratios of its sizes after one another. Those that are fast everywhere share a line."""
    rows = [row for row in read_rows(folder, "benchmarks.tsv") if row["machine"] == group]
    peers = [peer for peer in ("intel", "pocl", "native", "blocked", "ispc") if any(row[peer] != "-" for row in rows)]

    def ratios(of_case, peer):
        figures = [row[peer] for row in of_case]
        return "" if set(figures) == {"-"} else ", ".join(figures)

    lines, fast = [], []
    for (case, date), of_case in grouped(rows, "case", "date").items():
        if is_fast(of_case):
            fast.append(f"{case} {ratios(of_case, 'intel')}")
            continue
        notes = dict.fromkeys(row["note"] for row in of_case if row["note"] != "-")
        sizes = [re.sub(r"^(small|cache|memory) .*", r"\1", row["size"]) for row in of_case]
        lines.append([case, ", ".join(sizes), *(ratios(of_case, peer) for peer in peers), date[5:], "; ".join(notes)])
    if fast:
        lines.append([f"all others, at every size above {FAST:g}", "", "; ".join(fast), *[""] * (len(peers) + 1)])
    names = {"intel": "× Intel's", "pocl": "× PoCL's", "native": "× native", "blocked": "× blocked", "ispc": "× ISPC's"}
    return table(["case", "sizes", *(names[peer] for peer in peers), "date", "note"], lines)


def sycl_table(folder, group):
    """A line for each case, the ratios of its sizes after one another."""
    rows = [row for row in read_rows(folder, "sycl.tsv") if row["machine"] == group]
    lines = []
    for (case,), of_case in grouped(rows, "case").items():
        memories = {memory: of_it for (memory,), of_it in grouped(of_case, "memory").items()}
        sizes = [row["size"] for row in next(iter(memories.values()))]
        lines.append([case, ", ".join(sizes)] + [", ".join(row["ratio"] for row in memories.get(memory, []))
                                                 for memory in SYCL_DRIVERS.values()])
    return table(["case", "sizes", "pointers", "accessors"], lines)


def sycl_bench_table(folder, group):
    """A line for each program that is slower than its peer, and one for all others."""
    rows = [row for row in read_rows(folder, "sycl_bench.tsv") if row["machine"] == group]
    slower = [row for row in rows if float(row["ratio"]) < 1]
    others = ", ".join(f"{row['program']} {row['ratio']}" for row in rows if row not in slower)
    mean = math.exp(sum(math.log(float(row["ratio"])) for row in rows) / len(rows))
    return table(["program", "× AdaptiveCpp", "note"],
                 [["geometric mean", f"{mean:.2f}", f"{len(rows)} programs"]]
                 + [[row["program"], row["ratio"], row["note"]] for row in slower] + [["others", "", others]])


def losses_table(folder, _):
    return table(["case", "machine", "beside", "speed", "bound"],
                 [[row["case"], row["machine"], row["beside"], row["figure"], row["bound"]]
                  for row in read_rows(folder, "losses.tsv")])


def fuzz_table(folder, _):
    """A line for each run that found something, and one for all others of a fuzzer."""
    lines = []
    for (fuzzer,), rows in grouped(read_rows(folder, "fuzz.tsv"), "fuzzer").items():
        lines += [[fuzzer, row["what"], row["inputs"], row["wrong"], "" if row["note"] == "-" else row["note"]]
                  for row in rows if row["wrong"] != "0"]
        clean = [row["inputs"] for row in rows if row["wrong"] == "0"]
        if clean:
            lines.append([fuzzer, f"{len(clean)} runs" if len(clean) > 1 else "a run", "; ".join(clean), "0", ""])
    return table(["fuzzer", "run", "inputs", "wrong", "what it was"], lines)


# So many seeds of each fuzzer are a test that every change runs (tests/fuzz/*/CMakeLists.txt).
SAMPLES = {"api_fuzz": 650, "binary_fuzz": 600, "source_fuzz": 150, "kernel_fuzz": 25}


def faults_table(folder, _):
    """Says of each fuzzer how many seeded faults it finds, how soon, which only by more seeds than every change runs, and
    which not."""
    lines = []
    for (fuzzer,), rows in grouped(read_rows(folder, "faults.tsv"), "fuzzer").items():
        found = [row for row in rows if row["seeds"] != "-"]
        seeds = [int(number) for row in found for number in re.findall(r"\d+", row["seeds"])]
        missed = [row["fault"] + ("" if row["note"] == "-" else f" ({row['note']})") for row in rows if row not in found]
        sample = SAMPLES.get(fuzzer.split(",")[0], 0)
        later = [row["fault"] for row in found if max(map(int, re.findall(r"\d+", row["seeds"]))) > sample]
        total, known = (sum(int(row["count"]) for row in counted) for counted in (rows, found))
        lines.append([fuzzer, f"{known} of {total}", f"{min(seeds)} to {max(seeds)}" if seeds else "", str(sample),
                      "; ".join(later), "; ".join(missed)])
    return table(["fuzzer", "found", "before seed", "every change runs", "found by more seeds alone", "not found"], lines)


def durations_table(folder, _):
    return table(["command", "step", "seconds", ""],
                 [[f"`{row['command']}`", row["step"], row["seconds"], "" if row["note"] == "-" else row["note"]]
                  for row in read_rows(folder, "durations.tsv")])


TABLES = {"conformance.tsv": suites_table, "sycl_cts.tsv": categories_table, "exceptions.tsv": exceptions_table,
          "clients.tsv": clients_table,
          "benchmarks.tsv": benchmarks_table, "sycl.tsv": sycl_table,
          "sycl_bench.tsv": sycl_bench_table, "losses.tsv": losses_table,
          "fuzz.tsv": fuzz_table, "faults.tsv": faults_table, "durations.tsv": durations_table}


def time_text(seconds):
    """Three digits and the unit that suits them, as `cleave_bench` writes it."""
    unit, scale = next((name, value) for name, value in (("s", 1), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9))
                       if seconds >= value or name == "ns")
    return f"{float(f'{seconds / scale:.3g}'):g} {unit}"


def duration(measurement):
    """The median, and what a tenth of the rounds was below and above."""
    median, least, most = (time_text(measurement[f"{name}_seconds"]) for name in ("median", "p10", "p90"))
    return f"{median} ({least} – {most})"


def take_twins(row, arguments, twins):
    """Adds what twins in SYCL took beside the case in OpenCL C; adds nothing for a case without."""
    times = {measurement["driver"]: measurement["median_seconds"] for measurement in row["measurements"]
             if "median_seconds" in measurement}
    own = next((time for driver, time in times.items() if driver.split()[0] == "Cleave"), None)
    for driver, memory in SYCL_DRIVERS.items():
        if own is None or driver not in times:
            continue
        memory = "accessor" if row["case"] in OF_ACCESSORS else memory
        size = f"{row['size']} {row['value']:.0f}"
        twins[row["case"], size, memory, arguments.machine] = {
            "case": row["case"], "size": size, "memory": memory, "machine": arguments.machine, "commit": arguments.commit,
            "date": arguments.date, "opencl": time_text(own), "sycl": time_text(times[driver]), "ratio": f"{own / times[driver]:.2f}"}


def take_benchmarks(folder, arguments):
    """Puts what `./dev bench --json` measured in place of the rows of the same case, size and machine."""
    measured, twins = {}, {}
    for row in json.loads(pathlib.Path(arguments.bench).read_text())["rows"]:
        take_twins(row, arguments, twins)
        peers = {measurement["driver"].split()[0].lower(): measurement for measurement in row["measurements"]}
        own = peers.get("cleave", {})
        is_of_twins = "sycl" in peers and not peers.keys() & {"intel", "pocl"}
        if "median_seconds" not in own or is_of_twins:
            continue
        ratios = {peer: f"{peers[peer]['cleave_speed_ratio']:.2f}"
                  if "cleave_speed_ratio" in peers.get(peer, {}) else "-" for peer in ("intel", "pocl", "native", "blocked")}
        size = f"{row['size']} {row['value']:.0f}"
        measured[row["case"], size] = {
            "case": row["case"], "size": size, "machine": arguments.machine, "commit": arguments.commit,
            "date": arguments.date, "rounds": f"{own['rounds']:.0f}", "time": duration(own),
            **ratios, "ispc": "-", "note": "-"}
    kept = [row for row in read_rows(folder, "benchmarks.tsv")
            if row["machine"] != arguments.machine or (row["case"], row["size"]) not in measured]
    write_rows(folder, "benchmarks.tsv", kept + list(measured.values()))
    if twins:
        kept = [row for row in read_rows(folder, "sycl.tsv")
                if tuple(row[column] for column in KEYS["sycl.tsv"]) not in twins]
        write_rows(folder, "sycl.tsv", sorted(kept + list(twins.values()), key=lambda row: (row["machine"], row["case"])))


def page_of(text, folder, shown):
    def written(mark):
        shown.add((mark[2], mark[3]))
        if mark[2] not in TABLES:
            sys.exit(f"no table is made from {mark[2]}")
        return f"{mark[1]}{TABLES[mark[2]](folder, mark[3])}\n{mark[5]}"
    return MARKED.sub(written, text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    for name in ("bench", "machine", "commit", "date"):
        parser.add_argument(f"--{name}")
    arguments = parser.parse_args()
    docs = arguments.root / "docs"
    folder = docs / "results"
    if arguments.bench:
        if not (arguments.machine and arguments.commit and arguments.date):
            parser.error("--bench needs --machine, --commit and --date")
        take_benchmarks(folder, arguments)

    unknown = [path.name for path in folder.glob("*.tsv") if path.name not in COLUMNS]
    fail([f"docs/results/{name}: no columns are known" for name in unknown])
    present = {path.name: read_rows(folder, path.name) for path in sorted(folder.glob("*.tsv"))}
    if "exceptions.tsv" in present:
        check_exceptions(folder)
    shown, differences = set(), []
    for path in (docs / f"{name}.md" for name in PAGES):
        if not path.exists():
            continue
        text = path.read_text()
        wanted = page_of(text, folder, shown)
        if len(wanted.splitlines()) > MOST_LINES:
            differences.append(f"{path.name} would have {len(wanted.splitlines())} lines, {MOST_LINES} are allowed")
        elif not arguments.check:
            path.write_text(wanted)
        elif text != wanted:
            differences += difflib.unified_diff(text.splitlines(), wanted.splitlines(), str(path), "from the tables",
                                                lineterm="")
            differences.append("run scripts/write_result_pages.py")
    differences += [f"{name}: no page shows the {column} {group}" for name, column in GROUPS.items()
                    for group in sorted({row[column] for row in present.get(name, [])})
                    if (name, group) not in shown]
    fail(differences)


if __name__ == "__main__":
    main()

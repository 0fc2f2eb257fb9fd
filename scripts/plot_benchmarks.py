#!/usr/bin/python3
"""Draws how fast Cleave is beside other drivers, a line for each benchmark, as SVG.

    plot_benchmarks.py FILE.svg              draws the recorded figures, docs/results/benchmarks.tsv, of the machine
                                             that has most of them
    plot_benchmarks.py FILE.svg RUN.json     draws a run, which `./dev bench --json RUN.json` has written
    plot_benchmarks.py --check FILE.svg      fails where the file is not what would be drawn
    --recorded FILE.tsv                      of figures that are recorded elsewhere
    --cases FOLDER                           where the sources of the cases are

A point is how many times as fast Cleave is as a driver: the geometric mean over the sizes of a case. The kernels come
first, those that are slowest beside the first driver before others, then their mean, then the cases that time the
runtime.
"""
import argparse
import collections
import csv
import html
import json
import math
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RECORDED = ROOT / "docs/results/benchmarks.tsv"
CASES = ROOT / "benchmarks/cases"
# The drivers that are drawn, in the order of the legend.
COLOURS = {"Intel": "#1f77b4", "PoCL": "#ff7f0e"}
LINE, LEFT, RIGHT, TOP, BOTTOM = 17, 205, 30, 66, 34
WIDTH = 860

Ratio = collections.namedtuple("Ratio", "case driver value")


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def ratios_of_run(run):
    """The ratios of a run of cleave_bench, and a line that says what was measured."""
    ratios = [Ratio(row["case"], measurement["driver"], measurement["cleave_speed_ratio"])
              for row in run["rows"] for measurement in row["measurements"] if "cleave_speed_ratio" in measurement]
    return ratios, f"{run['processors']} processors, {run['processor']}"


def recorded_ratios(path):
    """The ratios of the recorded machine that has most of them, and a line that says what was measured."""
    machines, dates = collections.defaultdict(list), collections.defaultdict(set)
    with path.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            for driver in COLOURS:
                try:
                    ratio = Ratio(row["case"], driver, float(row[driver.lower()]))
                except ValueError:
                    continue  # no figure beside this driver
                machines[row["machine"]].append(ratio)
                dates[row["machine"]].add(row["date"])
    if not machines:
        return [], ""
    machine = max(machines, key=lambda name: (len(machines[name]), name))
    first, last = min(dates[machine]), max(dates[machine])
    return machines[machine], f"{machine}, {first}" + (f" to {last}" if last != first else "")


def kinds_of(points, cases):
    """The points of kernels, and those of cases that time the runtime. What is no case of its own is left out."""
    kernels, runtime = {}, {}
    for case, values in points.items():
        source = cases / f"{case}.cpp"
        if source.exists():
            is_runtime = "Kind::runtime" in source.read_text(encoding="utf-8")
            (runtime if is_runtime else kernels)[case] = values
    return kernels, runtime


def points_of(ratios):
    """The geometric means of each case, {driver: value}, the slowest beside the first driver first."""
    values = collections.defaultdict(lambda: collections.defaultdict(list))
    for ratio in ratios:
        if ratio.driver in COLOURS and ratio.value > 0:
            values[ratio.case][ratio.driver].append(ratio.value)
    points = {case: {driver: geometric_mean(found) for driver, found in drivers.items()}
              for case, drivers in values.items()}
    first = next(iter(COLOURS))
    return dict(sorted(points.items(), key=lambda point: (point[1].get(first, math.inf), point[0])))


def number(value):
    """A ratio in words."""
    return f"{value:.2f}" if value < 10 else f"{value:.1f}"


def lines_of(kernels, runtime, drivers):
    """Returns what stands in each line: words, points, whether it is their mean."""
    lines = [(case.replace("_", " "), values, False) for case, values in kernels.items()]
    if kernels:
        means = {driver: [values[driver] for values in kernels.values() if driver in values] for driver in drivers}
        means = {driver: geometric_mean(values) for driver, values in means.items() if values}
        lines.append(("geometric mean of kernels", means, True))
    return lines + [(case.replace("_", " "), values, False) for case, values in runtime.items()]


def picture(kernels, runtime, measured):
    """The SVG: an axis in powers of two, a line at 1, a line of points for each case."""
    everything = [*kernels.values(), *runtime.values()]
    present = {value for values in everything for value in values.values()}
    low, high = math.floor(math.log2(min(present | {0.9}))), math.ceil(math.log2(max(present | {1.1})))
    drivers = [driver for driver in COLOURS if any(driver in values for values in everything)]
    lines = lines_of(kernels, runtime, drivers)
    bottom = TOP + LINE * len(lines) + 6

    def place(value):
        return round(LEFT + (math.log2(value) - low) / (high - low) * (WIDTH - LEFT - RIGHT), 1)

    def text(x, y, words, more=""):
        return f"<text x='{x}' y='{y}'{more}>{html.escape(words)}</text>"

    def point(x, y, driver, inside=""):
        return f"<circle cx='{x}' cy='{y}' r='4.5' fill='{COLOURS[driver]}'>{inside}</circle>"

    parts = [f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{bottom + BOTTOM}' "
             "font-family='sans-serif' font-size='12'>",
             "<rect width='100%' height='100%' fill='white'/>",
             text(LEFT, 20, "How many times as fast Cleave is, by case", " font-weight='bold'"),
             text(LEFT, 36, measured, " fill='#555'")]
    for i, driver in enumerate(drivers):
        parts.append(point(LEFT + 5 + 150 * i, 50, driver))
        parts.append(text(LEFT + 15 + 150 * i, 54, f"as {driver}'s driver"))
    for tick in (2.0**exponent for exponent in range(low, high + 1)):
        stroke = "#555" if tick == 1 else "#ddd"
        parts.append(f"<line x1='{place(tick)}' x2='{place(tick)}' y1='{TOP}' y2='{bottom}' stroke='{stroke}'/>")
        parts.append(text(place(tick), bottom + 16, f"{tick:g} ×", " text-anchor='middle'"))
    for i, (words, values, is_mean) in enumerate(lines):
        y = TOP + LINE * (i + 1) - 5
        parts.append(text(LEFT - 8, y + 4, words, " text-anchor='end'" + " font-weight='bold'" * is_mean))
        for driver, value in values.items():
            title = f"<title>{html.escape(words)}: {number(value)} × {driver}</title>"
            parts.append(point(place(value), y, driver, title))
            if is_mean:
                parts.append(text(place(value) + 8, y + 4, f"{number(value)} ×", " font-weight='bold'"))
    parts.append(text(LEFT, bottom + 30, "Left of 1 ×: the other driver is faster.", " fill='#555'"))
    return "\n".join([*parts, "</svg>"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("picture", type=pathlib.Path)
    parser.add_argument("run", type=pathlib.Path, nargs="?")
    parser.add_argument("--recorded", type=pathlib.Path, default=RECORDED)
    parser.add_argument("--cases", type=pathlib.Path, default=CASES)
    arguments = parser.parse_intermixed_args()
    if arguments.run:
        ratios, measured = ratios_of_run(json.loads(arguments.run.read_text()))
    else:
        ratios, measured = recorded_ratios(arguments.recorded)
    kernels, runtime = kinds_of(points_of(ratios), arguments.cases)
    if not kernels and not runtime:
        sys.exit(f"there is no figure beside {' or '.join(COLOURS)} to draw")
    wanted = picture(kernels, runtime, measured)
    if not arguments.check:
        arguments.picture.write_text(wanted)
    elif not arguments.picture.exists() or arguments.picture.read_text() != wanted:
        sys.exit(f"{arguments.picture} is not what the figures give: run ./dev bench --plot {arguments.picture}")


if __name__ == "__main__":
    main()

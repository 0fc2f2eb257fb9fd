"""Counts what <sycl/sycl.hpp> makes the compiler instantiate before a program uses any of it: header_cost.py COMPILER FOLDER.

Time is measured by benchmarks/sycl/measure_costs.py. The count is the same on every machine, and most of that time."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

MOST = 1.5  # times those of the standard headers in it

compiler, folder = sys.argv[1], pathlib.Path(sys.argv[2])


def compile_text(text, *options):
    with tempfile.TemporaryDirectory() as temporary:
        source = pathlib.Path(temporary) / "unit.cc"
        source.write_text(text + "int main() {}\n")
        trace, files = source.with_suffix(".json"), source.with_suffix(".d")
        command = [compiler, "-std=c++17", "-c", "-o", source.with_suffix(".o"), f"-ftime-trace={trace}",
                   "-ftime-trace-granularity=0", "-MD", "-MF", files, *options, source]
        subprocess.run(command, check=True)
        return json.loads(trace.read_text())["traceEvents"], files.read_text()


def instances(events):
    return sum(event["name"] in ("InstantiateClass", "InstantiateFunction") for event in events)


events, files = compile_text("#include <sycl/sycl.hpp>\n", "-fno-sycl-kept-header")
named = set()
for header in (folder / "sycl").rglob("*.h*"):
    named.update(re.findall(r"^#include <([a-z_0-9]+)>$", header.read_text(), re.MULTILINE))
included = {pathlib.Path(name).name for name in files.split()}
standard = sorted(named & included)
ours = instances(events)
base = instances(compile_text("".join(f"#include <{name}>\n" for name in standard))[0])
print(f"sycl.hpp: {ours} instances of templates; {base} of {', '.join(standard)}")
if base == 0 or len(standard) < 10:
    sys.exit("the standard headers were not found")
if ours > MOST * base:
    sys.exit(f"more than {MOST} times: functions of the headers that need much of the standard library are CLEAVE_SYCL_LAZY")

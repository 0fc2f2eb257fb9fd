"""check_perf.py FORMAT PROGRAM KERNELS FOLDER: reads what CLEAVE_PERF=FORMAT writes of PROGRAM's
kernels: map, dump, or report, which lets the real perf record, inject and report, and exits with 77
where it may not.
"""
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys

FORMAT, PROGRAM, KERNELS, FOLDER = sys.argv[1:5]
LINES = pathlib.Path(KERNELS).read_text().splitlines()
# perf keeps a copy of each library that it meets, 130 MB for the compiler's, in the user's home if not
# told otherwise.
PERF = ["perf", "--buildid-dir", f"{FOLDER}/build-ids"]
# Lines of each kernel on which there must be code, of the function it calls too.
WANTED = {"scale": ["float w", "sum += square", "out[i] = sum"],
          "pass_on": ["shared[l] = mine", "out[l] = mine"]}


def line_with(text):
    return next(i for i, line in enumerate(LINES, 1) if text in line)


def run(wanted, words=(), launches="1"):
    environment = dict(os.environ, CLEAVE_PERF=wanted, JITDUMPDIR=FOLDER, XDG_CACHE_HOME=FOLDER)
    process = subprocess.Popen([*words, PROGRAM, KERNELS, "-g", launches], env=environment,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    output = process.communicate(timeout=100)[0]
    return process, output


def check_map():
    process, output = run("map")
    path = pathlib.Path(f"/tmp/perf-{process.pid}.map")
    text = path.read_text()
    path.unlink()
    if process.returncode != 0:
        sys.exit(output)
    for kernel in WANTED:
        if not re.search(rf"^[0-9a-f]+ [0-9a-f]+ __cleave_kernel_{kernel}\.\S*$", text, re.MULTILINE):
            sys.exit(f"no line of {kernel} in:\n{text}")


class Dump:
    """All records of a jitdump file, checked against its specification while they are read."""

    def __init__(self, path):
        self.bytes, self.at = path.read_bytes(), 0
        magic, version, size, machine, _, self.process, _, flags = self.take("<IIIIIIQQ")
        assert (magic, version, size, machine, flags) == (0x4A695444, 1, 40, 62, 0), "header"
        self.functions, self.lines, last = {}, {}, 0
        while self.at != len(self.bytes):
            begin = self.at
            kind, size, time = self.take("<IIQ")
            assert time >= last, "records are in the order of time"
            last = time
            {0: self.code, 2: self.debug}[kind]()
            assert self.at == begin + size, "a record has the size it says"

    def take(self, layout):
        values = struct.unpack_from(layout, self.bytes, self.at)
        self.at += struct.calcsize(layout)
        return values

    def text(self):
        end = self.bytes.index(0, self.at)
        value = self.bytes[self.at:end].decode()
        self.at = end + 1
        return value

    def code(self):
        process, _, address, same, size, index = self.take("<IIQQQQ")
        name = self.text()
        assert process == self.process and address == same, "code lies where it is"
        assert index == len(self.functions), "indices count"
        self.at += size
        self.functions[name] = (address, size)

    def debug(self):
        """Lines come before the code that they are of."""
        address, count = self.take("<QQ")
        rows = []
        for _ in range(count):
            place, line, _ = self.take("<QII")
            rows.append((place, line, self.text()))
        assert rows == sorted(rows, key=lambda row: row[0]), "lines are in the order of addresses"
        self.lines[address] = rows


def check_dump():
    process, output = run("dump")
    if process.returncode != 0:
        sys.exit(output)
    dump = Dump(pathlib.Path(FOLDER, f"jit-{process.pid}.dump"))
    source = next(pathlib.Path(FOLDER, "cleave", "sources").glob("*.cl"))
    for kernel, wanted in WANTED.items():
        name = next(name for name in dump.functions if name.startswith(f"__cleave_kernel_{kernel}."))
        address, size = dump.functions[name]
        rows = dump.lines[address]
        assert all(address <= place < address + size for place, _, _ in rows), "lines are of the code"
        assert {file for _, _, file in rows} == {str(source)}, "lines are of the source"
        for text in wanted:
            assert line_with(text) in {line for _, line, _ in rows}, f"{kernel}: no code of '{text}'"


def check_report():
    """So many launches are 15 ms in scale: some 60 samples, where 4000 are one or none."""
    data, injected = f"{FOLDER}/perf.data", f"{FOLDER}/injected.data"
    process, output = run("dump", [*PERF, "record", "-k", "1", "-q", "-o", data], "200000")
    if process.returncode != 0 or not pathlib.Path(data).exists():
        print(output, "skipped: perf may not record here (see kernel.perf_event_paranoid)", sep="\n")
        sys.exit(77)

    def perf(*words):
        result = subprocess.run([*PERF, *words], text=True, timeout=100, cwd=FOLDER,
                                stdin=subprocess.DEVNULL, capture_output=True)
        return result.stdout + result.stderr

    perf("inject", "--jit", "-i", data, "-o", injected)
    report = perf("report", "-i", injected, "--stdio", "--percent-limit=0", "--sort=symbol")
    symbol = re.search(r"__cleave_kernel_scale\.\S*", report)
    if not symbol:
        sys.exit(report)
    annotated = perf("annotate", "-i", injected, "--stdio", "-s", symbol[0])
    if "float square(float v) {" not in annotated or "out[i] = sum;" not in annotated:
        sys.exit(annotated)


shutil.rmtree(FOLDER, ignore_errors=True)
os.makedirs(FOLDER)
{"map": check_map, "dump": check_dump, "report": check_report}[FORMAT]()

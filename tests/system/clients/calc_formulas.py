#!/usr/bin/python3
"""Lets LibreOffice Calc compute a sheet of formulas on OpenCL and without, and compares the numbers.

usage: calc_formulas.py

Says how many programs the driver has compiled: Calc writes a kernel for each column of formulas. Exits with 1
where numbers differ, with 77 where Calc is missing: with what it needs it takes 280 MB.
"""
import csv
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROWS = 400
NAMESPACES = {
    "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
    "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
    "of": "urn:oasis:names:tc:opendocument:xmlns:of:1.2",
}

# A to C are numbers; each of these becomes a column.
FORMULAS = [
    "[.A{row}]*[.B{row}]+[.C{row}]^3",
    "SQRT([.A{row}])+LN([.B{row}]+1)-ATAN2([.A{row}];[.B{row}])",
    "SUM([.A$1:.A$400])-[.A{row}]",
    "SUMPRODUCT([.A$1:.A$400];[.B$1:.B$400])*[.C{row}]",
    "AVERAGE([.A{row}:.C{row}])+STDEV([.A{row}:.C{row}])",
    "NORMDIST([.A{row}];5;2;1)",
    "IF([.A{row}]>[.B{row}];MAX([.A{row}:.C{row}]);MIN([.A{row}:.C{row}]))",
    "SUMIFS([.B$1:.B$400];[.D$1:.D$400];[.D{row}])+COUNT([.A$1:.A{row}])",
    "CORREL([.A$1:.A$400];[.B$1:.B$400])+[.A{row}]",
    "GAMMALN([.B{row}])+BETADIST([.C{row}];2;3)",
    "ROUND([.A{row}];2)+INT([.B{row}])+MOD([.B{row}];3)",
    "VLOOKUP([.D{row}];[.D$1:.E$400];2;0)",
]


def write_sheet(path):
    numbers = random.Random(1)
    # Calc knows the kind of file by its beginning and by these quotes.
    lines = ["<?xml version='1.0' encoding='UTF-8'?>", "<office:document office:version='1.2'"]
    lines += [f" xmlns:{name}='{address}'" for name, address in NAMESPACES.items()]
    lines += [' office:mimetype="application/vnd.oasis.opendocument.spreadsheet">']
    lines += ["<office:body><office:spreadsheet><table:table table:name='sheet'>"]
    for row in range(1, ROWS + 1):
        values = [numbers.uniform(0, 10), numbers.uniform(1, 20), numbers.uniform(0.01, 0.2), numbers.randint(0, 99)]
        lines.append("<table:table-row>")
        lines += [f"<table:table-cell office:value-type='float' office:value='{value!r}'/>" for value in values]
        for formula in FORMULAS:
            text = formula.format(row=row).replace(">", "&gt;")
            lines.append(f"<table:table-cell table:formula='of:={text}'/>")
        lines.append("</table:table-row>")
    lines.append("</table:table></office:spreadsheet></office:body></office:document>")
    path.write_text("\n".join(lines))


# Calc takes devices of vendors that it knows. More are a matter of settings.
SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Office.Common/Misc">
<prop oor:name="OpenCLAllowList" oor:op="fuse"><value oor:separator=";">//Cleave//</value></prop></item></oor:items>
"""


def compute(sheet, way, folder):
    """The numbers of SHEET, which Calc computes anew since the file has no results."""
    # Separated by commas, in UTF-8, not as they are shown, but with all their digits.
    as_numbers = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false"
    user = folder / way / "user"
    user.mkdir(parents=True)
    (user / "registrymodifications.xcu").write_text(SETTINGS)
    command = ["soffice", "--headless", f"-env:UserInstallation=file://{folder}/{way}"]
    command += ["--convert-to", as_numbers, "--outdir", str(folder / way), str(sheet)]
    # With "opencl" Calc ends where it finds no device, and asks for no minimum of rows.
    subprocess.run(command, env=dict(os.environ, SC_FORCE_CALCULATION=way), check=True)
    with open(folder / way / "sheet.csv", encoding="utf-8") as file:
        return [[float(cell) for cell in row] for row in csv.reader(file)]


def main():
    if not shutil.which("soffice") or not os.path.exists("/usr/lib/libreoffice/program/libsclo.so"):
        print("skipped: LibreOffice Calc is not installed (Debian's libreoffice-calc; 280 MB with what it needs)")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cache = folder / "cache"
        os.environ.update(CLEAVE_CACHE_DIRECTORY=str(cache), CLEAVE_CACHE="1")
        write_sheet(folder / "sheet.fods")
        theirs, ours = (compute(folder / "sheet.fods", way, folder) for way in ("core", "opencl"))
        programs = sum(path.is_file() for path in cache.rglob("*"))
    bad = 0
    for column, formula in enumerate(FORMULAS, 4):
        pairs = [(row[column], other[column]) for row, other in zip(ours, theirs)]
        apart = max(abs(one - two) / max(abs(two), 1e-3) for one, two in pairs)
        bad += apart > 1e-12
        print(f"{formula}: {'right' if apart <= 1e-12 else 'WRONG'}, {apart:.1e} apart")
    print(f"{len(ours)} rows, {programs} programs were compiled")
    sys.exit(1 if bad or len(ours) != ROWS or len(theirs) != ROWS else 0)


if __name__ == "__main__":
    main()

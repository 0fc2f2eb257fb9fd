#!/usr/bin/python3
"""Makes the Python wheel `cleave-opencl` of a build: driver, compiler and tool, as packaging/wheel arranges them.

    make_wheel.py BUILD FOLDER [--stored]

The wheel comes into FOLDER. --stored: not compressed, for tests, and of any size.

All libraries lie in the package's own folder, cleave_opencl/lib, wherever that is installed; these files lead to it:

    pyopencl/.libs/cleave.icd    the ICD loader inside pyopencl's wheels looks there
    etc/OpenCL/vendors/cleave.icd, lib/libcleave-opencl.so    in the prefix: for a loader in its lib/, as conda's

Shared libraries that a wheel cannot expect everywhere (PEP 600) go with it under names of their own, so that neither
takes the place of another in the process: what auditwheel does. Each has its Debian package's license. What the
binaries ask of the C library says on which systems the wheel runs; its name has that version.
"""
import argparse
import email.message
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

from wheel.wheelfile import WheelFile

import check_contents

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAME = "cleave_opencl"
DOCUMENTS, COMMON_LICENSES = pathlib.Path("/usr/share/doc"), pathlib.Path("/usr/share/common-licenses")
LARGEST = 50 * 10**6  # bytes
# Every system that a wheel runs on has these; libgcc_s for the unwinder, which a process has one of.
EVERYWHERE = re.compile(r"(ld-linux-x86-64|lib(c|m|dl|rt|pthread|gcc_s|z))\.so\.\d+$")
NEWEST_GCC = (7, 0, 0)  # of libgcc_s, on systems with the oldest C library that is asked for
PYTHONS = range(9, 20)  # minor versions that a prefix may have: none is in the wheel's name
# The loader that opens a file is a library in the folder that $ORIGIN stands for in its call of dlopen.
ICD_FOR_PYOPENCL = "$ORIGIN/../../cleave_opencl/lib/libcleave.so\n"
ICD_FOR_PREFIX = "$ORIGIN/libcleave-opencl.so\n"


def output_of(*words):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True).stdout


def run(*words):
    subprocess.run([str(word) for word in words], check=True, stdout=subprocess.DEVNULL)


def version_of(build):
    cache = (build / "CMakeCache.txt").read_text()
    return re.search(r"^CMAKE_PROJECT_VERSION:STATIC=(.*)$", cache, re.MULTILINE).group(1)


def needed_by(file):
    return re.findall(r"\(NEEDED\).*\[(.*)\]", output_of("readelf", "--dynamic", "--wide", file))


def is_elf(file):
    with open(file, "rb") as opened:
        return opened.read(4) == b"\x7fELF"


def take_installation(build, stage, package):
    """Copies driver, compiler and tool of the build, without debugging symbols; returns the folder with their licenses."""
    run("cmake", "--install", build, "--prefix", stage, "--component", "driver", "--strip")
    for folder, names in (("lib", ("libcleave.so", "libcleave-compiler.so", "cleave-compiler")), ("bin", ("cleave",))):
        (package / folder).mkdir()
        for name in names:
            (found,) = (file for file in (stage / folder).rglob(name) if file.is_file())
            shutil.copy2(found, package / folder / name)
    return next((stage / "share" / "doc").iterdir())


class Grafts:
    """Libraries of this machine that go with the wheel."""

    def __init__(self, folder):
        self.folder = folder
        self.names = {}   # of what is asked for: the name in the wheel
        self.origins = {}  # of that name: the file of this machine

    def find(self, name):
        for line in output_of("/sbin/ldconfig", "-p").splitlines():
            match = re.match(rf"\s*{re.escape(name)} \(.*x86-64.*\) => (.*)$", line)
            if match:
                return pathlib.Path(match.group(1)).resolve()
        sys.exit(f"make_wheel: there is no {name} here, which the driver was linked with")

    def take(self, name):
        """Copies the library and what it needs; returns its name in the wheel."""
        if name not in self.names:
            origin = self.find(name)
            stem, _, rest = name.partition(".so")
            digest = hashlib.sha256(origin.read_bytes()).hexdigest()[:8]
            self.names[name] = f"{stem}-{digest}.so{rest}"
            copy = self.folder / self.names[name]
            shutil.copyfile(origin, copy)
            copy.chmod(0o755)
            run("patchelf", "--set-soname", self.names[name], copy)
            self.origins[self.names[name]] = origin
            self.attach(copy, "$ORIGIN")
        return self.names[name]

    def attach(self, file, path):
        """Lets a file find the libraries that it needs on this path."""
        words = []
        for name in needed_by(file):
            if not EVERYWHERE.match(name) and not (self.folder / name).exists():
                words += ["--replace-needed", name, self.take(name)]
        if words:
            run("patchelf", *words, file)
        run("patchelf", "--set-rpath", path, file)  # apart: patchelf 0.14 takes arguments of the others for the path


def add_prefix_library(driver, file):
    """A library with no code of its own, which brings the driver wherever Python of its prefix has it."""
    path = ":".join(f"$ORIGIN/python3.{minor}/site-packages/{NAME}/lib" for minor in PYTHONS)
    run("cc", "-shared", "-nostdlib", "-Wl,--no-as-needed,--enable-new-dtags", f"-Wl,-soname,{file.name}",
        f"-Wl,-rpath,{path}", "-o", file, driver)


def write(file, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def add_licenses(documents, grafts, folder):
    """Ours with those of all that is inside, as an installation has them, and those of the libraries beside it."""
    folder.mkdir(parents=True)
    for name in ("LICENSE", "copyright"):
        shutil.copy(documents / name, folder)
    shutil.copytree(documents / "licenses", folder / "licenses")
    rows = []
    for name, origin in sorted(grafts.origins.items()):
        package = check_contents.owners({str(origin)})[str(origin)]
        if package is None:
            sys.exit(f"make_wheel: {origin} is of no package: what is its license?")
        version, source = output_of("dpkg-query", "-W", "-f", "${Version} ${source:Package}", f"{package}:amd64").split()
        notice = DOCUMENTS / package / "copyright"
        shutil.copy(notice, folder / f"{package}.copyright")
        for reference in set(re.findall(r"common-licenses/([A-Za-z0-9.-]*[A-Za-z0-9])", notice.read_text())):
            shutil.copy(COMMON_LICENSES / reference, folder / "licenses" / reference)
        rows.append(f"{name}: Debian's package {package} {version}, of its source package {source}, with another name "
                    f"inside and nothing else changed; {package}.copyright is its license")
    write(folder / "LIBRARIES.txt", "\n".join(rows) + "\n")


def platform_of(tree):
    """The wheel's platform: the newest version of the C library that a binary asks for."""
    newest, reasons = (2, 17), {}
    for file in tree.rglob("*"):
        if not file.is_file() or not is_elf(file):
            continue
        text = output_of("objdump", "--private-headers", file)
        for name, version in re.findall(r"\b(GLIBC|GCC)_([0-9.]+)\b", text):
            numbers = tuple(int(number) for number in version.split("."))
            if name == "GCC" and numbers > NEWEST_GCC:
                sys.exit(f"make_wheel: {file.name} asks for GCC_{version} of libgcc_s, which older systems lack")
            if name == "GLIBC":
                reasons.setdefault(numbers[:2], set()).add(file.name)
                newest = max(newest, numbers[:2])
        for name in needed_by(file):
            if not EVERYWHERE.match(name) and not (tree / NAME / "lib" / name).exists():
                sys.exit(f"make_wheel: {file.name} needs {name}, which is not in the wheel")
    print(f"glibc {newest[0]}.{newest[1]} or newer, for {', '.join(sorted(reasons.get(newest, [])))}")
    return f"manylinux_{newest[0]}_{newest[1]}_x86_64"


def add_metadata(info, version, tag):
    fields = email.message.Message()
    for name, value in (
        ("Metadata-Version", "2.1"), ("Name", NAME.replace("_", "-")), ("Version", version),
        ("Summary", "OpenCL driver for x86-64 processors, whose devices can be split"),
        ("License", "Apache-2.0; that of LLVM and others of what is inside: see the folder licenses"),
        ("License-File", "LICENSE"), ("License-File", "copyright"),
        ("Keywords", "opencl,icd,cpu,pyopencl"), ("Requires-Python", ">=3.9"),
        ("Classifier", "Operating System :: POSIX :: Linux"), ("Classifier", "Topic :: Scientific/Engineering"),
        ("Provides-Extra", "pyopencl"), ("Requires-Dist", 'pyopencl; extra == "pyopencl"'),
        ("Description-Content-Type", "text/markdown"),
    ):
        fields.add_header(name, value)
    write(info / "METADATA", f"{fields.as_string().rstrip()}\n\n{(ROOT / 'packaging/wheel/README.md').read_text()}")
    write(info / "WHEEL", f"Wheel-Version: 1.0\nGenerator: cleave make_wheel\nRoot-Is-Purelib: false\nTag: {tag}\n")
    write(info / "entry_points.txt", f"[console_scripts]\ncleave-opencl = {NAME}.__main__:run_tool\n")


def arrange(build, version, tree):
    """Fills a folder with all that the wheel has; returns its tag."""
    package, data = tree / NAME, tree / f"{NAME}-{version}.data" / "data"
    shutil.copytree(ROOT / "packaging" / "wheel" / NAME, package, ignore=shutil.ignore_patterns("__pycache__"))
    documents = take_installation(build, tree.parent / "stage", package)
    grafts = Grafts(package / "lib")
    for file in ("libcleave.so", "libcleave-compiler.so", "cleave-compiler"):
        grafts.attach(package / "lib" / file, "$ORIGIN")
    grafts.attach(package / "bin" / "cleave", "$ORIGIN/../lib")
    write(tree / "pyopencl" / ".libs" / "cleave.icd", ICD_FOR_PYOPENCL)
    write(data / "etc" / "OpenCL" / "vendors" / "cleave.icd", ICD_FOR_PREFIX)
    (data / "lib").mkdir()
    add_prefix_library(package / "lib" / "libcleave.so", data / "lib" / "libcleave-opencl.so")
    info = tree / f"{NAME}-{version}.dist-info"
    add_licenses(documents, grafts, info / "licenses")
    tag = f"py3-none-{platform_of(tree)}"
    add_metadata(info, version, tag)
    return tag


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--stored", action="store_true")
    arguments = parser.parse_args()
    version = version_of(arguments.build)
    shutil.rmtree(arguments.folder, ignore_errors=True)
    arguments.folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory(prefix="cleave-wheel.") as work:
        tree = pathlib.Path(work) / "tree"
        tag = arrange(arguments.build, version, tree)
        file = arguments.folder / f"{NAME}-{version}-{tag}.whl"
        compression = zipfile.ZIP_STORED if arguments.stored else zipfile.ZIP_DEFLATED
        with WheelFile(file, "w", compression=compression) as wheel:
            wheel.write_files(tree)
    size = file.stat().st_size
    print(f"{file}: {size / 10**6:.1f} MB")
    if size > LARGEST and not arguments.stored:
        sys.exit(f"make_wheel: that is more than {LARGEST // 10**6} MB")


if __name__ == "__main__":
    main()

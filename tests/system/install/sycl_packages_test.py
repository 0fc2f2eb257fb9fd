#!/usr/bin/python3
"""A bare Debian with cleave-sycl-dev compiles a SYCL program, and one with libcleave-sycl1 runs it.

usage: sycl_packages_test.py FOLDER-WITH-PACKAGES SOURCE

Each system is a folder with Debian's essential packages and those that ours depend on, as this machine has them, and
nothing else. 77: this machine cannot do it.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PACKAGES, SOURCE = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
FIELDS = ("Package", "Essential", "Depends", "Pre-Depends", "Provides")
# Files that no program here opens.
LEFT_OUT = re.compile(r"/usr/share/(doc|man|locale|info|i18n|zoneinfo|perl|bash-completion)/")


def output_of(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def names_in(field):
    """The alternatives of each dependency of a field, without versions."""
    return [[re.split(r"[ (:]", name.strip())[0] for name in dependency.split("|")]
            for dependency in field.split(",") if dependency.strip()]


class Debian:
    """The packages that this machine has installed, and ours."""

    def __init__(self):
        self.fields, self.files, self.providers = {}, {}, {}
        lines = output_of("dpkg-query", "-W", "-f", "".join("${" + field + "}\t" for field in FIELDS) + "\n")
        for line in lines.splitlines():
            self.add(dict(zip(FIELDS, line.split("\t"))))
        for file in PACKAGES.glob("*.deb"):
            fields = {field: output_of("dpkg-deb", "-f", str(file), field).strip() for field in FIELDS}
            self.files[fields["Package"]] = file
            self.add(fields)

    def add(self, fields):
        self.fields[fields["Package"]] = fields
        for (name,) in names_in(fields["Provides"]):
            self.providers.setdefault(name, fields["Package"])

    def closure(self, *wanted):
        """The names of these packages, of essential ones, and of all that they depend on."""
        found, left = set(), [*wanted, *(name for name, fields in self.fields.items() if fields["Essential"] == "yes")]
        while left:
            name = left.pop()
            if name in found:
                continue
            found.add(name)
            for field in ("Depends", "Pre-Depends"):
                for alternatives in names_in(self.fields[name][field]):
                    chosen = [other if other in self.fields else self.providers.get(other) for other in alternatives]
                    chosen = next((other for other in chosen if other), None)
                    if chosen is None:
                        print(f"skipped: {name} depends on {alternatives}, which this machine does not have")
                        sys.exit(77)
                    left.append(chosen)
        return found

    def install(self, root, names):
        """Makes a system of these packages in an empty folder."""
        for folder in ("bin", "sbin", "lib", "lib64"):
            (root / "usr" / folder).mkdir(parents=True)
            (root / folder).symlink_to(f"usr/{folder}")
        for folder in ("proc", "sys", "dev", "tmp", "root"):
            (root / folder).mkdir()
        for name in sorted(names):
            if name in self.files:
                subprocess.run(["dpkg-deb", "-x", str(self.files[name]), str(root / "part")], check=True)
                shutil.copytree(root / "part", root, symlinks=True, dirs_exist_ok=True)
                shutil.rmtree(root / "part")
                continue
            for line in output_of("dpkg-query", "-L", name).splitlines():
                file = pathlib.Path(line)
                if line.startswith("/") and not LEFT_OUT.match(line) and (file.is_symlink() or file.is_file()):
                    self.copy(file, root / file.parent.resolve().relative_to("/") / file.name)

    @staticmethod
    def copy(file, place):
        if os.path.lexists(place) or not os.access(file, os.R_OK):  # a link to a folder; what root alone may read
            return
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, place, follow_symlinks=False)


def enter(root, *words):
    """The words that run a command in such a system."""
    script = ('for folder in proc sys dev; do mount --rbind "/$folder" "$0/$folder"; done\n'
              'cd / && exec chroot "$0" "$@"')
    namespace = ["unshare", "--mount", "--propagation", "private"]
    if os.getuid() != 0:
        namespace.append("--map-root-user")
    return [*namespace, "sh", "-euc", script, str(root), *words]


class SyclPackages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.stage = pathlib.Path(tempfile.mkdtemp(prefix="cleave-bare."))
        cls.addClassCleanup(shutil.rmtree, cls.stage)
        cls.debian = Debian()
        cls.compiling, cls.running = cls.stage / "compiling", cls.stage / "running"
        cls.debian.install(cls.compiling, cls.debian.closure("cleave-sycl-dev"))
        # A C++ program has a library of its own to ask for.
        cls.debian.install(cls.running, cls.debian.closure("libcleave-sycl1", "libstdc++6"))
        shutil.copy(SOURCE, cls.compiling / "root" / "hello.cpp")

    def run_in(self, root, *words, fails=False):
        environment = {"PATH": "/usr/bin:/usr/sbin", "HOME": "/root", "LC_ALL": "C"}
        done = subprocess.run(enter(root, *words), text=True, env=environment, timeout=200,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode != 0, fails, f"{words} ended with {done.returncode}:\n{done.stdout}")
        return done.stdout

    def test_1_one_has_a_compiler_and_the_other_has_not(self):
        self.assertTrue((self.compiling / "usr/bin/cleave-c++").is_file())
        for file in ("usr/bin/g++", "usr/bin/clang++-22", "usr/lib/llvm-22/bin/clang"):
            self.assertFalse((self.compiling / file).exists(), file)
        for file in ("usr/bin/cleave-c++", "usr/bin/ld", "usr/include/sycl", "usr/include/c++", "usr/lib/llvm-22"):
            self.assertFalse((self.running / file).exists(), file)

    def test_2_a_program_is_compiled_and_runs(self):
        self.run_in(self.compiling, "cleave-c++", "-O2", "-Wall", "-Werror", "/root/hello.cpp", "-o", "/root/hello")
        self.assertIn("all right", self.run_in(self.compiling, "/root/hello"))
        dynamic = self.run_in(self.compiling, "readelf", "-d", "/root/hello")
        self.assertIn("libcleave-sycl.so.1", dynamic)
        self.assertNotRegex(dynamic, "RPATH|RUNPATH")
        shutil.copy(self.compiling / "root" / "hello", self.running / "root" / "hello")
        self.assertIn("all right", self.run_in(self.running, "/root/hello"))

    def test_3_what_is_missing_is_named(self):
        def compile_without(*folders):
            for folder in folders:
                (self.compiling / folder).rename(self.stage / "hidden")
            text = self.run_in(self.compiling, "cleave-c++", "-c", "/root/hello.cpp", "-o", "/dev/null", fails=True)
            for folder in folders:
                (self.stage / "hidden").rename(self.compiling / folder)
            return text
        self.assertIn("libclang-common-22-dev", compile_without("usr/lib/llvm-22/lib/clang/22/include"))
        self.assertIn("package 'libstdc++-dev'", compile_without("usr/include/c++"))


def main():
    probe = subprocess.run(enter("/", "true"), capture_output=True, text=True, check=False)
    if probe.returncode != 0:
        print(f"skipped: this needs root, or user namespaces: {probe.stderr.strip()}")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1], verbosity=2)


if __name__ == "__main__":
    main()

"""Runs the compiler command in a folder of its own, and reads the device images that it makes.

    a test's file: CXX SHOW_IMAGES [unittest's words...]
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent


class CommandTest(unittest.TestCase):
    """Each test has an empty folder, which is the working folder of what it runs."""
    cxx = None
    show_images = None
    maxDiff = None

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cleave-cxx."))
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def kernels(self, name, text):
        """Writes a source that may launch kernels. The header of those with items takes four times as long to compile."""
        header = "item_kernels.h" if "parallel_for" in text else "kernels.h"
        return self.write(name, f'#include "{header}"\n#line 1\n' + text)

    def run_words(self, *words, fails=False, stdin=None, folder=None, environment=None):
        """Returns what a command writes, both streams together."""
        done = subprocess.run([str(word) for word in words], cwd=folder or self.folder, text=True, input=stdin,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300,
                              env={**os.environ, "LC_ALL": "C", **(environment or {})})
        self.assertEqual(done.returncode != 0, fails, f"{words} ended with {done.returncode}:\n{done.stdout}")
        return done.stdout

    def compile(self, *words, **more):
        return self.run_words(self.cxx, f"-I{HERE}", *words, **more)

    def images(self, file):
        """The lines of show_images about the images in a file."""
        return self.run_words(self.show_images, self.folder / file).splitlines()

    def image_values(self, file):
        """A dictionary for each kernel of a file, by its name."""
        kernels = {}
        for line in self.images(file):
            match = re.match(r"kernel (\S+) name '(.*)' at (\S+):(\d+) bytes (\d+) aligned (\d+) group (\S+) hint (\S+) "
                             r"sub-group (\d+) aspects \{(.*)\} local (\w+) captures(.*)", line)
            if match:
                words = ("symbol", "name", "file", "line", "bytes", "alignment", "group", "hint", "sub_group", "aspects",
                         "local", "captures")
                kernel = dict(zip(words, match.groups()))
                kernels[kernel["name"] or kernel["line"]] = kernel
        return kernels

    def bitcode(self, file):
        """The text of the code of a file's first image."""
        self.run_words(self.show_images, self.folder / file, "code")
        return self.run_words(tool("llvm-dis"), "code.0", "-o", "-")

    def symbols(self, file, *words):
        """The letters of nm by the names of symbols."""
        lines = self.run_words(tool("llvm-nm"), *words, self.folder / file).splitlines()
        return {line.split()[-1]: line.split()[-2] for line in lines if len(line.split()) >= 2}


def tool(name):
    """A tool of the LLVM that cleave-c++ belongs to."""
    for candidate in (f"{name}-22", name):
        if shutil.which(candidate):
            return candidate
    return str(pathlib.Path("/usr/lib/llvm-22/bin") / name)


def main():
    CommandTest.cxx, CommandTest.show_images = sys.argv[1:3]
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)

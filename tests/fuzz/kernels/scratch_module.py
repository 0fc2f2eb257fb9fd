"""A copy of the built driver of which files are compiled in another way."""
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
PASSES = ROOT / "src/compiler/pass"
BUILTINS = "src/builtins/libcleave_builtins.a"
MODULES = ("lib/libcleave-compiler.so", "lib/libcleave.so")
TOOL = "bin/cleave-opt"


def archive_of(made):
    """src/model/CMakeFiles/cleave_model.dir/command/launch.cpp.o is in src/model/libcleave_model.a."""
    layer, _, name = made.partition("/CMakeFiles/")
    return f"{layer}/lib{name.split('.dir/')[0]}.a"


class Scratch:
    """`build` stays as it is; everything new is in `folder`."""

    def __init__(self, build, folder):
        self.build, self.folder = build, folder
        (folder / "lib").mkdir(parents=True, exist_ok=True)
        (folder / "vendors").mkdir(exist_ok=True)
        (folder / "bin").mkdir(exist_ok=True)
        self.restore()
        shutil.copy2(build / "lib/cleave-compiler", folder / "lib")
        shutil.copy2(build / "bin/kernel_fuzz", folder)
        (folder / "vendors/cleave.icd").write_text(f"{folder}/lib/libcleave.so\n")
        self.archives = {}  # by object: which one holds it
        self.links = {name: self.commands(name)[-1] for name in (*MODULES, TOOL)}

    def restore(self):
        for name in MODULES:
            shutil.copy2(self.build / name, self.folder / "lib")

    def commands(self, target):
        return subprocess.run(["ninja", "-C", self.build, "-t", "commands", target], check=True,
                              capture_output=True, text=True).stdout.splitlines()

    def run(self, command):
        done = subprocess.run(command, cwd=self.build, shell=True, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(done.stdout + done.stderr)

    def compile(self, original, flags, source=None):
        """The object of a file of the driver, or of a changed copy of it with the same name."""
        source = source or original
        if original.suffix == ".cl":
            return self.compile_builtins(original, source)
        for unit, words in self.compilations_of(original):
            archive = archive_of(words[words.index("-o") + 1])
            if any(archive in link.split(" ") for link in self.links.values()):
                break
        else:
            sys.exit(f"no part of the driver is made of {original}")
        if unit != original:
            text = unit.read_text().replace(str(original), str(source))
            source = self.folder / unit.name
            source.write_text(text)
        made = self.folder / f"{unit.name}.o"
        for flag, value in (("-o", made), ("-c", source)):
            words[words.index(flag) + 1] = str(value)
        self.run(shlex.join(words + flags))
        self.archives[made] = archive
        return made

    def compilations_of(self, original):
        """Returns what is compiled and how: the file itself, or one that includes it with others."""
        for entry in json.loads((self.build / "compile_commands.json").read_text()):
            unit = pathlib.Path(entry["file"])
            includes = unit.name.startswith("unity_") and f'"{original}"' in unit.read_text()
            if unit == original or includes:
                yield unit, [word for word in shlex.split(entry["command"])
                             if not word.endswith("ccache")]

    def compile_builtins(self, original, source):
        """The built-in library, as an object that holds its bitcode."""
        commands = [line for line in self.commands(BUILTINS) if line.startswith("cd ")]
        bitcode, groups = self.folder / f"{original.stem}.bc", self.folder / "cleave_builtins.groups"
        compilation = next(line for line in commands if f" {original} -o " in line)
        compilation = compilation.split(" && ")[1].split(" -MMD")[0]
        self.run(f"{compilation} -I{original.parent} -c -emit-llvm {source} -o {bitcode}")
        assembly = next(line for line in commands if "/cleave_assemble_builtins " in line)
        words = shlex.split(assembly.split(" && ")[1])
        embedded = words[2]
        words[1:3] = [str(groups.with_suffix(".bc")), str(groups)]
        self.run(shlex.join(str(bitcode) if word.endswith(f"/{bitcode.name}") else word
                            for word in words))
        made = self.folder / "cleave_builtins.S.o"
        text = (self.build / "src" / "builtins" / "cleave_builtins.S").read_text()
        made.with_suffix("").write_text(text.replace(embedded, str(groups)))
        self.run(f"cc -fPIC -c {made.with_suffix('')} -o {made}")
        self.archives[made] = BUILTINS
        return made

    def link(self, objects, flags="", modules=MODULES):
        """The modules with these objects instead of those of the same name."""
        copies = {}
        for archive in {self.archives[made] for made in objects}:
            copies[archive] = self.folder / pathlib.Path(archive).name
            shutil.copy2(self.build / archive, copies[archive])
            own = [made for made in objects if self.archives[made] == archive]
            names = " ".join(made.name for made in own)
            self.run(f"ar d {copies[archive]} {names} && "
                     f"ar q {copies[archive]} {' '.join(map(str, own))}")
        self.restore()
        for module in modules:
            link = self.links[module]
            words = link.split(" ")
            if not any(archive in words for archive in copies):
                continue
            link = " ".join(str(copies.get(word, word)) for word in words)
            link = link.replace(f"-o {module}", f"{flags} -o {self.folder}/{module}")
            self.run(link.replace("-Wl,--build-id=sha1", "-Wl,-S"))

    def failing_tests(self, folder, objects):
        """The tests of a pass that fail when the tool which runs passes has these objects."""
        self.link(objects, modules=(TOOL,))
        tests = ROOT / "tests/compiler/pass"
        cache = (self.build / "CMakeCache.txt").read_text()
        tools = pathlib.Path(re.search(r"^CLEAVE_FILECHECK:\w+=(.*)$", cache, re.M)[1]).parent
        return [test.name for test in sorted((tests / folder).glob("*.ll"))
                if subprocess.run([tests / "run_lines.sh", test, self.folder / "bin", tools],
                                  capture_output=True).returncode != 0]

    def failing_kernels(self, tests, objects):
        """The tests of kernels, by a filter, that fail with a driver which has these objects."""
        self.link(objects)
        command = ["env", f"OCL_ICD_VENDORS={self.folder}/vendors", "CLEAVE_TIERS=main",
                   f"CLEAVE_CACHE_DIRECTORY={self.folder}/cache",
                   self.build / "bin/kernels_test", f"--gtest_filter={tests}"]
        done = subprocess.run(command, capture_output=True, text=True)
        return sorted(set(re.findall(r"^\[  FAILED  \] (\S+) \(", done.stdout, re.M)))

    def campaign(self, arguments):
        """Runs random kernels with these modules."""
        # A module that has been linked here has no build ID, and so no entries of the cache.
        command = ["env", f"OCL_ICD_VENDORS={self.folder}/vendors",
                   f"CLEAVE_CACHE_DIRECTORY={self.folder}/cache",
                   self.folder / "kernel_fuzz", *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True)

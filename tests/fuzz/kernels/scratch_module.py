"""A copy of the built driver whose compiler module has passes compiled in another way."""
import pathlib
import shlex
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
PASSES = ROOT / "src/compiler/pass"
OBJECTS = "src/compiler/pass/CMakeFiles/cleave_compiler_pass.dir"
ARCHIVE = "src/compiler/pass/libcleave_compiler_pass.a"
MODULE = "lib/libcleave-compiler.so"


class Scratch:
    """`build` stays as it is; everything new is in `folder`."""

    def __init__(self, build, folder):
        self.build, self.folder = build, folder
        (folder / "lib").mkdir(parents=True, exist_ok=True)
        (folder / "vendors").mkdir(exist_ok=True)
        shutil.copy2(build / "lib/libcleave.so", folder / "lib")
        shutil.copy2(build / "bin/kernel_fuzz", folder)
        (folder / "vendors/cleave.icd").write_text(f"{folder}/lib/libcleave.so\n")

    def commands(self, target):
        return subprocess.run(["ninja", "-C", self.build, "-t", "commands", target], check=True,
                              capture_output=True, text=True).stdout.splitlines()

    def run(self, command):
        done = subprocess.run(command, cwd=self.build, shell=True, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(done.stdout + done.stderr)

    def compile(self, source, flags):
        """The object of a pass' file, or of a changed copy with the same name."""
        made = self.folder / f"{source.name}.o"
        words = shlex.split(self.commands(f"{OBJECTS}/{source.name}.o")[-1])
        words = [word for word in words if not word.endswith("ccache")]
        for flag, value in (("-o", made), ("-c", source), ("-MF", f"{made}.d")):
            words[words.index(flag) + 1] = str(value)
        self.run(shlex.join(words + flags))
        return made

    def link(self, objects, flags=""):
        """The compiler module with these objects instead of those of the same name."""
        archive = self.folder / "passes.a"
        shutil.copy2(self.build / ARCHIVE, archive)
        names = " ".join(made.name for made in objects)
        self.run(f"ar d {archive} {names} && ar q {archive} {' '.join(map(str, objects))}")
        link = self.commands(MODULE)[-1].replace(ARCHIVE, str(archive))
        link = link.replace(f"-o {MODULE}", f"{flags} -o {self.folder}/{MODULE}")
        self.run(link.replace("-Wl,--build-id=sha1", "-Wl,-S"))

    def campaign(self, arguments):
        """Runs random kernels with this module."""
        command = ["env", f"OCL_ICD_VENDORS={self.folder}/vendors",
                   self.folder / "kernel_fuzz", *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True)

#!/usr/bin/python3
"""The wheel of a build, in environments that have nothing else: alone, and with pyopencl's wheels.

usage: wheel_test.py BUILD [unittest options]

Wheels of others come from build/deps/wheels (`./dev setup --wheels` fetches what scripts/wheels.txt lists). 77: they
are not there, or the tools that make a wheel.
"""
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys
import tarfile
import tempfile
import textwrap
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
WHEELS = ROOT / "build" / "deps" / "wheels"
INTEL = ROOT / "build" / "deps" / "intel-opencl-rt" / "lib" / "libintelocl.so"
BUILD = pathlib.Path(sys.argv[1]).resolve()
OLD_PYOPENCL, NEW_PYOPENCL = "2025.1", "2026.1.4"
NEEDED = re.compile(r"\(NEEDED\).*\[(.*)\]")

# Every platform computes, all in one process; the names of those that did are printed.
COMPUTE = """
import numpy as np, pyopencl as cl
numbers = np.arange(4096, dtype=np.float32)
for platform in cl.get_platforms():
    devices = platform.get_devices()
    if not devices:
        continue
    context = cl.Context(devices[:1])
    queue = cl.CommandQueue(context)
    kernel = cl.Program(context, "kernel void f(global float *x) { x[get_global_id(0)] += get_global_id(0); }").build().f
    buffer = cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=numbers)
    kernel(queue, numbers.shape, None, buffer)
    result = np.empty_like(numbers)
    cl.enqueue_copy(queue, result, buffer)
    print(platform.name if (result == 2 * numbers).all() else platform.name + " is WRONG")
"""


def files_in(folder):
    """The files in a folder, without what Python compiles, and links."""
    return {str(file.relative_to(folder)) for file in folder.rglob("*")
            if not file.is_dir() and "__pycache__" not in file.parts}


class Environment:
    """An environment of Python without any package but pip."""

    def __init__(self, folder):
        self.folder = folder
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        self.site = next(folder.glob("lib/python3*/site-packages"))

    def run(self, *words, fails=False, **variables):
        """Runs a program of the environment; returns its output, of both streams."""
        environment = {"PATH": f"{self.folder}/bin:/usr/bin:/bin", "HOME": str(self.folder.parent), "LC_ALL": "C.UTF-8",
                       "PYTHONDONTWRITEBYTECODE": "1", **variables}
        done = subprocess.run([str(word) for word in words], env=environment, text=True, timeout=900,
                              cwd=self.folder.parent, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if (done.returncode != 0) != fails:
            raise AssertionError(f"{words} ended with {done.returncode}:\n{done.stdout}")
        return done.stdout

    def pip(self, *words):
        return self.run("pip", *words, PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_NO_INDEX="1", PIP_FIND_LINKS=str(WHEELS))

    def platforms(self):
        """The names of the platforms that pyopencl lists, those of this machine's packages among them."""
        return self.run("python", "-c", "import pyopencl\nfor p in pyopencl.get_platforms(): print(p.name)").splitlines()

    def variables(self):
        """The variables that `python -m cleave_opencl` has a shell set."""
        lines = self.run("python", "-m", "cleave_opencl").splitlines()
        return dict(re.fullmatch(r"export (\w+)='?(.*?)'?", line).groups() for line in lines)


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.stage = pathlib.Path(tempfile.mkdtemp(prefix="cleave-wheel."))
        cls.addClassCleanup(shutil.rmtree, cls.stage)
        subprocess.run([sys.executable, ROOT / "scripts/make_wheel.py", BUILD, cls.stage / "wheel", "--stored"], check=True)
        (cls.wheel,) = (cls.stage / "wheel").glob("*.whl")

    def environment(self, *packages):
        environment = Environment(self.stage / self._testMethodName)
        if packages:
            environment.pip("install", *packages)
        return environment

    def test_files_are_those_of_a_driver(self):
        with zipfile.ZipFile(self.wheel) as wheel:
            names = set(wheel.namelist())
            modes = {info.filename: info.external_attr >> 16 for info in wheel.infolist()}
        folders = {name.split("/")[0] for name in names}
        info = next(folder for folder in folders if folder.endswith(".dist-info"))
        self.assertEqual({"cleave_opencl", "pyopencl", info, info.replace("dist-info", "data")}, folders)
        self.assertEqual({"pyopencl/.libs/cleave.icd"}, {name for name in names if name.startswith("pyopencl/")})
        for program in ("lib/cleave-compiler", "bin/cleave"):
            self.assertTrue(modes[f"cleave_opencl/{program}"] & stat.S_IXUSR, program)
        # The licence of each library that goes with it, and ours.
        for notice in ("LICENSE", "copyright", "LIBRARIES.txt", "licenses/GPL-3", "libhwloc15.copyright",
                       "ocl-icd-libopencl1.copyright", "libzstd1.copyright"):
            self.assertIn(f"{info}/licenses/{notice}", names)

    def test_libraries_are_found_beside_each_other_and_have_names_of_their_own(self):
        environment = self.environment(self.wheel)
        folder = environment.site / "cleave_opencl"
        own = {file.name for file in (folder / "lib").iterdir()}
        expected = {"libcleave.so", "libcleave-compiler.so", "cleave-compiler"}
        for name in own - expected:
            self.assertRegex(name, r"^lib\w+-[0-9a-f]{8}\.so\.\d+$")
        for file in [*(folder / "lib").iterdir(), folder / "bin" / "cleave"]:
            dynamic = subprocess.run(["readelf", "-dW", file], check=True, capture_output=True, text=True).stdout
            for name in NEEDED.findall(dynamic):
                self.assertTrue(name in own or re.match(r"(libc|libm|libz|libgcc_s|ld-linux-x86-64)\.so", name),
                                f"{file.name} needs {name}")
            self.assertNotRegex(dynamic, r"R(UN)?PATH.*\[(?!\$ORIGIN(/\.\./lib)?\])")

    def test_auditwheel_gives_it_the_same_name(self):
        environment = self.environment(self.wheel, "auditwheel")
        tag = re.search(r"manylinux_2_\d+_x86_64", self.wheel.name).group(0)
        # For symbols of the system's libraries. Those that the files need another test looks at: auditwheel does not find
        # libcleave.so for the library in the prefix, whose path has the version of Python.
        shown = environment.run("python", "-m", "auditwheel", "show", self.wheel)
        self.assertIn(f'This constrains the platform tag to "{tag}"', " ".join(shown.split()))

    def test_without_pyopencl_the_tool_and_other_loaders_use_it(self):
        environment = self.environment(self.wheel)
        self.assertRegex(environment.run("cleave-opencl", "info"), "CL_PLATFORM_NAME +Cleave")
        kernel = self.stage / "kernel.cl"
        kernel.write_text("kernel void f(global float *x) { x[get_global_id(0)] = 1; }\n")
        self.assertIn("kernel f", environment.run("cleave-opencl", "compile", kernel, "--report"))
        variables = environment.variables()
        driver = environment.site / "cleave_opencl" / "lib" / "libcleave.so"
        self.assertEqual({"OCL_ICD_VENDORS": str(driver), "OCL_ICD_FILENAMES": str(driver)}, variables)
        if shutil.which("clinfo"):
            expected = r"Platform #0: Cleave\n.*Device #0: "
            self.assertRegex(environment.run("clinfo", "-l", **variables), expected)
            self.assertRegex(environment.run("cleave-opencl", "run", "--", "clinfo", "-l"), expected)

    def test_the_action_of_workflows_installs_it(self):
        environment = self.environment()
        action = (ROOT / "packaging" / "action" / "action.yml").read_text()
        self.assertLessEqual(len(action.splitlines()), 30)
        step = textwrap.dedent(action.split("run: |\n")[1])
        variables = self.stage / "github_env"
        shown = environment.run("bash", "-e", "-c", step, PACKAGE=str(self.wheel), GITHUB_ENV=str(variables),
                                PIP_NO_INDEX="1")
        self.assertRegex(shown, "(?m)^Device 0: ")
        # The later steps of a workflow have these.
        lines = dict(line.split("=", 1) for line in variables.read_text().splitlines())
        self.assertEqual(environment.variables(), lines)

    def test_a_loader_in_the_prefix_finds_it_in_the_folder_of_vendors(self):
        if not shutil.which("clinfo"):
            self.skipTest("clinfo is not installed")
        environment = self.environment(self.wheel)
        loader = next(pathlib.Path("/usr/lib/x86_64-linux-gnu").glob("libOpenCL.so.1"))
        shutil.copy(loader, environment.folder / "lib" / "libOpenCL.so.1")
        listed = environment.run("clinfo", "-l", LD_LIBRARY_PATH=str(environment.folder / "lib"),
                                 OCL_ICD_VENDORS=str(environment.folder / "etc" / "OpenCL" / "vendors"))
        self.assertRegex(listed, r"Platform #0: Cleave\n.*Device #0: ")

    def test_the_first_program_runs_on_the_device_and_on_a_part(self):
        environment = self.environment(self.wheel, f"pyopencl=={NEW_PYOPENCL}")
        program = ROOT / "examples" / "first_program.py"
        whole = environment.run("python", program, **environment.variables())
        self.assertRegex(whole, r"(?s)^Device: .*\b1048576 sums, 0 wrong")
        part = environment.run("cleave-opencl", "run", "--split=counts:1", "--", "python", program)
        self.assertRegex(part, r"(?s)^Device: .*, 1 compute unit\(s\)\n1048576 sums, 0 wrong")

    def test_arrays_of_pyopencl_pass_its_tests(self):
        environment = self.environment(self.wheel, f"pyopencl=={NEW_PYOPENCL}", "pytest", "mako")
        with tarfile.open(WHEELS / f"pyopencl-{NEW_PYOPENCL}.tar.gz") as source:
            source.extractall(self.stage)
        tests = self.stage / f"pyopencl-{NEW_PYOPENCL}" / "test" / "test_array.py"
        # One is left out: it looks for the folder of pyopencl's own cache, and fails with PoCL too.
        done = environment.run("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", tests, "-k", "not xdg_cache_home",
                               PYOPENCL_TEST="Cleave")
        self.assertRegex(done, r"(?m)^[1-9]\d* passed")

    def test_installed_before_and_after_pyopencl_and_beside_its_upgrade(self):
        environment = self.environment(self.wheel)
        environment.pip("install", f"pyopencl=={OLD_PYOPENCL}")
        self.assertIn("Cleave", environment.platforms())
        environment.pip("install", "--upgrade", f"pyopencl=={NEW_PYOPENCL}")
        self.assertIn("Cleave", environment.platforms())
        environment.pip("uninstall", "--yes", "cleave-opencl")
        self.assertNotIn("Cleave", self.names_without_driver(environment))
        environment.pip("install", self.wheel)
        self.assertIn("Cleave", environment.platforms())

    @staticmethod
    def names_without_driver(environment):
        """The platforms; pyopencl calls it an error where there are none."""
        return environment.run("python", "-c", "import pyopencl\ntry:\n  print(pyopencl.get_platforms())\n"
                               "except pyopencl.LogicError as error:\n  print(error)")

    def test_nothing_is_left_of_it(self):
        environment = self.environment(f"pyopencl=={NEW_PYOPENCL}")
        before = files_in(environment.folder)
        environment.pip("install", self.wheel)
        self.assertIn("Cleave", environment.platforms())
        environment.run("cleave-opencl", "info")
        environment.pip("uninstall", "--yes", "cleave-opencl")
        self.assertEqual(before, files_in(environment.folder))
        # pip leaves the folders in which a folder of nothing but the wheel's was: they are empty.
        left = {str(file.relative_to(environment.folder)) for file in (environment.folder / "etc").rglob("*")}
        self.assertEqual({"etc/OpenCL"}, left)
        self.assertFalse((environment.site / "cleave_opencl").exists())

    def test_drivers_of_other_wheels_compute_beside_it(self):
        environment = self.environment("pocl-binary-distribution", f"pyopencl=={NEW_PYOPENCL}", self.wheel)
        expected = {"Cleave", "Portable Computing Language"}
        folder = environment.site / "pyopencl" / ".libs"
        if INTEL.exists():  # its own .icd file names a folder that does not exist
            (folder / "intel.icd").write_text(f"{INTEL}\n")
            expected.add("Intel(R) OpenCL")
        # Their files alone: no driver of this machine's packages.
        vendors = self.stage / "vendors"
        vendors.mkdir()
        for file in folder.glob("*.icd"):
            line = file.read_text().strip().replace("$ORIGIN", str(folder))
            (vendors / file.name).write_text(line if "/" in line else str(folder / line))
        computed = environment.run("python", "-c", COMPUTE, OCL_ICD_VENDORS=str(vendors),
                                   LD_LIBRARY_PATH=str(INTEL.parent) if INTEL.exists() else "")
        self.assertEqual(expected, set(computed.splitlines()) & expected, computed)
        self.assertNotIn("WRONG", computed)
        self.assertLessEqual({"Cleave", "Portable Computing Language"}, set(environment.platforms()))

    def test_a_package_and_a_wheel_in_one_process_give_one_platform(self):
        if not shutil.which("clinfo"):
            self.skipTest("clinfo is not installed")
        environment = self.environment(self.wheel)
        vendors = self.stage / "two"
        vendors.mkdir()
        (vendors / "package.icd").write_text(f"{BUILD}/lib/libcleave.so\n")
        (vendors / "wheel.icd").write_text(environment.variables()["OCL_ICD_VENDORS"] + "\n")
        listed = environment.run("clinfo", "-l", OCL_ICD_VENDORS=str(vendors))
        self.assertRegex(listed, r"cleave: \S+/libcleave.so is loaded already, so \S+/libcleave.so gives no platform")
        self.assertEqual(1, listed.count(": Cleave"), listed)

    def test_sycl_programs_run_with_its_driver(self):
        program = BUILD / "bin" / "examples" / "sycl" / "hello"
        if not program.exists():
            self.skipTest(f"{program} is not built")
        environment = self.environment(self.wheel)
        done = environment.run(program, **environment.variables(), LD_DEBUG="files")
        self.assertIn(f"calling init: {environment.site}/cleave_opencl/lib/libcleave.so", done)
        self.assertIn("all right", done)


def main():
    for program in ("patchelf", "cc", "readelf"):
        if not shutil.which(program):
            print(f"skipped: {program} is not installed (scripts/packages.txt names its package)")
            sys.exit(77)
    try:
        import wheel  # noqa: F401
    except ImportError:
        print("skipped: the package python3-wheel is not installed")
        sys.exit(77)
    if not WHEELS.is_dir():
        print("skipped: pyopencl's wheels are not there (./dev setup --wheels)")
        sys.exit(77)
    for name in [name for name in os.environ if name.startswith(("CLEAVE_", "OCL_ICD_", "PIP_"))]:
        del os.environ[name]
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]], verbosity=2)


if __name__ == "__main__":
    main()

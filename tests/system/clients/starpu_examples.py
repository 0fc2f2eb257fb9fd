#!/usr/bin/python3
"""Runs StarPU, which schedules tasks over devices, on parts of the machine: its own examples, or a job of ours.

usage: starpu_examples.py examples          StarPU's examples, on two parts in one process
       starpu_examples.py ring [WORD...]    starpu_ring.c, compiled here, started by `WORD... starpu_ring`

No task may run elsewhere than on OpenCL. Exits with 1 where a result is wrong, with 77 where StarPU or a compiler
for it is missing.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

EXAMPLES = Path("/usr/lib/x86_64-linux-gnu/starpu/examples")
# Each says that it is right in its own words, and how many tasks it has where that is always the same.
SAYS = {
    "vector_scal": ("Computation is correct", 1),
    "variable": ("result is correct", 500),
    "block": ("TEST PASSED", 1),
    "incrementer": (r"array -> ([\d.]+), 0.0+, 0.0+, \1", None),
    "incrementer_cpp": ("array -> 50.0+, 0.0+, 0.0+, 50.0+", 50),
    "matvecmult": ("TEST PASSED", 1),
    "fblock": (r" 1  1 ", 2),
}


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def run(command, **variables):
    settings = {"STARPU_OPENCL_ON_CPUS": "1", "STARPU_NCPU": "0", "STARPU_SILENT": "1", **variables}
    result = subprocess.run(
        command, env=dict(os.environ, **settings), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    return result.returncode, result.stdout


def run_examples():
    if not (EXAMPLES / "vector_scal").exists():
        skip("StarPU's examples are not installed (Debian's starpu-examples)")
    bad = 0
    both = [0, 0]
    for name, (says, most) in SAYS.items():
        status, output = run([EXAMPLES / name], STARPU_WORKER_STATS="1")
        tasks = [int(count) for count in re.findall(r"^OpenCL \d.*\n\s*(\d+) task", output, re.MULTILINE)]
        is_right = status == 0 and re.search(says, output) and (sum(tasks) == most if most else sum(tasks) > 0)
        is_right = is_right and not re.search(r"^CPU \d", output, re.MULTILINE)
        bad += not is_right
        both = [sum(pair) for pair in zip(both, tasks + [0])]
        print(f"{name}: {'right' if is_right else f'WRONG, exit status {status}: {output}'}, tasks on OpenCL: {tasks}")
    print(f"both devices had tasks: {both[0] > 0 and both[1] > 0}")
    return bad


def run_ring(starter):
    for program, package in {"pkg-config": "pkg-config", "mpicc.openmpi": "libopenmpi-dev"}.items():
        if not shutil.which(program):
            skip(f"{program} is not installed (Debian's {package})")
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "starpumpi-1.3"], stdout=subprocess.PIPE, text=True)
    if flags.returncode != 0:
        skip("StarPU is not installed (Debian's libstarpu-dev)")
    source = Path(__file__).with_name("starpu_ring.c")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "starpu_ring"
        compile_it = ["mpicc.openmpi", "-std=gnu11", "-O1", "-Wall", "-Werror", source, "-o", program]
        subprocess.run([*compile_it, *flags.stdout.split(), "-lOpenCL", "-lm"], check=True)
        status, output = run([*starter, program])
    print(output)
    return status != 0


def main():
    what, *starter = sys.argv[1:]
    sys.exit(1 if (run_examples() if what == "examples" else run_ring(starter)) else 0)


if __name__ == "__main__":
    main()

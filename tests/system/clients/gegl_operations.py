#!/usr/bin/python3
"""Runs operations of GEGL on OpenCL and compares their pictures with those of its own CPU code.

usage: gegl_operations.py [WIDTH HEIGHT]

GEGL takes no device without images, and a CPU only where it is told to. Says how many programs the driver
has compiled: GEGL goes on without OpenCL, and says nothing, where it finds no device. Exits with 1 where
pictures differ, with 77 where numpy or gegl are missing.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from numpy_or_skip import numpy

WIDTH, HEIGHT = (int(word) for word in sys.argv[1:3] or ("401", "277"))

# Operations whose two codes are defined alike: others sample at random, or end at borders differently.
OPERATIONS = [
    "gegl:box-blur radius=5",
    "gegl:bilateral-filter blur-radius=4",
    "gegl:edge-laplace",
    "gegl:gaussian-blur std-dev-x=1.2 std-dev-y=2.4 filter=fir",
    "gegl:motion-blur-linear length=15 angle=30",
    "gegl:pixelize size-x=7 size-y=5",
    "gegl:noise-hsv seed=3",
    "gegl:vignette",
    "gegl:levels in-low=0.1 out-high=0.9 gegl:brightness-contrast contrast=1.3 gegl:color-temperature"
    " gegl:exposure exposure=0.3 gegl:box-blur radius=2",
]


def write_picture(path):
    y, x = numpy.mgrid[0:HEIGHT, 0:WIDTH]
    random = numpy.random.default_rng(1)
    rings = 127 + 127 * numpy.cos((x * x + y * y) / 9000)
    picture = numpy.stack([rings, 255 * x / WIDTH, 255 * y / HEIGHT], axis=2)
    picture = numpy.clip(picture + random.normal(0, 6, picture.shape), 0, 255).astype(numpy.uint8)
    path.write_bytes(b"P6\n%d %d\n255\n" % (WIDTH, HEIGHT) + picture.tobytes())


def run(operation, device, folder):
    result = folder / "result.ppm"
    environment = dict(os.environ, GEGL_USE_OPENCL=device)
    start = time.perf_counter()
    command = ["gegl", str(folder / "picture.ppm"), "-o", str(result), "--", *operation.split()]
    subprocess.run(command, env=environment, check=True, stderr=subprocess.DEVNULL)
    seconds = time.perf_counter() - start
    return numpy.frombuffer(result.read_bytes()[-3 * WIDTH * HEIGHT :], numpy.uint8).astype(int), seconds


def main():
    if not shutil.which("gegl"):
        print("skipped: gegl is not installed")
        sys.exit(77)
    bad = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cache = folder / "cache"
        os.environ.update(CLEAVE_CACHE_DIRECTORY=str(cache), CLEAVE_CACHE="")
        write_picture(folder / "picture.ppm")
        for operation in OPERATIONS:
            ours, seconds = run(operation, "cpu", folder)
            theirs, their_seconds = run(operation, "no", folder)
            # A value a little above 1 wraps around to 0 when GEGL stores bytes, with OpenCL and without.
            apart = (ours - theirs + 128) % 256 - 128
            is_right = numpy.abs(apart).max() <= 1
            bad += not is_right
            print(f"{operation}: {'right' if is_right else 'WRONG'}, {numpy.abs(apart).max()} apart,"
                  f" {seconds:.2f} s and {their_seconds:.2f} s")
        print(f"{sum(path.is_file() for path in cache.rglob('*'))} programs were compiled")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()

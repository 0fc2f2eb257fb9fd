#!/usr/bin/python3
"""Lets Mandelbulber draw fractals in three dimensions on OpenCL, and compares them with those of its own CPU code.

usage: mandelbulber_fractals.py

The CPU code computes with doubles, the kernels with floats, and a fractal has details of any size: pictures are
compared in squares of eight pixels. Exits with 1 where they differ, with 77 where a program is missing.
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from numpy_or_skip import numpy

WIDTH, HEIGHT, SQUARE = 160, 120, 8
# Formulas by their numbers in Mandelbulber, with a distance from which the whole is seen.
SCENES = {
    "mandelbulb": "formula_1 2;",
    "quaternion": "formula_1 4;\njulia_mode true;\njulia_c -0.4 0.6 0 0;",
    "menger_sponge": "formula_1 10;",
    "bulb_power_2": "formula_1 7;",
    "hybrid": "formula_1 2;\nformula_2 10;\nhybrid_fractal_enable true;\nformula_iterations_1 2;",
    "reflected": "formula_1 2;\nambient_occlusion_enabled true;\nreflect 0.3;\nraytraced_reflections true;",
}
SETTINGS = """# Mandelbulber settings file
# version 2.20
# only modified parameters
[main_parameters]
ambient_occlusion_enabled false;
camera -1.6 -2.2 1.1;
target 0 0 0;
"""
ON_OPENCL = "opencl_enabled=1#opencl_device_type=3#opencl_mode=3#opencl_use_fast_relaxed_math=0"


def picture(scene, options, folder):
    """The picture's bytes, and whether it was drawn on OpenCL."""
    settings, result = folder / "scene.fract", folder / "picture.png"
    settings.write_text(SETTINGS + scene + "\n")
    result.unlink(missing_ok=True)
    words = ["mandelbulber2", "--nogui", "--no-cli-color", "--format=png", f"--res={WIDTH}x{HEIGHT}"]
    run = subprocess.run(
        [*words, f"--output={result.with_suffix('')}", f"--override={options}", settings],
        env=dict(os.environ, QT_QPA_PLATFORM="offscreen"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=True,
    )
    convert = ["ffmpeg", "-v", "error", "-i", result, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    pixels = numpy.frombuffer(subprocess.run(convert, stdout=subprocess.PIPE, check=True).stdout, numpy.uint8)
    return pixels.reshape(HEIGHT, WIDTH, 3), b"OpenCL - rendering image finished" in run.stdout


def in_squares(pixels):
    return pixels.reshape(HEIGHT // SQUARE, SQUARE, WIDTH // SQUARE, SQUARE, 3).mean(axis=(1, 3))


def main():
    for program in ("mandelbulber2", "ffmpeg"):
        if not shutil.which(program):
            print(f"skipped: {program} is not installed (Debian's package of that name)")
            sys.exit(77)
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, scene in SCENES.items():
            reference, _ = picture(scene, "opencl_enabled=0", Path(folder))
            ours, on_opencl = picture(scene, ON_OPENCL, Path(folder))
            apart = numpy.abs(in_squares(ours) - in_squares(reference))
            # A picture of one colour would show nothing.
            is_right = on_opencl and reference.std() > 10 and apart.mean() < 1 and apart.max() < 24
            bad += not is_right
            print(f"{name}: {'right' if is_right else 'WRONG'}, {apart.mean():.2f} apart, {apart.max():.1f} at most")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()

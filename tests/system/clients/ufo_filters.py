#!/usr/bin/python3
"""Runs filters of UFO, a program for tomography, and compares their pictures with what numpy computes.

usage: ufo_filters.py

UFO takes a CPU only where UFO_DEVICE_TYPE says so, and ends with an error where it finds no device. Exits
with 1 where pictures differ, with 77 where numpy or UFO are missing.
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from numpy_or_skip import numpy

WIDTH, HEIGHT = 96, 64
PROJECTIONS = 120


def run(picture, filters, folder):
    """The picture that UFO makes of PICTURE with FILTERS, as a row of floats."""
    picture.astype(numpy.float32).tofile(folder / "in.raw")
    result = folder / "out.raw"
    result.unlink(missing_ok=True)
    height, width = picture.shape
    words = f"read path={folder}/in.raw raw-width={width} raw-height={height} raw-bitdepth=32 ! {filters}"
    command = ["ufo-launch", "--quieter", "--", *words.split(), "!", "write", f"filename={result}"]
    subprocess.run(command, env=dict(os.environ, UFO_DEVICE_TYPE="cpu"), check=True)
    return numpy.fromfile(result, numpy.float32)


def random_picture():
    return numpy.random.default_rng(1).random((HEIGHT, WIDTH), numpy.float32)


def disc():
    """A bright disc with a dark one in it, as a slice through a body."""
    y, x = numpy.mgrid[0:WIDTH, 0:WIDTH] - (WIDTH - 1) / 2
    return 1.0 * (x**2 + y**2 < 34**2) - 0.6 * ((x - 9) ** 2 + (y + 6) ** 2 < 11**2)


def flipped(folder):
    picture = random_picture()
    return run(picture, "flip direction=vertical", folder), picture[::-1], 0


def transposed(folder):
    picture = random_picture()
    return run(picture, "transpose", folder), picture.T, 0


def calculated(folder):
    picture = random_picture()
    places = numpy.arange(picture.size).reshape(picture.shape)
    return run(picture, "calculate expression=sqrt(v)*x", folder), numpy.sqrt(picture) * places, 1e-3


def median(folder):
    picture = random_picture()
    result = run(picture, "median-filter size=5", folder).reshape(picture.shape)
    windows = numpy.lib.stride_tricks.sliding_window_view(picture, (5, 5))
    return result[2:-2, 2:-2], numpy.median(windows, axis=(2, 3)), 0


def rescaled(folder):
    """Twice as large, by linear interpolation of an image."""
    picture = random_picture()
    result = run(picture, "rescale factor=2 interpolation=linear", folder).reshape(2 * HEIGHT, 2 * WIDTH)

    def doubled(values):
        padded = numpy.pad(values, ((1, 1), (0, 0)), mode="edge")
        both = (0.25 * padded[:-2] + 0.75 * values, 0.75 * values + 0.25 * padded[2:])
        return numpy.stack(both, axis=1).reshape(-1, values.shape[1])

    # UFO's own sampler decides what lies behind the border.
    return result[2:-2, 2:-2], doubled(doubled(picture).T).T[2:-2, 2:-2], 1e-5


def transformed(folder):
    """The rows' Fourier transforms; UFO pads them to a power of two."""
    picture = random_picture()
    result = run(picture, "fft dimensions=1", folder).view(numpy.complex64)
    return result, numpy.fft.fft(picture, 128, axis=1), 1e-4


def there_and_back(folder):
    picture = random_picture()
    filters = f"fft dimensions=2 ! ifft dimensions=2 crop-width={WIDTH} crop-height={HEIGHT}"
    # UFO divides by the size, 128 * 64, a second time.
    return 128 * 64 * run(picture, filters, folder), picture, 1e-5


def projected(folder):
    """The disc from the first direction and from the one at a right angle: sums of its columns and rows."""
    filters = f"forwardproject number={PROJECTIONS} angle-step={numpy.pi / PROJECTIONS} axis-pos={WIDTH / 2}"
    sinogram = run(disc(), filters, folder).reshape(PROJECTIONS, WIDTH)
    rows = numpy.stack([sinogram[0], sinogram[PROJECTIONS // 2]])
    return rows, numpy.stack([disc().sum(axis=0), disc().sum(axis=1)]), 1.5


def reconstructed(folder):
    """The disc from its projections, which is blurred where it has edges."""
    step = numpy.pi / PROJECTIONS
    axis = WIDTH / 2
    filters = (
        f"forwardproject number={PROJECTIONS} angle-step={step} axis-pos={axis} ! fft dimensions=1 ! filter"
        f" ! ifft dimensions=1 crop-width={WIDTH} ! backproject angle-step={step} axis-pos={axis}"
    )
    picture = run(disc(), filters, folder).reshape(WIDTH, WIDTH)
    inside = numpy.s_[40:56, 20:76]
    # The filter knows no absolute brightness: brought to that of the disc.
    scale = (picture[inside] * disc()[inside]).sum() / (picture[inside] ** 2).sum()
    edges = numpy.abs(numpy.gradient(disc())).sum(axis=0)[inside] > 0
    return numpy.where(edges, disc()[inside], scale * picture[inside]), disc()[inside], 0.12


CASES = [
    flipped,
    transposed,
    calculated,
    median,
    rescaled,
    transformed,
    there_and_back,
    projected,
    reconstructed,
]


def main():
    if not shutil.which("ufo-launch") or not os.path.exists("/usr/share/ufo/median.cl"):
        print("skipped: ufo-launch or its filters are not installed (Debian's libufo-bin, ufo-filters)")
        sys.exit(77)
    good = 0
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            result, reference, bound = case(Path(folder))
            apart = numpy.abs(result.ravel() - numpy.ravel(reference)).max()
            is_right = apart <= bound
            good += is_right
            print(f"{case.__name__}: {'right' if is_right else 'WRONG'}, {apart:.2g} apart")
    print(f"{good} of {len(CASES)} are right")
    sys.exit(0 if good == len(CASES) else 1)


if __name__ == "__main__":
    main()

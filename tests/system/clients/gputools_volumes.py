"""Runs filters of gputools, a library for microscopy, and compares their results with those of SciPy and numpy.

usage: gputools_volumes.py

The filters read images, with samplers and without, and buffers. Exits with 1 where a result is further from its
reference than single precision allows.
"""
import sys

import gputools
import numpy
from gputools import denoise, transforms
from gputools.convolve.median_filter import median_filter
from scipy import ndimage

VOLUME = numpy.random.default_rng(1).random((20, 33, 48), numpy.float32)
PICTURE = VOLUME[7]
# Behind the border gputools and SciPy see different things, unless it is told what.
INSIDE = numpy.s_[4:-4, 4:-4, 4:-4]


def convolved():
    weights = numpy.random.default_rng(2).random((3, 5, 7), numpy.float32)
    return gputools.convolve(VOLUME, weights), ndimage.convolve(VOLUME, weights, mode="constant")


def convolved_by_fourier_transform():
    weights = numpy.zeros((32, 64), numpy.float32)
    weights[14:19, 30:35] = 1 / 25
    picture = numpy.random.default_rng(3).random((32, 64), numpy.float32)
    return gputools.fft_convolve(picture, weights), ndimage.uniform_filter(picture, 5, mode="wrap")


def transformed():
    data = VOLUME[:16, :32, :32].astype(numpy.complex64)
    return gputools.fft(data), numpy.fft.fftn(data)


def blurred():
    return gputools.gaussian_filter(VOLUME, 0.9)[INSIDE], ndimage.gaussian_filter(VOLUME, 0.9)[INSIDE]


def largest():
    return gputools.max_filter(VOLUME, 5)[INSIDE], ndimage.maximum_filter(VOLUME, 5)[INSIDE]


def averaged():
    return gputools.uniform_filter(VOLUME, 5)[INSIDE], ndimage.uniform_filter(VOLUME, 5)[INSIDE]


def median():
    return median_filter(VOLUME, 3)[INSIDE], ndimage.median_filter(VOLUME, 3)[INSIDE]


def summed_up():
    return transforms.integral_image(VOLUME), VOLUME.cumsum(0).cumsum(1).cumsum(2)


def turned():
    turn = numpy.array([[0.9, -0.3, 0.1, 1.5], [0.3, 0.9, 0, -2.5], [0, 0.1, 1, 0.3], [0, 0, 0, 1]])
    return gputools.affine(VOLUME, turn, mode="edge"), ndimage.affine_transform(VOLUME, turn, order=1, mode="nearest")


def mapped():
    places = numpy.random.default_rng(4).integers([[0], [0]], [[33], [48]], (2, 500))  # whole ones only
    return gputools.map_coordinates(PICTURE, places), ndimage.map_coordinates(PICTURE, places, order=0)


def without_noise():
    """Non-local means of a stair in noise: it keeps the stair, and loses most of the noise."""
    stair = numpy.repeat([0.0, 100.0], 24)[None, :] + numpy.zeros((33, 1))
    noise = numpy.random.default_rng(5).normal(0, 4, stair.shape)
    left = denoise.nlm2((stair + noise).astype(numpy.float32), 4.0, 2, 5) - stair
    return left.std() / noise.std(), 0.25


CASES = [
    (convolved, 1e-5),
    (convolved_by_fourier_transform, 1e-5),
    (transformed, 1e-5),
    (blurred, 1e-5),
    (largest, 0),
    (averaged, 1e-5),
    (median, 0),
    (summed_up, 1e-5),
    (turned, 5e-3),  # places between texels may be rounded to 1/256
    (mapped, 0),
    (without_noise, 1),
]


def main():
    gputools.init_device(use_gpu=False)
    print("device:", gputools.get_device().device.platform.name)
    good = 0
    for case, bound in CASES:
        result, reference = case()
        error = numpy.abs(result - reference).max() / numpy.abs(reference).max()
        print(f"{case.__name__}: {'right' if error <= bound else 'WRONG'}, relative error {error:.1e}")
        good += error <= bound
    sys.exit(0 if good == len(CASES) else 1)


if __name__ == "__main__":
    main()

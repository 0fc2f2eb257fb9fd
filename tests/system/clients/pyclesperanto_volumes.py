"""Runs operations of pyclesperanto, for pictures of cells, and compares their results with numpy's.

usage: pyclesperanto_volumes.py

Single operations have a reference each; counting the bright bodies in a volume takes dozens of them, with
blurs, thresholds, distances and labels. Exits with 1 where a result is wrong.
"""
import sys

import numpy
import pyclesperanto as cle

VOLUME = numpy.random.default_rng(1).random((14, 37, 50), numpy.float32)
NEIGHBOURS = {"connectivity": "box", "radius_x": 1, "radius_y": 1, "radius_z": 1}
CENTRES = [(z, y, x) for z in (8, 24) for y in (9, 27, 44) for x in (10, 30, 51)]


def windows(size):
    """Each voxel's neighbourhood; behind the border are copies of the border."""
    padded = numpy.pad(VOLUME, size // 2, mode="edge")
    return numpy.lib.stride_tricks.sliding_window_view(padded, (size, size, size))


def largest():
    return cle.maximum_filter(cle.push(VOLUME), **NEIGHBOURS), windows(3).max(axis=(3, 4, 5))


def averaged():
    return cle.mean_filter(cle.push(VOLUME), **NEIGHBOURS), windows(3).mean(axis=(3, 4, 5))


def median():
    return cle.median(cle.push(VOLUME), **NEIGHBOURS), numpy.median(windows(3), axis=(3, 4, 5))


def projected():
    return cle.maximum_z_projection(cle.push(VOLUME)), VOLUME.max(axis=0)


def summed():
    return cle.sum_of_all_pixels(cle.push(VOLUME)), VOLUME.sum(dtype=numpy.float64)


def counted():
    """How often which value is there."""
    values = (VOLUME * 6).astype(numpy.uint8)
    counts = cle.histogram(cle.push(values), num_bins=6, minimum_intensity=0, maximum_intensity=5)
    return counts, numpy.bincount(values.ravel())


def multiplied():
    left, right = VOLUME[0], VOLUME[1].T.copy()
    return cle.multiply_matrix(cle.push(left), cle.push(right)), left @ right


def labelled():
    """Eighteen balls in noise, each with its volume; in which order they are numbered is not said."""
    z, y, x = numpy.mgrid[0:32, 0:54, 0:62]
    balls = sum(numpy.exp(-((z - c) ** 2 + (y - b) ** 2 + (x - a) ** 2) / 18) for c, b, a in CENTRES)
    noisy = (200 * balls + numpy.random.default_rng(2).normal(0, 5, balls.shape)).astype(numpy.float32)
    labels = cle.pull(cle.voronoi_otsu_labeling(cle.push(noisy), spot_sigma=2, outline_sigma=1)).astype(int)
    found = labels[tuple(numpy.transpose(CENTRES))]
    names = 1 + numpy.arange(len(CENTRES))
    is_named_once = sorted(found) == list(names) and labels.max() == len(CENTRES)
    # Within the radius at which a ball has half of its brightness all is of one label.
    near = [(z - c) ** 2 + (y - b) ** 2 + (x - a) ** 2 < 9 for c, b, a in CENTRES]
    is_whole = all((labels[ball] == name).all() for ball, name in zip(near, found))
    print(f"labels: {labels.max()} of {len(CENTRES)}, volumes {numpy.bincount(labels.ravel())[1:]}")
    return numpy.array([is_named_once and is_whole], float), numpy.ones(1)


CASES = [largest, averaged, median, projected, summed, counted, multiplied, labelled]


def main():
    cle.select_backend("opencl")
    print("device:", cle.get_device().info.splitlines()[0])
    good = 0
    for case in CASES:
        result, reference = case()
        result = numpy.asarray(result if numpy.isscalar(result) else cle.pull(result), float)
        error = numpy.abs(result.ravel() - numpy.ravel(reference)).max() / numpy.abs(reference).max()
        print(f"{case.__name__}: {'right' if error < 1e-5 else 'WRONG'}, relative error {error:.1e}")
        good += error < 1e-5
    sys.exit(0 if good == len(CASES) else 1)


if __name__ == "__main__":
    main()

"""Runs a Fourier transform, a matrix product, a reduction and random numbers of reikna, and judges them.

usage: reikna_transforms.py

The references are numpy's. Exits with 1 where a result is further from them than single precision allows.
"""
import sys

import numpy
from reikna import cluda
from reikna.algorithms import Reduce, predicate_sum
from reikna.cbrng import CBRNG
from reikna.fft import FFT
from reikna.linalg import MatrixMul


def fourier(thread, random):
    data = (random.random((5, 768)) + 1j * random.random((5, 768))).astype(numpy.complex64)
    transform = FFT(data, axes=(1,)).compile(thread)
    result = thread.empty_like(data)
    transform(result, thread.to_device(data))
    return result.get(), numpy.fft.fft(data)


def product(thread, random):
    left = random.random((70, 90)).astype(numpy.float32)
    right = random.random((90, 50)).astype(numpy.float32)
    result = thread.array((70, 50), numpy.float32)
    multiply = MatrixMul(left, right, out_arr=result).compile(thread)
    multiply(result, thread.to_device(left), thread.to_device(right))
    return result.get(), left @ right


def sums(thread, random):
    data = random.random((300, 40)).astype(numpy.float32)
    add = Reduce(data, predicate_sum(numpy.float32), axes=(0,)).compile(thread)
    result = thread.empty_like(add.parameter.output)
    add(result, thread.to_device(data))
    return result.get(), data.sum(axis=0)


def mean_of_random_numbers(thread, _):
    result = thread.array((100000,), numpy.float32)
    numbers = CBRNG.normal_bm(result, 1, sampler_kwds={"mean": 3, "std": 0.5}, seed=7)
    counters = thread.to_device(numbers.create_counters())
    numbers.compile(thread)(counters, result)
    drawn = result.get()
    # Twelve standard deviations of the mean of so many; the bound below is relative to 3.
    return numpy.array([drawn.mean(), 3 + (drawn.std() - 0.5)]), numpy.array([3, 3])


CASES = [
    (fourier, 1e-5),
    (product, 1e-5),
    (sums, 1e-5),
    (mean_of_random_numbers, 6e-3),
]


def main():
    thread = cluda.ocl_api().Thread.create()
    print("device:", thread._device.platform.name)
    random = numpy.random.default_rng(1)
    good = 0
    for case, bound in CASES:
        result, reference = case(thread, random)
        error = numpy.abs(result - reference).max() / numpy.abs(reference).max()
        print(f"{case.__name__}: {'right' if error < bound else 'WRONG'}, relative error {error:.1e}")
        good += error < bound
    sys.exit(0 if good == len(CASES) else 1)


if __name__ == "__main__":
    main()

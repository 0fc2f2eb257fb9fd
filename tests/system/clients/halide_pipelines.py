#!/usr/bin/python3
"""Lets Halide make kernels of pipelines, and compares their results with those of its code for the processor.

usage: halide_pipelines.py

The same pipeline is compiled twice, with two schedules. Halide takes the platform that HL_OCL_PLATFORM_NAME
names, and ends with an error where it is missing. Exits with 1 where results differ, with 77 where numpy or
Halide are missing.
"""
import os
import sys

try:
    import halide
    import numpy
except ImportError as missing:
    print(f"skipped: {missing} (Debian's python3-halide, python3-numpy)")
    sys.exit(77)

WIDTH, HEIGHT = 211, 133
RANDOM = numpy.random.default_rng(1)
PICTURE = RANDOM.integers(0, 65535, (WIDTH, HEIGHT), dtype=numpy.uint16)
x, y, outer_x, outer_y, inner_x, inner_y = (halide.Var(name) for name in ("x", "y", "xo", "yo", "xi", "yi"))


def blurred(on_device):
    """Two passes; the first is kept in local memory, a tile for each work-group."""
    source = halide.BoundaryConditions.repeat_edge(halide.Buffer(PICTURE))
    wide, first, second = (halide.Func(name) for name in ("wide", "first", "second"))
    wide[x, y] = halide.cast(halide.UInt(32), source[x, y])
    first[x, y] = (wide[x - 1, y] + wide[x, y] + wide[x + 1, y]) / 3
    second[x, y] = (first[x, y - 1] + first[x, y] + first[x, y + 1]) / 3
    if on_device:
        second.gpu_tile(x, y, outer_x, outer_y, inner_x, inner_y, 16, 8)
        first.compute_at(second, outer_x).gpu_threads(x, y)
    return second, [WIDTH, HEIGHT]


def multiplied():
    """A matrix product of floats, whose sum is a loop in each work-item."""
    left = halide.Buffer(RANDOM.random((72, 64), numpy.float32))
    right = halide.Buffer(RANDOM.random((80, 72), numpy.float32))

    def product(on_device):
        total = halide.Func("product")
        step = halide.RDom([(0, 72)])
        total[x, y] = halide.f32(0)
        total[x, y] += left[step.x, y] * right[x, step.x]
        if on_device:
            total.gpu_tile(x, y, outer_x, outer_y, inner_x, inner_y, 8, 8)
            total.update().gpu_tile(x, y, outer_x, outer_y, inner_x, inner_y, 8, 8)
        return total, [80, 64]

    return product


def counted(on_device):
    """A histogram: each work-item counts a row of its own, then the rows are added."""
    picture = halide.Buffer(PICTURE)
    rows, all_rows = halide.Func("rows"), halide.Func("all")
    column, row = halide.RDom([(0, WIDTH)]), halide.RDom([(0, HEIGHT)])
    rows[x, y] = halide.u32(0)
    rows[halide.cast(halide.Int(32), picture[column.x, y] / 1024), y] += halide.u32(1)
    all_rows[x] = halide.u32(0)
    all_rows[x] += rows[x, row.x]
    rows.compute_root()
    if on_device:
        rest = halide.TailStrategy.GuardWithIf
        rows.gpu_tile(x, y, outer_x, outer_y, inner_x, inner_y, 8, 8, rest)
        rows.update().gpu_tile(y, outer_y, inner_y, 16, rest)
        all_rows.gpu_tile(x, outer_x, inner_x, 16)
        all_rows.update().gpu_tile(x, outer_x, inner_x, 16)
    return all_rows, [64]


def curved(on_device):
    """Functions, conversions, a choice and vectors of four."""
    picture = halide.Buffer(PICTURE)
    result, value = halide.Func("curved"), halide.Func("value")
    value[x, y] = halide.f32(picture[x, y]) / 65535
    curve = halide.pow(value[x, y], 0.4375) + 0.125 * halide.sin(7 * value[x, y]) * halide.exp(-value[x, y])
    result[x, y] = halide.select(value[x, y] < 0.03125, 4.5 * value[x, y], curve)
    if on_device:
        result.gpu_tile(x, y, outer_x, outer_y, inner_x, inner_y, 32, 8).vectorize(inner_x, 4)
    return result, [WIDTH, HEIGHT]


CASES = [(blurred, 0), (multiplied(), 1e-5), (counted, 0), (curved, 1e-5)]


def main():
    os.environ["HL_OCL_DEVICE_TYPE"] = "cpu"
    host = halide.Target("x86-64-linux-sse41")  # Halide 14 takes Zen 4 for Sapphire Rapids, whose half precision it lacks
    device = halide.Target(f"{host}-opencl")
    bad = 0
    for pipeline, bound in CASES:
        function, sizes = pipeline(False)
        theirs = numpy.array(function.realize(sizes, host))
        function, sizes = pipeline(True)
        result = function.realize(sizes, device)
        was_on_device = result.has_device_allocation()
        result.copy_to_host()
        apart = numpy.abs(numpy.array(result).astype(float) - theirs).max() / numpy.abs(theirs).max()
        is_right = was_on_device and apart <= bound
        print(f"{pipeline.__name__}: {'right' if is_right else 'WRONG'}, {apart:.1e} apart")
        bad += not is_right
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()

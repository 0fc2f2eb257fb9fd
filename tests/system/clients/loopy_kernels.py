"""Lets loopy write kernels for loops in several ways, and compares their results with numpy's.

usage: loopy_kernels.py

Loops become work-groups, work-items, vectors or local memory that is filled beforehand; what is computed stays
the same. Exits with 1 where it does not.
"""
import sys

import loopy
import numpy
import pyopencl
import pyopencl.array

SIZE = 96
RANDOM = numpy.random.default_rng(1)


def product():
    """A matrix product: tiles of both factors in local memory."""
    kernel = loopy.make_kernel(
        "{[i,j,k]: 0<=i,j,k<n}", "c[i,j] = sum(k, a[i,k]*b[k,j])", assumptions="n mod 16 = 0 and n >= 16"
    )
    kernel = loopy.add_and_infer_dtypes(kernel, {"a": numpy.float32, "b": numpy.float32})
    kernel = loopy.split_iname(kernel, "i", 16, outer_tag="g.0", inner_tag="l.1")
    kernel = loopy.split_iname(kernel, "j", 16, outer_tag="g.1", inner_tag="l.0")
    kernel = loopy.split_iname(kernel, "k", 16)
    for factor, inames in {"a": ["k_inner", "i_inner"], "b": ["j_inner", "k_inner"]}.items():
        kernel = loopy.add_prefetch(
            kernel, factor, inames, fetch_outer_inames="i_outer, j_outer, k_outer", default_tag="l.auto"
        )
    left, right = (RANDOM.random((SIZE, SIZE), numpy.float32) for _ in "ab")
    return kernel, {"a": left, "b": right}, left @ right


def stencil():
    """Second differences with halos in local memory."""
    kernel = loopy.make_kernel(
        "{[i,j]: 0<=i,j<n}", "c[i,j] = 4*a[i+1,j+1] - a[i,j+1] - a[i+2,j+1] - a[i+1,j] - a[i+1,j+2]"
    )
    kernel = loopy.add_and_infer_dtypes(kernel, {"a": numpy.float64})
    kernel = loopy.split_iname(kernel, "i", 8, outer_tag="g.0", inner_tag="l.1")
    kernel = loopy.split_iname(kernel, "j", 16, outer_tag="g.1", inner_tag="l.0")
    kernel = loopy.add_prefetch(kernel, "a", ["i_inner", "j_inner"], default_tag="l.auto")
    data = RANDOM.random((SIZE + 2, SIZE + 2))
    reference = 4 * data[1:-1, 1:-1] - data[:-2, 1:-1] - data[2:, 1:-1] - data[1:-1, :-2] - data[1:-1, 2:]
    return kernel, {"a": data}, reference


def sums_of_a_work_group():
    """Sums of rows, each by the work-items of a group together, with a barrier between their steps."""
    kernel = loopy.make_kernel("{[i,j]: 0<=i<n and 0<=j<96}", "c[i] = sum(j, a[i,j])")
    kernel = loopy.add_and_infer_dtypes(kernel, {"a": numpy.float32})
    kernel = loopy.split_iname(kernel, "j", 32, inner_tag="l.0")
    kernel = loopy.tag_inames(kernel, {"i": "g.0"})
    kernel = loopy.split_reduction_inward(kernel, "j_outer")
    data = RANDOM.random((SIZE, 96), numpy.float32)
    return kernel, {"a": data}, data.sum(axis=1)


def polynomial():
    """A series of complex numbers, a loop of which is written out."""
    kernel = loopy.make_kernel("{[i,k]: 0<=i<n and 0<=k<8}", "c[i] = sum(k, a[i]**k)")
    kernel = loopy.add_and_infer_dtypes(kernel, {"a": numpy.complex128})
    kernel = loopy.split_iname(kernel, "i", 32, outer_tag="g.0", inner_tag="l.0")
    kernel = loopy.tag_inames(kernel, {"k": "unr"})
    data = RANDOM.random(SIZE) - 0.5j * RANDOM.random(SIZE)
    return kernel, {"a": data}, sum(data**k for k in range(8))


def main():
    context = pyopencl.create_some_context(interactive=False)
    queue = pyopencl.CommandQueue(context)
    print("device:", context.devices[0].platform.name)
    bad = 0
    for case in (product, stencil, sums_of_a_work_group, polynomial):
        kernel, arguments, reference = case()
        _, (result,) = kernel.executor(context)(queue, **arguments)
        result = result.get() if hasattr(result, "get") else result
        error = numpy.abs(result - reference).max() / numpy.abs(reference).max()
        is_right = error < (1e-6 if result.dtype == numpy.float32 else 1e-14)
        print(f"{case.__name__}: {'right' if is_right else 'WRONG'}, relative error {error:.1e}")
        bad += not is_right
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()

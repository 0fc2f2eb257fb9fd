#!/usr/bin/python3
"""Lets a library in SYCL (sycl/smooth_numbers.cpp) work on a buffer that pyopencl has made, in place, and verifies the result.

    smooth_numbers.py [the library's file]"""
import ctypes
import sys

from common import cl, first_device, np

ROUNDS = 3


def smoothed(numbers):
    """The same with numpy."""
    for _ in range(ROUNDS):
        numbers[1:-1] = (numbers[:-2] + numbers[1:-1] + numbers[2:]) / np.float32(3)
    return numbers


def main():
    library = ctypes.CDLL(sys.argv[1] if len(sys.argv) > 1 else "./libsmooth_numbers.so")
    library.smooth.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int]
    context = cl.Context([first_device()])
    queue = cl.CommandQueue(context)
    numbers = np.sin(np.arange(10000, dtype=np.float32))
    buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=numbers)
    if library.smooth(queue.int_ptr, buffer.int_ptr, ROUNDS) != 0:
        sys.exit(1)
    found = np.empty_like(numbers)
    cl.enqueue_copy(queue, found, buffer)
    wrong = np.count_nonzero(np.abs(found - smoothed(numbers)) > 1e-5)
    print(f"{found.size} numbers, {wrong} wrong")
    sys.exit(1 if wrong else 0)


main()

#!/usr/bin/python3
"""Shares a numpy array with kernels: its memory is shared virtual memory, and nothing is copied."""
import sys

from common import cl, first_device, np

SOURCE = """
kernel void add(global int *numbers, int more) { numbers[get_global_id(0)] += more; }
"""


def main():
    device = first_device()
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    program = cl.Program(context, SOURCE).build()
    numbers = cl.csvm_empty(context, 1 << 20, np.int32)  # coarse-grained
    with cl.SVM(numbers).map_rw(queue) as host:
        host[:] = np.arange(host.size)
    program.add(queue, numbers.shape, None, cl.SVM(numbers), np.int32(5))
    with cl.SVM(numbers).map_ro(queue) as host:
        wrong = np.count_nonzero(host != np.arange(host.size) + 5)
    print(f"{numbers.size} numbers, {wrong} wrong")
    if wrong:
        sys.exit(1)

    if device.svm_capabilities & cl.device_svm_capabilities.FINE_GRAIN_SYSTEM:
        own = np.arange(1000, dtype=np.int32)  # any array at all
        program.add(queue, own.shape, None, cl.SVM(own), np.int32(7))
        queue.finish()
        wrong = np.count_nonzero(own != np.arange(1000) + 7)
        print(f"{own.size} numbers of numpy's own, {wrong} wrong")
    sys.exit(1 if wrong else 0)


main()

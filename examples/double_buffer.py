#!/usr/bin/python3
"""Hands two slots to and fro between two queues by semaphores (cl_khr_semaphore).

pyopencl has no semaphores: ctypes calls the functions, with the handles of pyopencl's objects.
"""
import ctypes
import sys

from common import cl, first_device, np

ITEMS, ROUNDS = 4096, 200
TYPE, BINARY = 0x203D, 1  # CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR

SOURCE = """
kernel void fill(global uint *slot, uint round) {
  uint i = get_global_id(0);
  slot[i] = (i + 1) * (round + 1);
}
kernel void add(global const uint *slot, global uint *sums) {
  uint i = get_global_id(0);
  sums[i] = sums[i] * 3 + slot[i];
}
"""


class Semaphores:
    """The functions of the extension, found as C programs do."""

    def __init__(self, platform):
        loader = ctypes.CDLL("libOpenCL.so.1")
        self.find = loader.clGetExtensionFunctionAddressForPlatform
        self.find.restype = ctypes.c_void_p
        self.find.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
        self.platform = platform.int_ptr

    def _function(self, name, result):
        address = self.find(self.platform, name.encode())
        if address is None:
            sys.exit(f"the platform has no {name}: it lacks cl_khr_semaphore")
        return ctypes.CFUNCTYPE(result)(address)

    def create(self, context):
        """A binary semaphore of a context with one device."""
        code = ctypes.c_int()
        properties = (ctypes.c_ulong * 3)(TYPE, BINARY, 0)
        create = self._function("clCreateSemaphoreWithPropertiesKHR", ctypes.c_void_p)
        semaphore = create(ctypes.c_void_p(context.int_ptr), properties, ctypes.byref(code))
        if code.value != 0:
            sys.exit(f"clCreateSemaphoreWithPropertiesKHR failed: {code.value}")
        return ctypes.c_void_p(semaphore)

    def _enqueue(self, name, queue, semaphore):
        none = ctypes.c_uint(0)
        call = self._function(name, ctypes.c_int)
        code = call(ctypes.c_void_p(queue.int_ptr), ctypes.c_uint(1), ctypes.byref(semaphore), None, none, None, None)
        if code != 0:
            sys.exit(f"{name} failed: {code}")

    def wait(self, queue, semaphore):
        """Commands of the queue from here on come after a signal."""
        self._enqueue("clEnqueueWaitSemaphoresKHR", queue, semaphore)

    def signal(self, queue, semaphore):
        """Signals when the commands of the queue before have ended."""
        self._enqueue("clEnqueueSignalSemaphoresKHR", queue, semaphore)

    def release(self, semaphore):
        """Lets go of it."""
        self._function("clReleaseSemaphoreKHR", ctypes.c_int)(semaphore)


def expected():
    """The same sums in numpy."""
    sums = np.zeros(ITEMS, dtype=np.uint32)
    numbers = np.arange(1, ITEMS + 1, dtype=np.uint32)
    for each in range(ROUNDS):
        sums = sums * np.uint32(3) + numbers * np.uint32(each + 1)
    return sums


def main():
    device = first_device()
    if "cl_khr_semaphore" not in device.extensions.split():
        sys.exit("the device lacks cl_khr_semaphore")
    semaphores = Semaphores(device.platform)
    context = cl.Context([device])
    producer, consumer = cl.CommandQueue(context), cl.CommandQueue(context)
    program = cl.Program(context, SOURCE).build()
    fill, add = program.fill, program.add
    results = np.zeros(ITEMS, dtype=np.uint32)
    flags = cl.mem_flags
    sums = cl.Buffer(context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=results)
    slots = [cl.Buffer(context, flags.READ_WRITE, results.nbytes) for _ in range(2)]
    full = [semaphores.create(context) for _ in range(2)]
    empty = [semaphores.create(context) for _ in range(2)]

    # The consumer comes first: its waits are for signals that are not enqueued yet.
    for each in range(ROUNDS):
        semaphores.wait(consumer, full[each % 2])
        add(consumer, (ITEMS,), None, slots[each % 2], sums)
        semaphores.signal(consumer, empty[each % 2])
    for each in range(ROUNDS):
        if each >= 2:  # at first both are empty
            semaphores.wait(producer, empty[each % 2])
        fill(producer, (ITEMS,), None, slots[each % 2], np.uint32(each))
        semaphores.signal(producer, full[each % 2])
    producer.finish()
    cl.enqueue_copy(consumer, results, sums)

    wrong = np.count_nonzero(results != expected())
    print(f"{ROUNDS} rounds through 2 slots: {ITEMS} sums, {wrong} wrong")
    for semaphore in full + empty:
        semaphores.release(semaphore)
    sys.exit(1 if wrong else 0)


main()

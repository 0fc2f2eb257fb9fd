#!/usr/bin/python3
"""Records the steps of a simulation once (cl_khr_command_buffer), and enqueues them again and again.

pyopencl has no command-buffers: ctypes calls the functions, with the handles of pyopencl's objects.
"""
import ctypes
import sys

from common import cl, first_device, np

CELLS, STEPS, REPLAYS = 4096, 16, 1000

# Whole numbers, so that numpy computes the very same.
SOURCE = """
kernel void spread(global const int *from, global int *to) {
  int i = get_global_id(0), last = get_global_size(0) - 1;
  if (i == 0 || i == last) to[i] = from[i];
  else to[i] = from[i] + ((from[i - 1] - 2 * from[i] + from[i + 1]) >> 2);
}
"""


class Functions:
    """The functions of the extension, found as C programs do."""

    def __init__(self, platform):
        self.loader = ctypes.CDLL("libOpenCL.so.1")
        self.find = self.loader.clGetExtensionFunctionAddressForPlatform
        self.find.restype = ctypes.c_void_p
        self.find.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
        self.platform = platform.int_ptr

    def __getitem__(self, name):
        """A function that returns an error code; its arguments are pointers, as ctypes has them."""
        address = self.find(self.platform, name.encode())
        if address is None:
            sys.exit(f"the platform has no {name}: it lacks cl_khr_command_buffer")
        function = ctypes.CFUNCTYPE(ctypes.c_int)(address)

        def call(*arguments):
            code = function(*arguments)
            if code != 0:
                sys.exit(f"{name} failed: {code}")

        return call

    def create(self, queue):
        """A command-buffer of the queue."""
        address = self.find(self.platform, b"clCreateCommandBufferKHR")
        if address is None:
            sys.exit("the platform lacks cl_khr_command_buffer")
        prototype = ctypes.CFUNCTYPE(ctypes.c_void_p)
        code = ctypes.c_int()
        queues = (ctypes.c_void_p * 1)(queue.int_ptr)
        buffer = prototype(address)(ctypes.c_uint(1), queues, None, ctypes.byref(code))
        if code.value != 0:
            sys.exit(f"clCreateCommandBufferKHR failed: {code.value}")
        return ctypes.c_void_p(buffer)


def record_steps(functions, queue, kernel, rods):
    """Records steps between the rods; each keeps the arguments that the kernel has then."""
    buffer = functions.create(queue)
    launch = functions["clCommandNDRangeKernelKHR"]
    size = (ctypes.c_size_t * 1)(CELLS)
    for step in range(STEPS):
        kernel.set_args(rods[step % 2], rods[(step + 1) % 2])
        handle = ctypes.c_void_p(kernel.int_ptr)
        launch(buffer, None, None, handle, ctypes.c_uint(1), None, size, None, ctypes.c_uint(0), None, None, None)
    functions["clFinalizeCommandBufferKHR"](buffer)
    return buffer


def on_host(rod):
    """The same steps in numpy."""
    rod = rod.copy()
    for _ in range(STEPS * REPLAYS):
        rod[1:-1] += (rod[:-2] - 2 * rod[1:-1] + rod[2:]) >> 2
    return rod


def main():
    device = first_device()
    if "cl_khr_command_buffer" not in device.extensions.split():
        sys.exit("the device lacks cl_khr_command_buffer")
    functions = Functions(device.platform)
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    kernel = cl.Program(context, SOURCE).build().spread
    rod = np.zeros(CELLS, dtype=np.int32)
    rod[0] = 1 << 20
    flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
    rods = [cl.Buffer(context, flags, hostbuf=rod) for _ in range(2)]

    buffer = record_steps(functions, queue, kernel, rods)
    enqueue = functions["clEnqueueCommandBufferKHR"]
    for _ in range(REPLAYS):
        enqueue(ctypes.c_uint(0), None, buffer, ctypes.c_uint(0), None, None)
    functions["clReleaseCommandBufferKHR"](buffer)  # the replays go on

    results = np.empty_like(rod)
    cl.enqueue_copy(queue, results, rods[0])
    wrong = np.count_nonzero(results != on_host(rod))
    print(f"{STEPS * REPLAYS} steps in {REPLAYS} commands: {CELLS} cells, {wrong} wrong")
    sys.exit(1 if wrong else 0)


main()

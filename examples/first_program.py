#!/usr/bin/python3
"""A first program: adds two vectors on the first OpenCL device."""
import sys

from common import cl, first_device, np

SOURCE = """
kernel void add(global const float *a, global const float *b, global float *sum) {
  size_t i = get_global_id(0);
  sum[i] = a[i] + b[i];
}
"""


def main():
    a = np.arange(1 << 20, dtype=np.float32)
    b = 2 * a
    total = np.empty_like(a)

    context = cl.Context([first_device()])
    queue = cl.CommandQueue(context)
    flags = cl.mem_flags
    a_buffer = cl.Buffer(context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=a)
    b_buffer = cl.Buffer(context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=b)
    sum_buffer = cl.Buffer(context, flags.WRITE_ONLY, size=total.nbytes)

    program = cl.Program(context, SOURCE).build()
    program.add(queue, a.shape, None, a_buffer, b_buffer, sum_buffer)
    cl.enqueue_copy(queue, total, sum_buffer)

    wrong = np.count_nonzero(total != a + b)
    print(f"{total.size} sums, {wrong} wrong")
    sys.exit(0 if wrong == 0 else 1)


main()

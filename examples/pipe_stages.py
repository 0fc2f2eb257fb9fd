#!/usr/bin/python3
"""Streams packets through three kernels that run at the same time, each on a part of the device: one makes numbers,
one counts the steps of their Collatz sequences, one collects the results. Two pipes connect them."""
import sys

from common import cl, collatz_on_host, first_device, np

SOURCE = """
typedef uint2 packet_t;  // a number, and the steps of its sequence

kernel void make(uint each, write_only pipe packet_t out) {
  for (uint i = 0; i < each; ++i) {
    packet_t packet = (packet_t)(i * get_global_size(0) + get_global_id(0) + 1, 0);
    while (write_pipe(out, &packet) != 0) {}  // full: wait for a reader
  }
}

kernel void work(uint each, read_only pipe packet_t in, write_only pipe packet_t out) {
  for (uint i = 0; i < each; ++i) {
    packet_t packet;
    while (read_pipe(in, &packet) != 0) {}  // empty: wait for a writer
    for (ulong number = packet.x; number != 1; ++packet.y) {
      number = number % 2 == 0 ? number / 2 : 3 * number + 1;
    }
    while (write_pipe(out, &packet) != 0) {}
  }
}

kernel void collect(uint each, read_only pipe packet_t in, global uint *steps) {
  for (uint i = 0; i < each; ++i) {
    packet_t packet;
    while (read_pipe(in, &packet) != 0) {}
    steps[packet.x - 1] = packet.y;
  }
}
"""


def main():
    total, items = 65536, 64  # of each kernel one work-group, which a part runs
    device = first_device()
    units = device.max_compute_units
    if units < 3:
        sys.exit(f"Three stages need three compute units; this device has {units}.")
    scheme = cl.device_partition_property
    parts = device.create_sub_devices([scheme.BY_COUNTS, 1, 1, units - 2, scheme.BY_COUNTS_LIST_END])
    context = cl.Context(parts)
    program = cl.Program(context, SOURCE).build("-cl-std=CL3.0")
    # A pipe holds packets for stages that are not equally fast; here a few of them are enough.
    numbers, results = (cl.Pipe(context, 0, 8, 256) for _ in range(2))
    steps = np.zeros(total, np.uint32)
    buffer = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, steps.nbytes)

    # In any order: they wait for each other.
    queues = []
    for part, name, arguments in (
        (parts[0], "collect", (results, buffer)),
        (parts[2], "work", (numbers, results)),
        (parts[1], "make", (numbers,)),
    ):
        queue = cl.CommandQueue(context, part)
        kernel = cl.Kernel(program, name)
        kernel.set_args(np.uint32(total // items), *arguments)
        cl.enqueue_nd_range_kernel(queue, kernel, (items,), (items,))
        queue.flush()
        queues.append(queue)
    for queue in queues:
        queue.finish()
    cl.enqueue_copy(queues[0], steps, buffer)
    wrong = np.count_nonzero(steps != collatz_on_host(total))
    sys.exit(f"{wrong} results are wrong.") if wrong else print(f"All {total} results agree with the host.")


main()

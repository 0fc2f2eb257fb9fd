#!/usr/bin/python3
"""One context that holds a device and its parts: they share memory and one built program.

Each part fills its half of a buffer; the whole device then works on all of it. Events order them.
"""
import sys

from common import cl, first_device, np

SOURCE = """
kernel void fill(global uint *numbers) {
  numbers[get_global_id(0)] = (uint)get_global_id(0);
}

kernel void square(global uint *numbers) {
  numbers[get_global_id(0)] *= numbers[get_global_id(0)];
}
"""


def main():
    parent = first_device()
    units = parent.max_compute_units
    if units < 2:
        sys.exit("A device with a single compute unit cannot be split.")
    parts = parent.create_sub_devices([cl.device_partition_property.EQUALLY, units // 2])[:2]
    print(f"and two parts of {units // 2}")

    half = 1 << 15
    context = cl.Context([parent, *parts])
    program = cl.Program(context, SOURCE).build()
    numbers = cl.Buffer(context, cl.mem_flags.READ_WRITE, size=2 * half * 4)

    filled = []
    for index, part in enumerate(parts):
        queue = cl.CommandQueue(context, part)
        filled.append(
            program.fill(queue, (half,), None, numbers, global_offset=(index * half,))
        )
        queue.flush()  # others wait for this queue
    parent_queue = cl.CommandQueue(context, parent)
    program.square(parent_queue, (2 * half,), None, numbers, wait_for=filled)
    results = np.empty(2 * half, dtype=np.uint32)
    cl.enqueue_copy(parent_queue, results, numbers)

    wrong = np.count_nonzero(results != np.arange(2 * half, dtype=np.uint32) ** 2)
    print(f"{results.size} results, {wrong} wrong")
    sys.exit(0 if wrong == 0 else 1)


main()

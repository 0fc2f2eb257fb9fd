"""Holds what the Python examples share: the device to use, and errors that say what to do."""
import sys

try:
    import numpy as np
    import pyopencl as cl
except ImportError as error:
    sys.exit(
        f"{error}: the examples need pyopencl and numpy. Debian's belong to Debian's Python:\n"
        f"  apt-get install python3-pyopencl python3-numpy\n  /usr/bin/python3 {sys.argv[0]}"
    )

# Counts the steps of the Collatz sequences of consecutive numbers.
COLLATZ_SOURCE = """
kernel void collatz(global uint *steps, uint first) {
  ulong number = first + get_global_id(0) + 1;
  uint count = 0;
  while (number != 1) {
    number = number % 2 == 0 ? number / 2 : 3 * number + 1;
    count++;
  }
  steps[get_global_id(0)] = count;
}
"""


def first_device():
    """The first device of the first platform."""
    try:
        platforms = cl.get_platforms()
    except cl.LogicError as error:
        sys.exit(f'no OpenCL driver was found ({error}); to use a built Cleave: eval "$(./dev env)"')
    device = platforms[0].get_devices()[0]
    print(f"Device: {device.name.strip()}, {device.max_compute_units} compute unit(s)")
    return device


def collatz_on_host(total):
    """The number of steps of 1 .. total, computed with numpy."""
    numbers = np.arange(1, total + 1, dtype=np.uint64)
    steps = np.zeros(total, dtype=np.uint32)
    active = np.flatnonzero(numbers != 1)
    while active.size:
        current = numbers[active]
        odd = current % 2 == 1
        numbers[active] = np.where(odd, 3 * current + 1, current // 2)
        steps[active] += 1
        active = active[numbers[active] != 1]
    return steps


def run_on_parts(parts, total):
    """All parts work at the same time, on equal shares of 1 .. total; the results are verified."""
    context = cl.Context(parts)
    program = cl.Program(context, COLLATZ_SOURCE).build()
    results = np.empty(total, dtype=np.uint32)
    bounds = [total * i // len(parts) for i in range(len(parts) + 1)]
    running = []
    for part, first, end in zip(parts, bounds, bounds[1:]):
        queue = cl.CommandQueue(
            context, part, properties=cl.command_queue_properties.PROFILING_ENABLE
        )
        steps = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, size=4 * (end - first))
        done = program.collatz(queue, (end - first,), None, steps, np.uint32(first))
        queue.flush()
        running.append((part, queue, steps, done, first, end))
    for number, (part, queue, steps, done, first, end) in enumerate(running):
        cl.enqueue_copy(queue, results[first:end], steps)
        milliseconds = (done.profile.end - done.profile.start) * 1e-6
        print(
            f"  part {number}: {part.max_compute_units} compute unit(s), {end - first} numbers"
            f" in {milliseconds:.2f} ms"
        )
    if not np.array_equal(results, collatz_on_host(total)):
        sys.exit("Wrong results: they differ from the host's")
    print(f"All {total} results agree with the host.")

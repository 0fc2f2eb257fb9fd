#!/usr/bin/python3
"""Measures pairs of kernels that compute the same: one as it is often written first, and one that suits vectors.

usage: fast_kernels.py [SECONDS]    how long each kernel is repeated, 0.5 unless said otherwise
"""
import pathlib
import sys
import time

from common import cl, first_device, np

SIDE = 512
ITEMS = SIDE * SIDE
LIMIT = np.float32(0.5)
SOURCE = pathlib.Path(__file__).with_name("fast_kernels.cl").read_text()


class Device:
    """The kernels on a device."""

    def __init__(self, device, seconds):
        self.seconds = seconds
        self.context = cl.Context([device])
        self.queue = cl.CommandQueue(self.context, properties=cl.command_queue_properties.PROFILING_ENABLE)
        self.program = cl.Program(self.context, SOURCE).build("-cl-std=CL3.0")

    def buffer(self, numbers):
        flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        return cl.Buffer(self.context, flags, hostbuf=np.ascontiguousarray(numbers))

    def measure(self, size, name, arguments, output, result):
        """The shortest of a kernel's times, in ms. The first launch fills `result`."""
        kernel = getattr(self.program, name)
        durations, end = [], time.monotonic() + self.seconds
        while not durations or time.monotonic() < end:
            done = kernel(self.queue, size, (256,) if len(size) == 1 else (64, 4), *arguments)
            done.wait()
            if not durations:
                cl.enqueue_copy(self.queue, result, output)
            durations.append((done.profile.end - done.profile.start) * 1e-6)
        return min(durations)


class Pair:
    """Two launches (a kernel's name, its arguments, the buffer of its result) that give the same."""

    def __init__(self, title, first, better, order=slice(None), kind=np.float32, size=(ITEMS,)):
        self.title, self.launches, self.kind, self.size = title, (first, better), kind, size
        self.order = order  # which of the first results stands where among the better ones


def lists_of(lengths, items):
    """Lists one behind the other: where each begins, and their items."""
    starts = np.concatenate(([0], np.cumsum(lengths))).astype(np.int32)
    return starts, items[: starts[-1] + 1]


def pairs(device):
    """Returns the commands that are measured, by their names."""
    random = np.random.default_rng(1)
    sums = device.buffer(np.zeros(ITEMS, np.float32))

    samples = device.buffer(random.random(ITEMS + 8, dtype=np.float32))
    yield Pair("pixels", ("blur_apart", (samples, sums), sums), ("blur_together", (samples, sums), sums),
               size=(SIDE, SIDE))

    bodies = random.random((ITEMS, 8), dtype=np.float32)
    members = [device.buffer(bodies[:, member]) for member in (3, 4, 5, 6)]
    yield Pair("members of structures", ("energies_structures", (device.buffer(bodies), sums), sums),
               ("energies_arrays", (*members, sums), sums))

    yield Pair("medians", ("medians_inserted", (samples, sums), sums), ("medians_exchanged", (samples, sums), sums))

    counts = [device.buffer(np.zeros(1, np.int32)) for _ in range(2)]
    yield Pair("counting", ("count_each", (samples, counts[0], LIMIT), counts[0]),
               ("count_groups", (samples, counts[1], LIMIT), counts[1]), kind=np.int32)

    yield Pair("constants", ("logistic_double", (samples, sums), sums), ("logistic_single", (samples, sums), sums))

    lengths = (random.pareto(1.5, ITEMS) * 4).clip(0, 200).astype(np.int32)
    order = np.argsort(lengths, kind="stable")
    starts, items = lists_of(lengths, random.random(int(lengths.sum()) + 1, dtype=np.float32))
    sorted_starts, _ = lists_of(lengths[order], items)
    sorted_items = np.concatenate([items[starts[i] : starts[i + 1]] for i in order])
    yield Pair("lists", ("list_sums", (device.buffer(starts), device.buffer(items), sums), sums),
               ("list_sums", (device.buffer(sorted_starts), device.buffer(sorted_items), sums), sums), order)


def main():
    device = Device(first_device(), float(sys.argv[1]) if len(sys.argv) > 1 else 0.5)
    wrong = compared = 0
    print(f"{'':24}{'first':>10}{'better':>10}")
    for pair in pairs(device):
        results, times = [], []
        for name, arguments, output in pair.launches:
            results.append(np.empty(output.size // np.dtype(pair.kind).itemsize, pair.kind))
            times.append(device.measure(pair.size, name, arguments, output, results[-1]))
        wrong += np.count_nonzero(~np.isclose(results[0][pair.order], results[1], rtol=1e-5))
        compared += results[1].size
        print(f"{pair.title:24}{times[0]:7.3f} ms{times[1]:7.3f} ms   {times[0] / times[1]:.2f} times as fast")
    print(f"{compared} results, {wrong} differ")
    sys.exit(1 if wrong else 0)


main()

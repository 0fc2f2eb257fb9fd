#!/usr/bin/python3
"""Builds a SPIR-V module with several values of its specialization constant.

usage: specialized_power.py MODULE    MODULE is power.spv, made of modules/power.spvasm
"""
import sys

from common import cl, first_device, np


def powers(context, module, exponent, numbers):
    """Returns what the kernel `power` makes of numbers."""
    program = cl.Program(context, module)
    # The class hands builds on, but not this.
    program._prg.set_specialization_constant(0, np.uint32(exponent))
    program.build()
    queue = cl.CommandQueue(context)
    flags = cl.mem_flags
    buffer = cl.Buffer(context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=numbers)
    program.power(queue, numbers.shape, None, buffer)
    result = np.empty_like(numbers)
    cl.enqueue_copy(queue, result, buffer)
    return result


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], "rb") as file:
        module = file.read()
    context = cl.Context([first_device()])
    numbers = np.arange(4096, dtype=np.float32) % 8
    failures = 0
    for exponent in (2, 3, 5):
        wrong = np.count_nonzero(powers(context, module, exponent, numbers) != numbers**exponent)
        print(f"exponent {exponent}: {numbers.size} powers, {wrong} wrong")
        failures += wrong
    sys.exit(0 if failures == 0 else 1)


main()

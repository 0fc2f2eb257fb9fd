#!/usr/bin/python3
"""Splits a device by counts: each part has as many compute units as its count says.

usage: split_by_counts.py [COUNT...]     for example: split_by_counts.py 3 1
"""
import sys

from common import cl, first_device, run_on_parts


def main():
    device = first_device()
    if device.max_compute_units < 2:
        sys.exit("A device with a single compute unit cannot be split.")
    counts = [int(count) for count in sys.argv[1:]] or [1, device.max_compute_units - 1]
    scheme = cl.device_partition_property
    parts = device.create_sub_devices(
        [scheme.BY_COUNTS, *counts, scheme.BY_COUNTS_LIST_END]
    )
    print(f"{len(parts)} parts, at work at the same time:")
    run_on_parts(parts, 1 << 18)


main()

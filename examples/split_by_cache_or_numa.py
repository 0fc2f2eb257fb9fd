#!/usr/bin/python3
"""Splits a device where the hardware is divided: by NUMA node or by shared cache.

usage: split_by_cache_or_numa.py [numa|l4|l3|l2|l1|next]
Without an argument the outermost level that can divide the device is used ("next").
"""
import sys

from common import cl, first_device, run_on_parts

DOMAIN = cl.device_affinity_domain
DOMAINS = {
    "numa": DOMAIN.NUMA,
    "l4": DOMAIN.L4_CACHE,
    "l3": DOMAIN.L3_CACHE,
    "l2": DOMAIN.L2_CACHE,
    "l1": DOMAIN.L1_CACHE,
    "next": DOMAIN.NEXT_PARTITIONABLE,
}


def offered_domains(device):
    """The names of the domains that the device can be split by."""
    bits = device.partition_affinity_domain
    if isinstance(bits, (list, tuple)):  # pyopencl gives a list of the bit field
        bits = sum(bits)
    return [name for name, bit in DOMAINS.items() if bits & bit]


def main():
    wanted = sys.argv[1] if len(sys.argv) > 1 else "next"
    if wanted not in DOMAINS:
        sys.exit(__doc__)
    device = first_device()
    offered = offered_domains(device)
    print("It can be split by:", ", ".join(offered) or "no cache and no memory node")
    if wanted not in offered:
        sys.exit(
            f"This device cannot be split by {wanted}; a synthetic machine can be tried:"
            " CLEAVE_TOPOLOGY='node:2 l3:2 core:2 pu:1'"
        )
    parts = device.create_sub_devices(
        [cl.device_partition_property.BY_AFFINITY_DOMAIN, DOMAINS[wanted]]
    )
    print(f"Split by {wanted}: {len(parts)} parts, at work at the same time:")
    run_on_parts(parts, 1 << 18)


main()

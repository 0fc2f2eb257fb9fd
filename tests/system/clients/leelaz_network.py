#!/usr/bin/python3
"""Lets leela-zero, which plays go, judge positions on OpenCL, and compares with its own CPU code.

usage: leelaz_network.py

The network is a small one of random numbers. leela-zero would try 290 forms of its matrix product first; three
of those are written down as tried, each for a run. Exits with 1 where judgements differ, with 77 where
leela-zero or pyopencl, which names the device, are missing.
"""
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import pyopencl
except ImportError:
    print("skipped: pyopencl is not installed")
    sys.exit(77)

CHANNELS, BLOCKS = 16, 2
MOVES = "q16 d4 q4 d16 r14 c6 k10"
PRODUCTS = [
    "-DKWG=16 -DKWI=2 -DMDIMA=8 -DMDIMC=8 -DMWG=16 -DNDIMB=16 -DNDIMC=16 -DNWG=32 -DSA=1 -DSB=1",
    "-DKWG=16 -DKWI=8 -DMDIMA=8 -DMDIMC=8 -DMWG=16 -DNDIMB=8 -DNDIMC=8 -DNWG=64 -DSA=1 -DSB=1",
    "-DKWG=32 -DKWI=2 -DMDIMA=8 -DMDIMC=8 -DMWG=32 -DNDIMB=32 -DNDIMC=32 -DNWG=64 -DSA=1 -DSB=1",
]


def write_network(path):
    """Writes a line for each array of numbers, as leela-zero reads them."""
    numbers = random.Random(1)
    lines = ["1"]

    def add(count, deviation, mean=0.0):
        lines.append(" ".join(f"{numbers.gauss(mean, deviation):.5f}" for _ in range(count)))

    def convolution(inputs, outputs, width):
        add(inputs * outputs * width * width, (2 / (inputs * width * width)) ** 0.5)
        add(outputs, 0)  # what is added, means, variances
        add(outputs, 0.1)
        add(outputs, 0, 1)

    convolution(18, CHANNELS, 3)
    for _ in range(2 * BLOCKS):
        convolution(CHANNELS, CHANNELS, 3)
    convolution(CHANNELS, 2, 1)  # where to play: all points and to pass
    add(2 * 361 * 362, 361**-0.5)
    add(362, 0.1)
    convolution(CHANNELS, 1, 1)  # who wins
    add(361 * 256, (2 / 361) ** 0.5)
    add(256, 0.1)
    add(256, 1 / 16)
    add(1, 0.1)
    path.write_text("\n".join(lines) + "\n")


def write_tuning(product):
    device = pyopencl.get_platforms()[0].get_devices()[0]
    name = f"OpenCL: {device.vendor} {device.name} @ {device.max_clock_frequency}MHz"
    sizes = f"{CHANNELS};25;{CHANNELS};36"
    line = f"1;XgemmBatched;{sizes}; {product} -DSTRM=0 -DSTRN=0 -DTCE=0 -DVWM=2 -DVWN=2;{name}\n"
    path = Path.home() / ".local/share/leela-zero/leelaz_opencl_tuning"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(line)


def judgements(network, *options):
    """The network's chances of all next moves, in thousandths, and those to win, after each move."""
    commands = []
    for number, move in enumerate(MOVES.split()):
        commands += [f"play {'bw'[number % 2]} {move}", f"heatmap {number}"]
    command = ["/usr/games/leelaz", "--gtp", "--noponder", "--threads=1", "--seed=1", "--batchsize=1"]
    result = subprocess.run(
        [*command, *options, f"--weights={network}"],
        input="\n".join([*commands, "quit"]) + "\n",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=True,
    )
    print(*re.findall("^Selected platform.*|^Loaded existing.*|^Started.*tuner.*", result.stdout, re.M), sep="\n")
    chances = [int(word) for row in re.findall(r"^ *\d+(?: +\d+){18} *$", result.stdout, re.M) for word in row.split()]
    wins = [float(word) for word in re.findall(r"^winrate: ([0-9.]+)", result.stdout, re.M)]
    return chances, wins


def main():
    if not shutil.which("/usr/games/leelaz"):
        print("skipped: leelaz is not installed (Debian's leela-zero)")
        sys.exit(77)
    bad = 0
    moves = len(MOVES.split())
    with tempfile.TemporaryDirectory() as folder:
        network = Path(folder) / "network.txt"
        write_network(network)
        chances, wins = judgements(network, "--cpu-only")
        for product in PRODUCTS:
            write_tuning(product)
            ours, our_wins = judgements(network, "--gpu=0", "--precision=single")
            is_whole = len(ours) == len(chances) == moves * 361 and len(our_wins) == len(wins) == moves
            apart = max((abs(one - two) for one, two in zip(ours, chances)), default=0)
            wins_apart = max((abs(one - two) for one, two in zip(our_wins, wins)), default=0)
            is_right = is_whole and apart <= 1 and wins_apart < 1e-4
            bad += not is_right
            print(f"{len(our_wins)} positions: {'right' if is_right else 'WRONG'}, {apart} and {wins_apart:.1e} apart")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()

"""Multiplies matrices and trains a small network with tinygrad on OpenCL, and judges the results.

usage: tinygrad_learns.py

Exits with 1 where the product differs from numpy's, or where the network has not learned.
"""
import sys

import numpy
from tinygrad import Device, Tensor, nn
from tinygrad.helpers import Context


def product_is_right(random):
    left = random.standard_normal((64, 96)).astype(numpy.float32)
    right = random.standard_normal((96, 80)).astype(numpy.float32)
    error = numpy.abs((Tensor(left) @ Tensor(right)).numpy() - left @ right).max()
    print(f"product: largest error {error:.1e}")
    return error < 1e-4


def network_learns(random):
    """Whether two coordinates have the same sign, which no linear function tells."""
    points = random.uniform(-1, 1, (256, 2)).astype(numpy.float32)
    wanted = (points[:, :1] * points[:, 1:] > 0).astype(numpy.float32)
    hidden, output = nn.Linear(2, 16), nn.Linear(16, 1)
    # tinygrad's own random numbers begin differently in each run.
    hidden.weight.assign(Tensor(random.standard_normal((16, 2)).astype(numpy.float32)))
    hidden.bias.assign(Tensor(numpy.zeros(16, numpy.float32)))
    output.bias.assign(Tensor(numpy.zeros(1, numpy.float32)))
    output.weight.assign(Tensor(random.standard_normal((1, 16)).astype(numpy.float32)))
    optimizer = nn.optim.Adam([hidden.weight, hidden.bias, output.weight, output.bias], lr=0.1)
    inputs, targets = Tensor(points), Tensor(wanted)
    first = last = None
    with Context(TRAINING=1):
        for _ in range(40):
            guess = output(hidden(inputs).tanh()).sigmoid()
            loss = ((guess - targets) ** 2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            last = loss.item()
            first = last if first is None else first
    print(f"network: loss {first:.3f} at first, {last:.3f} after 40 steps")
    return first > 0.15 and last < 0.05


def main():
    print("device:", Device.DEFAULT)
    random = numpy.random.default_rng(1)
    good = Device.DEFAULT == "CL" and product_is_right(random) and network_learns(random)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()

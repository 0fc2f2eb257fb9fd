"""Processes that use compute slices as SYCL's devices at the same time: which units each of them gets.

check_slices.py SLICE_PROCESS CASE. The machine is a synthetic one of 8 units, the folder for locks is the test's own.
"""
import os
import subprocess
import sys
import tempfile
import time

PROGRAM, CASE = sys.argv[1:]
HALVES = [{0, 1, 2, 3}, {4, 5, 6, 7}]


class User:
    """A process that uses the slice of an index."""

    def __init__(self, index, folder, variable="CLEAVE_COMPUTE_SLICES"):
        environment = dict(os.environ, CLEAVE_TOPOLOGY="node:1 core:8 pu:1", XDG_RUNTIME_DIR=folder)
        environment[variable] = "0:2"
        self.process = subprocess.Popen([PROGRAM, str(index)], env=environment, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, bufsize=1)

    def tell(self, word):
        self.process.stdin.write(word + "\n")

    def queue(self):
        """Which half a new queue runs on."""
        self.tell("queue")
        units = {int(word) for word in self.process.stdout.readline().split()[1:]}
        halves = [i for i, half in enumerate(HALVES) if units and units <= half]
        assert len(halves) == 1, f"units {units} are not of one slice"
        return halves[0]

    def release(self, word="release"):
        self.tell(word)
        assert self.process.stdout.readline() == "released\n"

    def end(self):
        self.process.stdin.close()
        assert self.process.wait() == 0


def two_processes_get_different_ones_of_one_index(folder):
    first, second = User(0, folder), User(0, folder)
    assert {first.queue(), second.queue()} == {0, 1}
    first.end(), second.end()


def a_process_alone_gets_the_one_that_it_names(folder):
    for index in 0, 1:
        user = User(index, folder)
        assert user.queue() == index
        user.end()


def level_zeros_variable_turns_slices_on(folder):
    user = User(1, folder, "ZEX_NUMBER_OF_CCS")
    assert user.queue() == 1
    user.end()


def queues_of_a_slice_run_on_the_same_units(folder):
    # The other process takes slice 1 first and then leaves it, so that the first one could move.
    other = User(0, folder)
    assert other.queue() == 0
    user = User(0, folder)
    assert user.queue() == 1
    other.end()
    assert user.queue() == 1  # beside the first queue
    user.release("drop")
    assert user.queue() == 1  # after it: the device has kept its claim
    user.end()


def without_device_and_queues_the_slice_is_free(folder):
    user = User(0, folder)
    assert user.queue() == 0
    user.release()
    # The last queue lives on until the worker that ran its last command has let go of that.
    deadline = time.monotonic() + 60
    while True:
        other = User(0, folder)
        got = other.queue()
        other.end()
        if got == 0:
            break
        assert time.monotonic() < deadline, "the slice is held still"
    user.tell("split")
    assert user.queue() == 0
    user.end()


with tempfile.TemporaryDirectory() as own_folder:
    globals()[CASE](own_folder)

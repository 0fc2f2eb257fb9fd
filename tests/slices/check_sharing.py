#!/usr/bin/env python3
"""Processes that use compute slices at the same time: which slice each of them gets.

Usage: check_sharing.py SLICE_USER CASE
The machine is a synthetic one of 8 units, and the folder for locks is the test's own.
"""

import os
import subprocess
import sys
import tempfile

PROGRAM, CASE = sys.argv[1:]
UNITS = 8


class User:
    """A process that uses the slice of an index."""

    def __init__(self, index, count, folder):
        environment = dict(
            os.environ,
            CLEAVE_TOPOLOGY=f"node:1 core:{UNITS} pu:1",
            CLEAVE_COMPUTE_SLICES=f"0:{count}",
            XDG_RUNTIME_DIR=folder,
        )
        self.count = count
        self.process = subprocess.Popen(
            [PROGRAM, str(index)],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def slice(self):
        """Waits until the process says where its queue runs."""
        units = {int(word) for word in self.process.stdout.readline().split()[1:]}
        slices = {unit * self.count // UNITS for unit in units}
        assert len(slices) == 1, f"units {units} are not of one slice"
        return slices.pop()

    def tell(self, word):
        self.process.stdin.write(word + "\n")

    def release(self):
        self.tell("release")
        assert self.process.stdout.readline() == "released\n"

    def crash(self):
        self.tell("crash")
        assert self.process.wait() == -9

    def end(self):
        """Ends the process. What it said on its standard error."""
        _, said = self.process.communicate()
        assert self.process.returncode == 0, f"exit status {self.process.returncode}: {said}"
        return said


def two_processes_get_different_ones(folder):
    first, second = User(0, 2, folder), User(0, 2, folder)
    assert {first.slice(), second.slice()} == {0, 1}
    first.end(), second.end()


def one_process_alone_gets_the_one_that_it_names(folder):
    for index in 0, 1, 2, 3:
        user = User(index, 4, folder)
        assert user.slice() == index
        user.end()


def as_many_as_there_are_at_once_get_one_each(folder):
    users = [User(0, 4, folder) for _ in range(4)]
    assert sorted(user.slice() for user in users) == [0, 1, 2, 3]
    for user in users:
        user.end()


def more_than_there_are_share_evenly(folder):
    users = [User(1, 2, folder) for _ in range(6)]
    assert sorted(user.slice() for user in users) == [0, 0, 0, 1, 1, 1]
    for user in users:
        user.end()


def a_crashed_process_leaves_its_slice(folder):
    first, second = User(0, 2, folder), User(0, 2, folder)
    freed = first.slice()
    assert second.slice() == 1 - freed
    first.crash()
    third = User(0, 2, folder)
    assert third.slice() == freed
    second.end(), third.end()


def a_released_queue_leaves_its_slice(folder):
    first = User(0, 2, folder)
    freed = first.slice()
    first.release()
    second = User(0, 2, folder)
    assert second.slice() == freed == 0
    first.end(), second.end()


def halves_and_quarters_see_each_other(folder):
    half = User(0, 2, folder)
    assert half.slice() == 0
    quarters = [User(0, 4, folder) for _ in range(2)]
    assert sorted(user.slice() for user in quarters) == [2, 3]
    for user in [half, *quarters]:
        user.end()


def without_a_folder_each_gets_the_one_that_it_names(folder):
    users = [User(index, 2, folder + "/none") for index in (0, 1, 1)]
    assert [user.slice() for user in users] == [0, 1, 1]
    for user in users:
        assert "compute slices are not shared out among processes" in user.end()


def a_folder_of_others_is_not_used(folder):
    os.mkdir(folder + "/cleave")
    os.chmod(folder + "/cleave", 0o777)
    user = User(1, 2, folder)
    assert user.slice() == 1
    assert "others may write to it" in user.end()


with tempfile.TemporaryDirectory() as own_folder:
    globals()[CASE](own_folder)

#!/usr/bin/env python3
"""Processes that use compute slices at the same time: which slice each of them gets.

Usage: check_sharing.py SLICE_USER CLEAVE CASE
The machine is a synthetic one of 8 units, and the folder for locks is the test's own.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

PROGRAM, TOOL, CASE = sys.argv[1:]
UNITS = 8
MACHINE = f"node:1 core:{UNITS} pu:1"


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


class User:
    """A process that uses the slice of an index."""

    def __init__(self, index, count, folder, starter=()):
        environment = dict(
            os.environ,
            CLEAVE_TOPOLOGY=MACHINE,
            CLEAVE_COMPUTE_SLICES=f"0:{count}",
            XDG_RUNTIME_DIR=folder,
        )
        self.count = count
        self.process = subprocess.Popen(
            [*starter, PROGRAM, str(index)],
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

    def fork(self):
        """The number of a child that has made queues too."""
        self.tell("fork")
        return int(self.process.stdout.readline().split()[1])

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


def the_least_used_is_chosen_however_that_came(folder):
    users = [User(0, 2, folder) for _ in range(5)]
    slices = [user.slice() for user in users]
    assert slices.count(0) == 3 and slices.count(1) == 2
    # Two remain on the one, one on the other, and the first place on the former is free.
    of_first = [user for user, slice in zip(users, slices) if slice == 0]
    of_second = [user for user, slice in zip(users, slices) if slice == 1]
    of_first.pop(0).end(), of_second.pop().end()
    another = User(0, 2, folder)
    assert another.slice() == 1
    for user in [another, *of_first, *of_second]:
        user.end()


def a_forked_child_keeps_no_slice(folder):
    first = User(0, 2, folder)
    assert first.slice() == 0
    child = first.fork()
    first.crash()
    others = [User(0, 2, folder) for _ in range(2)]
    assert sorted(user.slice() for user in others) == [0, 1]
    os.kill(child, 9)
    for user in others:
        user.end()


def a_process_that_closes_all_files_goes_on(folder):
    first = User(0, 2, folder)
    assert first.slice() == 0
    first.tell("close")
    assert first.process.stdout.readline() == "closed\n"
    second = User(0, 2, folder)
    assert second.slice() == 0, "nobody can know of the first one any more"
    first.release()
    first.tell("queue 0")
    assert first.slice() == 1
    second.end(), first.end()  # which looks whether its own locks are still there


def a_deleted_folder_is_made_anew(folder):
    first = User(0, 2, folder)
    assert first.slice() == 0
    shutil.rmtree(folder + "/cleave")
    first.release()
    first.tell("queue 0")
    assert first.slice() == 0
    second = User(0, 2, folder)
    assert second.slice() == 1
    first.end(), second.end()


def a_runtime_folder_of_another_user_is_left_alone(folder):
    theirs = "/usr"
    if os.stat(theirs).st_uid == os.geteuid():
        theirs = folder + "/theirs"
        os.mkdir(theirs)
        try:
            os.chown(theirs, 12345, 12345)
        except OSError:
            skip("this needs the right to give a folder to another user, as root has")
    user = User(1, 2, theirs)
    user.slice()
    assert "compute slices" not in user.end()
    assert not os.path.exists(theirs + "/cleave")


def a_folder_that_takes_no_file_is_named(folder):
    full = folder + "/full"
    os.mkdir(full, mode=0o500)
    if os.access(full, os.W_OK):  # root may write everywhere, but for some places of the system's
        full = "/proc"
        if os.stat(full).st_uid != os.geteuid():
            skip("this user can write to every folder of its own")
    user = User(1, 2, full)
    assert user.slice() == 1
    assert f"'{full}/cleave/processors-" in user.end()


def a_file_in_place_of_the_folder_is_named(folder):
    with open(folder + "/cleave", "w"):
        pass
    user = User(1, 2, folder)
    assert user.slice() == 1
    assert "Not a directory" in user.end()


NEW_NAMESPACE = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child"]


def need_namespaces():
    if subprocess.run([*NEW_NAMESPACE, "true"], stderr=subprocess.DEVNULL, check=False).returncode:
        skip("this needs the right to make user and PID namespaces (unshare --user --pid)")


def processes_of_other_namespaces_see_each_other(folder):
    need_namespaces()
    # All are process 1 or 2 of their namespace: the numbers say nothing.
    users = [User(0, 2, folder, NEW_NAMESPACE) for _ in range(2)]
    assert sorted(user.slice() for user in users) == [0, 1]
    assert tree(folder).count("used by") == 2
    for user in users:
        user.end()


def tree(folder, option="0:2", *arguments, machine=MACHINE, starter=()):
    """Returns what `cleave info` shows."""
    environment = dict(
        os.environ, CLEAVE_TOPOLOGY=machine, CLEAVE_COMPUTE_SLICES=option, XDG_RUNTIME_DIR=folder
    )
    command = [*starter, TOOL, "info", *(arguments or ["--tree"])]
    return subprocess.run(
        command, env=environment, check=True, text=True, stdout=-1, stderr=subprocess.STDOUT
    ).stdout


def the_tree_shows_slices_and_who_uses_them(folder):
    first = User(0, 2, folder)
    first.slice()
    user = f"used by {first.process.pid} (slice_user)"
    assert (
        "  has compute slices for queues\n"
        f"    slice 0: 4 units (0-3), processors 0-3, {user}\n"
        "    slice 1: 4 units (4-7), processors 4-7, free\n"
    ) in tree(folder)
    quarters = tree(folder, "0:4")
    assert quarters.count(user) == 2 and quarters.count(", free") == 2, quarters
    second = User(0, 2, folder)
    second.slice()
    third = User(0, 2, folder)
    third.slice()
    users = sorted([first, third], key=lambda user: user.process.pid)
    both = ", ".join(f"{user.process.pid} (slice_user)" for user in users)
    assert f"slice 0: 4 units (0-3), processors 0-3, used by {both}\n" in tree(folder)
    first.release()
    third.end()
    assert "slice 0: 4 units (0-3), processors 0-3, free\n" in tree(folder)
    first.end(), second.end()


def the_tree_shows_the_slices_of_each_node(folder):
    shown = tree(folder, "0:2", machine="node:2 core:3 pu:1")
    assert (
        "  its parts by numa have compute slices for queues\n"
        "    slice 0 of 0-2: 1 unit (0), processor 0, free\n"
        "    slice 1 of 0-2: 1 unit (1), processor 1, free\n"
        "    slice 0 of 3-5: 1 unit (3), processor 3, free\n"
        "    slice 1 of 3-5: 1 unit (4), processor 4, free\n"
    ) in shown, shown
    assert "compute slices" not in tree(folder, "")


def the_tree_as_json_has_the_slices(folder):
    first = User(1, 2, folder)
    first.slice()
    tiles = json.loads(tree(folder, "0:2", "--tree", "--json"))["devices"][0]["tiles"]
    by = [{"process": first.process.pid, "name": "slice_user"}]
    assert tiles == [
        {
            "units": list(range(8)),
            "slices": [
                {"units": [0, 1, 2, 3], "processors": [0, 1, 2, 3], "used_by": []},
                {"units": [4, 5, 6, 7], "processors": [4, 5, 6, 7], "used_by": by},
            ],
        }
    ], tiles
    first.end()


def the_tree_says_why_it_does_not_know_who_uses_slices(folder):
    shown = tree(folder + "/none")
    assert "who uses them is not known: '" + folder + "/none/cleave/processors-" in shown, shown


def the_tree_says_of_processes_that_it_cannot_see(folder):
    need_namespaces()
    first = User(0, 2, folder)
    first.slice()
    shown = tree(folder, starter=NEW_NAMESPACE)
    assert "slice 0: 4 units (0-3), processors 0-3, used by processes of other PID" in shown, shown
    first.end()


def what_cannot_be_is_said_with_what_could(folder):
    for option, said in (
        ("0:3", "'0:3' asks for 3 slices; right would be 1 (none), 2 or 4; no device has slices"),
        ("2", "'2' is not a root device's index and a number of slices; right would be for"),
        ("1:2", "'1:2' names a root device that is not there; the last is 0; no device has"),
        ("0:4", "'0:4' asks for more slices than a NUMA node of the device has compute units (3)"),
    ):
        shown = tree(folder, option, machine="node:2 core:3 pu:1")
        assert f"cleave: CLEAVE_COMPUTE_SLICES={option}: {said}" in shown, shown
        assert "  has compute slices" not in shown


with tempfile.TemporaryDirectory() as own_folder:
    globals()[CASE](own_folder)

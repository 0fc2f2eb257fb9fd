"""Runs the real gdb, and compares what it says with patterns."""
import re
import subprocess
import sys


def run_gdb(program, commands):
    """Returns what gdb says to the commands, given before the program runs: a list of its file and arguments. Exits with 77
    where gdb may not watch another process."""
    words = ["gdb", "-q", "-nx", "-batch"]
    for command in ["set debuginfod enabled off", "set breakpoint pending on", "set confirm off", "set width 0"] + commands:
        words += ["-ex", command]
    result = subprocess.run(words + ["--args", *program], text=True, timeout=100, check=False, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if re.search("Operation not permitted|Could not trace|ptrace:", result.stdout):
        print(result.stdout)
        print("skipped: gdb may not trace processes here (ptrace is refused)")
        sys.exit(77)
    return result.stdout


def expect(output, *patterns):
    """Exits with an error unless all patterns are there, one after another."""
    at = 0
    for pattern in patterns:
        found = re.compile(pattern, re.MULTILINE).search(output, at)
        if not found:
            print(output)
            sys.exit(f"expected, from character {at} on: {pattern}")
        at = found.end()

#!/usr/bin/python3
"""Runs a program on the driver and judges its exit code and its output.

usage: run_client.py [--expect=REGEX]... [--reject=REGEX]... [--source=WHERE] [--own-home]
                     -- PROGRAM [ARGUMENT]...

The output (both streams, colours removed) must match every --expect and no --reject. A program that
is not installed skips the test: exit code 77, and a line that says WHERE it would come from.
With --own-home the program finds an empty home directory: it keeps what it compiled there, and would
else take what another build of the driver compiled.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile


def parse_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--expect", action="append", default=[])
    parser.add_argument("--reject", action="append", default=[])
    parser.add_argument("--source", default="scripts/packages.txt names its package")
    parser.add_argument("--own-home", action="store_true")
    parser.add_argument("command", nargs="+")
    return parser.parse_args()


def skip_unless_installed(command, source):
    for word in command[:2]:
        is_script = word.startswith("/") and word.endswith(".py")
        if (word == command[0] and not shutil.which(word)) or (
            is_script and not os.path.exists(word)
        ):
            print(f"skipped: {word} is not installed ({source})")
            sys.exit(77)


def problems_of(status, output, arguments):
    if status != 0:
        yield f"exit status {status}"
    for pattern in arguments.expect:
        if not re.search(pattern, output, re.MULTILINE):
            yield f"nothing in the output matches {pattern}"
    for pattern in arguments.reject:
        for match in list(re.finditer(f"^.*(?:{pattern}).*$", output, re.MULTILINE))[:5]:
            yield f"the output says: {match.group(0).strip()}"


def main():
    arguments = parse_arguments()
    skip_unless_installed(arguments.command, arguments.source)
    # Programs that leave files behind leave them in a folder that goes away.
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ)
        if arguments.own_home:
            names = {"HOME": ".", "XDG_CACHE_HOME": "cache", "XDG_DATA_HOME": "data"}
            environment.update({name: os.path.join(folder, at) for name, at in names.items()})
        result = subprocess.run(
            arguments.command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env=environment,
        )
    output = re.sub(r"\x1b\[[0-9;]*m", "", result.stdout.decode(errors="replace"))
    print(output)
    if result.returncode == 77:
        sys.exit(77)
    problems = list(problems_of(result.returncode, output, arguments))
    for problem in problems:
        print(f"run_client: {problem}", file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()

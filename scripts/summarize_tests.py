#!/usr/bin/python3
"""Prints the closing line of a test run from CTest's JUnit file: N passed, N failed, N skipped.

A test counts as skipped only when it said so itself (its exit code or output matched the property
that marks a skip); one that could not be started counts as failed. Exits with 1 after a failure.
"""
import sys
import xml.etree.ElementTree as ElementTree


def outcome(case):
    status = case.get("status")
    if status == "run":
        return "passed"
    if status == "disabled":
        return "skipped"
    skipped = case.find("skipped")
    reason = skipped.get("message", "") if skipped is not None else ""
    if status == "notrun" and reason.startswith("SKIP_"):
        return "skipped"
    return "failed"


def main():
    try:
        cases = ElementTree.parse(sys.argv[1]).getroot().findall("testcase")
    except (OSError, ElementTree.ParseError) as error:
        print(f"summarize_tests: no results: {error}", file=sys.stderr)
        cases = []
    names = {"passed": [], "failed": [], "skipped": []}
    for case in cases:
        names[outcome(case)].append(case.get("name"))
    for name in names["skipped"]:
        print(f"skipped: {name}")
    for name in names["failed"]:
        print(f"failed: {name}")
    passed, failed, skipped = (len(names[key]) for key in ("passed", "failed", "skipped"))
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()

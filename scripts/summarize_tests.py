#!/usr/bin/python3
"""Prints the closing lines of a test run from CTest's JUnit file.

For each reason that skipped tests give, how many gave it; the names of those that failed, each with
the last lines that it printed; and as the last line N passed, N failed, N skipped.

A test counts as skipped only when it said so itself (its exit code or output matched the property
that marks a skip); one that could not be started counts as failed. Exits with 1 after a failure.
"""
import collections
import re
import sys
import xml.etree.ElementTree as ElementTree

MOST_LINES, MOST_COLUMNS = 6, 300  # of what a failed test printed
NO_REASON = "the test does not say why"
# Programs print a line "skipped: REASON"; GoogleTest the place, and below it what GTEST_SKIP was given.
OWN_REASON = re.compile(r"^skipped: +(.+)$", re.MULTILINE)
GOOGLE_TEST_REASON = re.compile(r"^\S+: Skipped\n((?:(?!\[).+\n)+)", re.MULTILINE)


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


def reason_of(case):
    """Why a skipped test did not run, in its own words."""
    if case.get("status") == "disabled":
        return "disabled"
    output = case.findtext("system-out", "")
    found = OWN_REASON.search(output) or GOOGLE_TEST_REASON.search(output)
    return " ".join(found.group(1).split()) if found else NO_REASON


def last_words(case):
    """The last lines that a failed test printed, indented."""
    lines = [line.rstrip() for line in case.findtext("system-out", "").splitlines()]
    return [f"    {line[:MOST_COLUMNS]}" for line in list(filter(None, lines))[-MOST_LINES:]]


def summary(cases):
    """The lines, and how many tests passed and failed."""
    by_outcome = {"passed": [], "failed": [], "skipped": []}
    for case in cases:
        by_outcome[outcome(case)].append(case)
    lines = []
    reasons = collections.Counter(map(reason_of, by_outcome["skipped"]))
    for reason, count in sorted(reasons.items(), key=lambda entry: (-entry[1], entry[0])):
        lines.append(f"{count} skipped: {reason}")
    for case in by_outcome["failed"]:
        lines += [f"failed: {case.get('name')}", *last_words(case)]
    passed, failed, skipped = (len(by_outcome[key]) for key in ("passed", "failed", "skipped"))
    lines.append(f"{passed} passed, {failed} failed, {skipped} skipped")
    return lines, passed, failed


def main():
    try:
        cases = ElementTree.parse(sys.argv[1]).getroot().findall("testcase")
    except (OSError, ElementTree.ParseError) as error:
        print(f"summarize_tests: no results: {error}", file=sys.stderr)
        cases = []
    lines, passed, failed = summary(cases)
    print(*lines, sep="\n")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()

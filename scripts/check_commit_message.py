#!/usr/bin/python3
"""Checks the message of a commit by the rules of CONTRIBUTING.md.

    check_commit_message.py FILE    with the message; of the commit that git is about to make
    --changed-lines NUMBER          of a commit that changes so many lines

Git runs it where `./dev setup` has installed scripts/commit_msg_hook. The imperative is judged by the first word's
form alone, so a few wrong ones pass.
"""
import argparse
import pathlib
import re
import subprocess
import sys

MOST_CHARACTERS = 72
MOST_LINES_WITHOUT_BODY = 30

# Git writes these messages itself, or takes their commits into others later.
EXEMPT = ("Merge ", 'Revert "', 'Reapply "', "fixup! ", "squash! ", "amend! ")
# Runs give the data here, and scripts/write_result_pages.py makes these pages of them.
DATA = "docs/results/"
PAGES = {f"docs/{name}.md" for name in ("CONFORMANCE", "SYCL_CONFORMANCE", "CLIENTS", "BENCHMARKS", "FUZZING")}
SCISSORS = "# ------------------------ >8 ------------------------"
TRAILER = re.compile(r"[A-Z][A-Za-z]*(?:-[A-Za-z]+)+: ")

# Imperatives that end as other forms do. Those with -ss need no row.
VERBS = set("""
    embed exceed feed heed need proceed seed shed speed spread succeed
    bring cling ping ring sing spring string swing
    alias bias bus canvas focus gas
""".split())
# What a sentence begins with and no instruction does.
NO_VERBS = set("""
    a all an any both each every it more no one some that the there these this those two we
    how what when where which who why
""".split())
# Imperatives of writing, which leave out what the change does.
ACTS_OF_WRITING = set("ask let record say".split())


def form_of(word):
    """Says what a first word is instead of an imperative, or returns None."""
    if "." in word or len(word) > 1 and word.isupper():
        return "is a name"
    word = word.lower()
    if word in NO_VERBS:
        return "begins a statement"
    if word in ACTS_OF_WRITING:
        return "names no effect (Fix, Add, Remove, Speed up and Move do)"
    if word in VERBS:
        return None
    if word.endswith("ed"):
        return "is a past tense"
    if word.endswith("ing"):
        return "is no instruction"
    if word.endswith("s") and not word.endswith("ss"):
        return "is a third person or a plural"
    return None


def subject_problems(subject):
    if len(subject) > MOST_CHARACTERS:
        yield f"it has {len(subject)} characters, {len(subject) - MOST_CHARACTERS} too many: say less, or do one thing"
    if not subject[0].isupper():
        yield "it begins with a capital letter"
    if subject.endswith("."):
        yield "it ends without a full stop"
    if ";" in subject:
        yield "it has no semicolon: two things are two commits"
    word = re.split(r"[\s:;,]", subject)[0]
    form = form_of(word)
    if form:
        yield f"it says what to do, in the imperative, as in \"Refuse empty names\": \"{word}\" {form}"


def message_problems(message, changed_lines):
    """Yields what is wrong with a message; `changed_lines` is asked only where it matters."""
    lines = [line.rstrip() for line in message.split(SCISSORS)[0].splitlines() if not line.startswith("#")]
    while lines and not lines[0]:
        lines.pop(0)
    if not lines or lines[0].startswith(EXEMPT):
        return
    subject, rest = lines[0], lines[1:]
    yield from (f"the first line: {problem}" for problem in subject_problems(subject))
    if rest and rest[0]:
        yield "the second line: it is empty, since git takes what follows the first at once for a part of it"
    if not any(line and not TRAILER.match(line) for line in rest):
        count = changed_lines()
        if count > MOST_LINES_WITHOUT_BODY:
            yield (f"the body: {count} lines change, so it says the cause, the reason and what was checked "
                   f"(up to {MOST_LINES_WITHOUT_BODY} lines may do without)")


def lines_of_this_commit():
    """Lines that the index adds and removes, but for those of data, which need no prose."""
    command = ["git", "diff", "--cached", "--numstat", "-M"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    rows = [row.split("\t") for row in output.splitlines()]
    has_data = any(path.startswith(DATA) for *_, path in rows)
    return sum(int(count) for *counts, path in rows for count in counts
               if count != "-" and not (has_data and (path.startswith(DATA) or path in PAGES)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--changed-lines", type=int)
    options = parser.parse_args()
    count = options.changed_lines
    message = options.file.read_text(encoding="utf-8", errors="replace")
    problems = list(message_problems(message, lines_of_this_commit if count is None else lambda: count))
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        print("CONTRIBUTING.md has the rules. To go on with this message:\n"
              f"  git commit --edit --file='{options.file}'", file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()

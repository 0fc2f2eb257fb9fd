#!/usr/bin/python3
"""Which messages of commits are refused, and where the hook that asks is installed.

usage: check_commit_message_test.py FOLDER    of check_commit_message.py, commit_msg_hook and install_hook
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(sys.argv.pop(1)).resolve()
CHECK = "scripts/check_commit_message.py"

GOOD = [
    "Refuse empty names",
    "Process events of a queue in order",
    "Pass, address and access arguments by value",
    "Embed the built-ins",
    "Bring parts nearer to their memory",
    "Put code first: nobody waits for it",
    "Keep PassBuilder.h out of all but two passes",
    "R" + 71 * "e",
]
BAD = {
    "R" + 72 * "e": "it has 73 characters, 1 too many",
    "refuse empty names": "it begins with a capital letter",
    "Refuse empty names.": "it ends without a full stop",
    "Refuse empty names; format": "it has no semicolon",
    "Refused empty names": '"Refused" is a past tense',
    "Refusing empty names": '"Refusing" is no instruction',
    "Refuses empty names": '"Refuses" is a third person or a plural',
    "Names: none is empty": '"Names" is a third person or a plural',
    "The driver refuses empty names": '"The" begins a statement',
    "Record 1.1 million changed modules": '"Record" names no effect',
    "Say of whom the counts are": '"Say" names no effect',
    "Let launches tell that objects are small": '"Let" names no effect',
    "Ask in one place": '"Ask" names no effect',
    "README says which names are empty": '"README" is a name',
    "cleave-opt: refuse empty names": "it begins with a capital letter",
}
# Not the subjects of people, or not for long.
EXEMPT = [
    "Merge branch 'names' into main; and more.",
    'Revert "Refuse empty names"',
    'Reapply "Refuse empty names"',
    "fixup! Refuse empty names",
    "squash! Refuse empty names",
    "amend! Refuse empty names",
]


class MessageTests(unittest.TestCase):
    def complaints(self, message, changed_lines=1):
        with tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
            file.write(message)
            file.flush()
            command = [SCRIPTS / "check_commit_message.py", "--changed-lines", str(changed_lines), file.name]
            result = subprocess.run(command, text=True, capture_output=True)
            lines = result.stderr.splitlines()
            self.assertEqual(result.returncode, 1 if lines else 0)
            if lines:  # the last two say how to go on
                self.assertEqual(lines[-1], f"  git commit --edit --file='{file.name}'")
        return lines[:-2]

    def test_good_subjects_pass(self):
        for subject in GOOD:
            with self.subTest(subject=subject):
                self.assertEqual(self.complaints(subject), [])

    def test_bad_subjects_are_refused(self):
        for subject, expected in BAD.items():
            with self.subTest(subject=subject):
                lines = self.complaints(subject)
                self.assertEqual(len(lines), 1)
                self.assertIn("the first line: " + expected if expected[0] != '"' else expected, lines[0])

    def test_each_mistake_is_said(self):
        self.assertEqual(len(self.complaints("names; refused.")), 4)

    def test_subjects_that_git_makes_pass(self):
        for subject in EXEMPT:
            with self.subTest(subject=subject):
                self.assertEqual(self.complaints(subject, 1000), [])

    def test_large_changes_need_a_body(self):
        self.assertEqual(self.complaints("Refuse empty names", 30), [])
        lines = self.complaints("Refuse empty names\n\nSigned-off-by: Some One <one@some.where>\n", 31)
        self.assertEqual(len(lines), 1)
        self.assertIn("the body: 31 lines change", lines[0])
        self.assertEqual(self.complaints("Refuse empty names\n\nThey stood for the root.\n", 31), [])

    def test_the_second_line_is_empty(self):
        lines = self.complaints("Refuse empty names\nThey stood for the root.\n", 31)
        self.assertEqual([line.partition(":")[0] for line in lines], ["the second line"])

    def test_comments_and_the_shown_change_are_not_of_the_message(self):
        scissors = "# ------------------------ >8 ------------------------\n"
        self.assertEqual(self.complaints(f"# On branch main;\nRefuse empty names\n# a.\n{scissors}+refused;\n"), [])
        self.assertEqual(len(self.complaints(f"Refuse empty names\n# a body\n{scissors}+refused;\n", 31)), 1)

    def test_a_message_without_text_is_left_to_git(self):
        self.assertEqual(self.complaints("\n# On branch main\n", 31), [])


class HookTests(unittest.TestCase):
    """In a clone that has nothing but the scripts."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name).resolve()
        self.clone = self.folder / "clone"
        (self.clone / "scripts").mkdir(parents=True)
        for name in ("check_commit_message.py", "commit_msg_hook", "install_hook"):
            shutil.copy(SCRIPTS / name, self.clone / "scripts")
        # No settings of the user's, and none of a git that runs this test.
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        self.environment |= {"HOME": scratch.name, "GIT_CONFIG_NOSYSTEM": "1"}
        for who in ("AUTHOR", "COMMITTER"):
            self.environment |= {f"GIT_{who}_NAME": "Some One", f"GIT_{who}_EMAIL": "one@some.where"}
        self.git("init", "--quiet")
        self.git("add", ".")
        self.hook = self.clone / ".git/hooks/commit-msg"

    def run_in(self, folder, *command):
        return subprocess.run(command, cwd=folder, env=self.environment, text=True, capture_output=True)

    def git(self, *words, folder=None):
        return self.run_in(folder or self.clone, "git", *words)

    def install(self, folder=None):
        result = self.run_in(folder or self.clone, "scripts/install_hook")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout

    def test_git_asks_the_check_once_it_is_installed(self):
        self.assertIn("Installed ", self.install())
        refused = self.git("commit", "--message=Added scripts\n\nThey are there.")
        self.assertEqual(refused.returncode, 1)
        self.assertIn('"Added" is a past tense', refused.stderr)
        refused = self.git("commit", "--message=Add scripts")
        self.assertEqual(refused.returncode, 1)
        self.assertIn("the body: ", refused.stderr)
        self.assertEqual(self.git("commit", "--message=Add scripts\n\nThey are there.").returncode, 0)

    def change(self, *files):
        """Forty new lines in each file, and nothing else, in a commit without a body."""
        for name in files:
            path = self.clone / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("".join(f"line {number}\n" for number in range(40)) + path.name)
        self.git("add", ".")
        return self.git("commit", "--message=Add runs of suites").returncode

    def test_figures_alone_need_no_body(self):
        self.git("commit", "--message=Add scripts")
        self.install()
        self.assertEqual(self.change("docs/BENCHMARKS.md"), 1)
        self.assertEqual(self.change("docs/results/benchmarks.tsv", "docs/BENCHMARKS.md"), 0)
        self.assertEqual(self.change("docs/results/benchmarks.tsv", "README.md"), 1)

    def test_it_is_installed_once_and_renewed(self):
        self.install()
        self.assertEqual(self.install(), "")
        self.hook.write_text(self.hook.read_text() + "# as it was before\n")
        self.assertIn("Installed ", self.install())
        self.assertEqual(self.hook.read_text(), (SCRIPTS / "commit_msg_hook").read_text())
        self.assertTrue(os.access(self.hook, os.X_OK))

    def test_worktrees_have_it_and_other_branches_do_without_the_check(self):
        self.git("commit", "--message=Add scripts")
        worktree = self.folder / "worktree"
        self.git("worktree", "add", "--quiet", str(worktree))
        self.install(worktree)
        self.assertTrue(self.hook.exists())
        self.assertEqual(self.git("commit", "--allow-empty", "--message=Added", folder=worktree).returncode, 1)
        self.git("rm", "--quiet", CHECK, folder=worktree)
        self.assertEqual(self.git("commit", "--message=Removed", folder=worktree).returncode, 0)

    def test_a_hook_of_the_users_own_stays(self):
        self.hook.parent.mkdir(exist_ok=True)
        for own, said in (("#!/bin/sh\n", f"{self.hook} is your own"), (f'#!/bin/sh\n{CHECK} "$1"\n', "")):
            with self.subTest(own=own):
                self.hook.write_text(own)
                self.assertIn(said, self.install()) if said else self.assertEqual(self.install(), "")
                self.assertEqual(self.hook.read_text(), own)
        self.hook.unlink()
        self.hook.symlink_to("/nowhere/commit-msg")
        self.assertIn("is your own", self.install())

    def test_a_folder_of_hooks_elsewhere_stays(self):
        shared = self.folder / "hooks"
        self.git("config", "core.hooksPath", str(shared))
        self.assertIn(f"core.hooksPath names {shared}", self.install())
        self.assertFalse(shared.exists())

    def test_without_a_clone_nothing_happens(self):
        shutil.rmtree(self.clone / ".git")
        self.environment["GIT_CEILING_DIRECTORIES"] = str(self.folder)
        self.assertEqual(self.install(), "")


if __name__ == "__main__":
    unittest.main()

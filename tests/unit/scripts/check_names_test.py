#!/usr/bin/python3
"""Tests which names the check of names takes for names of two classes, in small repositories.

usage: check_names_test.py FOLDER (of check_names.py)
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, sys.argv.pop(1))
import check_names  # noqa: E402  # its folder is an argument


def complaints(files, allowed=None):
    """Returns what is said of a repository of these files."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for file, text in files.items():
            (root / file).parent.mkdir(parents=True, exist_ok=True)
            (root / file).write_text(text, encoding="utf-8")
        subprocess.run(["git", "init", "--quiet", folder], check=True)
        return list(check_names.problems(root, allowed or {}))


class CheckNamesTests(unittest.TestCase):
    def assert_one(self, first, second):
        self.assertEqual(complaints({"src/a/a.h": first, "src/b/b.cpp": second}), [])

    def assert_two(self, first, second, name="Slot"):
        self.assertEqual(complaints({"src/a/a.h": first, "src/b/b.cpp": second}),
                         [f"src/b/b.cpp:2: {name} is also a type of src/a/a.h:2"])

    def test_a_second_class_of_a_name_is_found(self):
        first = "namespace a {\nclass Slot {};\n}\n"
        for second in ("struct Slot {", "class Slot final : public c::Base<int> {", "union Slot {", "enum Slot {",
                       "enum class Slot : uint8_t {", "class alignas(64) Slot {", "class [[nodiscard]] Slot {",
                       "template <class T> struct Slot {"):
            with self.subTest(second=second):
                self.assert_two(first, f"namespace b {{ namespace {{\n{second}}};\n}} }}\n")

    def test_it_is_found_behind_braces_of_all_kinds(self):
        before = ("const char* text = \"{{{\"; /* { */ const char c = '{'; extern \"C\" { int f() { return 1'000; } }"
                  " // {")
        self.assert_two("namespace a {\nclass Slot {};\n}\n", f"{before}\nnamespace b {{ struct Slot {{}}; }}\n")

    def test_two_files_of_one_folder_are_no_better(self):
        text = "namespace {\nstruct Slot {};\n}\n"
        self.assertEqual(complaints({"src/a/a.cpp": text, "src/a/b.cpp": text}),
                         ["src/a/b.cpp:2: Slot is also a type of src/a/a.cpp:2"])

    def test_an_alias_of_another_type_is_found(self):
        self.assert_two("namespace a {\nclass Slot {};\n}\n", "namespace b {\nusing Slot = std::array<int, 3>;\n}\n")
        self.assert_two("namespace a {\nusing Slot = int;\n}\n", "namespace b {\nusing Slot = float;\n}\n")

    def test_aliases_of_one_type_are_one_name(self):
        self.assert_one("namespace a {\nusing Slot = c::Pair<\n  int>;\n}\n", "namespace b {\nusing Slot = Pair<int>;\n}\n")
        self.assert_one("namespace a {\nclass Slot {};\n}\n", "namespace b {\nusing Slot = a::Slot;\n}\n")

    def test_names_inside_of_classes_and_functions_are_free(self):
        first = "namespace a {\nclass Slot {};\n}\n"
        self.assert_one(first, "namespace b {\nclass Queue {\n  struct Slot {};\n  using Entry = int;\n};\n}\n")
        self.assert_one(first, "namespace b {\nvoid f() {\n  struct Slot {};\n}\n}\n")

    def test_declarations_and_specialisations_are_no_definitions(self):
        self.assert_one("namespace a {\nclass Slot {};\n}\n",
                        "namespace a { class Slot; }\nnamespace b {\nstruct Slot make() { return {}; }\n}\n")
        self.assert_one("namespace a {\ntemplate <class T> struct Slot {};\n}\n",
                        "namespace a {\ntemplate <> struct Slot<int> {};\n}\n")

    def test_what_is_allowed_is_needed(self):
        files = {file: "namespace a {\nclass Slot {};\n}\n" for file in ("src/a/a.h", "src/b/b.h")}
        self.assertEqual(complaints(files, {"Slot": ({"src/a", "src/b"}, "")}), [])
        self.assertEqual(len(complaints(files, {"Slot": ({"src/a", "src/c"}, "")})), 1)
        del files["src/b/b.h"]
        self.assertEqual(complaints(files, {"Slot": ({"src/a", "src/b"}, "")}),
                         ["Slot is allowed twice and is not there twice"])


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/python3
"""Tests which namespaces the check of layers takes for a folder's, and which headers it keeps to their owners.

usage: check_layers_test.py FOLDER (of check_layers.py)
"""
import pathlib
import sys
import unittest

sys.path.insert(0, sys.argv.pop(1))
import check_layers  # noqa: E402  # its folder is an argument


def problem(file, text):
    return check_layers.namespace_problem(pathlib.PurePath(file), text)


class NamespaceTests(unittest.TestCase):
    def test_the_namespace_is_the_folder(self):
        self.assertIsNone(problem("src/model/memory/image.h", "namespace cleave::model::memory {\n"))
        self.assertIsNone(problem("src/options/options.h", "namespace cleave::options::option_kind {\n"))

    def test_an_outer_namespace_is_refused(self):
        for name in ("cleave", "cleave::model", "cleave::model::program"):
            with self.subTest(name=name):
                self.assertEqual(problem("src/model/memory/image.h", f"namespace {name} {{\nint images();\n}}\n"),
                                 f"opens namespace {name}, its folder is cleave::model::memory")
        self.assertIsNotNone(problem("src/model/memory/image.cpp", "namespace cleave::model {\n"))

    def test_classes_of_other_folders_may_be_declared(self):
        self.assertIsNone(problem("src/model/memory/image.h", "namespace cleave::model {\nclass Context;\n}\n"))

    def test_other_files_are_free(self):
        self.assertIsNone(problem("tests/unit/model/image_test.cpp", "namespace cleave {\n"))
        self.assertIsNone(problem("src/model/memory/image.def", "namespace cleave {\n"))


class OwnerTests(unittest.TestCase):
    def test_facts_of_one_target_are_opaque_to_other_layers(self):
        header = "compiler/interface/x86_facts.h"
        for file in ("src/model/program/kernel.cpp", "src/backend/group_merging.cpp", "src/api/info/kernel.cpp"):
            with self.subTest(file=file):
                self.assertEqual(check_layers.include_problem(pathlib.PurePath(file), '"', header),
                                 f"includes {header}, which is opaque to it")
        for file in ("src/backend/cpu/code/cpu_program.cpp", "src/compiler/canonical/facts/x86_facts.cpp",
                     "tests/unit/back_ends/plain_hardware.cpp"):
            with self.subTest(file=file):
                self.assertIsNone(check_layers.include_problem(pathlib.PurePath(file), '"', header))


if __name__ == "__main__":
    unittest.main()

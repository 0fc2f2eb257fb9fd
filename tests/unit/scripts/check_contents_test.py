#!/usr/bin/python3
"""Tests what the check of contents reads in lists of a linker and of ninja, and says of a library without a row.

usage: check_contents_test.py FOLDER-OF-SCRIPTS
"""
import sys
import unittest

sys.path.insert(0, sys.argv.pop(1))
import check_contents  # noqa: E402


class CheckContentsTests(unittest.TestCase):
    def test_rows_name_packages(self):
        table = "# What\n\nllvm: llvm-dev clang-dev  # both\nhwloc: libhwloc-dev\n"
        self.assertEqual(check_contents.packages_in(table), {"llvm-dev", "clang-dev", "libhwloc-dev"})
        copy = "llvm: llvm-dev\nisl: libisl23 within libpolly-dev  # a copy\n"
        self.assertEqual(check_contents.packages_in(copy), {"llvm-dev", "libpolly-dev"})
        with self.assertRaises(ValueError):
            check_contents.packages_in("llvm-dev\n")

    def test_what_the_linker_read(self):
        rule = "lib/libcleave.so: \\\n  /usr/lib/crti.o \\\n  src/libcleave_api.a \\\n  /usr/lib/a\\ b.a\n\n/usr/lib/crti.o:\n"
        self.assertEqual(check_contents.linked_files(rule),
                         ["/usr/lib/crti.o", "src/libcleave_api.a", "/usr/lib/a b.a"])

    def test_what_installed_objects_include(self):
        deps = ("src/api/a.o: #deps 2, deps mtime 1 (VALID)\n    ../../src/api/a.cpp\n    /usr/include/hwloc.h\n\n"
                "tools/cleave/b.o: #deps 1, deps mtime 1 (VALID)\n    /usr/include/CLI/App.hpp\n\n"
                "tools/cleave-c++/d.o: #deps 1, deps mtime 1 (VALID)\n    /usr/include/dlfcn.h\n\n"
                "tools/cleave-opt/e.o: #deps 1, deps mtime 1 (VALID)\n    /usr/include/e.h\n\n"
                "tests/unit/c.o: #deps 1, deps mtime 1 (VALID)\n    /usr/include/gtest/gtest.h\n")
        self.assertEqual(check_contents.included_files(deps),
                         {"../../src/api/a.cpp", "/usr/include/hwloc.h", "/usr/include/CLI/App.hpp", "/usr/include/dlfcn.h"})

    def test_a_static_library_without_a_row(self):
        owner = {"/usr/lib/libhwloc.a": "libhwloc-dev", "/usr/lib/libzstd.a": "libzstd-dev"}
        self.assertEqual(check_contents.complaints(owner, set(), {"libhwloc-dev"}),
                         ["libzstd-dev is in it, and cmake/contents.txt does not name it"])
        self.assertEqual(check_contents.complaints(owner, {"libclc"}, {"libhwloc-dev", "libzstd-dev", "libclc"}), [])

    def test_a_file_of_no_package_and_a_row_of_nothing(self):
        said = check_contents.complaints({"/usr/local/lib/libx.a": None}, set(), {"libhwloc-dev"})
        self.assertEqual(len(said), 2)
        self.assertIn("/usr/local/lib/libx.a", said[0])
        self.assertIn("libhwloc-dev", said[1])


if __name__ == "__main__":
    unittest.main()

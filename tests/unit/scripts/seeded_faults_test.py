#!/usr/bin/python3
"""The faults that are seeded to see whether fuzzers find them replace code that is still there.

usage: seeded_faults_test.py FOLDER_OF_FUZZERS
"""
import pathlib
import sys
import unittest

FOLDER = pathlib.Path(sys.argv.pop(1))
sys.path.insert(0, str(FOLDER))
import seeded_faults  # noqa: E402


class SeededFaults(unittest.TestCase):
    def test_each_replaces_one_place_by_something_else(self):
        fuzzers = [table.parent.name for table in FOLDER.glob("*/faults.toml")]
        self.assertGreaterEqual(len(fuzzers), 4)
        for fuzzer in fuzzers:
            for fault in seeded_faults.read(fuzzer)["fault"]:
                with self.subTest(fuzzer=fuzzer, fault=fault["name"]):
                    found = seeded_faults.places(fault)
                    self.assertEqual(1, len(found))
                    self.assertNotEqual(fault["new"].split(), found[0].group().split())

    def test_a_fault_whose_code_has_gone_is_refused(self):
        fault = {"name": "none", "file": "src/CMakeLists.txt", "old": "no such text", "new": ""}
        with self.assertRaises(SystemExit):
            seeded_faults.faulty(fault)


if __name__ == "__main__":
    unittest.main()

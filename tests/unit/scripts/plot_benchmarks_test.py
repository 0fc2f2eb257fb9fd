#!/usr/bin/python3
"""The picture of benchmarks that a small run, and small tables of recorded figures, give.

usage: plot_benchmarks_test.py PLOT_BENCHMARKS
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

SCRIPT = sys.argv.pop(1)


def row(case, **ratios):
    measurements = [{"driver": "Cleave", "median_seconds": 1}]
    measurements += [{"driver": driver, "cleave_speed_ratio": ratio} for driver, ratio in ratios.items()]
    return {"case": case, "measurements": [*measurements, {"driver": "none", "not_supported": "images"}]}


class Picture(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.picture = pathlib.Path(folder.name) / "speed.svg"
        self.run_file = pathlib.Path(folder.name) / "run.json"
        self.table = pathlib.Path(folder.name) / "benchmarks.tsv"
        self.cases = pathlib.Path(folder.name) / "cases"
        self.cases.mkdir()

    def call(self, rows, *arguments):
        for name in {row["case"] for row in rows}:
            kind = "Kind::runtime" if name.startswith("launch") else "Kind::kernel"
            (self.cases / f"{name}.cpp").write_text(f"kind = {kind};")
        command = [sys.executable, SCRIPT, self.picture, "--cases", self.cases, *arguments]
        return subprocess.run(command, capture_output=True, text=True)

    def plot(self, *rows, check=False):
        self.run_file.write_text(json.dumps({"processor": "A <fast> one", "processors": 2, "rows": rows}))
        return self.call(rows, *["--check"] * check, self.run_file)

    def plot_recorded(self, *lines):
        self.table.write_text("\n".join("\t".join(line.split()) for line in ["case machine date intel pocl", *lines]))
        return self.call([row(line.split()[0]) for line in lines if "," not in line], "--recorded", self.table)

    def words(self):
        return [element.text for element in xml.parse(self.picture).iter() if element.text and element.text.strip()]

    def places(self):
        """Returns where each point lies, by its words."""
        text = self.picture.read_text()
        points = re.findall(r"<circle cx='([\d.]+)' cy='[\d.]+' r='4.5' fill='#\w+'><title>(.*?)</title>", text)
        return {words: float(place) for place, words in points}

    def test_a_case_is_the_geometric_mean_of_its_sizes(self):
        self.assertEqual(self.plot(row("triad", Intel=1.0), row("triad", Intel=4.0)).returncode, 0)
        self.assertIn("triad: 2.00 × Intel", self.places())

    def test_the_slowest_beside_the_first_driver_comes_first_and_the_mean_last(self):
        self.plot(row("fast", Intel=4.0, PoCL=1.0), row("slow_case", Intel=1.0, PoCL=16.0), row("other", PoCL=2.0))
        words = self.words()
        order = [words.index(name) for name in ("slow case", "fast", "other", "geometric mean of kernels")]
        self.assertEqual(order, sorted(order))
        self.assertIn("geometric mean of kernels: 2.00 × Intel", words)
        self.assertIn("geometric mean of kernels: 3.17 × PoCL", words)

    def test_the_runtime_comes_behind_the_mean_of_kernels_and_does_not_count(self):
        self.plot(row("launch", Intel=0.5), row("triad", Intel=2.0))
        words = self.words()
        self.assertLess(words.index("geometric mean of kernels"), words.index("launch"))
        self.assertIn("geometric mean of kernels: 2.00 × Intel", words)

    def test_of_recorded_figures_those_of_the_machine_that_has_most_are_drawn(self):
        self.plot_recorded("triad one 2026-01-01 9 -", "triad two 2026-01-03 2 4", "hash two 2026-01-02 1 -",
                           "means,all two 2026-01-04 64 -")
        words = self.words()
        self.assertIn("two, 2026-01-02 to 2026-01-04", words)
        self.assertIn("triad: 2.00 × Intel", words)
        self.assertIn("triad: 4.00 × PoCL", words)
        self.assertNotIn("means,all", words)

    def test_twice_as_fast_is_equally_far_everywhere(self):
        self.plot(row("a", Intel=0.5), row("b", Intel=1.0), row("c", Intel=2.0), row("d", Intel=4.0))
        places = self.places()
        at = [places[f"{case}: {value} × Intel"] for case, value in zip("abcd", ("0.50", "1.00", "2.00", "4.00"))]
        steps = [b - a for a, b in zip(at, at[1:])]
        self.assertTrue(all(abs(step - steps[0]) <= 0.2 and step > 20 for step in steps), steps)

    def test_other_drivers_and_words_of_markup_do_no_harm(self):
        self.plot(row("triad", Intel=1.0, Mesa=9.0))
        self.assertNotIn("Mesa", self.picture.read_text())
        self.assertIn("2 processors, A <fast> one", self.words())

    def test_an_old_picture_is_noticed(self):
        self.plot(row("triad", Intel=1.0))
        self.assertEqual(self.plot(row("triad", Intel=1.0), check=True).returncode, 0)
        result = self.plot(row("triad", Intel=1.5), check=True)
        self.assertEqual(result.returncode, 1)
        self.assertIn("run ./dev bench --plot", result.stderr)

    def test_without_figures_there_is_no_picture(self):
        result = self.plot(row("triad"))
        self.assertEqual(result.returncode, 1)
        self.assertIn("there is no figure", result.stderr)
        self.assertFalse(self.picture.exists())


if __name__ == "__main__":
    unittest.main()

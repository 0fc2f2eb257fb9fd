#!/usr/bin/python3
"""Which paths the check of paths takes for missing, in small repositories.

usage: check_paths_test.py CHECK_PATHS
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

SCRIPT = sys.argv.pop(1)

# Every repository here has these files.
FILES = {
    "docs/GUIDE.md": "",
    "scripts/packages.txt": "",
    "src/compiler/pass/regions/form_regions.h": "",
    "src/model/handle.h": "",
}


def complaints(file, text, *empty_files):
    """Returns what is said of a repository with this file beside FILES and others."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, content in {**FILES, **dict.fromkeys(empty_files, ""), file: text}.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(content, encoding="utf-8")
        subprocess.run(["git", "init", "--quiet", folder], check=True)
        result = subprocess.run([sys.executable, SCRIPT, "--root", folder], text=True, capture_output=True)
    lines = result.stderr.splitlines()
    assert result.returncode == (1 if lines else 0), result
    return lines


class CheckPathsTests(unittest.TestCase):
    def assert_right(self, file, text):
        self.assertEqual(complaints(file, text), [])

    def assert_missing(self, file, text, word, line=1):
        self.assertEqual(complaints(file, text), [f"{file}:{line}: there is no {word}"])

    def test_headers_of_passes_have_their_three_lines(self):
        table = "src/compiler/pass/passes.def"
        header = "src/compiler/pass/widen/widen.h"
        row = 'CLEAVE_PASS(widen, widen, required, "lanes run together")\n'
        whole = "// widen\n//   What: runs lanes together.\n//   Requires: lanes.\n//   Establishes: none is left.\n"
        with_row = {**FILES, table: row}
        with unittest.mock.patch.dict(FILES, with_row):
            self.assert_right(header, whole)
            torn = whole.replace("\n//   Establishes", " Establishes")
            self.assertEqual(complaints(header, torn), [f'{header}: no line begins with "Establishes:"'])
        self.assert_right(header, "// Not a pass.\n")

    def test_a_header_that_was_moved_is_missing(self):
        self.assert_missing("src/model/queue.h", "\n// Offsets: (compiler/pass/form_regions.h checks).\n",
                            "compiler/pass/form_regions.h", line=2)

    def test_paths_begin_at_the_root_src_the_compiler_or_the_files_own_folders(self):
        for word in ("src/model/handle.h", "model/handle.h", "pass/regions/form_regions.h", "compiler/pass",
                     "src/compiler/", "regions/form_regions.h", "docs/GUIDE.md."):
            with self.subTest(word=word):
                self.assert_right("src/compiler/pass/widen/widen.h", f"// See {word}")
        self.assert_missing("src/model/queue.h", "// See regions/form_regions.h", "regions/form_regions.h")

    def test_folders_are_looked_for_too(self):
        self.assert_missing("docs/A.md", "The folder `src/memory/` has it.", "src/memory")
        self.assert_missing("src/model/queue.h", "/* as\n   model/memory does */", "model/memory", line=2)

    def test_an_index_links_all_documents(self):
        self.assertEqual(complaints("docs/README.md", "[the guide](GUIDE.md)"), [])
        self.assertEqual(complaints("docs/README.md", "[the guide](GUIDE.md)", "docs/guides/pipes.md", "docs/more/a.md"),
                         ["docs/README.md: docs/guides/pipes.md has no link here"])
        self.assertEqual(complaints("docs/README.md", "docs/GUIDE.md has no link"),
                         ["docs/README.md: docs/GUIDE.md has no link here"])

    def test_files_without_a_folder_are_anywhere(self):
        self.assert_right("docs/A.md", "handles (`handle.h`)")
        self.assert_missing("docs/A.md", "handles (`handles.h`)", "handles.h")

    def test_what_a_build_makes_of_a_file_is_there(self):
        self.assertEqual(complaints("docs/A.md", "`version.h`", "src/model/version.h.in"), [])
        self.assertEqual(complaints("docs/A.md", "`model/version.h`", "src/model/version.h.in"), [])

    def test_only_comments_of_sources_are_read(self):
        self.assert_right("src/model/queue.cpp", 'open("src/none.h"); puts("// src/none.h");')
        self.assert_missing("src/model/queue.cpp", 'puts("//"); // src/none.h', "src/none.h")
        self.assert_right("tests/compiler/pass/a.ll", "source_filename = \"src/none.h\"")
        self.assert_missing("tests/compiler/pass/a.ll", "; src/none.h", "src/none.h")

    def test_scripts_are_read_with_and_without_a_suffix(self):
        self.assert_right("dev", "#!/bin/sh\nsed 1d scripts/packages.txt")
        self.assert_missing("dev", "#!/bin/sh\nsed 1d scripts/package.txt", "scripts/package.txt", line=2)
        self.assert_missing("CMakeLists.txt", "include(src/none.cmake)", "src/none.cmake")

    def test_links_begin_at_their_document(self):
        self.assert_right("docs/guides/a.md", "[guide](../GUIDE.md#part) [a](#part) [b](https://some.where/b.md)")
        self.assert_missing("docs/guides/a.md", "[guide](docs/GUIDE.md)", "docs/GUIDE.md")

    def test_placeholders_stand_for_any_name(self):
        self.assert_right("docs/A.md", "`src/model/NAME.h`, `src/*/handle.h`, `docs/*.md`, `NAME.cpp`")
        self.assert_missing("docs/A.md", "`src/model/NAME.cpp`", "src/model/NAME.cpp")

    def test_other_words_are_no_paths(self):
        self.assert_right("docs/A.md", "read/write, and/or, build/dev/x.h, /usr/src/a.h, $root/src/a.h, "
                                       "https://some.where/src/a.h, CL/cl.h, ~/docs/a, x86/64")


if __name__ == "__main__":
    unittest.main()

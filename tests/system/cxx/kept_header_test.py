"""sycl.hpp is kept precompiled between compilations, and used only where that makes no difference."""
import concurrent.futures
import os
import pathlib
import re
import shutil
import tempfile
import unittest

from command import HERE, CommandTest, main

# Most tests have a small <sycl/sycl.hpp> of their own: the whole one takes a second and more each time.
SMALL_HEADER = f'#pragma once\n#include <vector>\n#include "{HERE}/kernels.h"\n'
HELLO = ("#include <sycl/sycl.hpp>\n"
         "void hello(int* p) { test::single_task<class K>([=] { p[0] = 3; }); }\n")
HELLO_OF_QUEUE = ("#include <sycl/sycl.hpp>\n"
                  "void hello(sycl::queue& q, int* p) { q.single_task<class K>([=] { p[0] = 3; }); }\n")


class KeptHeader(CommandTest):
    @classmethod
    def setUpClass(cls):
        cls.shared_home = pathlib.Path(tempfile.mkdtemp(prefix="cleave-cxx."))
        cls.addClassCleanup(shutil.rmtree, cls.shared_home)

    def setUp(self):
        super().setUp()
        self.environment = {"XDG_CACHE_HOME": str(self.folder / "home"), "CLEAVE_CACHE": "1"}
        self.environment["CLEAVE_CACHE_DIRECTORY"] = str(self.folder / "home")
        self.write("a.cpp", HELLO)
        self.write("small/sycl/sycl.hpp", SMALL_HEADER)

    def take_the_whole_header(self):
        (self.folder / "small/sycl/sycl.hpp").unlink()
        self.write("a.cpp", HELLO_OF_QUEUE)

    def build(self, *words, source="a.cpp", **more):
        """Compiles a file, and tells whether the kept header was used: its process reads no header then."""
        output = self.compile("-Ismall", "-ftime-trace=trace.json", *words, "-c", source, "-o", "a.o", environment=self.environment, **more)
        trace = self.folder / "trace.json"
        used = trace.exists() and '"name":"Source"' not in trace.read_text()
        trace.unlink(missing_ok=True)
        return used, output

    def result(self):
        """The symbols of a.o, its kernels and their instructions, without the numbers that order gives."""
        symbols = {name for name in self.symbols("a.o") if not name.startswith("GCC_except_table")}
        code = [re.sub(r"(, )?!\w* ?!\d+|#\d+|\.\d+", "", line) for line in self.bitcode("a.o").splitlines()
                if not line.startswith(("!", "attributes", ";"))]
        return symbols, self.image_values("a.o"), code

    def kept(self):
        """Returns the number of kept headers."""
        return sum(1 for path in (self.folder / "home").rglob("*") if path.is_file() and path.stat().st_size > 1 << 20)

    def keep(self, *words, source="a.cpp"):
        """Compiles a file as often as it takes until the header is kept."""
        self.assertFalse(self.build(*words, source=source)[0])
        self.build(*words, source=source)
        self.assertTrue(self.build(*words, source=source)[0])

    def share(self):
        """Uses the cache that tests share which change nothing in it, and which has the header."""
        self.environment["CLEAVE_CACHE_DIRECTORY"] = str(self.shared_home)
        if not self.build()[0]:
            self.build()
            self.assertTrue(self.build()[0])

    def test_serves_from_the_second_file_on(self):
        self.take_the_whole_header()
        self.assertEqual((self.build()[0], self.kept()), (False, 0))
        self.assertEqual((self.build()[0], self.kept()), (True, 1))
        with_it = self.result()
        self.write("b.cpp", HELLO_OF_QUEUE.replace("class K", "class L"))
        self.assertTrue(self.build(source="b.cpp")[0])
        self.assertIn("L", self.image_values("a.o"))
        # Nothing is different without it.
        self.assertFalse(self.build("-fno-sycl-kept-header")[0])
        self.assertEqual(with_it, self.result())

    def test_tells_make_of_its_headers(self):
        self.share()
        for word in ("-MD", "-MMD"):
            lists = []
            for more in ((), ("-fno-sycl-kept-header",)):
                self.build(word, "-MF", "a.d", *more)
                words_of_make = (self.folder / "a.d").read_text().replace("\\\n", "").split()
                lists.append({self.folder / path for path in words_of_make})
            self.assertEqual(*lists)
        self.assertTrue(self.build("-MD", "-MF", "a.d")[0])

    def test_is_made_anew_when_a_header_changes(self):
        self.write("system/vector", "#pragma once\n#include_next <vector>\n#define FROM_SYSTEM 1\n")
        self.write("a.cpp", HELLO + "int value = FROM_SYSTEM;\n")
        words = ("-isystem", "system")
        self.keep(*words)
        self.write("system/vector", "#pragma once\n#include_next <vector>\n#define FROM_SYSTEM 2\n")
        self.assertFalse(self.build(*words, "-S")[0])
        self.assertRegex((self.folder / "a.o").read_text(), r"value:\n\s*\.long\s+2")

    def test_is_not_used_when_a_header_is_hidden_by_a_new_one(self):
        (self.folder / "mine").mkdir()
        self.write("a.cpp", HELLO + "#ifdef MINE\n#error mine\n#endif\n")
        self.keep("-I", "mine")
        self.write("mine/vector", "#pragma once\n#include_next <vector>\n#define MINE\n")
        self.assertIn("error: mine", self.build("-I", "mine", fails=True)[1])

    def test_is_for_files_that_begin_with_it(self):
        self.share()
        for text in ("#define NDEBUG\n", "#include <cstdio>\n", "int early;\n"):
            self.write("b.cpp", text + HELLO)
            self.assertFalse(self.build(source="b.cpp")[0], text)
        for text in ("// A comment.\n\n/* Another. */ ", "#  include   <sycl/sycl.hpp> // It again\n"):
            self.write("b.cpp", text + HELLO)
            self.assertTrue(self.build(source="b.cpp")[0], text)
        self.write("b.cpp", "#define VALUE 7\n" + HELLO + "static_assert(VALUE == 7);\n")
        self.build(source="b.cpp")

    def test_is_for_the_same_options(self):
        self.share()
        for words in (("-DNDEBUG",), ("-std=c++20",), ("-O2",), ("-march=native",), ("-fPIC", "-ffast-math"),
                      ("-include", "cstdio"), ("-fno-sycl-kept-header",)):
            self.assertFalse(self.build(*words)[0], words)
        self.assertTrue(self.build()[0])

    def test_may_be_asked_for_by_many_at_once(self):
        for number in range(8):
            self.write(f"{number}.cpp", HELLO.replace("class K", f"class K{number}"))

        def one(number):
            self.compile("-Ismall", "-c", f"{number}.cpp", environment=self.environment)
            return self.image_values(f"{number}.o")

        for _ in range(2):
            with concurrent.futures.ThreadPoolExecutor(8) as threads:
                for number, kernels in enumerate(threads.map(one, range(8))):
                    self.assertIn(f"K{number}", kernels)
        self.assertEqual(self.kept(), 1)

    def test_damage_is_noticed(self):
        self.keep()
        for path in (self.folder / "home").rglob("*"):
            if path.is_file() and path.stat().st_size > 1 << 20:
                contents = bytearray(path.read_bytes())
                contents[len(contents) // 2] ^= 1
                path.write_bytes(contents)
        self.assertFalse(self.build()[0])
        self.assertIn("K", self.image_values("a.o"))

    def test_is_silent_without_a_place(self):
        self.write("no folder", "")
        for place in ("/proc/nowhere", str(self.folder / "no folder")):
            self.environment["CLEAVE_CACHE_DIRECTORY"] = place
            for _ in range(2):
                self.assertEqual(self.build(), (False, ""))

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_is_silent_where_nobody_may_write(self):
        (self.folder / "home").mkdir(mode=0o500)
        for _ in range(3):
            self.assertEqual(self.build(), (False, ""))

    def test_can_be_turned_off(self):
        self.environment["CLEAVE_CACHE"] = "0"
        for _ in range(3):
            self.assertFalse(self.build()[0])
        self.assertEqual(self.kept(), 0)

    def test_messages_are_the_same(self):
        self.take_the_whole_header()
        self.keep()
        for source in ("int f() { return wrong; }\n", "void f(sycl::queue& q) { q.single_task([=] { throw 1; }); }\n",
                       "void f(sycl::queue& q) { int x; q.single_task([&] { x = 1; }); }\n"):
            self.write("b.cpp", "#include <sycl/sycl.hpp>\n" + source)
            self.assertEqual(self.build(source="b.cpp", fails=True)[1],
                             self.build("-fno-sycl-kept-header", source="b.cpp", fails=True)[1])


if __name__ == "__main__":
    main()

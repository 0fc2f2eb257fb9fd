"""Tools of clang that read code understand what cleave-c++ compiles, by the compile_commands.json of a project."""
import json
import pathlib
import re
import shutil
import subprocess
import unittest

from command import CommandTest, main

PROGRAM = r"""
#include <sycl/sycl.hpp>
#include <cstdio>
SYCL_EXTERNAL int twice(int x) { return 2 * x; }
int main() {
  sycl::queue q;
  int* p = sycl::malloc_shared<int>(64, q);
  q.parallel_for(64, [=](sycl::item<1> i) [[sycl::reqd_sub_group_size(8)]] { p[i.get_id(0)] = twice(1); }).wait();
  q.submit([&](sycl::handler& group) {
    sycl::local_accessor<int, 1> shared(16, group);
    group.parallel_for<class Named>(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> item) {
      shared[item.get_local_id(0)] = 1;
      sycl::group_barrier(item.get_group());
      p[item.get_global_id(0)] += sycl::reduce_over_group(item.get_sub_group(), 1, sycl::plus<>());
    });
  });
  sycl::free(p, q);
}
"""
MISTAKE = PROGRAM.replace("twice(1)", "twise(1)")


def of_this_clang(name):
    """A tool of clang 22 or later, or None: the headers are for no older one."""
    for candidate in (f"{name}-22", name, f"/usr/lib/llvm-22/bin/{name}"):
        path = shutil.which(candidate)
        if path:
            version = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
            match = re.search(r"version (\d+)", version)
            if match and int(match[1]) >= 22:
                return path
    return None


class Tools(CommandTest):
    def tool(self, name):
        path = of_this_clang(name)
        if path is None:
            raise unittest.SkipTest(f"{name} 22 is not installed")
        return path

    def headers(self):
        """Returns where cleave-c++ itself looks: a folder that other tools know only if it is installed in /usr."""
        text = self.run_words(self.cxx, "-E", "-v", "-x", "c++", "/dev/null")
        folders = text.split("#include <...> search starts here:\n")[1].split("End of search list.")[0].split()
        return next(folder for folder in folders if (pathlib.Path(folder) / "sycl" / "sycl.hpp").exists())

    def project(self, text):
        self.write("a.cpp", text)
        command = {"directory": str(self.folder), "file": "a.cpp",
                   "arguments": [self.cxx, "-std=c++17", "-O2", "-Wall", "-c", "a.cpp", "-o", "a.o"]}
        self.write("compile_commands.json", json.dumps([command]))

    def tidy(self, *words, **more):
        return self.run_words(self.tool("clang-tidy"), "-p", ".", f"--extra-arg=-isystem{self.headers()}",
                              "--checks=-*,clang-diagnostic-*,misc-unused-alias-decls", *words, "a.cpp", **more)

    def test_clang_tidy_finds_nothing_in_what_is_right(self):
        self.project(PROGRAM)
        self.assertNotRegex(self.tidy("--warnings-as-errors=*"), "a.cpp:[0-9]+:[0-9]+: (error|warning)")

    def test_clang_tidy_finds_mistakes_in_kernels(self):
        self.project(MISTAKE)
        self.assertIn("use of undeclared identifier 'twise'", self.tidy(fails=True))

    def clangd(self, **more):
        text = self.run_words(self.tool("clangd"), "--check=a.cpp", "--check-locations=false", "--compile-commands-dir=.",
                              f"--query-driver={self.cxx}", **more)
        return [line for line in text.splitlines() if line.startswith("E[")]

    def test_clangd_finds_nothing_in_what_is_right(self):
        self.project(PROGRAM)
        self.assertEqual(self.clangd(), [])

    def test_clangd_finds_mistakes_in_kernels(self):
        self.project(MISTAKE)
        self.assertIn("use of undeclared identifier 'twise'", "\n".join(self.clangd(fails=True)))

    def test_clang_makes_no_program(self):
        self.write("a.cpp", "#include <sycl/sycl.hpp>\nint main() {}\n")
        words = [self.tool("clang++"), "-std=c++17", f"-isystem{self.headers()}", "a.cpp"]
        self.run_words(*words, "-fsyntax-only")
        for level in ("-O0", "-O2"):
            self.assertIn("SYCL code for Cleave is compiled by cleave-c++", self.run_words(*words, level, fails=True))


if __name__ == "__main__":
    main()

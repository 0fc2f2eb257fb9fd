#!/usr/bin/python3
"""Projects that are built with the CMake package CleaveSYCL: by cleave-c++, and by another compiler beside it.

usage: cmake_package_test.py BUILD CLEAVE_CXX OTHER_CXX
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD, CLEAVE_CXX, OTHER_CXX = sys.argv[1:4]

# A kernel, in a source that includes a header by a folder of its target and needs definitions and options of it.
KERNELS = """
#include <factor.hpp>
#include <sycl/sycl.hpp>
int run(int value) {
  static_assert(sizeof(GREETING) == 6 && IS_CXX == 1);
  sycl::queue queue;
  int* result = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *result = value * FACTOR; }).wait();
  const int copy = *result;
  sycl::free(result, queue);
  return copy;
}
"""

MAIN = """
#include <cstdio>
#if defined(CLEAVE_SYCL_COMPILER) != EXPECTS_CLEAVE
#error this source is compiled by the other compiler
#endif
int run(int);
int main() { std::printf("%d\\n", run(2)); }
"""

# The kernels are in a static library, so that what it needs goes to the program that links it.
PROJECT = """
cmake_minimum_required(VERSION 3.20)
project(demo LANGUAGES CXX)
{package}
add_library(kernels STATIC kernels.cpp)
target_include_directories(kernels PRIVATE "${{CMAKE_CURRENT_SOURCE_DIR}}/with headers")
target_compile_definitions(kernels PRIVATE "GREETING=\\"hello\\"")
target_compile_options(kernels PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-DIS_CXX=1>)
add_executable(demo main.cpp)
target_compile_definitions(demo PRIVATE EXPECTS_CLEAVE={expects_cleave})
target_link_libraries(demo kernels)
{use}
"""
FIND = "find_package(CleaveSYCL 0.1 REQUIRED)"
USE = "add_sycl_to_target(TARGET kernels SOURCES kernels.cpp)"


class CMakePackage(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cleave-cmake."))
        self.addCleanup(shutil.rmtree, self.folder)

    def project(self, package="", use="", expects_cleave=1):
        (self.folder / "with headers").mkdir(exist_ok=True)
        (self.folder / "with headers" / "factor.hpp").write_text("#define FACTOR 21\n")
        (self.folder / "kernels.cpp").write_text(KERNELS)
        (self.folder / "main.cpp").write_text(MAIN)
        (self.folder / "CMakeLists.txt").write_text(
            PROJECT.format(package=package, use=use, expects_cleave=expects_cleave))

    def run_words(self, *words, fails=False):
        done = subprocess.run([str(word) for word in words], cwd=self.folder, text=True, timeout=300,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, "LC_ALL": "C"})
        self.assertEqual(done.returncode != 0, fails, f"{words} ended with {done.returncode}:\n{done.stdout}")
        return done.stdout

    def configure(self, compiler, *words, fails=False):
        return self.run_words("cmake", "-S", ".", "-B", "build", "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={compiler}",
                              f"-DCMAKE_PREFIX_PATH={BUILD}", *words, fails=fails)

    def build(self, fails=False):
        return self.run_words("cmake", "--build", "build", "--", "-v", fails=fails)

    def expect(self, output):
        self.assertEqual(f"{output}\n", self.run_words("build/demo"))

    def test_a_project_by_cleave_needs_no_package(self):
        self.project()
        self.configure(CLEAVE_CXX)
        self.build()
        self.expect(42)

    def test_a_project_by_cleave_may_use_the_package(self):
        self.project(FIND, USE)
        self.configure(CLEAVE_CXX, "-DCMAKE_BUILD_TYPE=Release")
        self.assertNotIn("compile_with_cleave", self.build())
        self.expect(42)

    def test_sources_of_a_project_by_another_compiler(self):
        self.project(FIND, USE, expects_cleave=0)
        # A warning that clang does not know, and an option that would make code of LLVM for g++'s linker.
        self.configure(OTHER_CXX, "-DCMAKE_CXX_FLAGS=-Werror -Wno-maybe-uninitialized -flto")
        self.build()
        self.expect(42)
        # The header is known as a dependency of the kernel's object.
        header = self.folder / "with headers" / "factor.hpp"
        os.utime(header, (header.stat().st_mtime + 5,) * 2)
        header.write_text("#define FACTOR 50\n")
        os.utime(header, (header.stat().st_mtime + 5,) * 2)
        self.build()
        self.expect(100)

    def test_other_launchers_and_makefiles(self):
        self.project(FIND, USE, expects_cleave=0)
        self.run_words("cmake", "-S", ".", "-B", "build", "-G", "Unix Makefiles", f"-DCMAKE_CXX_COMPILER={OTHER_CXX}",
                       f"-DCMAKE_PREFIX_PATH={BUILD}", "-DCMAKE_CXX_COMPILER_LAUNCHER=/usr/bin/env;LAUNCHED=yes")
        self.assertIn("LAUNCHED=yes", self.run_words("cmake", "--build", "build", "--", "VERBOSE=1"))
        self.expect(42)

    def test_precompiled_headers_and_united_sources_of_another_compiler(self):
        self.project(FIND, "target_precompile_headers(kernels PRIVATE <vector>)\n"
                     "set_target_properties(kernels PROPERTIES UNITY_BUILD ON)\n"
                     "target_sources(kernels PRIVATE other.cc more.cc)\n" + USE, expects_cleave=0)
        for name in ("other", "more"):
            (self.folder / f"{name}.cc").write_text(f"std::vector<int> {name}() {{ return {{1}}; }}\n")
        self.configure(OTHER_CXX)
        self.build()
        self.expect(42)

    def test_all_sources_of_a_target(self):
        self.project(FIND, "add_sycl_to_target(TARGET kernels)\nadd_sycl_to_target(TARGET demo)", expects_cleave=1)
        self.configure(OTHER_CXX)
        self.build()
        self.expect(42)

    def test_sycl_by_another_compiler_names_cleave(self):
        self.project(FIND, "target_link_libraries(kernels CleaveSYCL::sycl)\n"
                     f"target_include_directories(kernels PRIVATE {BUILD}/include)", expects_cleave=0)
        self.configure(OTHER_CXX)
        self.assertIn("SYCL code for Cleave is compiled by cleave-c++", self.build(fails=True))

    def test_mistakes_are_named(self):
        for use, message in (("add_sycl_to_target(TARGET nothing)", "there is no target nothing"),
                             ("add_sycl_to_target(kernels)", "add_sycl_to_target(TARGET target [SOURCES file...])")):
            self.project(FIND, use)
            self.assertIn(message, self.configure(CLEAVE_CXX, fails=True))
        self.project(FIND.replace("0.1", "7.0"))
        self.assertIn("7.0", self.configure(CLEAVE_CXX, fails=True))

    def test_another_installation_of_the_compiler_is_refused(self):
        copy = self.folder / "elsewhere"
        shutil.copytree(pathlib.Path(BUILD) / "lib/cmake/CleaveSYCL", copy / "lib/cmake/CleaveSYCL")
        (copy / "bin").mkdir()
        shutil.copy(CLEAVE_CXX, copy / "bin/cleave-c++")
        (copy / "lib/libcleave-sycl.so").touch()
        (copy / "include").mkdir()
        self.project(FIND)
        self.assertIn("This package belongs to", self.configure(CLEAVE_CXX, f"-DCMAKE_PREFIX_PATH={copy}", fails=True))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)

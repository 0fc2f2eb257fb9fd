"""Options of clang and of DPC++ do what they say, for what devices see too; what cannot be had names itself."""
import pathlib
import re

from command import CommandTest, main, tool

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent.parent

# A header that devices alone include, and code that only they see.
TWO_FACED = """
#ifdef __SYCL_DEVICE_ONLY__
#include "device.h"
#else
#define VALUE 1
#endif
void run(int* p) { test::single_task<class K>([=] { p[0] = VALUE; }); }
"""


class Options(CommandTest):
    def two_faced(self):
        self.write("device.h", "#define VALUE 42\n")
        self.kernels("a.cpp", TWO_FACED)

    # ---- bodies of templates that are read when they are used ----

    def test_bodies_are_late_in_the_standard_library_alone(self):
        body = "template <class T> void {}(T) {{ a_name_that_is_nowhere(); }}\n"
        self.write("include/c++/1/standard.h", body.format("of_the_library"))
        self.write("include/other.h", body.format("of_another"))
        self.kernels("a.cpp", "#include <standard.h>\n")
        folder = f"-isystem{self.folder}/include"
        self.compile("-std=c++17", f"{folder}/c++/1", "-c", "a.cpp")
        for words in (("-std=c++20",), ("-std=c++17", "-fno-delayed-template-parsing")):
            self.assertIn("a_name_that_is_nowhere",
                          self.compile(*words, f"{folder}/c++/1", "-c", "a.cpp", fails=True))
        self.assertIn("a_name_that_is_nowhere", self.compile("-std=c++17", f"{folder}/c++/1", "-x", "c++-header",
                                                             "a.cpp", "-o", "a.pch", fails=True))
        self.kernels("b.cpp", "#include <standard.h>\n#include <other.h>\n")
        text = self.compile("-std=c++17", f"{folder}/c++/1", folder, "-c", "b.cpp", fails=True)
        self.assertIn("include/other.h:1", text)
        self.assertNotIn("standard.h:1", text)
        self.kernels("c.cpp", "#include <standard.h>\n" + body.format("of_the_user"))
        self.assertIn("c.cpp:2", self.compile("-std=c++17", f"{folder}/c++/1", "-c", "c.cpp", fails=True))

    # ---- what a naive tool gets wrong ----

    def test_md_lists_what_devices_alone_include(self):
        self.two_faced()
        self.compile("-MD", "-MP", "-MF", "a.d", "-MT", "target", "-c", "a.cpp")
        text = (self.folder / "a.d").read_text()
        self.assertTrue(text.startswith("target:"))
        self.assertRegex(text, r"\sdevice\.h(\s|$)")
        self.assertRegex(text, r"\ndevice\.h:\n")
        self.assertIn("config.hpp", text)
        self.compile("-MMD", "-c", "a.cpp")
        text = (self.folder / "a.d").read_text()
        self.assertIn("device.h", text)
        self.assertNotIn("config.hpp", text)

    def test_m_lists_what_devices_alone_include(self):
        self.two_faced()
        for word, has_system in (("-M", True), ("-MM", False)):
            text = self.compile(word, "a.cpp")
            self.assertTrue(text.startswith("a.o: a.cpp"))
            self.assertIn("device.h", text)
            self.assertEqual("config.hpp" in text, has_system)

    def test_preprocessed_text_tells_of_devices(self):
        self.two_faced()
        first = self.compile("-E", "a.cpp")
        self.assertIn('# 1 "device.h"', first)
        self.assertRegex(first, r"\n#pragma cleave_sycl device [0-9a-f]{32}\n$")
        self.assertEqual(first, self.compile("-E", "a.cpp", "-o", "-"))
        self.write("device.h", "#define VALUE 43\n")
        self.compile("-E", "a.cpp", "-o", "a.ii")
        changed = (self.folder / "a.ii").read_text()
        self.assertNotEqual(first, changed)
        self.assertEqual(first.splitlines()[:-1], changed.splitlines()[:-1])
        self.assertNotIn("pragma cleave_sycl", self.compile("-E", "-dM", "a.cpp"))

    def test_ccache_sees_what_devices_see(self):
        if not self.run_words("sh", "-c", "command -v ccache || true"):
            self.skipTest("no ccache")
        for direct in ("true", "false"):
            environment = {"CCACHE_DIR": str(self.folder / f"cache-{direct}"), "CCACHE_DIRECT" if direct == "true" else
                           "CCACHE_NODIRECT": "1", "CCACHE_SLOPPINESS": "include_file_mtime,include_file_ctime"}

            def build():
                self.run_words("ccache", self.cxx, f"-I{self.folder}", "-I" + str(self.folder / "tests"), "-c", "a.cpp",
                               environment=environment)
                return self.bitcode("a.o")

            self.two_faced()
            # ccache mistrusts headers that are newer than its start: no matter here.
            self.write("tests/kernels.h", (self.source_folder() / "kernels.h").read_text())
            self.assertIn("store i32 42", build())
            self.assertIn("store i32 42", build())
            self.write("device.h", "#define VALUE 43\n")
            self.assertIn("store i32 43", build())
            self.kernels("a.cpp", TWO_FACED.replace("VALUE; }", "VALUE + 1; }"))
            self.assertIn("store i32 44", build())

    def source_folder(self):
        from command import HERE
        return HERE

    def test_preprocessed_input_with_kernels_is_refused(self):
        self.two_faced()
        self.compile("-E", "a.cpp", "-o", "a.ii")
        self.assertIn("error: preprocessed input cannot be compiled, because it has lost the code for devices",
                      self.compile("-c", "a.ii", fails=True))
        self.write("plain.ii", "int f() { return 1; }\n")
        self.compile("-c", "plain.ii")

    def test_precompiled_headers_have_both_passes_in_one_file(self):
        self.write("device.h", "#define VALUE 42\n")
        self.kernels("pre.hpp", TWO_FACED.replace("void run", "inline void run").replace("class K", "class InHeader") +
                     "template <class T> void in_template(T* p) { test::single_task([=]() [[sycl::reqd_sub_group_size(16)]] "
                     "{ *p = VALUE; }); }\n")
        self.write("a.cpp", "void go(int* p) { run(p); in_template(p); test::single_task<class Here>([=] { *p = VALUE; }); }\n")
        self.compile("-x", "c++-header", "pre.hpp", "-o", "pre.hpp.pch")
        self.assertEqual([path.name for path in self.folder.glob("pre.hpp.*")], ["pre.hpp.pch"])
        # The text is not read again.
        self.write("pre.hpp.kept", (self.folder / "pre.hpp").read_text())
        for words in (("-include", "pre.hpp"), ("-include-pch", "pre.hpp.pch")):
            self.compile(*words, "-c", "a.cpp", "-o", "a.o")
            kernels = self.image_values("a.o")
            self.assertIn("InHeader", kernels)
            self.assertIn("Here", kernels)
            self.assertIn("16", [kernel["sub_group"] for kernel in kernels.values()])
            self.assertIn("store i32 42", self.bitcode("a.o"))

    def test_precompiled_headers_without_kernels_serve_files_with_some(self):
        self.write("plain.hpp", "#include <vector>\ninline int plain() { return 7; }\n")
        self.compile("-x", "c++-header", "plain.hpp", "-o", "plain.hpp.pch")
        self.kernels("deeper/a.cpp", "void go(int* p) { test::single_task<class K>([=] { *p = plain(); }); }\n")
        self.compile("-include-pch", "../plain.hpp.pch", "-c", "a.cpp", "-o", "a.o", folder=self.folder / "deeper")
        self.assertIn("K", self.image_values("deeper/a.o"))

    def test_a_change_for_devices_alone_changes_a_precompiled_header(self):
        self.two_faced()
        self.kernels("pre.hpp", TWO_FACED)
        contents = []
        for value in ("42", "43"):
            self.write("device.h", f"#define VALUE {value}\n")
            self.compile("-x", "c++-header", "-Xclang", "-fno-pch-timestamp", "pre.hpp", "-o", "pre.pch")
            contents.append((self.folder / "pre.pch").read_bytes())
        self.assertNotEqual(*contents)

    def test_cmakes_precompiled_headers(self):
        self.write("pre.hpp", '#include "kernels.h"\n')
        self.write("a.cpp", "void go(int* p) { test::single_task<class K>([=] { *p = 1; }); }\n")
        self.write("CMakeLists.txt", f"""cmake_minimum_required(VERSION 3.20)
project(test CXX)
add_library(a STATIC a.cpp)
target_compile_features(a PRIVATE cxx_std_17)
target_include_directories(a PRIVATE {self.source_folder()})
target_precompile_headers(a PRIVATE pre.hpp)
""")
        self.run_words("cmake", "-G", "Ninja", "-S", ".", "-B", "build", f"-DCMAKE_CXX_COMPILER={self.cxx}")
        text = self.run_words("cmake", "--build", "build", "--verbose")
        self.assertIn("-include-pch", text)
        self.assertIn("K", self.image_values("build/CMakeFiles/a.dir/a.cpp.o"))
        self.assertIn("no work to do", self.run_words("cmake", "--build", "build"))

    # ---- clang's options ----

    def test_levels_standards_and_warnings(self):
        self.kernels("a.cpp", "void run(int* p) { test::single_task<class K>([=] { p[0] = 1; }); }\n")
        for words in (("-O0", "-g"), ("-O1",), ("-O2",), ("-O3", "-ffast-math", "-march=native"), ("-std=c++17",),
                      ("-std=c++20",), ("-std=c++23",), ("-std=c++26",), ("-Wall", "-Wextra", "-Wpedantic", "-Werror"),
                      ("-fPIC", "-fno-exceptions", "-fno-rtti"), ("-fsanitize=address,undefined",), ("-fsanitize=thread",),
                      ("--coverage",), ("-fprofile-instr-generate", "-fcoverage-mapping"), ("-gsplit-dwarf", "-g"),
                      ("-fstack-protector-strong", "-fcf-protection=full"), ("-fno-integrated-as",), ("-mcmodel=large",),
                      ("-ftrivial-auto-var-init=zero",), ("-fopenmp-simd",), ("-D_FORTIFY_SOURCE=2", "-O2"),
                      ("-ftime-trace",), ("-fopenmp",)):
            self.compile(*words, "-c", "a.cpp")
            self.assertIn("K", self.image_values("a.o"), words)

    def test_assembly_and_llvms_code_have_the_image_too(self):
        self.kernels("a.cpp", "void run(int* p) { test::single_task<class K>([=] { p[0] = 1; }); }\n")
        self.compile("-S", "a.cpp")
        self.assertIn(".rodata.cleave_sycl", (self.folder / "a.s").read_text())
        self.compile("-c", "a.s")
        self.assertIn("K", self.image_values("a.o"))
        self.compile("-S", "-emit-llvm", "a.cpp")
        self.assertRegex((self.folder / "a.ll").read_text(), r"@cleave_sycl_unit = internal")

    def test_messages_alone(self):
        self.kernels("a.cpp", "void run(int* p) { test::single_task([=] { throw 1; }); }\n")
        self.assertIn("may not throw", self.compile("-fsyntax-only", "a.cpp", fails=True))

    def test_response_files_and_several_files(self):
        for name in ("one", "two"):
            self.kernels(f"{name}.cpp", f"void {name}(int* p) {{ test::single_task<class K{name}>([=] {{ *p = 1; }}); }}\n")
        self.write("words", "-O1 -c one.cpp\ntwo.cpp\n")
        self.compile("@words")
        for name in ("one", "two"):
            self.assertIn(f"K{name}", self.image_values(f"{name}.o"))

    def test_files_that_are_included_by_the_command(self):
        self.write("a.cpp", "void run(int* p) { test::single_task<class K>([=] { p[0] = 1; }); }\n")
        self.compile("-include", "kernels.h", "-c", "a.cpp")
        self.assertIn("K", self.image_values("a.o"))

    def test_headers_are_known_by_identity(self):
        self.write("a.cpp", '#include "other name.hpp"\n#include "kernels.h"\n'
                   "void run(int* p) { test::single_task<class K>([=] { p[0] = 1; }); }\n")
        config = re.search(r"\S+config\.hpp", self.compile("-M", "-include", "sycl/detail/config.hpp", "-x", "c++", "/dev/null"))
        (self.folder / "other name.hpp").symlink_to(config[0])
        self.compile("-c", "a.cpp")
        self.assertIn("K", self.image_values("a.o"))

    def test_standard_input(self):
        source = '#include "kernels.h"\nvoid run(int* p) { test::single_task<class K>([=] { p[0] = 1; }); }\n'
        self.compile("-x", "c++", "-c", "-", "-o", "a.o", stdin=source)
        self.assertIn("K", self.image_values("a.o"))
        self.assertIn("#pragma cleave_sycl device", self.compile("-x", "c++", "-E", "-", stdin=source))

    def test_names_of_files_say_nothing_beside_x(self):
        self.kernels("a.cu", "void run(int* p) { test::single_task<class K>([=] { p[0] = 1; }); }\n")
        for words in (("-x", "c++"), ("-xc++",)):
            self.compile(*words, "-c", "a.cu", "-o", "a.o")
            self.assertIn("K", self.image_values("a.o"))
        self.assertIn("SYCL or CUDA", self.compile("-x", "c++", "-x", "none", "-c", "a.cu", fails=True))

    def test_other_languages(self):
        self.write("a.c", "int f(void) { return 1; }\n")
        self.write("b.s", ".globl g\ng: ret\n")
        self.write("d.S", "#define RETURN ret\n.globl h\nh: RETURN\n")
        self.compile("-c", "-g", "-x", "c", "a.c", "-x", "none", "b.s", "d.S")
        self.compile("-c", "-x", "c", "-", "-o", "e.o", stdin="int i(void) { return 1; }\n")
        for file, name in (("a.o", "f"), ("b.o", "g"), ("d.o", "h"), ("e.o", "i")):
            self.assertEqual(self.symbols(file)[name], "T")
        self.write("b.s", "no instruction\n")
        self.assertIn("b.s:1:1: error:", self.compile("-c", "b.s", fails=True))
        self.compile("-x", "assembler", "-c", "-", "-Wa,-defsym,VALUE=3", "-o", "e.o", stdin=".globl VALUE\n.byte VALUE\n")
        self.assertEqual(self.symbols("e.o")["VALUE"], "A")

    def test_files_without_sycl_start_no_process(self):
        self.write("a.cpp", "#include <vector>\nint main() { return std::vector<int>(3).size() - 3; }\n")
        if not self.run_words("sh", "-c", "command -v strace || true"):
            self.skipTest("no strace")
        traced = self.run_words("strace", "-f", "-qq", "-e", "trace=clone,clone3,fork,vfork,execve", self.cxx, "-c", "a.cpp")
        self.assertEqual(len(traced.splitlines()), 1, traced)

    def test_is_clang_without_sycl(self):
        self.kernels("a.cpp", "")
        self.assertIn("file not found", self.compile("-fno-sycl", "-c", "a.cpp", fails=True))
        self.write("a.cpp", "#ifdef SYCL_LANGUAGE_VERSION\n#error\n#endif\nint f() { return 1; }\n")
        self.compile("-fno-sycl", "-save-temps", "-c", "a.cpp")
        self.assertTrue((self.folder / "a.ii").exists())

    def test_macros(self):
        macros = self.compile("-E", "-dM", "-x", "c++", "/dev/null")
        self.assertIn("#define SYCL_LANGUAGE_VERSION 202012L", macros)
        self.assertIn("#define CLEAVE_SYCL_COMPILER 1", macros)

    def test_macros_of_extensions_are_those_for_other_tools(self):
        extension = re.compile(r"^#define (SYCL_(?:EXT|KHR)_\w+ \d+)$", re.MULTILINE)
        predefined = extension.findall(self.compile("-E", "-dM", "-x", "c++", "/dev/null"))
        for_others = extension.findall((SOURCE / "include/sycl/detail/config.hpp").read_text())
        self.assertIn("SYCL_EXT_INTEL_CSLICE 1", predefined)
        self.assertEqual(sorted(predefined), sorted(for_others))

    def test_failures_leave_no_output(self):
        self.kernels("a.cpp", "void run(int* p) { test::single_task([=] { p[0] = 1; }); }\n")
        self.compile("-c", "a.cpp")
        self.kernels("a.cpp", "void run(int* p) { test::single_task([=] { throw 1; }); }\n")
        for words, file in (("-c", "a.o"), ("-S", "a.s")):
            self.compile(words, "a.cpp", "-o", file, fails=True)
            self.assertFalse((self.folder / file).exists(), words)
        self.kernels("a.hpp", "#ifdef __SYCL_DEVICE_ONLY__\nwrong\n#endif\n")
        self.assertIn("a.hpp:2:1: error:", self.compile("-x", "c++-header", "a.hpp", "-o", "a.pch", fails=True))
        self.assertFalse((self.folder / "a.pch").exists())

    # ---- DPC++'s options, and what cannot be had ----

    def test_options_of_dpcxx_are_taken(self):
        self.kernels("a.cpp", "void run(int* p) { test::single_task([=] { p[0] = 1; }); }\n")
        self.assertEqual("", self.compile(
            "-fsycl", "-fsycl-targets=spir64,spir64_x86_64", "-sycl-std=2020", "-fsycl-unnamed-lambda", "-Werror",
            "-fsycl-device-code-split=per_kernel", "-fsycl-id-queries-fit-in-int", "-fno-sycl-id-queries-fit-in-int",
            "-fno-sycl-early-optimizations", "-fsycl-dead-args-optimization", "-fsycl-max-parallel-link-jobs=4", "-fno-sycl-rdc",
            "-fsycl-device-lib=all", "-Wno-sycl-strict", "--gcc-toolchain=", "-c", "a.cpp"))
        self.assertEqual(len(self.image_values("a.o")), 1)

    def test_what_cannot_be_had_names_itself(self):
        self.kernels("a.cpp", "")
        for words, message in (
                (("--target=aarch64-linux-gnu",), "'--target=aarch64-linux-gnu': kernels are launched from programs for x86-64"),
                (("-target", "i686-linux-gnu"), "'-target i686-linux-gnu'"), (("-m32",), "'-m32'"),
                (("-x", "cuda"), "'-x cuda'"), (("-save-temps",), "'-save-temps'"), (("-save-temps=obj",), "'-save-temps=obj'"),
                (("-fsycl-targets=nvptx64-nvidia-cuda",), "'-fsycl-targets=nvptx64-nvidia-cuda'"),
                (("-sycl-std=2017",), "'-sycl-std=2017': SYCL 2020 is the only version"),
                (("-Xsycl-target-backend", "--cuda-gpu-arch=sm_70"), "'-Xsycl-target-backend': devices compile their code"),
                (("--acpp-targets=omp",), "'--acpp-targets=omp': the device code is for all devices of OpenCL"),
                (("-fsycl-device-only",), "'-fsycl-device-only'"), (("-fsycl-esimd",), "'-fsycl-esimd': there is no such")):
            text = self.compile(*words, "-c", "a.cpp", fails=True)
            self.assertIn("cleave-c++: error: unsupported option " + message, text)
            self.assertEqual(text.count("error"), 1, text)
        self.compile("--target=x86_64-pc-linux-gnu", "-c", "a.cpp")

    def test_modules_have_no_kernels(self):
        self.write("m.cppm", 'module;\n#include "kernels.h"\nexport module m;\nexport inline int f() { return 1; }\n')
        for words in (("--precompile",), ("-c",)):
            self.assertIn("error: a module cannot have kernels", self.compile("-std=c++20", *words, "m.cppm", "-o", "m.out",
                                                                            fails=True))
            self.assertFalse((self.folder / "m.out").exists())


if __name__ == "__main__":
    main()

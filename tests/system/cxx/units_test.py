"""Units of a program find each other's device code by the ordinary linker."""
import re

from command import CommandTest, main, tool

# Says what a launch names: the images of its unit and of those that it wants, each by its kernels and functions.
LAUNCH = r"""
#include "kernels.h"
#include <cstdio>
static void show(const cleave_sycl_unit* unit, int depth) {
  std::printf("%*sunit %lu bytes wants %lu\n", depth, "", (unsigned long)unit->image_bytes, (unsigned long)unit->wanted_count);
  for (uint64_t i = 0; i < unit->wanted_count && depth < 9; ++i) show(*unit->wanted[i], depth + 2);
}
extern "C" void launch_kernel(const cleave_sycl_unit* unit, const char* symbol, const void*, unsigned long bytes) {
  std::printf("launch %s of %lu bytes\n", symbol, bytes);
  show(unit, 2);
}
extern "C" void __cleave_sycl_register(const cleave_sycl_unit* unit) {
  std::printf("register %u %u\n", unit->version, unit->bytes == sizeof *unit); }
extern "C" void __cleave_sycl_unregister(const cleave_sycl_unit*) { std::printf("unregister\n"); }
"""
LIBRARY = "SYCL_EXTERNAL int twice(int x) { return 2 * x; }\n"
USER = ("SYCL_EXTERNAL int twice(int x);\n"
        "void use(int* p) { test::single_task<class Use>([=] { *p = twice(*p); }); }\n")
MAIN = 'void use(int*); int main() { int x = 1; use(&x); }\n'


class Units(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("launch.cpp", LAUNCH)
        self.kernels("library.cpp", LIBRARY)
        self.kernels("user.cpp", USER)
        self.write("main.cpp", MAIN)

    def check_run(self, program="./program", wants=1, **more):
        text = self.run_words(program, **more)
        self.assertRegex(text, r"launch _ZTS\S*Use\S* of 8 bytes")
        self.assertRegex(text, rf"\n  unit [1-9]\d* bytes wants {wants}\n")
        if wants:
            self.assertRegex(text, r"\n    unit [1-9]\d* bytes wants 0\n")
        return text

    def link(self, *words, output="program", **more):
        return self.compile("-nodefaultlibs", *words, "-lstdc++", "-lc", "-lgcc_s", "-lgcc", "-o", output, **more)

    def objects(self, *words):
        self.compile("-c", *words, "library.cpp", "user.cpp", "main.cpp", "launch.cpp")

    def test_in_objects(self):
        for words in ((), ("-O2",), ("-O3", "-fPIC"), ("-fno-pic",), ("-g", "-O0")):
            self.objects(*words)
            self.assertEqual(self.symbols("library.o")["_Z5twicei.device"].upper(), "D" if "-fno-pic" not in words else "R")
            self.assertEqual(self.symbols("user.o")["_Z5twicei.device"], "U")
            self.link(*(["-no-pie"] if "-fno-pic" in words else []), "library.o", "user.o", "main.o", "launch.o")
            self.check_run()

    def test_link_with_plain_linkers(self):
        self.objects()
        self.run_words("g++", "library.o", "user.o", "main.o", "launch.o", "-o", "program")
        self.check_run()

    def test_in_an_archive(self):
        self.objects()
        self.kernels("unused.cpp", "SYCL_EXTERNAL int unused() { return missing; }\n".replace("missing", "1"))
        self.compile("-c", "unused.cpp")
        self.run_words(tool("llvm-ar"), "rcs", "lib.a", "library.o", "unused.o")
        self.link("user.o", "main.o", "launch.o", "lib.a")
        self.check_run()
        self.assertNotIn("_Z6unusedv.device", self.symbols("program"))

    def test_missing_functions_are_the_linkers_to_name(self):
        self.objects()
        self.assertIn("undefined reference to `twice(int) [clone .device]'",
                      self.link("user.o", "main.o", "launch.o", fails=True))

    def test_in_a_shared_library(self):
        for words, link in ((("-fPIC",), ()), (("-fno-pic",), ("-no-pie",))):
            self.objects(*words)
            self.compile("-fPIC", "-shared", "-nodefaultlibs", "library.cpp", "-o", "libtwice.so")
            self.link(*link, "user.o", "main.o", "launch.o", "-L.", "-ltwice", "-rdynamic", "-Wl,-rpath,$ORIGIN")
            text = self.check_run()
            self.assertEqual(text.count("\nunregister"), 2)
            # The program has no copy, which a protected symbol would not stand.
            relocations = self.run_words(tool("llvm-readelf"), "-r", "program")
            self.assertIn("_Z5twicei.device", relocations)
            self.assertNotRegex(relocations, r"R_X86_64_COPY.*_Z5twicei\.device")

    def test_hidden_functions_have_hidden_symbols(self):
        self.compile("-fPIC", "-shared", "-fvisibility=hidden", "-nodefaultlibs", "library.cpp", "-o", "libtwice.so")
        self.assertNotIn("_Z5twicei.device", self.symbols("libtwice.so", "-D"))
        self.objects()
        self.assertIn("twice(int) [clone .device]",
                      self.link("user.o", "main.o", "launch.o", "-L.", "-ltwice", fails=True))
        self.kernels("library.cpp", "__attribute__((visibility(\"protected\"))) " + LIBRARY)
        self.compile("-fPIC", "-c", "library.cpp")
        self.assertIn("PROTECTED", [line for line in self.run_words(tool("llvm-readelf"), "-s", "library.o").splitlines()
                                    if "_Z5twicei.device" in line][0])

    def test_version_scripts_decide(self):
        self.write("export.map", "{ global: *twice*; local: *; };\n")
        self.write("hide.map", "{ local: *; };\n")
        for script, is_there in (("export.map", True), ("hide.map", False)):
            self.compile("-fPIC", "-shared", "-nodefaultlibs", "library.cpp", f"-Wl,--version-script={script}", "-o", "libtwice.so")
            self.assertEqual("_Z5twicei.device" in self.symbols("libtwice.so", "-D"), is_there)

    def test_inline_and_template_functions_in_two_units(self):
        header = ("SYCL_EXTERNAL inline int in_header(int x) { return x + 1; }\n"
                  "template <class T> SYCL_EXTERNAL T in_template(T x) { return x + 2; }\n")
        for name in ("one", "two"):
            self.kernels(f"{name}.cpp", header + f"void {name}(int* p) {{ test::single_task<class Use>([=] "
                         "{ *p = in_header(*p) + in_template(*p); }); }\n")
        self.write("main.cpp", "void one(int*); void two(int*); int main() { int x; one(&x); two(&x); }\n")
        self.compile("-c", "one.cpp", "two.cpp", "main.cpp", "launch.cpp")
        self.assertEqual(self.symbols("one.o")["_Z9in_headeri.device"], "V")
        self.link("one.o", "two.o", "main.o", "launch.o")
        self.check_run(wants=0)

    def test_explicit_instances(self):
        self.kernels("library.cpp", "template <class T> SYCL_EXTERNAL T f(T x) { return x; }\ntemplate int f(int);\n")
        self.compile("-c", "library.cpp")
        self.assertEqual(self.symbols("library.o")["_Z1fIiET_S0_.device"], "V")
        self.assertIn("defines _Z1fIiET_S0_", self.images("library.o"))

    def test_c_functions(self):
        self.kernels("library.cpp", 'extern "C" SYCL_EXTERNAL int plain(int x) { return x; }\n')
        self.compile("-c", "library.cpp")
        self.assertIn("plain.device", self.symbols("library.o"))

    def test_after_ld_r(self):
        self.objects()
        self.run_words("ld", "-r", "library.o", "user.o", "-o", "both.o")
        self.link("both.o", "main.o", "launch.o")
        self.check_run()

    def test_with_collected_sections(self):
        self.objects("-ffunction-sections", "-fdata-sections")
        self.link("-Wl,--gc-sections", "library.o", "user.o", "main.o", "launch.o")
        self.check_run()

    def test_with_link_time_optimisation(self):
        if not any((self.run_words("sh", "-c", f"command -v {name} || true")) for name in ("ld.lld-22", "ld.lld")):
            self.skipTest("no lld")
        for words in ("-flto", "-flto=thin"):
            self.objects(words)
            self.link(words, "-fuse-ld=lld", "library.o", "user.o", "main.o", "launch.o")
            self.check_run()

    def test_kernels_of_one_name_stay_apart(self):
        for name, value in (("one", 1), ("two", 2)):
            self.kernels(f"{name}/same.cpp", "namespace { struct Local { int* p; void operator()() const { *p = %d; } }; }\n"
                         "void %s(int* p) { test::single_task(Local{p}); test::single_task([=] { *p = %d; }); }\n"
                         % (value, name, value * 10))
            self.compile("-c", f"{name}/same.cpp", "-o", f"{name}.o")
        self.write("main.cpp", "void one(int*); void two(int*); int main() { int x; one(&x); two(&x); }\n")
        self.compile("-c", "main.cpp", "launch.cpp")
        self.link("one.o", "two.o", "main.o", "launch.o")
        text = self.run_words("./program")
        self.assertEqual(text.count("launch"), 4)
        for value in (1, 2):
            self.assertRegex(self.bitcode(("one.o", "two.o")[value - 1]), rf"store i32 {value}0?,")

    def test_are_registered_before_initialisers_and_after_destructors(self):
        self.kernels("user.cpp", "#include <cstdio>\nstruct Global { Global() { std::puts(\"construct\"); }\n"
                     "  ~Global() { std::puts(\"destroy\"); } } global;\n"
                     "__attribute__((constructor(102))) static void early() { std::puts(\"early\"); }\n"
                     "__attribute__((destructor(102))) static void late() { std::puts(\"late\"); }\n" + USER.split("\n")[1]
                     .replace("twice(*p)", "1") + "\n")
        self.compile("-c", "user.cpp", "main.cpp", "launch.cpp")
        self.link("user.o", "main.o", "launch.o")
        lines = [line for line in self.check_run(wants=0).splitlines() if not line.startswith((" ", "launch"))]
        self.assertEqual(lines, ["register 1 1", "early", "construct", "destroy", "late", "unregister"])

    def test_without_the_library_objects_link(self):
        self.compile("-c", "library.cpp")
        self.write("main.cpp", "int main() {}\n")
        self.compile("-c", "main.cpp")
        self.run_words("g++", "library.o", "main.o", "-o", "program")
        self.run_words("./program")

    def test_data_is_the_same_each_time(self):
        self.compile("-c", "user.cpp", "-o", "one.o")
        self.compile("-c", "user.cpp", "-o", "two.o")
        self.assertEqual((self.folder / "one.o").read_bytes(), (self.folder / "two.o").read_bytes())

    def test_code_of_the_host_is_not_in_images(self):
        self.kernels("user.cpp", "SYCL_EXTERNAL int elsewhere(int);\n"
                     "struct Shape { virtual int area() { return elsewhere(1); } int size() { return area(); } };\n"
                     "template <class T> struct Box { T f(T x) { return elsewhere(x); } };\ntemplate struct Box<int>;\n"
                     "void use(int* p) { Shape shape; shape.size(); test::single_task<class Use>([=] { *p = 1; }); }\n")
        self.compile("-c", "user.cpp")
        self.assertEqual([line.split()[0] for line in self.images("user.o")], ["image", "kernel"])
        self.assertNotIn("Shape", self.bitcode("user.o"))
        self.assertNotIn("_Z9elsewherei.device", self.symbols("user.o"))

    def test_short_loops_of_headers_are_straight_code(self):
        loop = "inline int %s(const int* p, int n) { int sum = 0; for (int i = 0; i < %s; ++i) sum += p[i]; return sum; }\n"
        for name, end, is_straight in (("sycl::four", "4", True), ("sycl::hundred", "100", False),
                                       ("sycl::any", "n", False), ("user::four", "4", False)):
            space, function = name.split("::")
            self.kernels("user.cpp", f"namespace {space} {{ {loop % (function, end)} }}\n" "void use(int* p, int n) "
                         f"{{ test::single_task<class Use>([=] {{ p[99] = {name}(p, n); }}); }}\n")
            self.compile("-O1", "-c", "user.cpp")
            code = self.bitcode("user.o")
            self.assertEqual(re.search(r"= phi i32", code) is None, is_straight, f"{name}\n{code}")

    def test_units_without_kernels_have_no_data(self):
        self.kernels("user.cpp", "int f(int x) { return x; }\n")
        self.compile("-c", "user.cpp")
        self.assertNotIn("cleave", " ".join(self.symbols("user.o")))


if __name__ == "__main__":
    main()

"""--image=: device code as SPIR-V, beside the code in the device image or in place of it."""
import shutil
import struct
import unittest

from command import CommandTest, main, tool

# Each kernel has something that the driver adds to device images, and that SPIR-V must bring itself.
KERNELS = r"""
#include <sycl/sycl.hpp>
#include <array>
#include <cassert>
#include <cmath>
#include <complex>
class Local; class Scope; class Fails; class Texts; class Mathematics;
void run(sycl::queue& q, int* p, float* f, int n) {
  q.submit([&](sycl::handler& h) {
    sycl::local_accessor<int> local(64, h);
    h.parallel_for<Local>(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> i) {
      local[i.get_local_id(0)] = p[i.get_global_id(0)];
      sycl::group_barrier(i.get_group(), sycl::memory_scope::device);
      p[i.get_global_id(0)] = local[63 - i.get_local_id(0)];
    });
  });
  q.parallel_for<Scope>(sycl::nd_range<2>({8, 16}, {1, 16}), [=](sycl::nd_item<2> i) [[sycl::reqd_sub_group_size(16)]] {
    sycl::group_barrier(i.get_sub_group());
    sycl::atomic_fence(sycl::memory_order::seq_cst, sycl::memory_scope::work_group);
    sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(*p)
      .fetch_add(sycl::reduce_over_group(i.get_sub_group(), 1, sycl::plus<int>()));
  });
  q.parallel_for<Fails>(sycl::range<1>(8), [=](sycl::id<1> i) [[sycl::reqd_work_group_size(8)]] {
    assert(p[i] < 100 && "a 100% text");
    std::array<int, 4> a{1, 2, 3, 4};
    p[i] = a.at(p[i]);
  });
  q.parallel_for<Mathematics>(sycl::range<1>(8), [=](sycl::id<1> i) {
    constexpr float table[] = {1, 2, 3};
    f[i] = std::pow(f[i], 1.5f) + std::sin(f[i]) + (std::complex<float>(1, f[i]) * std::complex<float>(f[i], 2)).real()
         + sycl::sqrt(f[i]) + table[n % 3];
  });
}
"""
PRINTS = r"""
#include <cstdio>
void run(const char* text) { test::single_task([=] { std::printf("%s %d\n", "text", int(text[0])); }); }
"""
FAILS = r"""
#include <sycl/sycl.hpp>
#include <array>
#include <cassert>
#include <cstdio>
int main() {
  sycl::queue q;
  int* p = sycl::malloc_shared<int>(64, q);
  for (int i = 0; i < 64; ++i) p[i] = i;
  q.parallel_for(sycl::range<1>(64), [=](sycl::id<1> i) {
    assert(p[i] != 3 && "100% three");
    std::array<int, 63> a{};
    p[i] = a.at(p[i]);
    if (i == 10) __builtin_trap();
    p[i] = 1;
  }).wait();
  std::printf("%d %d %d %d\n", p[2], p[3], p[10], p[63]);
}
"""


class Spirv(CommandTest):
    def section(self, file):
        """An object's device code: images, and SPIR-V."""
        self.run_words(tool("llvm-objcopy"), "-O", "binary", "--only-section=.rodata.cleave_sycl", file, "section")
        return (self.folder / "section").read_bytes()

    def module(self, file):
        """The SPIR-V of an object with one unit; None where it has none."""
        data = self.section(file)
        at = data.find(struct.pack("<I", 0x07230203))
        return None if at < 0 else data[at:]

    def instructions(self, module):
        """Operation and words of each instruction."""
        words = struct.unpack(f"<{len(module) // 4}I", module)
        at, found = 5, []
        while at < len(words):
            length = words[at] >> 16
            self.assertGreater(length, 0)
            found.append((words[at] & 0xffff, words[at + 1:at + length]))
            at += length
        return found

    def entry_points(self, module):
        op_entry_point = 15
        return [struct.pack(f"<{len(words) - 2}I", *words[2:]).split(b"\0")[0].decode()
                for operation, words in self.instructions(module) if operation == op_entry_point]

    def test_both_has_image_and_module(self):
        self.write("a.cpp", KERNELS)
        for words in (("-O0", "-g"), ("-O2",), ("-O3", "-std=c++20")):
            self.compile(*words, "--image=both", "-c", "a.cpp")
            symbols = {kernel["symbol"] for kernel in self.image_values("a.o").values()}
            self.assertEqual(len(symbols), 4)
            self.assertEqual(set(self.entry_points(self.module("a.o"))), symbols, words)
            self.assertIn("define ", self.bitcode("a.o"))

    def test_modules_are_valid(self):
        if not shutil.which("spirv-val"):
            self.skipTest("needs spirv-val of spirv-tools")
        # Without a printf: the validator of 2023 refuses formats as LLVM writes them.
        self.write("a.cpp", KERNELS.replace("#include <cassert>", "#define assert(x)").replace("a.at(p[i])", "a[p[i]]"))
        for words in (("-O0",), ("-O2",)):
            self.compile(*words, "--image=spirv", "-c", "a.cpp")
            (self.folder / "module").write_bytes(self.module("a.o"))
            self.assertEqual("", self.run_words("spirv-val", "module"))

    def test_spirv_leaves_the_table_alone(self):
        self.kernels("a.cpp", "void run(int* p) { test::single_task<class A>([=] { p[0] = 1; }); }\n")
        self.compile("--image=spirv", "-c", "a.cpp")
        kernel = self.image_values("a.o")["A"]
        self.assertEqual((kernel["line"], kernel["bytes"]), ("1", "8"))
        self.run_words(self.show_images, self.folder / "a.o", "code")
        self.assertEqual((self.folder / "code.0").read_bytes(), b"")
        self.assertEqual(self.entry_points(self.module("a.o")), [kernel["symbol"]])

    def test_cleave_is_the_default(self):
        self.kernels("a.cpp", "void run(int* p) { test::single_task([=] { p[0] = 1; }); }\n")
        self.compile("-c", "a.cpp", "-o", "default.o")
        self.compile("--image=cleave", "-c", "a.cpp", "-o", "cleave.o")
        self.assertEqual(self.section("default.o"), self.section("cleave.o"))
        self.assertIsNone(self.module("default.o"))

    def test_other_values_are_refused(self):
        self.kernels("a.cpp", "")
        for value in ("ptx", ""):
            self.assertIn(f"error: unsupported option '--image={value}': device code is",
                          self.compile(f"--image={value}", "-c", "a.cpp", fails=True))

    def test_functions_of_other_units_are_refused(self):
        source = "SYCL_EXTERNAL int twice(int x);\nvoid run(int* p) { test::single_task([=] { *p = twice(*p); }); }\n"
        self.kernels("a.cpp", source)
        for value in ("spirv", "both"):
            self.assertIn("a.cpp:1:19: error: kernels call 'twice', which another unit defines: SPIR-V",
                          self.compile(f"--image={value}", "-c", "a.cpp", fails=True))
        self.kernels("a.cpp", source + "SYCL_EXTERNAL int twice(int x) { return 2 * x; }\n")
        self.compile("--image=spirv", "-c", "a.cpp")
        self.assertEqual(len(self.entry_points(self.module("a.o"))), 1)

    def test_a_unit_without_kernels_has_a_module(self):
        # A device for which each unit has code is one that the program runs on.
        self.kernels("a.cpp", "SYCL_EXTERNAL int twice(int x) { return 2 * x; }\n")
        self.compile("--image=both", "-c", "a.cpp")
        self.assertEqual(self.entry_points(self.module("a.o")), [])

    def test_texts_of_printf(self):
        self.kernels("a.cpp", PRINTS)
        self.compile("--image=spirv", "-c", "a.cpp")
        self.assertIn(b"%s %d\n", self.strings(self.module("a.o")))
        self.kernels("a.cpp", PRINTS.replace('"%s %d\\n", "text"', 'text, "text"'))
        self.assertRegex(self.compile("--image=both", "-c", "a.cpp", fails=True),
                         r"error: the device code cannot be written as SPIR-V.*a\.cpp:\d+:\d+: error: the format of this printf")
        self.compile("--image=cleave", "-c", "a.cpp")

    def test_what_the_back_end_cannot_write_names_itself(self):
        self.kernels("a.cpp", "void run(int* p) { test::single_task([=] { __int128 x = p[0]; p[1] = int(x * x / 7); }); }\n")
        self.assertRegex(self.compile("--image=both", "-c", "a.cpp", fails=True),
                         r"error: the device code cannot be written as SPIR-V, which --image= asks for: .*OpTypeInt")
        self.assertFalse((self.folder / "a.o").exists())

    def test_failing_work_items_print_and_end(self):
        self.write("a.cpp", FAILS)
        self.compile("--image=spirv", "-O1", "a.cpp", "-o", "program")
        text = self.run_words("./program")
        for part in ('a.cpp:11: ', 'assertion `p[i] != 3 && "100% three"\' failed.\n', "abort: array::at: ",
                     "abort: a kernel has come to a trap\n", "1 3 0 63\n"):
            self.assertIn(part, text)

    def test_without_spirv_there_is_no_code(self):
        self.write("a.cpp", FAILS)
        self.compile("--image=spirv", "-O1", "a.cpp", "-o", "program")
        text = self.run_words("./program", fails=True, environment={"CLEAVE_WITHOUT": "spirv"})
        self.assertIn("--image=both", text)

    def strings(self, module):
        """The constants of arrays of bytes."""
        op_constant, op_composite = 43, 44
        values, texts = {}, []
        for operation, words in self.instructions(module):
            if operation == op_constant and len(words) == 3:
                values[words[1]] = words[2]
            elif operation == op_composite:
                texts.append(bytes(values.get(word, 256) & 0xff for word in words[2:]).rstrip(b"\0"))
        return texts


if __name__ == "__main__":
    main()

"""Programs and libraries with libc++ in place of libstdc++, and with both in one process."""
import pathlib
import unittest

from command import CommandTest, main

HEADERS = pathlib.Path("/usr/lib/llvm-22/include/c++/v1/vector")

# The headers hold of the standard library strings, vectors, shared pointers, functions and exceptions.
LIBRARY = r"""
#include <sycl/sycl.hpp>
#include <cstdio>
#include <mutex>
#include <string>
#include <vector>
extern "C" int NAME(int factor) {
  int handled = 0;
  sycl::queue queue(sycl::default_selector_v, [&](sycl::exception_list all) { handled += static_cast<int>(all.size()); },
                    {sycl::property::queue::in_order()});
  std::mutex mutex;
  std::vector<int> numbers(100, 1);
  int sum = 0;
  {
    sycl::buffer<int> buffer(numbers.data(), sycl::range<1>(100), {sycl::property::buffer::use_mutex(mutex)});
    queue.submit([&](sycl::handler& group) {
      sycl::accessor places(buffer, group);
      group.parallel_for(sycl::range<1>(100), [=](sycl::id<1> i) { places[i] += static_cast<int>(i[0]) * factor; });
    });
  }
  for (int number : numbers) sum += number;
  std::string text;
  try {
    queue.parallel_for(sycl::nd_range<1>(10, 3), [=](sycl::nd_item<1>) { (void)factor; });
  } catch (const sycl::exception& error) {
    if (error.code() == sycl::errc::nd_range) text = error.what();
    if (error.code().message().empty()) text.clear();
  }
  queue.wait_and_throw();
  const std::string name = queue.get_device().get_info<sycl::info::device::name>();
  const std::vector<sycl::device> all = queue.get_context().get_devices();
  if (text.empty() || name.empty() || all.size() != 1 || handled != 0) return -1;
  return sum;
}
"""
PROGRAM = r"""
#include <cstdio>
int main() {
  for (int round = 0; round < 2; ++round) std::printf("%d %d\n", in_one(2), in_other(3));
}
"""
VISIT = r"""
#include <sycl/sycl.hpp>
#include <variant>
void run(sycl::queue& queue, int* p, std::variant<int, float> v) {
  queue.single_task([=] { *p = std::visit([](auto x) { return static_cast<int>(x); }, v); });
}
"""
SUM = 100 + 4950 * 2, 100 + 4950 * 3


@unittest.skipUnless(HEADERS.exists(), "libc++-22-dev is not installed")
class Libcxx(CommandTest):
    def build(self, name, library, level):
        self.write("library.cpp", LIBRARY)
        self.compile(level, "-Wall", "-Wextra", "-Werror", f"-stdlib={library}", f"-DNAME={name}", "-fPIC", "-shared",
                     "library.cpp", "-o", f"lib{name}.so")

    def test_programs_run(self):
        self.write("a.cpp", LIBRARY + '#include <cstdio>\nint main() { std::printf("%d\\n", NAME(2)); }\n')
        for words in (("-O0", "-std=c++17"), ("-O2", "-std=c++20"), ("-O2", "-std=c++26")):
            self.compile(*words, "-stdlib=libc++", "-DNAME=run", "-Wall", "-Wextra", "-Werror", "a.cpp", "-o", "a")
            self.assertEqual(self.run_words("./a"), f"{SUM[0]}\n", words)

    def test_both_libraries_in_one_process(self):
        self.write("main.cpp", 'extern "C" int in_one(int), in_other(int);\n' + PROGRAM)
        # Without optimisation all inline functions have symbols, of which the first library's are taken.
        for level, one, other in (("-O0", "libstdc++", "libc++"), ("-O0", "libc++", "libstdc++"), ("-O2", "libc++", "libstdc++")):
            self.build("in_one", one, level)
            self.build("in_other", other, level)
            self.compile(level, "main.cpp", "-L.", "-lin_one", "-lin_other", "-Wl,-rpath,$ORIGIN", "-o", "main")
            self.assertEqual(self.run_words("./main"), f"{SUM[0]} {SUM[1]}\n" * 2, (level, one, other))

    def test_its_visit_is_refused_by_name(self):
        self.write("a.cpp", VISIT)
        self.compile("-c", "a.cpp")
        self.assertIn("SYCL kernels may not call through a pointer to a function",
                      self.compile("-stdlib=libc++", "-c", "a.cpp", fails=True))


if __name__ == "__main__":
    main()

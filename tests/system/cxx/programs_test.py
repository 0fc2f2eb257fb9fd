"""Programs that cleave-c++ compiles and links run on Cleave, through the system's ICD loader."""
from command import CommandTest, main

PROGRAM = r"""
#include <sycl/sycl.hpp>
#include <cstdio>
#include <vector>
SYCL_EXTERNAL int twice(int x);
int main() {
  sycl::queue q;
  int* p = sycl::malloc_shared<int>(64, q);
  q.single_task<class First>([=] { p[0] = 42; }).wait();
  q.parallel_for(sycl::range<1>{63}, [=](sycl::item<1> i) [[sycl::reqd_sub_group_size(8)]] {
    p[i.get_id(0) + 1] = twice(int(i.get_id(0))); }).wait();
  std::printf("%d %d %d\n", p[0], p[1], p[63]);
  std::vector<float> v(1000, 1.5f);
  { sycl::buffer<float> b(v.data(), sycl::range<1>{1000});
    q.submit([&](sycl::handler& h) {
      sycl::accessor a(b, h);
      h.parallel_for(sycl::range<1>{1000}, [=](sycl::id<1> i) { a[i] *= i; }); }); }
  double sum = 0;
  for (float x : v) sum += x;
  std::printf("%g\n", sum);
  sycl::free(p, q);
}
"""
EXPECTED = "42 0 124\n749250\n"


class Programs(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("main.cpp", PROGRAM)
        self.write("twice.cpp", "#include <sycl/sycl.hpp>\nSYCL_EXTERNAL int twice(int x) { return 2 * x; }\n")

    def test_run_whatever_they_are_compiled_with(self):
        for words in (("-O0", "-g"), ("-O2",), ("-O3", "-march=native", "-std=c++20")):
            self.compile(*words, "main.cpp", "twice.cpp", "-o", "program")
            self.assertEqual(self.run_words("./program"), EXPECTED, words)

    def test_run_under_sanitizers(self):
        for word in ("-fsanitize=thread", "-fsanitize=address,undefined"):
            self.compile("-O1", word, "main.cpp", "twice.cpp", "-o", "program")
            # Generated code and the driver are not instrumented: what they do is nothing to judge.
            text = self.run_words("./program", environment={"ASAN_OPTIONS": "detect_leaks=0", "TSAN_OPTIONS": "report_bugs=0"})
            self.assertEqual(text, EXPECTED, word)

    def test_run_with_functions_of_shared_libraries(self):
        self.compile("-O1", "-fPIC", "-shared", "twice.cpp", "-o", "libtwice.so")
        self.compile("-O1", "main.cpp", "-L.", "-ltwice", "-Wl,-rpath,$ORIGIN", "-o", "program")
        self.assertEqual(self.run_words("./program"), EXPECTED)

    def test_have_variables_of_the_host_that_virtual_functions_use(self):
        # The table of virtual functions is in the module for devices, with what initialises their variables.
        self.write("one.cpp", r"""
#include <sycl/sycl.hpp>
#include <cstdio>
#include <memory>
struct Manager { int value = 5; };
template <class T> struct Single {
  static std::unique_ptr<T> instance;
  static T& get() { if (!instance) instance.reset(new T()); return *instance; }
};
template <class T> std::unique_ptr<T> Single<T>::instance;
struct Test { virtual ~Test() = default; virtual int setup(); };
int Test::setup() { return Single<Manager>::get().value; }
int main() {
  sycl::queue q;
  int* p = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *p = 37; }).wait();
  std::printf("%d\n", *p + Test().setup());
  sycl::free(p, q);
}
""")
        self.compile("-O1", "one.cpp", "-o", "one")
        self.assertEqual(self.run_words("./one"), "42\n")

    def test_name_a_missing_function(self):
        self.assertIn("twice(int) [clone .device]", self.compile("main.cpp", "-o", "program", fails=True))


if __name__ == "__main__":
    main()

"""SYCL's attributes arrive, wherever they stand; what would have no effect is an error."""
from command import CommandTest, main

POSITIONS = r"""
using namespace sycl;
constexpr int lanes = 8;
#define SG16 [[sycl::reqd_sub_group_size(16)]]
#define SGN(n) [[sycl::reqd_sub_group_size(n)]]
#define MULTI [[ sycl::reqd_sub_group_size(16), \
                 sycl::work_group_size_hint(64) ]]
template <int N> struct InTemplate { int* p;
  [[sycl::reqd_sub_group_size(N)]] void operator()(item<1> i) const { p[i] = N; } };
struct ByMacro { int* p;
  SG16 void operator()(item<1> i) const { p[i] = 2; } };
struct BehindName { int* p;
  [[nodiscard, sycl::reqd_sub_group_size(4)]] int f(size_t i) const { return i; }
  void operator() [[sycl::reqd_sub_group_size(4)]] (item<1> i) const { p[i] = f(i); } };
struct ThreeLists { int* p;
  [[maybe_unused]] [[sycl::reqd_work_group_size(4, 2, 8)]] [[sycl::device_has(aspect::fp64, aspect::fp16)]]
  void operator()(nd_item<3>) const { p[0] = 3; } };
[[sycl::reqd_sub_group_size(32)]] SYCL_EXTERNAL void external(int* p);
SYCL_EXTERNAL [[sycl::device_has(aspect::fp64)]] void other(int* p) { *p = 1; }
SYCL_EXTERNAL void external(int* p) { *p = 4; }
template <int N> void in_template(int* p) {
  test::parallel_for<class T1>([=](item<1> i) [[sycl::reqd_sub_group_size(N)]] { p[i] = N; });
  test::parallel_for<class T2>([=](auto i) [[intel::reqd_sub_group_size(N * 2)]] { p[i] = N + 1; });
}
void run(int* p) {
  test::parallel_for<class L1>([=](item<1> i) [[sycl::reqd_sub_group_size(32)]] { p[i] = 1; });
  test::parallel_for<class L2>([=](item<1> i) SG16 { p[i] = 1; });
  test::parallel_for<class L3>([=](item<1> i) SGN(lanes) { p[i] = 1; });
  test::parallel_for<class L4>([=](item<1> i) MULTI { p[i] = 1; });
  test::parallel_for<class L5>([=](item<1> i) [[using sycl: reqd_sub_group_size(64), device_has()]] { p[i] = 1; });
  test::parallel_for<class L6>([=](item<1> i) [[ /* a comment */ sycl :: reqd_sub_group_size
       ( lanes /*lanes*/ * 2 ) ]] { p[i] = 1; });
  test::single_task<class L7>([=] {
    int k = 1; auto m = [=](int i) mutable [[sycl::reqd_sub_group_size(8)]] { k = i; return k; }; p[0] = m(3); });
  test::parallel_for<class L8>([=](item<1> i) noexcept(true) [[sycl::reqd_sub_group_size(8)]] { p[i] = 1; });
  test::parallel_for<class L9>([=](item<1> i) [[sycl::reqd_sub_group_size(8)]] -> void { p[i] = 1; });
#if __cplusplus >= 202002L
  test::parallel_for<class LA>([=]<class I>(I i) [[sycl::reqd_sub_group_size(8)]] { p[i] = 1; });
#endif
#if __cplusplus >= 202302L
  test::parallel_for<class LB>([=] [[sycl::reqd_sub_group_size(8)]] (item<1> i) { p[i] = 1; });
  test::single_task<class LC>([=] [[sycl::reqd_sub_group_size(8)]] { p[0] = 1; });
#endif
  test::single_task<class LD>([=]() [[sycl::reqd_work_group_size(1)]] [[sycl::vec_type_hint(int)]] { p[0] = 1; });
  test::parallel_for<class F1>(InTemplate<4>{p});
  test::parallel_for<class F2>(ByMacro{p});
  test::parallel_for<class F3>(BehindName{p});
  test::nd_parallel_for<class F4>(ThreeLists{p});
  test::single_task<class E1>([=] { external(p); other(p); });
  in_template<16>(p);
}
// What only looks like one.
const char* a = "[[sycl::reqd_sub_group_size(32)]]";
const char* b = R"x([[sycl::reqd_sub_group_size(32)]] )" )x";
/* [[sycl::reqd_sub_group_size(32)]] */ // [[sycl::reqd_sub_group_size(32)]]
int arr[4]; int idx[2] = {0, 1}; int nested() { return arr[idx[0]] + arr[idx[(1)]]; }
static_assert(__LINE__ == LAST_LINE);
"""
# Each kernel has a sub-group size, a work-group size and a hint in the order of OpenCL, and aspects.
EXPECTED = {
    "L1": ("32", "0,0,0", "0,0,0", ""), "L2": ("16", "0,0,0", "0,0,0", ""), "L3": ("8", "0,0,0", "0,0,0", ""),
    "L4": ("16", "0,0,0", "64,1,1", ""), "L5": ("64", "0,0,0", "0,0,0", ""), "L6": ("16", "0,0,0", "0,0,0", ""),
    "L7": ("8", "0,0,0", "0,0,0", ""), "L8": ("8", "0,0,0", "0,0,0", ""), "L9": ("8", "0,0,0", "0,0,0", ""),
    "LA": ("8", "0,0,0", "0,0,0", ""), "LB": ("8", "0,0,0", "0,0,0", ""), "LC": ("8", "0,0,0", "0,0,0", ""),
    "LD": ("0", "1,1,1", "0,0,0", ""), "F1": ("4", "0,0,0", "0,0,0", ""), "F2": ("16", "0,0,0", "0,0,0", ""),
    "F3": ("4", "0,0,0", "0,0,0", ""), "F4": ("0", "8,2,4", "0,0,0", "6,7"), "E1": ("32", "0,0,0", "0,0,0", "7"),
    "T1": ("16", "0,0,0", "0,0,0", ""), "T2": ("32", "0,0,0", "0,0,0", ""),
}


class Attributes(CommandTest):
    def check_positions(self, standard, missing):
        line = POSITIONS.count("\n")
        self.kernels("positions.cpp", POSITIONS.replace("LAST_LINE", str(line)))
        self.compile(f"-std={standard}", "-Wall", "-Wextra", "-Werror", "-c", "positions.cpp")
        found = {name: (kernel["sub_group"], kernel["group"], kernel["hint"], kernel["aspects"])
                 for name, kernel in self.image_values("positions.o").items()}
        self.assertEqual(found, {name: values for name, values in EXPECTED.items() if name not in missing})
        # The back ends read them there.
        code = self.bitcode("positions.o")
        self.assertRegex(code, r"!intel_reqd_sub_group_size")
        self.assertRegex(code, r"!reqd_work_group_size")

    def test_arrive_in_cxx17(self):
        self.check_positions("c++17", {"LA", "LB", "LC"})

    def test_arrive_in_cxx20(self):
        self.check_positions("c++20", {"LB", "LC"})

    def test_arrive_in_cxx23(self):
        self.check_positions("c++23", set())

    def test_arrive_from_standard_input(self):
        self.compile("-c", "-x", "c++", "-", "-o", "a.o", stdin='#include "kernels.h"\nvoid run(int* p) '
                     "{ test::single_task<class K>([=]() [[sycl::reqd_sub_group_size(16)]] { *p = 1; }); }\n")
        self.assertEqual(self.image_values("a.o")["K"]["sub_group"], "16")

    def test_are_known_to_the_preprocessor(self):
        self.kernels("a.cpp", "#if __has_cpp_attribute(sycl::reqd_sub_group_size) && \\\n"
                     "    __has_cpp_attribute(intel::reqd_sub_group_size)\n#else\n#error unknown\n#endif\n"
                     "static_assert(__LINE__ == 6);\n")
        self.compile("-c", "a.cpp")

    def test_leave_lines_of_messages_as_they_were_written(self):
        self.kernels("a.cpp", "[[sycl::reqd_sub_group_size(8)]] SYCL_EXTERNAL int f() { return wrong; }\n")
        text = self.compile("-c", "a.cpp", fails=True)
        self.assertIn("a.cpp:1:65: error: use of undeclared identifier 'wrong'", text)
        self.assertIn("[[sycl::reqd_sub_group_size(8)]] SYCL_EXTERNAL int f() { return wrong; }", text)

    def test_that_do_not_exist_are_errors(self):
        for scope in ("sycl", "intel"):
            self.kernels("a.cpp", f"void run(int* p) {{ test::single_task([=]() [[{scope}::reqd_lanes(8)]] {{ *p = 1; }}); }}\n")
            text = self.compile("-w", "-Wno-unknown-attributes", "-c", "a.cpp", fails=True)
            self.assertIn(f"a.cpp:1:{48 + len(scope)}: error: there is no attribute '{scope}::reqd_lanes' for kernels", text)

    def test_that_the_preprocessor_puts_together_are_errors(self):
        self.kernels("a.cpp", "#define SIZE(n) [[sycl::reqd_##n(8)]]\n"
                     "void run(int* p) { test::single_task([=]() SIZE(sub_group_size) { *p = 1; }); }\n")
        self.assertIn("error: the attribute 'sycl::reqd_sub_group_size' would have no effect, because it is put together by "
                      "the preprocessor", self.compile("-c", "a.cpp", fails=True))

    def test_arrive_from_macros_in_their_brackets(self):
        self.write("sizes.h", "#define SIZE(n) sycl::reqd_sub_group_size(n)\n#define IF_KNOWN(n) SIZE(n)\n#define NONE\n"
                   "#define BOTH sycl::reqd_sub_group_size(8), intel::work_group_size_hint(64)\n"
                   "#define OTHERS(text) deprecated(text), maybe_unused\n")
        self.kernels("a.cpp", '#include "sizes.h"\nconstexpr int lanes() { return 32; }\n'
                     "template <int N> struct Sized { int* p;\n  [[IF_KNOWN(N)]] void operator()(sycl::item<1>) const { *p = N; } };\n"
                     "void run(int* p) {\n"
                     "  test::parallel_for<class A>(([=](sycl::item<1>) [[IF_KNOWN(lanes())]] { *p = 1; }));\n"
                     "  test::parallel_for<class B>([=](sycl::item<1>) [[BOTH]] { *p = 1; });\n"
                     "  test::parallel_for<class C>([=](sycl::item<1>) [[NONE]] { *p = 1; });\n"
                     "  test::parallel_for<class D>(Sized<4>{p});\n}\n"
                     '[[NONE]] [[OTHERS("old")]] static int old;\nint use() { return old; }\n')
        text = self.compile("-std=c++17", "-Wall", "-pedantic", "-c", "a.cpp")
        self.assertIn("a.cpp:12:20: warning: 'old' is deprecated: old", text)
        self.assertNotIn("[-W", text.replace("[-Wdeprecated-declarations]", ""))
        found = {name: (kernel["sub_group"], kernel["hint"]) for name, kernel in self.image_values("a.o").items()}
        self.assertEqual(found, {"A": ("32", "0,0,0"), "B": ("8", "64,1,1"), "C": ("0", "0,0,0"), "D": ("4", "0,0,0")})

    def test_of_macros_that_would_have_no_effect_are_errors(self):
        for place in ("[=]() mutable [[SIZE(8)]]", "[=]() [[maybe_unused, SIZE(8)]]", "[=]() [[size(8)]]"):
            self.kernels("a.cpp", "#define SIZE(n) sycl::reqd_sub_group_size(n)\n#define size(n) SIZE(n)\n"
                         f"void run(int* p) {{ test::single_task<class K>({place} {{ *p = 1; }}); }}\n")
            text = self.compile("-w", "-c", "a.cpp", fails=True)
            self.assertIn("error: an attribute of SYCL that comes from a macro would have no effect here", text)

    def test_of_other_scopes_are_clangs(self):
        self.kernels("a.cpp", "[[other::one(1)]] [[gnu::unused, clang::noinline]] void f() {}\n")
        self.assertIn("unknown attribute 'other::one' ignored", self.compile("-c", "a.cpp"))

    def test_of_kernel_and_callee_may_not_contradict(self):
        self.kernels("a.cpp", "[[sycl::reqd_sub_group_size(32)]] inline int helper(int x) { return x + 1; }\n"
                     "inline int middle(int x) { return helper(x); }\n"
                     "void run(int* p) {\n"
                     "  test::single_task<class K>([=]() [[sycl::reqd_sub_group_size(16)]] { *p = middle(*p); });\n}\n")
        text = self.compile("-c", "a.cpp", fails=True)
        self.assertRegex(text, r"a.cpp:1:\d+: error: conflicting attributes in one kernel: 'helper' has "
                         r"\[\[sycl::reqd_sub_group_size\(32\)\]\], and .*operator\(\)' has "
                         r"\[\[sycl::reqd_sub_group_size\(16\)\]\]")
        self.assertRegex(text, r"a.cpp:2:35: note: in 'helper', which is called here")
        self.assertRegex(text, r"a.cpp:4:\d+: note: in the kernel 'K'")
        self.assertRegex(text, r"a.cpp:4:\d+: note: the other one is here")

    def test_of_callees_should_be_aspects_of_the_kernel(self):
        # A diagnostic, 5.8.1 says: the kernel then needs all of them.
        self.kernels("a.cpp", "[[sycl::device_has(sycl::aspect::fp64)]] inline int helper(int x) { return x + 1; }\n"
                     "void run(int* p) { test::single_task<class K>([=]() [[sycl::device_has(sycl::aspect::fp16)]] "
                     "{ *p = helper(*p); }); }\n")
        self.assertIn("a.cpp:1:1: warning: 'helper' has [[sycl::device_has(7)]], but the kernel that calls it is only for "
                      "devices with what [[sycl::device_has(6)]] lists", self.compile("-c", "a.cpp"))
        self.assertEqual(self.image_values("a.o")["K"]["aspects"], "6,7")

    def test_with_wrong_values_are_errors(self):
        for values, message in (("0", "no size is 0"), ("", "takes one size"), ("8, 8", "takes one size"),
                                ("-8", "takes constants that are not negative")):
            self.kernels("a.cpp", f"void run(int* p) {{ test::single_task([=]() [[sycl::reqd_sub_group_size({values})]] "
                         "{ *p = 1; }); }\n")
            self.assertIn(message, self.compile("-c", "a.cpp", fails=True))


if __name__ == "__main__":
    main()

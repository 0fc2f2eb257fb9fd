"""Programs that SYCL 2020 forbids (5.4) are refused, with file, line and the calls that lead there."""
import re

from command import CommandTest, main


class Rules(CommandTest):
    def refused(self, text, *lines):
        """The messages of a source, without the lines of source: exactly these patterns, in their order."""
        self.kernels("bad.cpp", text)
        found = re.findall(r"^(?:bad\.cpp|[^\s].*):\d+:\d+: .*", self.compile("-c", "bad.cpp", fails=True), re.MULTILINE)
        for pattern, line in zip(lines, found):
            self.assertRegex(line, "^" + pattern + "$")
        self.assertEqual(len(found), len(lines), "\n".join(found))
        self.assertFalse((self.folder / "bad.o").exists())

    def test_virtual_calls(self):
        self.refused(
            "struct Shape { virtual int area() const = 0; };\n"
            "struct Square : Shape { int s = 2; int area() const override { return s * s; } };\n"
            "int measure(const Shape* s) { return s->area(); }\n"
            "int twice(const Shape* s) { return 2 * measure(s); }\n"
            "void run(int* p) {\n"
            "  test::single_task<class K>([=] { Square s; const Shape* t = &s; p[0] = twice(t); });\n}\n",
            r"bad.cpp:3:38: error: SYCL kernels may not call a virtual function: 'Shape::area'",
            r"bad.cpp:4:40: note: in 'measure', which is called here",
            r"bad.cpp:6:74: note: in 'twice', which is called here",
            r"bad.cpp:6:30: note: in the kernel 'K'")

    def test_calls_through_pointers(self):
        self.refused(
            "int one(int x) { return x + 1; }\n"
            "struct M { int f() const { return 3; } };\n"
            "int apply(int (*f)(int), int x) { return f(x); }\n"
            "void run(int* p) { test::single_task([=] {\n"
            "  p[0] = apply(one, 2);\n"
            "  M m; auto g = &M::f; p[1] = (m.*g)();\n}); }\n",
            r"bad.cpp:3:42: error: SYCL kernels may not call through a pointer to a function",
            r"bad.cpp:5:10: note: in 'apply', which is called here",
            r"bad.cpp:4:38: note: in the kernel",
            r"bad.cpp:6:31: error: SYCL kernels may not call through a pointer to a member function",
            r"bad.cpp:4:38: note: in the kernel")

    def test_throw(self):
        self.refused(
            "template <class T> T checked(T x) { if (x < 0) throw 1; return x; }\n"
            "void run(int* p) { test::parallel_for([=](sycl::id<1> i) { p[i] = checked(p[i]); }); }\n",
            r"bad.cpp:1:48: error: SYCL kernels may not throw exceptions",
            r"bad.cpp:2:67: note: in 'checked<int>', which is called here",
            r"bad.cpp:2:39: note: in the kernel")

    def test_memory_from_new_and_from_the_library(self):
        self.refused(
            "#include <vector>\n"
            "int sum() { std::vector<int> v(4, 1); return v[0] + v[3]; }\n"
            "void run(int* p) { test::single_task([=] { int* x = new int(3); p[0] = *x + sum(); }); }\n",
            r"bad.cpp:3:53: error: SYCL kernels may not allocate memory with new",
            r"bad.cpp:3:38: note: in the kernel",
            r"bad.cpp:2:30: error: SYCL kernels may not allocate memory",
            r"bad.cpp:2:30: note: in 'std::vector<int>::vector', which is called here",
            r"bad.cpp:3:77: note: in 'sum', which is called here",
            r"bad.cpp:3:38: note: in the kernel")

    def test_recursion(self):
        self.refused(
            "int odd(int n);\n"
            "int even(int n) { return n == 0 ? 1 : odd(n - 1); }\n"
            "int odd(int n) { return n == 0 ? 0 : even(n - 1); }\n"
            "void run(int* p) { test::single_task([=] { p[0] = even(7); }); }\n",
            r"bad.cpp:3:38: error: SYCL kernels may not recurse: 'even' calls itself",
            r"bad.cpp:2:39: note: in 'odd', which is called here",
            r"bad.cpp:4:51: note: in 'even', which is called here",
            r"bad.cpp:4:38: note: in the kernel")

    def test_variables_that_change(self):
        self.refused(
            "int counter = 0; const int fine = 3; constexpr int table[] = {1, 2, 3};\n"
            "struct S { static int member; static constexpr int good = 5; };\n"
            "int bump() { static int calls = 0; return ++calls; }\n"
            "void run(int* p) { test::single_task([=] {\n"
            "  counter += fine + table[1] + S::good;\n"
            "  p[0] = bump() + S::member;\n}); }\n",
            r"bad.cpp:5:3: error: SYCL kernels may not use variables outside of them that can change: 'counter'",
            r"bad.cpp:4:38: note: in the kernel",
            r"bad.cpp:3:25: error: SYCL kernels may not have static variables that can change: 'calls'",
            r"bad.cpp:6:10: note: in 'bump', which is called here",
            r"bad.cpp:4:38: note: in the kernel",
            r"bad.cpp:6:19: error: SYCL kernels may not use variables outside of them that can change: 'S::member'",
            r"bad.cpp:4:38: note: in the kernel")

    def test_undefined_functions(self):
        self.refused(
            "int elsewhere(int); SYCL_EXTERNAL int allowed(int);\n"
            "struct Helper { int x; int get() const { return elsewhere(x); } };\n"
            "void run(int* p) { Helper h{3}; test::single_task([=] { p[0] = h.get() + allowed(2); }); }\n",
            r"bad.cpp:2:49: error: SYCL kernels may not call a function that is neither defined in this unit nor "
            r"SYCL_EXTERNAL: 'elsewhere'",
            r"bad.cpp:3:66: note: in 'Helper::get', which is called here",
            r"bad.cpp:3:51: note: in the kernel",
            r"bad.cpp:1:5: note: it is declared here")

    def test_variadic_functions_and_those_that_devices_lack(self):
        self.refused(
            "#include <cstdio>\nint many(int n, ...) { return n; }\n"
            "void run(int* p) { test::single_task([=] {\n"
            "  p[0] = many(1, 2, 3); printf(\"%d\", p[0]);\n"
            "  snprintf((char*)p, 4, \"x\");\n}); }\n",
            r"bad.cpp:4:10: error: SYCL kernels may not call a variadic function: 'many'",
            r"bad.cpp:3:38: note: in the kernel",
            r"bad.cpp:5:3: error: SYCL kernels may not call a function of the system's library that devices lack: 'snprintf'",
            r"bad.cpp:3:38: note: in the kernel")

    def test_assembly_and_thread_local(self):
        self.refused(
            'inline int tick() { int r; asm volatile("rdtsc" : "=a"(r) : : "edx"); return r; }\n'
            "void run(int* p) { test::single_task([=] { p[0] = tick(); thread_local int t = 3; p[1] = t; }); }\n",
            r"bad.cpp:1:28: error: SYCL kernels may not contain assembly",
            r"bad.cpp:2:51: note: in 'tick', which is called here",
            r"bad.cpp:2:38: note: in the kernel",
            r"bad.cpp:2:76: error: SYCL kernels may not have thread-local variables: 't'",
            r"bad.cpp:2:38: note: in the kernel")

    def test_long_double(self):
        self.refused(
            "long double third(long double x) { return x / 3; }\n"
            "void run(double* p) { test::single_task([=] { p[0] = third(p[0]); }); }\n",
            r"bad.cpp:1:31: error: SYCL kernels may not use 'long double', which devices lack",
            r"bad.cpp:2:54: note: in 'third', which is called here",
            r"bad.cpp:2:41: note: in the kernel")

    def test_captures_by_reference(self):
        self.refused(
            "void run(int* p) { int a = 1, b = 2;\n"
            "  test::single_task<class A>([&] { p[0] = a; });\n"
            "  test::single_task<class B>([=, &b] { p[0] = b; }); }\n",
            r"bad.cpp:2:36: error: SYCL kernels may not capture by reference: 'p'",
            r"bad.cpp:2:30: note: capture by value: \[=\] in place of \[&\]",
            r"bad.cpp:2:43: error: SYCL kernels may not capture by reference: 'a'",
            r"bad.cpp:2:30: note: capture by value: \[=\] in place of \[&\]",
            r"bad.cpp:3:35: error: SYCL kernels may not capture by reference: 'b'",
            r"bad.cpp:3:30: note: capture it by value, without &")

    def test_captures_that_are_not_device_copyable(self):
        advice = (r"give kernels an accessor, or a pointer to memory that devices reach \(sycl::malloc_shared, "
                  r"sycl::malloc_device\)")
        self.refused(
            "#include <string>\n#include <sycl/is_device_copyable.hpp>\n#include <tuple>\n#include <vector>\n"
            "struct Inner { int a; std::string name; }; struct Config { long b; Inner inner[2]; };\n"
            "struct Own { int x; Own(int x) : x(x) {}\n  Own(const Own& o) : x(o.x) {} };\n"
            "void run(int* p) { std::vector<int> v(3); Config config; std::pair<int, Own> pair(1, 2);\n"
            "  test::single_task<class A>([=] { p[0] = v[1]; });\n"
            "  test::single_task<class B>([p, config] { p[0] = config.b; });\n"
            "  test::single_task<class C>([p, other = pair] { p[0] = other.first; });\n"
            "  test::parallel_for<class D>([=](sycl::id<1>) { p[0] = v[2]; });\n"
            "  test::single_task<class E>([p, t = std::tuple<int, Own>(1, 2)] { p[0] = std::get<0>(t); }); }\n",
            r"bad.cpp:9:43: error: SYCL kernels may not hold what is not device copyable: 'v' of type 'std::vector<int>'",
            r"bad.cpp:9:43: note: 'v' of type 'std::vector<int>' has a (copy constructor|destructor) of its own",
            "bad.cpp:9:43: note: " + advice,
            r"bad.cpp:10:34: error: SYCL kernels may not hold what is not device copyable: 'config' of type 'Config'",
            r"bad.cpp:5:35: note: 'config.inner.name' of type 'std::.*string.*' has a (copy constructor|destructor) of its own",
            "bad.cpp:10:34: note: " + advice,
            r"bad.cpp:11:34: error: SYCL kernels may not hold what is not device copyable: 'other' of type 'std::pair<int, Own>'",
            r"bad.cpp:7:3: note: 'other.second' of type 'Own' has a copy constructor of its own",
            r"bad.cpp:11:34: note: if a copy of its bytes is all that devices need, declare: template <> struct "
            r"sycl::is_device_copyable<Own> : std::true_type {};",
            r"bad.cpp:12:57: error: SYCL kernels may not hold what is not device copyable: 'v' of type 'std::vector<int>'",
            r"bad.cpp:12:57: note: 'v' of type 'std::vector<int>' has a (copy constructor|destructor) of its own",
            "bad.cpp:12:57: note: " + advice,
            r"bad.cpp:13:34: error: SYCL kernels may not hold what is not device copyable: 't' of type 'std::tuple<int, Own>'",
            r"bad.cpp:7:3: note: 't' of type 'Own' has a copy constructor of its own",
            r"bad.cpp:13:34: note: if a copy of its bytes is all .* sycl::is_device_copyable<Own> : std::true_type {};")

    def test_function_objects_that_are_not_device_copyable(self):
        self.refused(
            "struct Base { int x; ~Base() {} };\nstruct Member { int* p; Base base; void operator()() const { p[0] = 1; } };\n"
            "struct Derived : Base { int* p; void operator()() const { p[0] = 1; } };\n"
            "struct Itself { int* p; Itself(int* p) : p(p) {}\n  Itself(Itself&& o) : p(o.p) {}\n"
            "  void operator()() const { p[0] = 1; } };\n"
            "struct Virtual { int* p; virtual int f() const { return 1; }\n  void operator()() const { p[0] = 1; } };\n"
            "struct Reference { int& p; void operator()() const { p = 1; } };\n"
            "void run(int* p) { test::single_task(Member{p, {}}); test::single_task(Derived{{}, p});\n"
            "  test::single_task(Itself(p)); test::single_task(Virtual()); test::single_task(Reference{*p}); }\n",
            r"bad.cpp:2:30: error: SYCL kernels may not hold what is not device copyable: 'base' of type 'Base'",
            r"bad.cpp:1:22: note: 'base' of type 'Base' has a destructor of its own",
            r"bad.cpp:2:30: note: if a copy of its bytes is all that devices need, declare: .*<Base> : std::true_type {};",
            r"bad.cpp:3:18: error: SYCL kernels may not hold what is not device copyable: 'Base'",
            r"bad.cpp:1:22: note: 'Base' has a destructor of its own",
            r"bad.cpp:3:18: note: if a copy of its bytes is all that devices need, declare: .*<Base> : std::true_type {};",
            r"bad.cpp:4:8: error: SYCL kernels may not be function objects that are not device copyable: 'Itself'",
            r"bad.cpp:5:3: note: 'Itself' has a move constructor of its own",
            r"bad.cpp:4:8: note: if a copy of its bytes is all that devices need, declare: .*<Itself> : std::true_type {};",
            r"bad.cpp:7:8: error: SYCL kernels may not be function objects that are not device copyable: 'Virtual'",
            r"bad.cpp:7:8: note: 'Virtual' has virtual functions or bases",
            r"bad.cpp:7:8: note: if a copy of its bytes is all that devices need, declare: .*<Virtual> : std::true_type {};",
            r"bad.cpp:9:25: error: SYCL kernels may not have members that are references: 'Reference::p'",
            r"bad.cpp:9:25: note: hold a copy, or a pointer to memory that devices reach")

    def test_captured_lambdas_that_capture_by_reference(self):
        self.refused(
            "struct Holder { void (*unused)(); };\n"
            "void run(int* p) { int a = 1; auto f = [&] { return a; }; Holder h{};\n"
            "  test::single_task([=] { p[0] = f() + (h.unused == nullptr); }); }\n",
            r"bad.cpp:3:34: error: SYCL kernels may not hold what is not device copyable: 'f' of type '\(lambda\)'",
            r"bad.cpp:2:53: note: 'f' of type '\(lambda\)' captures 'a' by reference",
            r"bad.cpp:3:34: note: capture by value there, too")

    def test_classes_of_sycl_that_are_not_for_devices(self):
        self.write("bad.cpp", """#include <sycl/sycl.hpp>
void run(sycl::queue& queue, int* p) {
  sycl::buffer<int> buffer(sycl::range<1>(4));
  queue.single_task([=] { p[0] = static_cast<int>(buffer.size()); });
}
""")
        text = self.compile("-c", "bad.cpp", fails=True)
        self.assertRegex(text, r"bad.cpp:4:51: error: SYCL kernels may not hold what is not device copyable: 'buffer' of type "
                         r"'sycl::.*buffer<int>'\n(.*\n)*"
                         r"bad.cpp:4:51: note: 'buffer' of type 'sycl::.*buffer<int>' holds what belongs to the host")

    def refuse_extension(self, statement, expected):
        self.write("bad.cpp", f"""#include <sycl/sycl.hpp>
namespace oneapi = sycl::ext::oneapi;
namespace properties = oneapi::experimental;
struct Destroyed {{ ~Destroyed() {{}} }};
void run(sycl::queue& queue, int* p) {{
  {statement}
}}
""")
        self.assertRegex(self.compile("-c", "bad.cpp", fails=True), expected)

    def test_local_memory_in_functions_that_is_misused(self):
        launch = "queue.parallel_for(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1> item) { *p = oneapi::%s; });"
        self.refuse_extension(launch % "group_local_memory<int>(item.get_sub_group())[0]",
                              "group_local_memory takes a work-group: item.get_group")
        self.refuse_extension(launch % "group_local_memory_for_overwrite<Destroyed>(item.get_group()) == nullptr",
                              "the objects of group_local_memory are not destroyed")

    def test_properties_that_are_misused(self):
        launch = "queue.parallel_for(sycl::nd_range<2>({8, 8}, {8, 8}), properties::properties{properties::%s}, %s { *p = 1; });"
        kernel = "[=](sycl::nd_item<2> item)"
        self.refuse_extension(launch % ("sub_group_size<8>, properties::sub_group_size<16>", kernel),
                              "a list of properties has the same property twice")
        self.refuse_extension(launch % ("work_group_size<8>", kernel), "as many sizes as the launch has dimensions")
        self.refuse_extension(launch % ("work_group_size<8, 0>", kernel), "no size of a work-group is 0")
        self.refuse_extension(
            launch % ("sub_group_size<8>", kernel + " [[sycl::reqd_sub_group_size(16)]]"),
            r"conflicting attributes in one kernel: the kernel has \[\[sycl::reqd_sub_group_size\(16\)\]\], and a property has "
            r"\[\[sycl::reqd_sub_group_size\(8\)\]\]\n(.*\n)*bad.cpp:6:\d+: note: in the kernel\n")

    def test_captures_that_are_device_copyable(self):
        self.write("fine.cpp", r"""
#include <array>
#include <optional>
#include <string_view>
#include <sycl/sycl.hpp>
#include <tuple>
#include <utility>
#include <variant>
#if __cplusplus >= 202002L
#include <span>
#endif
#ifndef SYCL_DEVICE_COPYABLE
#error
#endif
struct Own { int x; Own(int x) : x(x) {} Own(const Own& o) : x(o.x) {} ~Own() {} };
struct Not : Own {};
template <> struct sycl::is_device_copyable<Own> : std::true_type {};
static_assert(sycl::is_device_copyable_v<const volatile int> && sycl::is_device_copyable_v<const Own[3]> &&
              sycl::is_device_copyable_v<volatile int[3]> && sycl::is_device_copyable_v<const volatile int[3]>);
static_assert(!sycl::is_device_copyable_v<const Not[3]> && !sycl::is_device_copyable_v<volatile Not>);
template <class T> struct Box { T x; Box(T x) : x(x) {} Box(const Box& o) : x(o.x) {} };
template <class T> struct sycl::is_device_copyable<Box<T>> : sycl::is_device_copyable<T> {};
struct View { sycl::accessor<int> memory; sycl::local_accessor<int> scratch; };
struct Pod { int a[3]; void (*host)(); };
struct Functor { Own own; int* p; Functor(const Functor& o) : own(o.own), p(o.p) {} Functor(int* p) : own(1), p(p) {}
                 void operator()() const { p[0] = own.x; } };
template <> struct sycl::is_device_copyable<Functor> { static constexpr bool value = true; };
void run(sycl::queue& queue, int* p) {
  sycl::buffer<int> buffer(sycl::range<1>(4));
  queue.submit([&](sycl::handler& group) {
    struct Held { sycl::accessor<int> accessor; std::pair<int, Own> pair; int number; };
    Held held{{buffer, group}, {1, 2}, 3};
    sycl::accessor accessor(buffer, group);
    sycl::local_accessor<int> local(sycl::range<1>(4), group);
    std::pair<int, Own> pair(1, 2); std::tuple<int, Own, Box<int>> tuple(1, 2, 3); std::optional<Own> optional(3);
    std::variant<int, Own> variant(4); std::string_view view("x"); sycl::span<int> span(p, 1); Pod pod{};
    std::array<Own, 2> array{1, 2}; Own plain[2]{1, 2}; const Own constant(3); Box<std::pair<int, int>> box({1, 2});
#if __cplusplus >= 202002L
    std::span<int> elements(p, 1);
#endif
    sycl::vec<float, 4> vec(1); sycl::marray<int, 3> marray(2); sycl::half half(1); sycl::id<2> id(1, 2);
    auto value = [p] { return p[1]; };
    Box<View> views(View{accessor, local});
    group.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1>) {
      static_assert(std::is_copy_assignable_v<View>);
      local[0] = views.x.memory[0] + views.x.scratch[0] + held.number + held.pair.first + accessor[0];
      p[0] = local[0] + pair.second.x + std::get<1>(tuple).x + std::get<2>(tuple).x + optional->x + int(variant.index()) +
             int(view.size()) + int(span.size()) + pod.a[0] + array[1].x + plain[1].x + constant.x + box.x.second +
             int(vec[0]) + marray[0] + int(half) + int(id[0]) + value();
#if __cplusplus >= 202002L
      p[1] = elements[0];
#endif
    });
  });
  queue.single_task(Functor(p));
  int* const sum = p;
  queue.parallel_for(sycl::range<1>(4), sycl::reduction(sum, sycl::plus<int>()), [=](sycl::id<1>, auto& total) { total += 1; });
}
""")
        for standard in ("-std=c++17", "-std=c++20"):
            self.compile(standard, "-c", "fine.cpp")

    def test_run_time_types(self):
        self.refused(
            "#include <typeinfo>\nstruct V { virtual ~V() = default; };\n"
            "void run(V* v, const char** p) { test::single_task([=] { p[0] = typeid(*v).name(); p[1] = "
            "dynamic_cast<V*>(v) ? \"a\" : \"b\"; }); }\n",
            r"bad.cpp:3:65: error: SYCL kernels may not use typeid",
            r"bad.cpp:3:52: note: in the kernel",
            r"bad.cpp:3:91: error: SYCL kernels may not use dynamic_cast",
            r"bad.cpp:3:52: note: in the kernel")

    def test_in_external_functions(self):
        self.refused(
            "int counter;\nSYCL_EXTERNAL int next() { return ++counter; }\n",
            r"bad.cpp:2:37: error: SYCL kernels may not use variables outside of them that can change: 'counter'",
            r"bad.cpp:2:19: note: in the SYCL_EXTERNAL function 'next'")

    def test_in_external_functions_of_namespaces(self):
        self.refused(
            "int first, second;\nnamespace a::b { SYCL_EXTERNAL int next() { return ++first; } }\n"
            "namespace a { extern \"C\" { SYCL_EXTERNAL int last() { return --second; } } }\n",
            r"bad.cpp:2:54: error: SYCL kernels may not use variables outside of them that can change: 'first'",
            r"bad.cpp:2:36: note: in the SYCL_EXTERNAL function 'a::b::next'",
            r"bad.cpp:3:64: error: SYCL kernels may not use variables outside of them that can change: 'second'",
            r"bad.cpp:3:46: note: in the SYCL_EXTERNAL function 'a::last'")

    def test_in_functions_that_the_library_calls(self):
        self.refused(
            "#include <algorithm>\nint limit = 3;\n"
            "void run(int* p) { test::single_task([=] {\n"
            "  p[0] = std::max(p[1], p[2], [](int a, int b) { return a < b && a < limit; });\n}); }\n",
            r"bad.cpp:4:70: error: SYCL kernels may not use variables outside of them that can change: 'limit'",
            r"bad.cpp:4:31: note: in .*\(lambda\)::operator\(\)', which headers of the system call",
            r"bad.cpp:4:10: note: in 'std::max<.*', which is called here",
            r"bad.cpp:3:38: note: in the kernel")

    def test_recursion_of_the_library(self):
        self.kernels("bad.cpp", "#include <algorithm>\nvoid run(int* p) { test::single_task([=] { std::sort(p, p + 99); }); }\n")
        text = self.compile("-c", "bad.cpp", fails=True)
        self.assertRegex(text, r"bad.cpp:2:44: error: SYCL kernels may not recurse: 'std::__introsort_loop<.*' calls itself")
        self.assertRegex(text, r"bad.cpp:2:44: note: in 'std::sort<int \*>', which is called here")

    def test_forbid_nothing_else(self):
        self.kernels("fine.cpp", r"""
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <complex>
#include <new>
#include <optional>
#include <tuple>
#include <variant>
struct V { int x; V(int x) : x(x) {} virtual ~V() = default; virtual int f() const { return x; } };
struct W { int a = 3; ~W() { a = 0; } };
constexpr double table[] = {1, 2, 3};
const int fine = 3;
template <int N> constexpr int fact() { if constexpr (N == 0) return 1; else return N * fact<N - 1>(); }
constexpr int recursive(int n) { return n == 0 ? 1 : n * recursive(n - 1); }
void run(int* p, double* d) { test::single_task([=] {
  std::array<int, 8> a; for (int k = 0; k < 8; k++) a[k] = (p[0] * 7 + k * 5) % 13;
  std::reverse(a.begin(), a.end());
  auto t = std::make_tuple(a[0], a.at(7));
  std::variant<int, float> v; if (p[0] & 1) v = 2.f; else v = 3;
  std::optional<int> o; if (p[0] & 2) o = 4;
  constexpr int known = recursive(5);
  p[1] = std::get<0>(t) + std::visit([](auto x) { return int(x); }, v) + o.value_or(9) + fact<5>() + known + o.value();
  W w; p[2] = w.a; assert(p[0] >= 0);
  std::complex<float> c(d[0], d[1]), e(1, 2); c = c * e + c / e;
  d[2] = c.real() + std::abs(c) + std::sin(d[0]) + table[p[0] & 1] + std::pow(d[0], 2.5) + fine;
  auto f = [&](int x) { return x + p[3]; }; p[4] = f(2);
  alignas(int) unsigned char place[sizeof(int)]; p[5] = *new (place) int(7);
  V known_type(3); p[6] = known_type.f(); switch (p[7]) { case recursive(3): p[7] = sizeof(recursive(2)); }
}); }
// Code of the host is the host's.
long double host(long double x) { static int calls; ++calls; if (x < 0) throw x; return x * *new long double(3); }
""")
        self.compile("-Wno-keyword-compat", "-c", "fine.cpp")
        self.assertEqual(len(self.image_values("fine.o")), 1)

    def test_messages_of_both_passes_are_written_once(self):
        self.kernels("bad.cpp", "void run(int* p) { test::single_task([=] { p[0] = wrong; }); }\n")
        text = self.compile("-c", "bad.cpp", fails=True)
        self.assertEqual(text.count("use of undeclared identifier 'wrong'"), 1)
        self.kernels("bad.cpp", "template <class T> int size(T x) { return x.size(); }\n"
                     "void run(int* p) { test::single_task([=] { p[0] = size(p); }); }\n")
        self.assertEqual(self.compile("-c", "bad.cpp", fails=True).count("member reference base type"), 1)

    def test_captures_lie_where_they_lie_on_the_host(self):
        text = ("#ifdef __SYCL_DEVICE_ONLY__\nstruct A { %s };\n#else\nstruct A { int x; long y; };\n#endif\n"
                "void run(int* p) { A a{}; test::single_task<class K>([=] { p[0] = a.x; }); }\n")
        for device, message in (("long y; int x;", "'a.x' has 4 bytes on the host and 8 on devices"),
                                ("int x; int z; int w; long y;", "'a.y' lies at byte 16 on the host and at byte 12 on devices"),
                                ("int x; long y; int z;", "it has 3 members on the host and 4 on devices")):
            self.kernels("bad.cpp", text % device)
            output = self.compile("-c", "bad.cpp", fails=True)
            self.assertIn("error: the object of the kernel 'K' differs between the host and devices: " + message, output)
            self.assertIn("bad.cpp:6:54: note: nothing that a kernel captures may depend on __SYCL_DEVICE_ONLY__", output)

    def test_objects_are_as_large_and_aligned_as_on_the_host(self):
        text = ("#ifdef __SYCL_DEVICE_ONLY__\nstruct A { int x, y; };\n#else\nstruct alignas(%d) A { int x, y; };\n#endif\n"
                "void run(A a) { test::single_task<class K>([=] { volatile int x = a.x; (void)x; }); }\n")
        for alignment, message in ((16, "it has 16 bytes on the host and 8 on devices"),
                                   (8, "it is aligned to 8 bytes on the host and to 4 on devices")):
            self.kernels("bad.cpp", text % alignment)
            self.assertIn("bad.cpp:6:44: error: the object of the kernel 'K' differs between the host and devices: " + message,
                          self.compile("-c", "bad.cpp", fails=True))
        self.kernels("good.cpp", text % 4)
        self.compile("-c", "good.cpp")

    def test_both_passes_have_the_same_kernels(self):
        text = "#if%s __SYCL_DEVICE_ONLY__\nvoid run(int* p) { test::single_task<class K>([=] { p[0] = 1; }); }\n#endif\n"
        self.kernels("bad.cpp", text % "ndef")
        self.assertIn("bad.cpp:2:47: error: the kernel 'K' is there for the host and not for devices",
                      self.compile("-c", "bad.cpp", fails=True))
        self.kernels("bad.cpp", text % "def")
        self.assertIn("bad.cpp:2:1: error: the kernel 'K' is there for devices and not for the host",
                      self.compile("-c", "bad.cpp", fails=True))


if __name__ == "__main__":
    main()

// Kernels in C++ for OpenCL (-cl-std=CLC++): templates, classes, references, lambdas, and objects
// at program scope.
#include "runner.h"

namespace cleave::test {
namespace {

class Cpp : public testing::TestWithParam<const char*> {  // the language
 protected:
  static std::vector<cl_int> run(const std::string& source) {
    return Runner::instance().run(source, {.global = {40, 1, 1}, .local = {20, 1, 1}},
                                  std::vector<cl_int>(40, -1), 0, GetParam());
  }
  /// The values that f(0), f(1) … f(39) have.
  template <class Function>
  static std::vector<cl_int> values(const Function& f) {
    std::vector<cl_int> all(40);
    for (cl_int i = 0; i < 40; ++i) all[static_cast<size_t>(i)] = f(i);
    return all;
  }
};

TEST_P(Cpp, TemplatesClassesAndOverloads) {
  EXPECT_EQ(values([](cl_int i) { return 3 * i + 4 + 2 * (i + 1); }), run(R"(
    namespace shapes {
    template <typename T, int factor> struct Scaled {
      T value;
      Scaled(T v) : value(v) {}
      T get() const { return value * factor; }
      Scaled& operator+=(const Scaled& other) { value += other.value; return *this; }
    };
    int twice(int a) { return 2 * a; }
    int4 twice(int4 a) { return a + a; }
    }
    kernel void test(global int* o) {
      int i = get_global_id(0);
      shapes::Scaled<int, 3> a(i);
      shapes::Scaled<long, 2> b(1);
      b += 1;
      o[i] = a.get() + (int)b.get() + shapes::twice(int4(i + 1)).z;
    })"));
}

TEST_P(Cpp, ReferencesLambdasAndInheritance) {
  EXPECT_EQ(values([](cl_int i) { return i * i + 10 + i; }), run(R"(
    struct Base { int a; constexpr Base(int x) : a(x) {} };
    struct Derived : Base { using Base::Base; int sum(int b) const { return a + b; } };
    template <class F> void apply(int& to, F f) { to = f(to); }
    kernel void test(global int* o) {
      int i = get_global_id(0), value = i;
      apply(value, [&](int x) { return x * i; });
      auto add = [=](auto x) { return x + value; };
      o[i] = Derived(10).sum(i) + add(0);
    })"));
}

TEST_P(Cpp, BuiltInFunctionsAndBarriers) {
  EXPECT_EQ(values([](cl_int i) { return i / 20 * 20 + (19 - i % 20) + 2; }), run(R"(
    template <class T> T largest(T a, T b) { return max(a, b); }
    kernel void test(global int* o) {
      local int row[20];
      int i = get_global_id(0), l = get_local_id(0);
      row[l] = i;
      barrier(CLK_LOCAL_MEM_FENCE);
      o[i] = row[19 - l] + largest(1, 2) * (int)sqrt(1.0f);
    })"));
}

TEST_P(Cpp, ObjectsAtProgramScopeAreConstructed) {
  EXPECT_EQ(values([](cl_int i) { return i * 7 + 42; }), run(R"(
    struct Table {
      int squares[4];
      int sum;
      Table(int n) : squares{0, 1, 4, 9}, sum(n > 3 ? square(n - 4) + 6 : 0) {}
      static int square(int n) { return n * n; }
    };
    struct Factor { int f; Factor(const __generic Table& t) : f(t.squares[3] - 2) {} };
    global Table table(10);
    global Factor factor(table);
    kernel void test(global int* o) {
      int i = get_global_id(0);
      o[i] = i * factor.f + table.sum;
    })"));
}

// A loop, a function of the library: what the compiler does not run, and what reads it later.
TEST_P(Cpp, ObjectsAreConstructedBeforeTheFirstKernel) {
  EXPECT_EQ(values([](cl_int i) { return 45 + 90 + i * 1000 + 12; }), run(R"(
    struct Sum {
      int value;
      Sum(int n) : value(0) { for (int i = 0; i < n; ++i) value += i; }
    };
    struct Twice { int value; Twice(const __generic Sum& sum) : value(2 * sum.value) {} };
    struct Root { int value; Root(float square) : value((int)sqrt(square)) {} };
    global Sum sum(10);
    global Twice twice(sum);
    Root roots[3] = {Root(9.0f), Root(25.0f), Root(16.0f)};
    kernel void test(global int* o) {
      int i = get_global_id(0);
      o[i] = sum.value + twice.value + roots[0].value + roots[1].value + roots[2].value + i * 1000;
    })"));
}

TEST_P(Cpp, ObjectsThatCannotBeConstructedAreNamed) {
  const std::string log = Runner::instance().failing_build_log(
      "struct S { int a; S(int n) : a(n) {} };\n"
      "kernel void k(global int* o) {\n  static S s(get_global_id(0));\n  *o = s.a; }",
      GetParam());
  EXPECT_NE(log.find(":3:3: error: a static object of a function has a constructor"),
            std::string::npos)
      << log;
}

INSTANTIATE_TEST_SUITE_P(Versions, Cpp,
                         testing::Values("-cl-std=CLC++", "-cl-std=CLC++1.0", "-cl-std=CLC++2021"),
                         [](const auto& test) { return "V" + std::to_string(test.index); });

}  // namespace
}  // namespace cleave::test

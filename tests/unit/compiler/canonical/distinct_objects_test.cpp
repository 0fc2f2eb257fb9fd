// Which kernels gain where a launch promises that its objects are distinct.
#include <gtest/gtest.h>

#include <ostream>

#include "build_support.h"

namespace cleave::compiler {
namespace {

/// The body of a kernel(global int* p, global const int* q, global int* global* pp, int x).
struct Sums {
  const char* name;
  bool gain;
  const char* body;
  friend void PrintTo(const Sums& row, std::ostream* out) { *out << row.name; }
};

const Sums sums[] = {
    {"InMemory", true, "for (int k = 0; k < x; ++k) p[0] += q[k];"},
    {"InVectors", true, "for (int k = 0; k < x; ++k) vstore4(vload4(k, q), 0, p);"},
    {"InFunctions", true, "for (int k = 0; k < x; ++k) add(p, q[k]);"},
    {"InLoopsOfFunctions", true, "add_all(p, q, x);"},
    {"InLoopsOfGoto", true, "again: p[0] += q[x]; if (--x > 0) goto again;"},
    {"OutsideLoops", false, "p[0] += q[x];"},
    {"InVariables", false, "int sum = 0; for (int k = 0; k < x; ++k) sum += q[k]; p[0] = sum;"},
    {"OfWhatIsFollowed", false, "for (int k = 0; k < x; ++k) *pp[0] += q[k];"},
};

class GainByDistinctObjects : public testing::TestWithParam<Sums> {};

TEST_P(GainByDistinctObjects, IsAFact) {
  const interface::KernelFacts facts = facts_of(
      R"(void add(global int* p, int x) { *p += x; }
         void add_all(global int* p, global const int* q, int x) { while (x-- > 0) *p += q[x]; }
         kernel void k(global int* p, global const int* q, global int* global* pp, int x) {)" +
          std::string(GetParam().body) + "}",
      "-cl-std=CL3.0");
  EXPECT_EQ(facts.gains_by_distinct_objects, GetParam().gain);
}

INSTANTIATE_TEST_SUITE_P(Of, GainByDistinctObjects, testing::ValuesIn(sums),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(DistinctObjects, OnePointerIsDistinctFromNothing) {
  EXPECT_FALSE(facts_of("kernel void k(global int* p, int n) { for (; n > 0; --n) p[n] += n; }")
                   .gains_by_distinct_objects);
}

}  // namespace
}  // namespace cleave::compiler

// Kernels that compare queues and events of the device, and the null ones among them (OpenCL C 3.0,
// 6.15.18).
#include "runner.h"

namespace cleave::test {
namespace {

std::vector<cl_int> run(const std::string& source, const std::string& options) {
  return Runner::instance().run(source, {.global = {40, 1, 1}, .local = {20, 1, 1}},
                                std::vector<cl_int>(40, -1), 0, options);
}

class NullHandles : public testing::TestWithParam<const char*> {};  // the language

TEST_P(NullHandles, AreInitialValuesAndEqualThemselves) {
  const auto out = run(R"(
    clk_event_t chosen(clk_event_t e, int i) { return i % 2 ? e : CLK_NULL_EVENT; }
    kernel void test(global int* o) {
      int i = get_global_id(0);
      clk_event_t e = CLK_NULL_EVENT, events[2] = {CLK_NULL_EVENT, e};
      queue_t q = CLK_NULL_QUEUE, queues[2] = {q, CLK_NULL_QUEUE};
      o[i] = (e == CLK_NULL_EVENT) | (CLK_NULL_EVENT == events[i % 2]) << 1 |
             !(chosen(e, i) != events[1]) << 2 | (q == CLK_NULL_QUEUE) << 3 |
             (0 == queues[i % 2]) << 4 | !(queues[i % 2] != 0) << 5 |
             ((i % 2 ? q : CLK_NULL_QUEUE) == q) << 6 | !is_valid_event(CLK_NULL_EVENT) << 7;
    })",
                       GetParam());
  EXPECT_EQ(std::vector<cl_int>(40, 0xff), out);
}

TEST_P(NullHandles, AreComparedInBlocksAndInConditions) {
  const auto out = run(R"(
    kernel void test(global int* o) {
      clk_event_t e = CLK_NULL_EVENT;
      queue_t q = CLK_NULL_QUEUE;
      int (^block)(int) = ^(int i) { return e == CLK_NULL_EVENT && q == CLK_NULL_QUEUE ? i : 0; };
      int sum = 0;
      for (int i = 0; i < 5 && q == 0; ++i) sum += block(i);
      if (e != CLK_NULL_EVENT || CLK_NULL_QUEUE != q) sum = 100;
      o[get_global_id(0)] = sum;
    })",
                       GetParam());
  EXPECT_EQ(std::vector<cl_int>(40, 10), out);
}

INSTANTIATE_TEST_SUITE_P(Languages, NullHandles, testing::Values("-cl-std=CL2.0", "-cl-std=CL3.0"),
                         [](const auto& test) { return test.index == 0 ? "CL20" : "CL30"; });

}  // namespace
}  // namespace cleave::test

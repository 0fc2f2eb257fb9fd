// Kernels whose control flow is too large to run under masks: their lanes run one after another.
#include "runner.h"

namespace cleave::test {
namespace {

constexpr size_t items = 150;

std::vector<cl_int> numbers() {
  std::vector<cl_int> data(items);
  for (size_t i = 0; i < items; ++i) data[i] = static_cast<cl_int>(i * 37 % 5000);
  return data;
}

std::vector<cl_int> run(const std::string& source) {
  return Runner::instance().run(source, {.global = {items, 1, 1}}, numbers());
}

TEST(LargeControl, ThousandsOfElseIfsAreTaken) {
  constexpr int ways = 1600;
  std::string source =
      "kernel void test(global int* o) { size_t i = get_global_id(0); int x = o[i];";
  for (int way = 0; way < ways; ++way) {
    source +=
        "if (x == " + std::to_string(3 * way) + ") o[i] = " + std::to_string(way) + "; else\n";
  }
  source += "o[i] = -1; }";
  const std::vector<cl_int> in = numbers(), out = run(source);
  for (size_t i = 0; i < items; ++i) {
    const bool is_way = in[i] % 3 == 0 && in[i] / 3 < ways;
    EXPECT_EQ(out[i], is_way ? in[i] / 3 : -1) << i;
  }
}

// Each label can be come to from far away, so that hardly a loop has one entry.
TEST(LargeControl, HundredsOfLabelsAreGoneTo) {
  constexpr unsigned labels = 130, most_jumps = 50;
  const auto target = [](unsigned label) { return (label * 7919 + 13) % labels; };
  std::string source =
      "kernel void test(global int* o) {"
      " size_t i = get_global_id(0); uint x = o[i], jumps = 0;\n";
  for (unsigned label = 0; label < labels; ++label) {
    const std::string number = std::to_string(label);
    source += "l" + number + ": x = x * 3 + " + number + "; if ((x >> " +
              std::to_string(label % 20) + " & 1) && jumps++ < " + std::to_string(most_jumps) +
              ") goto l" + std::to_string(target(label)) + ";\n";
  }
  source += "o[i] = x; }";
  const auto expected = [&](unsigned x) {
    unsigned jumps = 0;
    for (unsigned label = 0; label < labels;) {
      x = x * 3 + label;
      const bool jump = ((x >> label % 20) & 1) != 0 && jumps++ < most_jumps;
      label = jump ? target(label) : label + 1;
    }
    return static_cast<cl_int>(x);
  };
  const std::vector<cl_int> in = numbers(), out = run(source);
  for (size_t i = 0; i < items; ++i) {
    EXPECT_EQ(out[i], expected(static_cast<unsigned>(in[i]))) << i;
  }
}

}  // namespace
}  // namespace cleave::test

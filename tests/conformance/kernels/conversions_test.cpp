// Conversions to integers that are out of range give some number of the type: the same to all who
// ask for it, wherever it is used, and nothing else becomes undefined.
#include <cmath>
#include <limits>

#include "runner.h"

namespace cleave::test {
namespace {

struct Destination {
  const char* name;
  double least, greatest;
};

std::ostream& operator<<(std::ostream& to, const Destination& type) {
  return to << type.name;
}

constexpr Destination destinations[] = {
    {"char", -128, 127},      {"uchar", 0, 255},   {"short", -32768, 32767},  {"ushort", 0, 65535},
    {"int", -0x1p31, 0x1p31}, {"uint", 0, 0x1p32}, {"long", -0x1p63, 0x1p63}, {"ulong", 0, 0x1p64}};

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double numbers[] = {0,        1,         -1,     127.5,     128,    -128.5, -129,
                              255.5,    256,       32768,  -32769,    65536,  0x1p31, -0x1p31,
                              0x1p32,   -0x1p32,   0x1p63, -0x1.1p63, 0x1p64, 1e30,   -1e30,
                              infinity, -infinity, NAN,    100,       -100,   3e9,    -3e9};

class ConversionsOutOfRange : public testing::TestWithParam<Destination> {};

TEST_P(ConversionsOutOfRange, GiveOneNumberOfTheType) {
  const Destination& to = GetParam();
  const std::string type = to.name;
  for (const char* from : {"float", "double"}) {
    for (const std::string convert : {"(D)(x)", "convert_D(x)", "convert_D_rte(x)",
                                      "convert_D_rtn(x)", "convert_D4((V)(x)).y"}) {
      SCOPED_TRACE(std::string(from) + " by " + convert);
      std::string call = convert;
      for (size_t at = call.find('D'); at != std::string::npos; at = call.find('D', at)) {
        call.replace(at, 1, type);
      }
      const std::string source = "typedef " + type + " D; typedef " + from + " S; typedef " + from +
                                 R"(4 V;
        kernel void test(global double* o) {
          const size_t i = get_global_id(0);
          const S x = (S)o[4 * i];
          const D n = )" + call + R"(;
          o[4 * i] = n; // once
          o[4 * i + 1] = (double)(n + (long)0); // wider
          o[4 * i + 2] = n <= (D)3 ? 1 : 2; // in a condition
          o[4 * i + 3] = 5;
          if (n > (D)3) o[4 * i + 3] = 6;
        })";
      constexpr size_t count = std::size(numbers);
      constexpr size_t items = 8 * count;
      std::vector<double> data(4 * items);
      for (size_t i = 0; i < items; ++i) data[4 * i] = numbers[i % count];
      const auto out =
          Runner::instance().run(source, {.global = {items, 1, 1}, .local = {count, 1, 1}}, data);
      for (size_t i = 0; i < items; ++i) {
        SCOPED_TRACE(numbers[i % count]);
        const double n = out[4 * i];
        EXPECT_LE(to.least, n);
        EXPECT_GE(to.greatest, n);
        EXPECT_EQ(n, std::floor(n));
        if (type != "ulong") {
          EXPECT_EQ(n, out[4 * i + 1]);
        }
        EXPECT_EQ(n <= 3 ? 1 : 2, out[4 * i + 2]);
        EXPECT_EQ(n <= 3 ? 5 : 6, out[4 * i + 3]);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(To, ConversionsOutOfRange, testing::ValuesIn(destinations),
                         [](const auto& each) { return std::string(each.param.name); });

// A compiler that took the first condition for undefined could leave out all that follows.
TEST(ConversionsOfConstants, LeaveTheRestAlone) {
  const auto out = Runner::instance().run(
      R"(kernel void test(global int* o) {
        if ((int)1e30f == 3) o[0] = 1; else o[0] = 2;
        const int n = (int)NAN;
        o[1] = n; o[2] = n;
        o[3] = (uchar)300.0f;
        o[4] = 7;
      })",
      Range{}, std::vector<cl_int>{0, 8, 9, -1, 0});
  EXPECT_TRUE(out[0] == 1 || out[0] == 2);
  EXPECT_EQ(out[1], out[2]);
  EXPECT_LE(0, out[3]);
  EXPECT_GE(255, out[3]);
  EXPECT_EQ(7, out[4]);
}

}  // namespace
}  // namespace cleave::test

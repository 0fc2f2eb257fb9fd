// cl_khr_integer_dot_product: products of bytes, in vectors and packed, against sums of 64 bits of
// the host, and the saturating sums at both ends.
#include <algorithm>
#include <limits>
#include <random>

#include "runner.h"

namespace cleave::test {
namespace {

/// A combination of signs: the letters of the packed function and the types of OpenCL C.
struct Signs {
  const char* letters;
  const char* x;
  const char* y;
  const char* result;
};

std::ostream& operator<<(std::ostream& to, const Signs& signs) {
  return to << signs.letters;
}

constexpr Signs combinations[] = {{"uu", "uchar4", "uchar4", "uint"},
                                  {"ss", "char4", "char4", "int"},
                                  {"us", "uchar4", "char4", "int"},
                                  {"su", "char4", "uchar4", "int"}};

int64_t element(uint32_t word, int at, char sign) {
  const auto byte = static_cast<uint8_t>(word >> (8 * at));
  return sign == 'u' ? int64_t{byte} : int64_t{static_cast<int8_t>(byte)};
}
int64_t product(uint32_t x, uint32_t y, const char* letters) {
  int64_t sum = 0;
  for (int i = 0; i < 4; ++i) sum += element(x, i, letters[0]) * element(y, i, letters[1]);
  return sum;
}

class DotProduct : public testing::TestWithParam<Signs> {};

TEST_P(DotProduct, IsExactAndItsSumSaturates) {
  const Signs signs = GetParam();
  const std::string r = signs.result;
  const std::string packed = std::string("4x8packed_") + signs.letters + "_" + r;
  const std::string source = R"(
    kernel void test(global uint* o) {
      global uint* p = o + 8 * get_global_id(0);
      const )" + std::string(signs.x) +
                             " x = as_" + signs.x + "(p[0]); const " + signs.y + " y = as_" +
                             signs.y + "(p[1]); const " + r + " sum = p[2];\n" + "const " + r +
                             " all[] = {dot(x, y), dot_" + packed +
                             "(p[0], p[1]), dot_acc_sat(x, y, sum), dot_acc_sat_" + packed +
                             R"((p[0], p[1], sum)};
      for (int i = 0; i < 4; ++i) p[3 + i] = all[i];
    })";
  constexpr size_t items = 4000;
  constexpr uint32_t words[] = {0, 0xffffffff, 0x80808080, 0x7f7f7f7f, 0x01ff807f, 0x80ff007f};
  std::mt19937 generator(3);
  const auto random = [&] { return static_cast<uint32_t>(generator()); };
  const auto word = [&] { return random() % 4 == 0 ? words[random() % 6] : random(); };
  std::vector<cl_uint> data(8 * items);
  for (size_t i = 0; i < items; ++i) {
    data[8 * i] = word();
    data[8 * i + 1] = word();
    // Small, near either end, anywhere.
    const uint32_t sums[] = {random() % 7, 0xffffffff - random() % 300000,
                             0x7fffffff - random() % 130000, 0x80000000 + random() % 130000,
                             random()};
    data[8 * i + 2] = sums[i % 5];
  }
  const auto out =
      Runner::instance().run(source, {.global = {items, 1, 1}, .local = {100, 1, 1}}, data);
  const bool is_unsigned = r == "uint";
  const int64_t lowest = is_unsigned ? 0 : std::numeric_limits<int32_t>::min();
  const int64_t greatest = is_unsigned ? std::numeric_limits<uint32_t>::max()
                                       : int64_t{std::numeric_limits<int32_t>::max()};
  size_t saturated = 0;
  for (size_t i = 0; i < items; ++i) {
    const cl_uint* in = &data[8 * i];
    const cl_uint* got = &out[8 * i + 3];
    const int64_t exact = product(in[0], in[1], signs.letters);
    const int64_t sum = is_unsigned ? int64_t{in[2]} : int64_t{static_cast<int32_t>(in[2])};
    const int64_t kept = std::clamp(exact + sum, lowest, greatest);
    saturated += kept != exact + sum ? 1 : 0;
    SCOPED_TRACE(std::to_string(in[0]) + " " + std::to_string(in[1]) + " " + std::to_string(in[2]));
    ASSERT_EQ(static_cast<uint32_t>(exact), got[0]);
    ASSERT_EQ(static_cast<uint32_t>(exact), got[1]);
    ASSERT_EQ(static_cast<uint32_t>(kept), got[2]);
    ASSERT_EQ(static_cast<uint32_t>(kept), got[3]);
  }
  EXPECT_GT(saturated, items / 100);
}

INSTANTIATE_TEST_SUITE_P(Of, DotProduct, testing::ValuesIn(combinations),
                         [](const auto& each) { return std::string(each.param.letters); });

// The functions of vectors of reals keep their name.
TEST(DotProducts, OfRealsAreStillThere) {
  for (const char* options : {"-cl-std=CL1.2", "-cl-std=CL3.0"}) {
    const auto out = Runner::instance().run(
        "kernel void test(global float* o) {"
        "  o[0] = dot((float4)(1, 2, 3, 4), (float4)(o[0])) + dot(2.0f, 3.0f);"
        "  o[1] = dot((uchar4)(1, 2, 3, 4), (char4)((char)o[1]));"
        "}",
        Range{}, std::vector<cl_float>{2, -3}, 0, options);
    EXPECT_EQ((std::vector<cl_float>{26, -30}), out);
  }
}

}  // namespace
}  // namespace cleave::test

// Kernels with halves (cl_khr_fp16): what a device computes is what exact arithmetic, rounded,
// gives.
#include "tests/support/half.h"

#include <cmath>
#include <cstdint>
#include <random>
#include <utility>

#include "runner.h"

namespace cleave::test {
namespace {

const std::string enable = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n";

std::vector<uint16_t> random_halves(size_t count) {
  std::mt19937 random(1);
  std::vector<uint16_t> halves(count);
  for (auto& half : halves) half = static_cast<uint16_t>(random());
  return halves;
}

void expect_half(uint16_t actual, uint16_t expected, size_t where) {
  if (is_nan(expected)) {
    EXPECT_TRUE(is_nan(actual)) << where;
  } else {
    EXPECT_EQ(actual, expected) << where << ": " << value_of(actual) << " instead of "
                                << value_of(expected);
  }
}

Range items(size_t count, size_t local = 0) {
  return {.dimensions = 1, .global = {count, 1, 1}, .local = {local, 0, 0}};
}

TEST(Half, OperatorsRoundOnce) {
  const std::string source = enable + R"(
    #pragma OPENCL FP_CONTRACT OFF
    kernel void test(global half* o) {
      const size_t i = get_global_id(0) * 8;
      const half a = o[i], b = o[i + 1], c = o[i + 2];
      o[i] = a + b; o[i + 1] = a - b; o[i + 2] = a * b; o[i + 3] = a / b;
      o[i + 4] = fma(a, b, c); o[i + 5] = sqrt(a); o[i + 6] = -a * 1.5h + b;
      o[i + 7] = a < b ? fabs(a) : b;
    })";
  constexpr size_t count = 1000;
  const std::vector<uint16_t> in = random_halves(8 * count);
  const auto out = Runner::instance().run(source, items(count), in);
  for (size_t i = 0; i < in.size() && !testing::Test::HasFailure(); i += 8) {
    const double a = value_of(in[i]);
    const double b = value_of(in[i + 1]);
    const double c = value_of(in[i + 2]);
    expect_half(out[i], nearest_half(a + b), i);
    expect_half(out[i + 1], nearest_half(a - b), i);
    expect_half(out[i + 2], nearest_half(a * b), i);
    expect_half(out[i + 3], nearest_half(a / b), i);
    expect_half(out[i + 4], nearest_half_of_sum(a * b, c), i);
    expect_half(out[i + 5], nearest_half(std::sqrt(a)), i);
    expect_half(out[i + 6], nearest_half(value_of(nearest_half(-a * 1.5)) + b), i);
    expect_half(out[i + 7], nearest_half(a < b ? std::fabs(a) : b), i);
  }
}

TEST(Half, LoopsAndBranchesDivide) {
  const std::string source = enable + R"(
    kernel void test(global half* o) {
      const size_t i = get_global_id(0);
      half x = o[i];
      int steps = 0;
      while (x > 1.0h && steps < 40) {
        x = steps & 1 ? x * 0.5h : x - 0.25h;
        ++steps;
      }
      if (isnan(x)) x = -1.0h;
      o[i] = x;
    })";
  const std::vector<uint16_t> in = random_halves(777);
  const auto out = Runner::instance().run(source, items(in.size(), 111), in);
  for (size_t i = 0; i < in.size(); ++i) {
    double x = value_of(in[i]);
    for (int steps = 0; x > 1 && steps < 40; ++steps) {
      x = value_of(nearest_half((steps & 1) != 0 ? x * 0.5 : x - 0.25));
    }
    expect_half(out[i], nearest_half(std::isnan(x) ? -1 : x), i);
  }
}

TEST(Half, VectorsStructuresAndLocalMemory) {
  const std::string source = enable + R"(
    typedef struct { half3 v; half s; } Pair;
    kernel void test(global half* o, local half* shared) {
      const size_t i = get_local_id(0), n = get_local_size(0);
      event_t e = async_work_group_copy(shared, o, n * 4, 0);
      wait_group_events(1, &e);
      Pair p;
      p.v = vload3(0, shared + ((i + 1) % n) * 4);
      p.s = shared[i * 4 + 3];
      half array[4] = {p.v.x, p.v.y, p.v.z, p.s};
      const half4 w = (half4)(array[i % 4], array[(i + 1) % 4], p.s, 2.0h).wzyx;
      barrier(CLK_LOCAL_MEM_FENCE);
      vstore4(w * 2.0h, i, o);
    })";
  constexpr size_t count = 53;
  std::vector<uint16_t> in(4 * count);
  for (size_t i = 0; i < in.size(); ++i) in[i] = nearest_half(static_cast<double>(i));
  const auto out = Runner::instance().run(source, items(count, count), in, in.size() * 2);
  for (size_t i = 0; i < count; ++i) {
    const size_t next = (i + 1) % count * 4;
    const double array[] = {value_of(in[next]), value_of(in[next + 1]), value_of(in[next + 2]),
                            value_of(in[i * 4 + 3])};
    expect_half(out[i * 4], nearest_half(4), i);
    expect_half(out[i * 4 + 1], nearest_half(array[3] * 2), i);
    expect_half(out[i * 4 + 2], nearest_half(array[(i + 1) % 4] * 2), i);
    expect_half(out[i * 4 + 3], nearest_half(array[i % 4] * 2), i);
  }
}

TEST(Half, Conversions) {
  const std::string source = enable + R"(
    kernel void test(global ushort* o) {
      const size_t i = get_global_id(0);
      const ushort bits = o[i];
      const half h = as_half(bits);
      const float f = h;
      const double d = h;
      const bool same = isnan(h) || (convert_half_rtz(d) == h && convert_half(f) == h);
      const int n = convert_int_sat_rte(h);
      const half back = convert_half_rte(n);
      const char4 c = convert_char4_sat((half4)(h));
      o[i] = !same ? 1 : isnan(h) ? (n == 0 ? 0 : 2) : back != rint(h) ? (isinf(h) ? 0 : 3)
           : c.w != convert_char_sat(n) && fabs(h - trunc(h)) == 0.0h ? 4 : 0;
    })";
  std::vector<uint16_t> all(0x10000);
  for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<uint16_t>(i);
  const auto out = Runner::instance().run(source, items(all.size()), all);
  for (size_t i = 0; i < out.size() && !testing::Test::HasFailure(); ++i) {
    EXPECT_EQ(out[i], 0) << std::hex << i;
  }
}

// Values that all work-items share are computed once, by scalar code, which calls other functions
// of the run-time library than vector code.
TEST(Half, FunctionsOfWhatAllWorkItemsShare) {
  const std::string source = enable + R"(
    kernel void test(global half* o) {
      const half a = o[0], b = o[1];
      const half remainder_of_both = fmod(a, b);
      const size_t i = get_global_id(0) * 4 + 2;
      o[i] = remainder_of_both; o[i + 1] = fmod(-a, b);
      o[i + 2] = copysign((half)(float)(double)a, b); o[i + 3] = fmod(o[i + 3], b);
    })";
  constexpr size_t count = 40;
  std::vector<uint16_t> in = random_halves(2 + 4 * count);
  for (const auto& [a, b] : {std::pair(7.5, 2.0), std::pair(-65504.0, 0.099), std::pair(3e-7, 2e-7),
                             std::pair(1000.0, -0.0), std::pair(2.0, 65504.0)}) {
    in[0] = nearest_half(a);
    in[1] = nearest_half(b);
    const double x = value_of(in[0]);
    const double y = value_of(in[1]);
    const auto out = Runner::instance().run(source, items(count), in);
    for (size_t i = 2; i < in.size() && !testing::Test::HasFailure(); i += 4) {
      expect_half(out[i], nearest_half(std::fmod(x, y)), i);
      expect_half(out[i + 1], nearest_half(std::fmod(-x, y)), i);
      expect_half(out[i + 2], nearest_half(std::copysign(x, y)), i);
      expect_half(out[i + 3], nearest_half(std::fmod(value_of(in[i + 3]), y)), i);
    }
  }
}

TEST(Half, Collectives) {
  const std::string source = enable + R"(
    kernel void test(global half* o) {
      const size_t i = get_local_id(0);
      const half x = o[i];
      const half sum = work_group_reduce_add(x), least = work_group_reduce_min(x);
      const half before = work_group_scan_exclusive_add(x), third = work_group_broadcast(x, 3);
      o[i] = sum + least * 0.5h + before * 0.125h + third;
    })";
  constexpr size_t count = 37;
  std::vector<uint16_t> in(count);
  for (size_t i = 0; i < count; ++i) in[i] = nearest_half(static_cast<double>(i % 5));
  const auto out = Runner::instance().run(source, items(count, count), in);
  double sum = 0;
  for (size_t i = 0; i < count; ++i) sum += static_cast<double>(i % 5);
  double before = 0;
  for (size_t i = 0; i < count; ++i) {
    expect_half(out[i], nearest_half(sum + before * 0.125 + 3), i);
    before += static_cast<double>(i % 5);
  }
}

}  // namespace
}  // namespace cleave::test

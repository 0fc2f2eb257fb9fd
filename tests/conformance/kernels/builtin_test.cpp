// A few functions of every chapter of the built-in library, and what happens when one is missing.
#include <cmath>

#include "runner.h"

namespace cleave::test {
namespace {

const Range one_item = {.dimensions = 1, .global = {1, 1, 1}};

TEST(Builtins, PointerFunctionsOfMathematics) {
  const char* source = R"(
    kernel void test(global float* o) {
      float whole, cosine; int exponent, quotient, sign;
      o[0] = fract(2.75f, &whole); o[1] = whole;
      o[2] = modf(-3.25f, &whole); o[3] = whole;
      o[4] = frexp(48.0f, &exponent); o[5] = exponent;
      o[6] = sincos(1.0f, &cosine); o[7] = cosine;
      o[8] = remquo(29.0f, 3.0f, &quotient); o[9] = quotient;
      o[10] = lgamma_r(-0.5f, &sign); o[11] = sign;
      float4 w; float4 f = fract((float4)(1.5f, -0.25f, 3.0f, 0.125f), &w);
      o[12] = f.y; o[13] = w.y;
    })";
  auto out = Runner::instance().run(source, one_item, std::vector<cl_float>(14));
  const float expected[14] = {0.75f,
                              2.0f,
                              -0.25f,
                              -3.0f,
                              0.75f,
                              6.0f,
                              std::sin(1.0f),
                              std::cos(1.0f),
                              -1.0f,
                              10.0f,
                              std::lgamma(-0.5f),
                              -1.0f,
                              0.75f,
                              -1.0f};
  for (int i = 0; i < 14; ++i) EXPECT_NEAR(out[i], expected[i], 1e-5) << i;
}

TEST(Builtins, VectorLoadsAndStores) {
  const char* source = R"(
    kernel void test(global float* o) {
      float3 v = vload3(1, o);
      vstore3(v * 2.0f, 2, o);
      private float p[4];
      vstore4((float4)(1, 2, 3, 4), 0, p);
      o[0] = p[3];
      vstore_half(1.5f, 2, (global half*)(o + 9));
      o[11] = vload_half(2, (global half*)(o + 9));
    })";
  std::vector<cl_float> data = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  auto out = Runner::instance().run(source, one_item, data);
  EXPECT_EQ(out[0], 4.0f);
  EXPECT_EQ(out[6], 6.0f);
  EXPECT_EQ(out[8], 10.0f);
  EXPECT_EQ(out[11], 1.5f);
}

TEST(Builtins, AtomicsOfGlobalAndLocalMemory) {
  const char* source = R"(
    kernel void test(global int* o) {
      local int l;
      if (get_local_id(0) == 0) l = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      atomic_add(&o[0], 2);
      atomic_max(&o[1], (int)get_global_id(0));
      atomic_xor(&o[2], 1 << get_local_id(0));
      atomic_inc(&l);
      barrier(CLK_LOCAL_MEM_FENCE);
      if (get_local_id(0) == 0) atomic_add(&o[3], l);
      if (get_global_id(0) == 3) atomic_cmpxchg(&o[4], 7, 70);
      volatile global float* f = (volatile global float*)&o[5];
      if (get_global_id(0) == 0) atomic_xchg(f, 1.0f);
    })";
  auto out = Runner::instance().run(source, {.global = {64, 1, 1}, .local = {16, 1, 1}},
                                    std::vector<cl_int>{0, -5, 0, 0, 7, 0});
  EXPECT_EQ(out, (std::vector<cl_int>{128, 63, 0, 64, 70, 0x3f800000}));
}

TEST(Builtins, AsyncCopiesInBothDirections) {
  const char* source = R"(
    kernel void test(global int* o, local int* t) {
      size_t n = get_local_size(0), first = get_group_id(0) * n;
      event_t e = async_work_group_copy(t, o + first, n, 0);
      wait_group_events(1, &e);
      t[get_local_id(0)] += 100;
      barrier(CLK_LOCAL_MEM_FENCE);
      e = async_work_group_copy(o + first, t, n, 0);
      wait_group_events(1, &e);
    })";
  std::vector<cl_int> data(40);
  for (int i = 0; i < 40; ++i) data[i] = i;
  auto out = Runner::instance().run(source, {.global = {40, 1, 1}, .local = {20, 1, 1}}, data, 80);
  for (int i = 0; i < 40; ++i) EXPECT_EQ(out[i], i + 100);
}

TEST(Builtins, EventsOfCopiesGoThroughFunctionsAndArrays) {
  const char* source = R"(
    __attribute__((noinline)) event_t copy(local int* to, const global int* from, event_t e) {
      return async_work_group_copy(to, from, get_local_size(0) / 2, e);
    }
    kernel void test(global int* o, local int* t) {
      size_t n = get_local_size(0), first = get_group_id(0) * n, l = get_local_id(0);
      event_t e[2];
      for (size_t i = 0; i < 2; ++i) e[i] = copy(t + i * n / 2, o + first + i * n / 2, 0);
      wait_group_events(2, e);
      int x = t[n - 1 - l];
      barrier(CLK_LOCAL_MEM_FENCE);
      o[first + l] = x;
    })";
  std::vector<cl_int> data(40);
  for (int i = 0; i < 40; ++i) data[i] = i;
  auto out = Runner::instance().run(source, {.global = {40, 1, 1}, .local = {20, 1, 1}}, data, 80);
  for (int i = 0; i < 40; ++i) EXPECT_EQ(out[i], i / 20 * 20 + 19 - i % 20);
}

TEST(Builtins, ConversionsAndRelations) {
  const char* source = R"(
    kernel void test(global int* o) {
      o[0] = convert_uchar_sat(300.7f);
      o[1] = convert_int_rte(2.5f);
      o[2] = convert_int_rtp(2.1f);
      o[3] = convert_char_sat(-1000);
      int4 c = isless((float4)(1, 2, 3, 4), (float4)(2, 2, 2, 9));
      o[4] = c.x + 10 * c.y + 100 * c.w;
      o[5] = any(c) + 10 * all(c);
      o[6] = select(1, 2, 5);
      int4 s = shuffle((int4)(10, 20, 30, 40), (uint4)(3, 0, 2, 1));
      o[7] = s.x + s.y;
      o[8] = popcount(0xff00) + clz(1) + mul_hi(1 << 30, 8) + mad24(3, 4, 5) + rotate(1, 4);
      o[9] = as_int(1.0f);
      o[10] = (int)dot((float3)(1, 2, 3), (float3)(4, 5, 6));
    })";
  auto out = Runner::instance().run(source, one_item, std::vector<cl_int>(11));
  EXPECT_EQ(out, (std::vector<cl_int>{255, 2, 3, -128, -101, 1, 2, 50, 8 + 31 + 2 + 17 + 16,
                                      0x3f800000, 32}));
}

TEST(Builtins, DoubleFunctions) {
  const char* source = R"(
    kernel void test(global double* o) {
      double x = o[0];
      o[1] = sin(x); o[2] = exp(x); o[3] = pow(x, 2.5); o[4] = sqrt(x); o[5] = fma(x, x, 1.0);
      o[6] = log(x); o[7] = atan2(x, 2.0); o[8] = cbrt(x); o[9] = fmod(17.5, x); o[10] = tanh(x);
    })";
  double x = 1.7;
  auto out = Runner::instance().run(source, one_item,
                                    std::vector<cl_double>{x, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  const double expected[] = {
      x,           std::sin(x),        std::exp(x),  std::pow(x, 2.5),   std::sqrt(x), x * x + 1,
      std::log(x), std::atan2(x, 2.0), std::cbrt(x), std::fmod(17.5, x), std::tanh(x)};
  for (int i = 0; i < 11; ++i) EXPECT_NEAR(out[i], expected[i], 1e-13) << i;
}

TEST(Build, AFunctionThatDoesNotExistIsNamedWithItsLine) {
  std::string log = Runner::instance().failing_build_log(
      "int missing(int x);\nkernel void test(global int* o) {\n  o[0] = missing(3);\n}\n");
  EXPECT_NE(log.find(":3:"), std::string::npos) << log;
  EXPECT_NE(log.find("missing"), std::string::npos) << log;
}

TEST(Build, ASyntaxErrorIsReportedWithItsLine) {
  std::string log =
      Runner::instance().failing_build_log("kernel void test(global int* o) {\n  o[0] = ;\n}\n");
  EXPECT_NE(log.find(":2:"), std::string::npos) << log;
  EXPECT_NE(log.find("error"), std::string::npos) << log;
}

}  // namespace
}  // namespace cleave::test

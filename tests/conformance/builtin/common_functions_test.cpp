// Integer, common, geometric and relational functions and rounding conversions: a value or two of
// each, so that a function under a wrong name, or a wrong one, is seen.
#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "ulp.h"

using Int4 = int __attribute__((vector_size(16)));
using Uint4 = unsigned __attribute__((vector_size(16)));
using Float4 = float __attribute__((vector_size(16)));

unsigned abs_diff(int, int) asm("_Z8abs_diffii");
int add_sat(int, int) asm("_Z7add_satii");
int sub_sat(int, int) asm("_Z7sub_satii");
long mad_sat(long, long, long) asm("_Z7mad_satlll");
int hadd(int, int) asm("_Z4haddii");
int rhadd(int, int) asm("_Z5rhaddii");
int clz(int) asm("_Z3clzi");
int ctz(int) asm("_Z3ctzi");
unsigned long popcount(unsigned long) asm("_Z8popcountm");
long mul_hi(long, long) asm("_Z6mul_hill");
unsigned mad_hi(unsigned, unsigned, unsigned) asm("_Z6mad_hijjj");
unsigned rotate(unsigned, unsigned) asm("_Z6rotatejj");
long upsample(int, unsigned) asm("_Z8upsampleij");
int mul24(int, int) asm("_Z5mul24ii");
int clamp(int, int, int) asm("_Z5clampiii");
float builtin_mix(float, float, float) asm("_Z3mixfff");
float builtin_smoothstep(float, float, float) asm("_Z10smoothstepfff");
float builtin_step(float, float) asm("_Z4stepff");
float builtin_sign(float) asm("_Z4signf");
float builtin_degrees(float) asm("_Z7degreesf");
float builtin_dot(Float4, Float4) asm("_Z3dotDv4_fS_");
Float4 builtin_cross(Float4, Float4) asm("_Z5crossDv4_fS_");
float builtin_length(Float4) asm("_Z6lengthDv4_f");
Float4 builtin_normalize(Float4) asm("_Z9normalizeDv4_f");
int builtin_isnan(float) asm("_Z5isnanf");
Int4 builtin_isnan(Float4) asm("_Z5isnanDv4_f");
int builtin_isnormal(double) asm("_Z8isnormald");
int builtin_signbit(float) asm("_Z7signbitf");
Int4 builtin_isless(Float4, Float4) asm("_Z6islessDv4_fS_");
int builtin_any(Int4) asm("_Z3anyDv4_i");
int builtin_all(Int4) asm("_Z3allDv4_i");
Int4 builtin_select(Int4, Int4, Int4) asm("_Z6selectDv4_iS_S_");
int builtin_select(int, int, int) asm("_Z6selectiii");
int builtin_bitselect(int, int, int) asm("_Z9bitselectiii");
Int4 builtin_shuffle(Int4, Uint4) asm("_Z7shuffleDv4_iDv4_j");
float builtin_fma(float, float, float) asm("_Z3fmafff");
double builtin_fma(double, double, double) asm("_Z3fmaddd");
float builtin_exp(float) asm("_Z3expf");
Float4 builtin_exp(Float4) asm("_Z3expDv4_f");
float native_sin(float) asm("_Z10native_sinf");
float native_powr(float, float) asm("_Z11native_powrff");
float half_divide(float, float) asm("_Z11half_divideff");
float convert_float_rte(double) asm("_Z17convert_float_rted");
float convert_float_rtz(double) asm("_Z17convert_float_rtzd");
float convert_float_rtp(double) asm("_Z17convert_float_rtpd");
float convert_float_rtn(double) asm("_Z17convert_float_rtnd");
float convert_float_rte(long) asm("_Z17convert_float_rtel");
float convert_float_rtz(long) asm("_Z17convert_float_rtzl");
float convert_float_rtp(long) asm("_Z17convert_float_rtpl");
float convert_float_rtn(long) asm("_Z17convert_float_rtnl");
int convert_int_rte(float) asm("_Z15convert_int_rtef");
int convert_int_rtp(float) asm("_Z15convert_int_rtpf");
unsigned char convert_uchar_sat(int) asm("_Z17convert_uchar_sati");

namespace cleave::test {
namespace {

TEST(IntegerFunctions, SaturateAverageAndCount) {
  constexpr int most = std::numeric_limits<int>::max();
  constexpr int least = std::numeric_limits<int>::min();
  EXPECT_EQ(abs_diff(least, most), 0xffffffffU);
  EXPECT_EQ(add_sat(most, 1), most);
  EXPECT_EQ(sub_sat(least, 1), least);
  EXPECT_EQ(mad_sat(std::numeric_limits<long>::max(), 2, 5), std::numeric_limits<long>::max());
  EXPECT_EQ(mad_sat(3, 4, -5), 7);
  EXPECT_EQ(hadd(most, most - 1), most - 1);
  EXPECT_EQ(rhadd(most, most - 1), most);
  EXPECT_EQ(clz(1), 31);
  EXPECT_EQ(clz(0), 32);
  EXPECT_EQ(ctz(8), 3);
  EXPECT_EQ(ctz(0), 32);
  EXPECT_EQ(popcount(0xff00ff00ff00ff01UL), 33U);
  EXPECT_EQ(mul_hi(std::numeric_limits<long>::min(), 4), -2);
  EXPECT_EQ(mad_hi(0x80000000U, 4, 5), 7U);
  EXPECT_EQ(rotate(0x80000001U, 4), 0x00000018U);
  EXPECT_EQ(upsample(-1, 5), -0x100000000L + 5);
  EXPECT_EQ(mul24(-3, 5), -15);
  EXPECT_EQ(clamp(7, -2, 5), 5);
}

TEST(CommonAndGeometricFunctions, GiveTheirFormulas) {
  EXPECT_EQ(builtin_mix(1, 3, 0.5F), 2);
  EXPECT_EQ(builtin_smoothstep(0, 2, 1), 0.5F);
  EXPECT_EQ(builtin_step(2, 1), 0);
  EXPECT_EQ(builtin_sign(-3), -1);
  EXPECT_FLOAT_EQ(builtin_degrees(3.14159265F), 180);
  const Float4 a = {1, 2, 3, 4};
  const Float4 b = {2, 0, 1, 1};
  EXPECT_EQ(builtin_dot(a, b), 9);
  const Float4 cross = builtin_cross(a, b);
  EXPECT_EQ(cross[0], 2);
  EXPECT_EQ(cross[1], 5);
  EXPECT_EQ(cross[2], -4);
  EXPECT_EQ(cross[3], 0);
  EXPECT_FLOAT_EQ(builtin_length(a), std::sqrt(30.0F));
  EXPECT_FLOAT_EQ(builtin_length(a * 1e30F), 1e30F * std::sqrt(30.0F));
  EXPECT_FLOAT_EQ(builtin_normalize(a)[3], 4 / std::sqrt(30.0F));
}

TEST(RelationalFunctions, Are1ForScalarsAndAllBitsForVectors) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(builtin_isnan(nan), 1);
  const Int4 nans = builtin_isnan(Float4{nan, 1, nan, 0});
  EXPECT_EQ(nans[0], -1);
  EXPECT_EQ(nans[1], 0);
  EXPECT_EQ(builtin_isnormal(0x1p-1030), 0);
  EXPECT_EQ(builtin_signbit(-0.0F), 1);
  EXPECT_EQ(builtin_isless(Float4{1, 2, nan, 0}, Float4{2, 1, 0, 0})[0], -1);
  EXPECT_EQ(builtin_isless(Float4{1, 2, nan, 0}, Float4{2, 1, 0, 0})[2], 0);
  EXPECT_EQ(builtin_any(nans), 1);
  EXPECT_EQ(builtin_all(nans), 0);
  const Int4 selected = builtin_select(Int4{1, 2, 3, 4}, Int4{5, 6, 7, 8}, Int4{-1, 1, 0, -9});
  EXPECT_EQ(selected[0], 5);
  EXPECT_EQ(selected[1], 2);  // only the highest bit of a component decides
  EXPECT_EQ(builtin_select(1, 2, 1), 2);
  EXPECT_EQ(builtin_bitselect(0x0f, 0x33, 0x55), 0x1b);
  EXPECT_EQ(builtin_shuffle(Int4{10, 11, 12, 13}, Uint4{3, 4, 2, 1})[1], 10);
}

TEST(FusedMultiplyAdd, IsExact) {
  EXPECT_EQ(builtin_fma(1 + 0x1p-23F, 1 - 0x1p-23F, -1.0F), -0x1p-46F);
  EXPECT_EQ(builtin_fma(1 + 0x1p-52, 1 - 0x1p-52, -1.0), -0x1p-104);
}

TEST(VectorMath, IsTheScalarFunctionOfEachComponent) {
  const Float4 x = {-100, 0.5F, 3, 90};
  const Float4 y = builtin_exp(x);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(y[i], builtin_exp(x[i]));
  EXPECT_NEAR(native_sin(0.5F), 0.479426F, 1e-6);
  EXPECT_NEAR(native_powr(0.5F, 3.0F), 0.125F, 1e-6);
  EXPECT_EQ(native_powr(0.0F, 3.0F), 0.0F);
  EXPECT_EQ(half_divide(1, 4), 0.25F);
}

template <class From>
float rounded(From value, int direction) {
  std::fesetround(direction);
  const volatile From source = value;
  const volatile float result = static_cast<float>(source);
  std::fesetround(FE_TONEAREST);
  return result;
}

template <class From>
void check_conversions_of(From value) {
  const auto bits = [](float x) { return std::bit_cast<std::uint32_t>(x); };
  if (value != value) return;
  EXPECT_EQ(bits(convert_float_rte(value)), bits(rounded(value, FE_TONEAREST))) << value;
  EXPECT_EQ(bits(convert_float_rtz(value)), bits(rounded(value, FE_TOWARDZERO))) << value;
  EXPECT_EQ(bits(convert_float_rtp(value)), bits(rounded(value, FE_UPWARD))) << value;
  EXPECT_EQ(bits(convert_float_rtn(value)), bits(rounded(value, FE_DOWNWARD))) << value;
}

TEST(Conversions, ToSinglePrecisionRoundInTheirDirection) {
  for (const double value : special_values<double>()) check_conversions_of(value);
  for (const double value : random_values<double>(500, 6)) check_conversions_of(value);
  std::mt19937_64 random(7);
  for (int i = 0; i < 1000; ++i) {
    check_conversions_of(static_cast<long>(random()) >> (random() % 64));
  }
  check_conversions_of(std::numeric_limits<long>::max());
  check_conversions_of(std::numeric_limits<long>::min());
}

TEST(Conversions, ToIntegersRoundAndSaturate) {
  EXPECT_EQ(convert_int_rte(2.5F), 2);
  EXPECT_EQ(convert_int_rtp(2.1F), 3);
  EXPECT_EQ(convert_uchar_sat(-7), 0);
  EXPECT_EQ(convert_uchar_sat(300), 255);
}

}  // namespace
}  // namespace cleave::test

// Computes sine, cosine and tangent (OpenCL C 3.0, 6.15.2). A multiple of pi or pi / 2 is taken
// away from the angle without branches and tables, and a polynomial gives the result; only huge
// angles go another way first, which a sub-group takes where one of its lanes has to.
//
// The polynomials are minimax in relative error, found by Sollya's fpminimax, the quotients of
// tangents from interpolation at Chebyshev's points.
#include "huge_angles.h"
#include "library.h"
#include "polynomials.h"

// A multiplication and the addition behind it may be one instruction; none of them has to be.
#pragma clang fp contract(on)

// Added to a number that is small enough and taken away again, they leave the nearest whole number,
// or the nearest even one; in between, that number or its half stands in the lowest bits.
constant const float whole_rounding = 0x1.8p23f, even_rounding = 0x1.8p24f;
constant const double whole_rounding_double = 0x1.8p52, even_rounding_double = 0x1.8p53;

// x - n * pi / 2 for whole numbers n of as many bits as is_huge allows. pi / 2 is a sum whose first
// parts, without fused multiplication, have so few bits that products with n are exact; with it,
// the first difference is.
static inline float OVERLOADED without_quarters(float x, float n) {
  if (__cleave_has_fused_multiply_add()) {
    const float nearly = __builtin_fmaf(n, -0x1.921fb4p+0f, x);
    return __builtin_fmaf(n, -0x1.846988p-48f, __builtin_fmaf(n, -0x1.4442dp-24f, nearly));
  }
  return x - n * 0x1.9218p+0f - n * 0x1.ed5p-14f - n * 0x1.10bp-30f - n * 0x1.184698p-44f;
}
static inline double OVERLOADED without_quarters(double x, double n) {
  if (__cleave_has_fused_multiply_add()) {
    const double nearly = __builtin_fma(n, -0x1.921fb54442d18p+0, x);
    return __builtin_fma(n, -0x1.c1cd129024e08p-107,
                         __builtin_fma(n, -0x1.1a62633145c06p-54, nearly));
  }
  return x - n * 0x1.921fb544p+0 - n * 0x1.0b4611a6p-34 - n * 0x1.3198a2ep-69 -
         n * 0x1.b839a252049c1p-104;
}

static inline bool OVERLOADED is_huge(float x) {
  return __builtin_fabsf(x) > (__cleave_has_fused_multiply_add() ? 0x1p17f : 0x1.7p10f);
}
static inline bool OVERLOADED is_huge(double x) {
  return __builtin_fabs(x) > (__cleave_has_fused_multiply_add() ? 0x1p30 : 0x1p20);
}

// `value` with its sign changed where the lowest bit of `bits` is set.
static inline float OVERLOADED negated_if_odd(float value, int bits) {
  return as_float(as_int(value) ^ bits << 31);
}
static inline double OVERLOADED negated_if_odd(double value, long bits) {
  return as_double(as_long(value) ^ bits << 63);
}
static inline float OVERLOADED with_sign_of(float value, float x) {
  return as_float(as_int(value) ^ (as_int(x) & INT_MIN));
}
static inline double OVERLOADED with_sign_of(double value, double x) {
  return as_double(as_long(value) ^ (as_long(x) & LONG_MIN));
}

// `count` as a signed number of 2^-64 (2^-128) units.
static inline float OVERLOADED angle_of(ulong count, double unit) {
  if (__cleave_has_conversion_of_long()) return (float)((double)(long)count * (0x1p-64 * unit));
  const double upper = (double)(int)(count >> 32) * 0x1p-32;
  return (float)((upper + (double)(uint)count * 0x1p-64) * unit);
}
static inline double OVERLOADED angle_of(struct Turns count, double unit, double unit_rest) {
  // 32 bits become a number as the last bits of a significand whose exponent is known.
  const double first = as_double(count.high >> 32 ^ 0x4530000080000000ul) - 0x1.000008p84;
  const double second = as_double(lower_half(count.high) | 0x4330000000000000ul) - 0x1p52;
  const double third = as_double(count.low >> 32 | 0x4530000000000000ul) - 0x1p84;
  const double fourth = as_double(lower_half(count.low) | 0x4330000000000000ul) - 0x1p52;
  const double nearly = first + second;
  const double rest = (second - (nearly - first)) + (third + fourth) * 0x1p-64;
  return nearly * (unit * 0x1p-64) + (nearly * (unit_rest * 0x1p-64) + rest * (unit * 0x1p-64));
}

// The angle between -pi / 2 and pi / 2 that has the sine of |x| + `quarters` * pi / 2.
static inline float OVERLOADED angle_of_huge(float x, ulong quarters) {
  const ulong turns = left_of_turns(x) + (quarters << 62);
  const float angle =
      negated_if_odd(angle_of(turns << 1, M_PI), (int)((turns + (1ul << 62)) >> 63));
  return angle + (x - x);  // NaN of infinity
}
static inline double OVERLOADED angle_of_huge(double x, ulong quarters) {
  struct Turns turns = left_of_turns(x);
  turns.high += quarters << 62;
  const struct Turns halves = {turns.high << 1 | turns.low >> 63, turns.low << 1};
  const double angle = angle_of(halves, 0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53);
  return negated_if_odd(angle, (long)((turns.high + (1ul << 62)) >> 63)) + (x - x);
}

// Keeps NaN.
#define LIMITED(T)                              \
  static inline T OVERLOADED limited(T value) { \
    value = value > 1 ? 1 : value;              \
    return value < -1 ? -1 : value;             \
  }
LIMITED(float)
LIMITED(double)

// sin(r) = r + r^3 q(r^2) for |r| <= pi / 2. The term that is added to r is a zero of its sign if r
// is one. At pi / 2 it rounds to 1: cos(0) is 1.
static inline float OVERLOADED sine(float r) {
  const float square = r * r;
  float q = 0x1.5dbe10p-19f;
  q = q * square - 0x1.9f7056p-13f;
  q = q * square + 0x1.110ed8p-7f;
  q = q * square - 0x1.55554cp-3f;
  return limited(r + r * (square * q + 0.0f));
}
static inline double OVERLOADED sine(double r) {
  const double square = r * r, fourth = square * square;
  const double high =
      (-0x1.ae43dd53d1001p-41 * square + 0x1.6123ce53b2d5ep-33) + 0x1.883c312e8fd16p-49 * fourth;
  const double low = cubic(square, fourth, 0x1.11111111110c9p-7, -0x1.a01a01a014eb7p-13,
                           0x1.71de3a52aac68p-19, -0x1.ae6454d968e1ap-26);
  const double q = (high * (fourth * fourth) + low) * square - 0x1.5555555555555p-3;
  return limited(r + r * (square * q + 0.0));
}

float VALUE sin(float x) {
  const float shifted = x * 0x1.45f306p-1f + even_rounding;
  const float remainder = without_quarters(x, shifted - even_rounding);
  float angle = negated_if_odd(remainder, as_int(shifted));
  if (is_huge(x)) angle = with_sign_of(angle_of_huge(x, 0), x);
  return sine(angle);
}
double VALUE sin(double x) {
  const double shifted = x * 0x1.45f306dc9c883p-1 + even_rounding_double;
  const double remainder = without_quarters(x, shifted - even_rounding_double);
  double angle = negated_if_odd(remainder, as_long(shifted));
  if (is_huge(x)) angle = with_sign_of(angle_of_huge(x, 0), x);
  return sine(angle);
}

// A sine, too: x is an odd number of quarters and a remainder.
float VALUE cos(float x) {
  const float shifted = x * 0x1.45f306p-1f - 1 + even_rounding;
  const float remainder = without_quarters(-x, even_rounding - shifted - 1);
  float angle = negated_if_odd(remainder, as_int(shifted));
  if (is_huge(x)) angle = angle_of_huge(x, 1);
  return sine(angle);
}
double VALUE cos(double x) {
  const double shifted = x * 0x1.45f306dc9c883p-1 - 1 + even_rounding_double;
  const double remainder = without_quarters(-x, even_rounding_double - shifted - 1);
  double angle = negated_if_odd(remainder, as_long(shifted));
  if (is_huge(x)) angle = angle_of_huge(x, 1);
  return sine(angle);
}

// x = quarters * pi / 2 + angle, |angle| <= pi / 4; but for multiples of four quarters.
struct Quarters {
  float angle;
  int quarters;
};
struct DoubleQuarters {
  double angle;
  long quarters;
};

static inline struct Quarters OVERLOADED quarters_of_huge(float x) {
  const ulong turns = left_of_turns(x);
  const float angle = with_sign_of(angle_of(turns << 2, M_PI_2), x) + (x - x);
  const int quarters = (int)((turns + (1ul << 61)) >> 62);
  return (struct Quarters){angle, x < 0 ? -quarters : quarters};
}
static inline struct DoubleQuarters OVERLOADED quarters_of_huge(double x) {
  const struct Turns turns = left_of_turns(x);
  const struct Turns rest = {turns.high << 2 | turns.low >> 62, turns.low << 2};
  const double angle = angle_of(rest, 0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54);
  const long quarters = (long)((turns.high + (1ul << 61)) >> 62);
  return (struct DoubleQuarters){with_sign_of(angle, x) + (x - x), x < 0 ? -quarters : quarters};
}

static inline struct Quarters OVERLOADED quarters_of(float x) {
  const float shifted = x * 0x1.45f306p-1f + whole_rounding;
  struct Quarters parts = {without_quarters(x, shifted - whole_rounding), as_int(shifted)};
  if (is_huge(x)) parts = quarters_of_huge(x);
  return parts;
}
static inline struct DoubleQuarters OVERLOADED quarters_of(double x) {
  const double shifted = x * 0x1.45f306dc9c883p-1 + whole_rounding_double;
  struct DoubleQuarters parts = {without_quarters(x, shifted - whole_rounding_double),
                                 as_long(shifted)};
  if (is_huge(x)) parts = quarters_of_huge(x);
  return parts;
}

// tan(r) = (r + r^3 p(r^2)) / (1 + r^2 q(r^2)) for |r| <= pi / 4.
float VALUE tan(float x) {
  const struct Quarters parts = quarters_of(x);
  const float r = parts.angle, square = r * r;
  const float p = 0x1.18e69cp-10f * square - 0x1.c7ec1ep-4f;
  const float q = 0x1.055d1ep-6f * square - 0x1.c7505cp-2f;
  const float numerator = r + r * (square * p + 0.0f), denominator = square * q + 1;
  const bool is_odd = parts.quarters << 31 < 0;
  const float upper = is_odd ? denominator : numerator, lower = is_odd ? numerator : denominator;
  return negated_if_odd(upper / lower, parts.quarters);
}
double VALUE tan(double x) {
  const struct DoubleQuarters parts = quarters_of(x);
  const double r = parts.angle, square = r * r;
  double p = -0x1.2b70140b49a27p-16;
  p = p * square + 0x1.c0cc7e805bfadp-9;
  p = p * square - 0x1.1127ce47481f0p-3;
  const double q = cubic(square, square * square, -0x1.dde93c78f964dp-2, 0x1.a46cf4775fbb8p-6,
                         -0x1.46d15266d39afp-12, 0x1.0b1c240292ccdp-21);
  const double numerator = r + r * (square * p + 0.0), denominator = square * q + 1;
  const bool is_odd = parts.quarters << 63 < 0;
  const double upper = is_odd ? denominator : numerator, lower = is_odd ? numerator : denominator;
  return negated_if_odd(upper / lower, parts.quarters);
}

// Both from the same quarters, with polynomials for |r| <= pi / 4.
float OVERLOADED sincos(float x, __private float* cosine) {
  const struct Quarters parts = quarters_of(x);
  const float r = parts.angle, square = r * r;
  float s = -0x1.992ab2p-13f;
  s = s * square + 0x1.1106e2p-7f;
  s = s * square - 0x1.555544p-3f;
  float c = 0x1.99e71ep-16f;
  c = c * square - 0x1.6c0c26p-10f;
  c = c * square + 0x1.55554ap-5f;
  c = c * square - 0.5f;
  const float sine_of_rest = r + r * (square * s + 0.0f), cosine_of_rest = c * square + 1;
  const bool is_odd = parts.quarters << 31 < 0;
  *cosine = negated_if_odd(is_odd ? sine_of_rest : cosine_of_rest, (parts.quarters + 1) >> 1);
  return negated_if_odd(is_odd ? cosine_of_rest : sine_of_rest, parts.quarters >> 1);
}
double OVERLOADED sincos(double x, __private double* cosine) {
  const struct DoubleQuarters parts = quarters_of(x);
  const double r = parts.angle, square = r * r;
  const double fourth = square * square;
  double s = 0x1.5d8e625bc8fc5p-33 * (fourth * fourth) +
             cubic(square, fourth, 0x1.111111110f760p-7, -0x1.a01a019bf2b7ep-13,
                   0x1.71de355fa4e3dp-19, -0x1.ae5e55005a3c8p-26);
  s = s * square - 0x1.5555555555548p-3;
  double c = (-0x1.8fa6a89160bb7p-37 * square + 0x1.1ee9dc12a9880p-29) * (fourth * fourth) +
             cubic(square, fourth, 0x1.555555555554bp-5, -0x1.6c16c16c15018p-10,
                   0x1.a01a019c8f944p-16, -0x1.27e4f7f1ee766p-22);
  c = c * square - 0.5;
  const double sine_of_rest = r + r * (square * s + 0.0), cosine_of_rest = c * square + 1;
  const bool is_odd = parts.quarters << 63 < 0;
  *cosine = negated_if_odd(is_odd ? sine_of_rest : cosine_of_rest, (parts.quarters + 1) >> 1);
  return negated_if_odd(is_odd ? cosine_of_rest : sine_of_rest, parts.quarters >> 1);
}

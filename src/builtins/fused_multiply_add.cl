// Computes fma (OpenCL C 3.0, 6.15.2), correctly rounded: by the processor's instruction where it
// has one, else by exact sums (single precision) and in integers (double precision).
#include "library.h"

// The sum of two doubles to an odd significand where it is not exact: rounded once more, to fewer
// digits, it is as if it had been rounded once.
static inline double sum_rounded_to_odd(double x, double y) {
  const double sum = x + y, part = sum - x;
  const double rest = (x - (sum - part)) + (y - part);
  const bool is_odd = as_long(sum) & 1;
  const bool is_kept = (rest == 0) | is_odd | !__builtin_isfinite(sum);
  const bool is_toward_zero = (rest > 0) != (sum > 0);
  return is_kept ? sum : as_double(as_long(sum) + (is_toward_zero ? -1 : 1));
}

float VALUE fma(float x, float y, float z) {
  if (__cleave_has_fused_multiply_add()) return __builtin_fmaf(x, y, z);
  return (float)sum_rounded_to_odd((double)x * (double)y, z);  // the product is exact
}

// A finite number other than 0: significand * 2^exponent, the greatest bit of the significand
// at 52.
struct Whole {
  ulong significand;
  int exponent;
};

static inline struct Whole whole_of(double x) {
  const ulong bits = as_ulong(x) & 0x7fffffffffffffff;
  const int exponent = (int)(bits >> 52);
  const ulong fraction = bits & 0xfffffffffffff;
  const int zeros = (int)__builtin_clzl(fraction | 1) - 11;
  return exponent != 0 ? (struct Whole){fraction | (ulong)1 << 52, exponent - 1075}
                       : (struct Whole){fraction << zeros, -1074 - zeros};
}

ulong VALUE mul_hi(ulong x, ulong y);

struct Wide {
  ulong high, low;
};

// Right by 0 or more bits; what falls out makes the last bit odd.
static inline struct Wide shifted_right(struct Wide x, int count) {
  const ulong shift = count & 63;
  const ulong lost_below = shift == 0 ? 0 : x.low << (64 - shift);
  const ulong into_low = shift == 0 ? 0 : x.high << (64 - shift);
  const struct Wide near = {x.high >> shift, into_low | x.low >> shift | (lost_below != 0)};
  const struct Wide far = {0, near.high | (near.low != 0)};
  const struct Wide nothing = {0, (x.high | x.low) != 0};
  return count < 64 ? near : count < 128 ? far : nothing;
}

static inline bool is_less(struct Wide x, struct Wide y) {
  return x.high < y.high || (x.high == y.high && x.low < y.low);
}

static inline struct Wide difference_of(struct Wide x, struct Wide y) {
  return (struct Wide){x.high - y.high - (x.low < y.low), x.low - y.low};
}

// x * 2^exponent as a double, for x that is not 0; its last bit stands for all that was lost.
static inline double rounded(struct Wide x, int exponent) {
  if (x.high == 0) {
    x = (struct Wide){x.low, 0};
    exponent -= 64;
  }
  const int zeros = (int)__builtin_clzl(x.high | 1);
  const ulong carried = zeros == 0 ? 0 : x.low >> (64 - zeros);
  const ulong significand = x.high << zeros | carried | ((x.low << zeros) != 0);
  const int power = exponent + 127 - zeros;  // of the greatest bit
  if (power > 1023) return INFINITY;
  const int below = power < -1022 ? -1022 - power : 0;
  const struct Wide kept =
      shifted_right((struct Wide){significand, 0}, 11 + (below > 60 ? 60 : below));
  const bool is_up =
      kept.low > 0x8000000000000000 || (kept.low == 0x8000000000000000 && (kept.high & 1));
  const ulong exponent_bits = below > 0 ? 0 : (ulong)(power + 1022) << 52;
  return as_double(exponent_bits + kept.high + is_up);  // a carry into the exponent is right
}

static double fused_in_integers(double x, double y, double z) {
  const bool has_product = __builtin_isfinite(x) & __builtin_isfinite(y);
  if (has_product & !__builtin_isfinite(z)) return z + z;  // the product may overflow
  const double product = x * y;
  if (!has_product | (x == 0) | (y == 0)) return product + z;
  if (z == 0) return product;
  const struct Whole a = whole_of(x), b = whole_of(y), c = whole_of(z);
  const ulong left = a.significand << 10, right = b.significand << 10;
  // Greatest bits at 124 or 125, and at 125; at least 20 zeros below, so that nothing is lost where
  // the two nearly cancel.
  struct Wide first = {mul_hi(left, right), left * right};
  struct Wide second = {c.significand << 9, 0};
  const int first_exponent = a.exponent + b.exponent - 20, second_exponent = c.exponent - 73;
  const int distance = first_exponent - second_exponent;
  if (distance > 0) {
    second = shifted_right(second, distance);
  } else {
    first = shifted_right(first, -distance);
  }
  const int exponent = distance > 0 ? first_exponent : second_exponent;

  const ulong sign_of_product = (as_ulong(x) ^ as_ulong(y)) >> 63, sign_of_sum = as_ulong(z) >> 63;
  const bool is_second_greater = is_less(first, second);
  const struct Wide greater = is_second_greater ? second : first,
                    lesser = is_second_greater ? first : second;
  const struct Wide sum = {greater.high + lesser.high + (greater.low + lesser.low < greater.low),
                           greater.low + lesser.low};
  const struct Wide result = sign_of_product == sign_of_sum ? sum : difference_of(greater, lesser);
  if ((result.high | result.low) == 0) return 0;
  const ulong sign = is_second_greater ? sign_of_sum : sign_of_product;
  return as_double(as_ulong(rounded(result, exponent)) | sign << 63);
}

double VALUE fma(double x, double y, double z) {
  if (__cleave_has_fused_multiply_add()) return __builtin_fma(x, y, z);
  return fused_in_integers(x, y, z);
}

VECTORS_OF_3(float, fma, float)
VECTORS_OF_3(double, fma, double)

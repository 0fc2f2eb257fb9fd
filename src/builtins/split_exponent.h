// Splits an exponent of two into a whole number n and a rest r, 2^(n + r) = 2^n 2^r, with the
// operations that half, native and relaxed functions can afford.
#pragma once

#pragma clang fp contract(on)

struct SplitExponent {
  float whole;  // 2^n
  float rest;   // r, |r| <= 1/2
};

// Splits x * factor, which must lie between -127 and 128. The number to be added and taken away
// again has 127 in its lowest bits, which so are an exponent's.
static inline struct SplitExponent split_exponent(float x, float factor) {
  const float biased_rounding = 0x1.8p23f + 127;
  const float shifted = x * factor + biased_rounding;
  const float rest = x * factor - (shifted - biased_rounding);
  const struct SplitExponent parts = {as_float(as_int(shifted) << 23), rest};
  return parts;
}

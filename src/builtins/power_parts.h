// Parts a power of two, 2^(n + r), into 2^n and r, with the operations that half and relaxed
// functions can afford.
#pragma once

#pragma clang fp contract(on)

struct PowerParts {
  float whole;  // 2^n
  float rest;   // r, |r| <= 1/2
};

// Parts x * factor, which must lie between -126 and 127. The number to be added and taken away
// again has 127 in its lowest bits, which so are an exponent's.
static inline struct PowerParts power_parts(float x, float factor) {
  const float biased_rounding = 0x1.8p23f + 127;
  const float shifted = x * factor + biased_rounding;
  const float rest = x * factor - (shifted - biased_rounding);
  const struct PowerParts parts = {as_float(as_int(shifted) << 23), rest};
  return parts;
}

// Computes sines and tangents of what is left of an angle without whole halves or quarters of a
// turn, with 12 bits: for half_ functions, and for those of halves.
//
// The polynomials are minimax in relative error, found by Sollya's fpminimax.
#pragma once

#include "polynomials.h"

#pragma clang fp contract(on)

static inline float negated_if_odd(float value, int bits) {
  return as_float(as_int(value) ^ bits << 31);
}

// An angle in halves of a turn, of which sines and tangents take away the nearest number. Added to
// them and taken away again, the latter leaves whole quarters, with that number in its lowest bits.
static constant const float halves_of_1 = 0x1.45f306p-2f, quarter_rounding = 0x1.8p22f;

// Subtracts n halves of a turn from an angle, where 2 n is whole, with fused multiplication. A half
// is a sum, of which the first difference is exact. Products of +0 are -0, which leaves a -0.
static inline float fused_without_halves(float x, float n) {
  return __builtin_fmaf(n, -0x1.4442dp-23f, __builtin_fmaf(n, -0x1.921fb4p+1f, x));
}

// sin(r) for |r| <= pi / 2. The polynomial is so much less that none is above 1.
static inline float coarse_sine(float r) {
  return r * horner(r * r, 0x1.ffe388p-1f, -0x1.53d96ap-3f, 0x1.f235acp-8f);
}

// tan(r) = r / q(r^2) for |r| <= pi / 4, or the negative reciprocal of odd quarters.
static inline float coarse_tangent(float r, float square, int quarters) {
  const float q = horner(square, 0x1.fffd66p-1f, -0x1.54c9fp-2f, -0x1.8f7ca2p-6f);
  const bool is_odd = quarters << 31 < 0;
  return negated_if_odd((is_odd ? q : r) / (is_odd ? r : q), quarters);
}

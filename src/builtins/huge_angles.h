// Computes the fraction of a turn that a huge angle leaves over: the product of the significand and
// those bits of 1 / (2 pi) that neither are multiples of a turn nor too small to count, in integers
// (Payne and Hanek's reduction).
#pragma once

#include "library.h"

// The bits of 1 / (2 pi) behind 32 zeros: bit i counts 2^(31 - i) turns, bit 0 the highest. Each
// word that a work-item takes is element `index` of a table of its own, so that the tables stand in
// registers (TableAccess): of single precision in one, of double precision in two.
constant const uint single_0[] = {0x00000000, 0x28be60db, 0x9391054a, 0x7f09d5f4, 0x7d4d3770};
constant const uint single_1[] = {0x28be60db, 0x9391054a, 0x7f09d5f4, 0x7d4d3770, 0x36d8a566};
constant const uint single_2[] = {0x9391054a, 0x7f09d5f4, 0x7d4d3770, 0x36d8a566, 0x4f10e410};
constant const uint single_3[] = {0x7f09d5f4, 0x7d4d3770, 0x36d8a566, 0x4f10e410, 0x7f9458ea};

// Upper and lower halves of 64 bits; those that all tables of double precision have.
#define UPPER_OF_ALL                                                                              \
  0x4f10e410, 0xf7aef158, 0x909374b8, 0x82746487, 0x2c4a69cf, 0x4baed121, 0xad17df90, 0x60d4ce7d, \
      0xef7e4a0e, 0xf7816603, 0xd6829b47, 0xc9f2c26d, 0xa797fa8b
#define LOWER_OF_ALL                                                                              \
  0x7f9458ea, 0x6dc91b8e, 0x01924bba, 0x3f877ac7, 0xba208d7d, 0x3a671c09, 0x4e64758e, 0x272117e2, \
      0xc7fe25ff, 0xfbcbc462, 0xdb4d9fb3, 0xd3d18fd9, 0x5d49eeb1
constant const uint upper_0[] = {0x00000000, 0x9391054a, 0x7d4d3770, UPPER_OF_ALL};
constant const uint upper_1[] = {0x9391054a, 0x7d4d3770, UPPER_OF_ALL, 0xfaf97c5e};
constant const uint upper_2[] = {0x7d4d3770, UPPER_OF_ALL, 0xfaf97c5e, 0xe294a4ba};
constant const uint upper_3[] = {UPPER_OF_ALL, 0xfaf97c5e, 0xe294a4ba, 0x47e35742};
constant const uint lower_0[] = {0x28be60db, 0x7f09d5f4, 0x36d8a566, LOWER_OF_ALL};
constant const uint lower_1[] = {0x7f09d5f4, 0x36d8a566, LOWER_OF_ALL, 0xcf41ce7d};
constant const uint lower_2[] = {0x36d8a566, LOWER_OF_ALL, 0xcf41ce7d, 0x9afed7ec};
constant const uint lower_3[] = {LOWER_OF_ALL, 0xcf41ce7d, 0x9afed7ec, 0x1580cc11};

// The upper half of (high, low) << shift, for a shift below the number of a half's bits.
static inline uint OVERLOADED upper_bits(uint high, uint low, uint shift) {
  return high << shift | low >> 1 >> (31 - shift);
}
static inline ulong OVERLOADED upper_bits(ulong high, ulong low, uint shift) {
  return high << shift | low >> 1 >> (63 - shift);
}

// Returns the fraction of |x| / (2 pi) turns below a whole turn, in units of 2^-64 turns; |x| >=
// 2^-12. For NaN and infinities the result is anything.
static inline ulong OVERLOADED left_of_turns(float x) {
  const uint bits = as_uint(x) & 0x7fffffff;
  const ulong significand = (bits & 0x7fffff) | 0x800000;
  const uint first =
      (bits >> 23) - 118;  // its bit counts half a turn in the significand's last place
  const uint index = first >> 5, shift = first & 31;
  const uint a = single_0[index], b = single_1[index], c = single_2[index], d = single_3[index];
  const ulong upper = significand * upper_bits(a, b, shift) << 32;
  const ulong lower = significand * upper_bits(c, d, shift) >> 32;
  return upper + significand * upper_bits(b, c, shift) + lower;
}

// high * 2^-64 + low * 2^-128 turns.
struct Turns {
  ulong high, low;
};

static inline ulong product(uint x, uint y) {
  return (ulong)x * y;
}
static inline ulong lower_half(ulong x) {
  return (uint)x;
}

// The same to 128 bits; |x| >= 2^20.
static inline struct Turns OVERLOADED left_of_turns(double x) {
  const ulong bits = as_ulong(x) & 0x7ffffffffffffffful;
  const uint lower = (uint)bits, upper = ((uint)(bits >> 32) & 0xfffff) | 0x100000;
  const uint first = (uint)(bits >> 52) - 1043;
  const uint index = first >> 6, shift = first & 63;
  const ulong a = (ulong)upper_0[index] << 32 | lower_0[index];
  const ulong b = (ulong)upper_1[index] << 32 | lower_1[index];
  const ulong c = (ulong)upper_2[index] << 32 | lower_2[index];
  const ulong d = (ulong)upper_3[index] << 32 | lower_3[index];
  const ulong ab = upper_bits(a, b, shift), bc = upper_bits(b, c, shift);
  const ulong cd = upper_bits(c, d, shift);

  // Columns of 32 bits with their carries, the last first.
  const ulong lower_by_2 = product(lower, (uint)(bc >> 32)), lower_by_3 = product(lower, (uint)bc);
  const ulong upper_by_3 = product(upper, (uint)bc), upper_by_4 = product(upper, (uint)(cd >> 32));
  const ulong fourth = (product(lower, (uint)(cd >> 32)) >> 32) + (product(upper, (uint)cd) >> 32) +
                       lower_half(lower_by_3) + lower_half(upper_by_4);
  const ulong third = (lower_by_3 >> 32) + (upper_by_4 >> 32) + lower_half(lower_by_2) +
                      lower_half(upper_by_3) + (fourth >> 32);
  const ulong second = product(lower, (uint)ab) + product(upper, (uint)(bc >> 32)) +
                       (lower_by_2 >> 32) + (upper_by_3 >> 32) + (third >> 32);
  const ulong first_only = product(lower, (uint)(ab >> 32)) + product(upper, (uint)ab);
  return (struct Turns){second + (first_only << 32), third << 32 | lower_half(fourth)};
}

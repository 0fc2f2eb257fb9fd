// Products of signed integers with a sum (OpenCL C 3.0, 6.15.3) that may leave their type on the way.
// libclc computes them in the signed type, where that is undefined: of constants the result is
// anything. Its mad_sat of long also takes products of 0 and a negative number for negative ones.
#include "library.h"

#define LEAST_INT ((int)0x80000000)
#define GREATEST_INT 0x7fffffff
#define GREATEST_LONG 0x7fffffffffffffffL

int VALUE mul_hi(int x, int y);
long VALUE mul_hi(long x, long y);

// A product of 64 bits and one number more cannot leave these.
int VALUE mad_sat(int x, int y, int z) {
  const long sum = (long)x * y + z;
  const long from_below = __builtin_elementwise_max(sum, (long)LEAST_INT);
  return (int)__builtin_elementwise_min(from_below, (long)GREATEST_INT);
}
VECTORS_OF_3(int, mad_sat, int)

// The sum has 128 bits, in two halves. It is a long if the upper half is but the sign of the lower.
long VALUE mad_sat(long x, long y, long z) {
  const ulong product = (ulong)x * (ulong)y, lower = product + (ulong)z;
  const long carry = lower < product;
  const long upper = mul_hi(x, y) + (z >> 63) + carry;
  const long nearest = upper < 0 ? ~GREATEST_LONG : GREATEST_LONG;
  return upper == (long)lower >> 63 ? (long)lower : nearest;
}
VECTORS_OF_3(long, mad_sat, long)

int VALUE mad_hi(int x, int y, int z) {
  return (int)((uint)mul_hi(x, y) + (uint)z);
}

// The lower half of a product that may have 48 bits.
int VALUE mul24(int x, int y) {
  return (int)((uint)(x << 8 >> 8) * (uint)(y << 8 >> 8));
}
int VALUE mad24(int x, int y, int z) {
  return (int)((uint)mul24(x, y) + (uint)z);
}

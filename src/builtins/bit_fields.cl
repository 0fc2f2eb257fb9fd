// Inserts, extracts and reverses bits (cl_khr_extended_bit_ops). A field of no bits may begin
// anywhere up to the end of the type; what would end behind it is undefined by the language, and is
// any value here.
#include "library.h"

// Fields of the types up to 32 bits are shifted in W = 32 bits, so that a lane needs no shift of
// bytes, which processors lack; those of 64 bits in 64. The language takes shifts modulo their
// width: what a field of no bits shifts by is discarded.
#define INSERT(T, W, BITS)                                             \
  T VALUE bitfield_insert(T base, T insert, uint offset, uint count) { \
    const W ones = ~(W)0 >> (BITS - count);                            \
    const W field = (count == 0 ? 0 : ones) << offset;                 \
    return (T)(((W)base & ~field) | (((W)insert << offset) & field));  \
  }
// Moves the field to the top, where its last bit is the sign of S, and down again.
#define EXTRACT(NAME, R, T, S, W, BITS)                    \
  R VALUE NAME(T base, uint offset, uint count) {          \
    const S top = (S)((W)base << (BITS - offset - count)); \
    const S field = top >> (BITS - count);                 \
    return (R)(count == 0 ? 0 : field);                    \
  }

#define INSERT_HALVES(T, N)                                                     \
  T##N VALUE bitfield_insert(T##N base, T##N insert, uint offset, uint count) { \
    return (T##N)(bitfield_insert(base.lo, insert.lo, offset, count),           \
                  bitfield_insert(base.hi, insert.hi, offset, count));          \
  }
#define INSERT_VECTORS(T)                                                       \
  INSERT_HALVES(T, 2)                                                           \
  T##3 VALUE bitfield_insert(T##3 base, T##3 insert, uint offset, uint count) { \
    return (T##3)(bitfield_insert(base.xy, insert.xy, offset, count),           \
                  bitfield_insert(base.z, insert.z, offset, count));            \
  }                                                                             \
  INSERT_HALVES(T, 4) INSERT_HALVES(T, 8) INSERT_HALVES(T, 16)

#define EXTRACT_HALVES(NAME, R, T, N)                                          \
  R##N VALUE NAME(T##N base, uint offset, uint count) {                        \
    return (R##N)(NAME(base.lo, offset, count), NAME(base.hi, offset, count)); \
  }
#define EXTRACT_VECTORS(NAME, R, T)                                           \
  EXTRACT_HALVES(NAME, R, T, 2)                                               \
  R##3 VALUE NAME(T##3 base, uint offset, uint count) {                       \
    return (R##3)(NAME(base.xy, offset, count), NAME(base.z, offset, count)); \
  }                                                                           \
  EXTRACT_HALVES(NAME, R, T, 4) EXTRACT_HALVES(NAME, R, T, 8) EXTRACT_HALVES(NAME, R, T, 16)

#define REVERSE(T)                              \
  T VALUE bit_reverse(T x) {                    \
    return __builtin_elementwise_bitreverse(x); \
  }

#define OF_TYPE(T, SIGNED, UNSIGNED, S, W, BITS)              \
  INSERT(T, W, BITS)                                          \
  INSERT_VECTORS(T)                                           \
  EXTRACT(bitfield_extract_signed, SIGNED, T, S, W, BITS)     \
  EXTRACT_VECTORS(bitfield_extract_signed, SIGNED, T)         \
  EXTRACT(bitfield_extract_unsigned, UNSIGNED, T, W, W, BITS) \
  EXTRACT_VECTORS(bitfield_extract_unsigned, UNSIGNED, T)     \
  REVERSE(T) REVERSE(T##2) REVERSE(T##3) REVERSE(T##4) REVERSE(T##8) REVERSE(T##16)

#define OF_TYPES(SIGNED, UNSIGNED, S, W, BITS)  \
  OF_TYPE(SIGNED, SIGNED, UNSIGNED, S, W, BITS) \
  OF_TYPE(UNSIGNED, SIGNED, UNSIGNED, S, W, BITS)

OF_TYPES(char, uchar, int, uint, 32)
OF_TYPES(short, ushort, int, uint, 32)
OF_TYPES(int, uint, int, uint, 32)
OF_TYPES(long, ulong, long, ulong, 64)

// shuffle and shuffle2 (OpenCL C 3.0, 6.15.13): elements in the order of a mask. From few elements
// one is selected; more are put in a private array, from which lanes gather theirs. If the mask is
// constant, as it mostly is, both become moves between registers.
#include "library.h"

#define EACH_2(AT) AT(0), AT(1)
#define EACH_4(AT) EACH_2(AT), AT(2), AT(3)
#define EACH_8(AT) EACH_4(AT), AT(4), AT(5), AT(6), AT(7)
#define EACH_16(AT) EACH_8(AT), AT(8), AT(9), AT(10), AT(11), AT(12), AT(13), AT(14), AT(15)

#define SELECTED(i) x[mask[i] & (sizeof x / sizeof x[0] - 1)]
#define FROM_ARRAY(i) from.elements[mask[i] & (sizeof from / sizeof x[0] - 1)]

#define SELECT(T, U, N, M)                      \
  T##N VALUE shuffle(T##M x, U##N mask) {       \
    return (T##N)(EACH_##N(SELECTED));          \
  }
#define SELECT_FROM_TWO(T, U, N)                        \
  T##N VALUE shuffle2(T##2 first, T##2 second, U##N mask) { \
    const T##4 x = (T##4)(first, second);               \
    return (T##N)(EACH_##N(SELECTED));                  \
  }
#define TAKE(T, U, N, M)                        \
  T##N VALUE shuffle(T##M x, U##N mask) {       \
    union {                                     \
      T##M vector;                              \
      T elements[M];                            \
    } from = {x};                               \
    return (T##N)(EACH_##N(FROM_ARRAY));        \
  }
#define TAKE_FROM_TWO(T, U, N, M)                      \
  T##N VALUE shuffle2(T##M x, T##M second, U##N mask) { \
    union {                                            \
      T##M vectors[2];                                 \
      T elements[2 * M];                               \
    } from = {{x, second}};                            \
    return (T##N)(EACH_##N(FROM_ARRAY));               \
  }

#define FROM_ALL(T, U, N)  \
  SELECT(T, U, N, 2)       \
  SELECT(T, U, N, 4)       \
  TAKE(T, U, N, 8)         \
  TAKE(T, U, N, 16)        \
  SELECT_FROM_TWO(T, U, N) \
  TAKE_FROM_TWO(T, U, N, 4) \
  TAKE_FROM_TWO(T, U, N, 8) \
  TAKE_FROM_TWO(T, U, N, 16)
#define TO_ALL(T, U) FROM_ALL(T, U, 2) FROM_ALL(T, U, 4) FROM_ALL(T, U, 8) FROM_ALL(T, U, 16)

TO_ALL(char, uchar)
TO_ALL(uchar, uchar)
TO_ALL(short, ushort)
TO_ALL(ushort, ushort)
TO_ALL(int, uint)
TO_ALL(uint, uint)
TO_ALL(long, ulong)
TO_ALL(ulong, ulong)
TO_ALL(float, uint)
TO_ALL(double, ulong)

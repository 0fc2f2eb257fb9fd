// Multiplies and adds four pairs of bytes (cl_khr_integer_dot_product 2.0). No sum of four products
// overflows; what is added to it is added with saturation.
#include "library.h"

uint VALUE add_sat(uint x, uint y);
int VALUE add_sat(int x, int y);

// The I-th byte of a word as a number: by shifts, so that lanes whose words lie beside each other
// need not be sorted by bytes.
#define BYTE_u(X, I) (((X) >> (8 * (I))) & 0xff)
#define BYTE_s(X, I) ((int)((X) << (24 - 8 * (I))) >> 24)

// R is the type of the result, A and B tell whether the elements of x and y are signed or not.
#define DOT(R, A, B)                                                                         \
  R VALUE dot_4x8packed_##A##B##_##R(uint x, uint y) {                                       \
    return (R)(BYTE_##A(x, 0) * BYTE_##B(y, 0) + BYTE_##A(x, 1) * BYTE_##B(y, 1)) +          \
           (R)(BYTE_##A(x, 2) * BYTE_##B(y, 2) + BYTE_##A(x, 3) * BYTE_##B(y, 3));           \
  }                                                                                          \
  R VALUE dot_acc_sat_4x8packed_##A##B##_##R(uint x, uint y, R sum) {                        \
    return add_sat(dot_4x8packed_##A##B##_##R(x, y), sum);                                   \
  }                                                                                          \
  R VALUE dot(TYPE_##A x, TYPE_##B y) {                                                      \
    return dot_4x8packed_##A##B##_##R(__builtin_astype(x, uint), __builtin_astype(y, uint)); \
  }                                                                                          \
  R VALUE dot_acc_sat(TYPE_##A x, TYPE_##B y, R sum) {                                       \
    return add_sat(dot(x, y), sum);                                                          \
  }
#define TYPE_u uchar4
#define TYPE_s char4

DOT(uint, u, u)
DOT(int, s, s)
DOT(int, u, s)
DOT(int, s, u)

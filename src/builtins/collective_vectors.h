// Defines the vector forms of functions that work-items execute together, by halves.
#pragma once

#include "library.h"

// F (x, index)
#define COLLECTIVE_VECTORS_OF_1(T, F)                           \
  T##2 COLLECTIVE F(T##2 x, uint index) {                       \
    return (T##2)(F(x.x, index), F(x.y, index));                \
  }                                                             \
  T##3 COLLECTIVE F(T##3 x, uint index) {                       \
    return (T##3)(F(x.x, index), F(x.y, index), F(x.z, index)); \
  }                                                             \
  COLLECTIVE_VECTOR_OF_1(T, F, 4)                               \
  COLLECTIVE_VECTOR_OF_1(T, F, 8)                               \
  COLLECTIVE_VECTOR_OF_1(T, F, 16)
#define COLLECTIVE_VECTOR_OF_1(T, F, N)            \
  T##N COLLECTIVE F(T##N x, uint index) {          \
    return (T##N)(F(x.lo, index), F(x.hi, index)); \
  }

// F (x, y, index)
#define COLLECTIVE_VECTORS_OF_2(T, F)                                          \
  T##2 COLLECTIVE F(T##2 x, T##2 y, uint index) {                              \
    return (T##2)(F(x.x, y.x, index), F(x.y, y.y, index));                     \
  }                                                                            \
  T##3 COLLECTIVE F(T##3 x, T##3 y, uint index) {                              \
    return (T##3)(F(x.x, y.x, index), F(x.y, y.y, index), F(x.z, y.z, index)); \
  }                                                                            \
  COLLECTIVE_VECTOR_OF_2(T, F, 4)                                              \
  COLLECTIVE_VECTOR_OF_2(T, F, 8)                                              \
  COLLECTIVE_VECTOR_OF_2(T, F, 16)
#define COLLECTIVE_VECTOR_OF_2(T, F, N)                        \
  T##N COLLECTIVE F(T##N x, T##N y, uint index) {              \
    return (T##N)(F(x.lo, y.lo, index), F(x.hi, y.hi, index)); \
  }

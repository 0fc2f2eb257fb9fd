// Begins every file of the library. OpenCL C 3.0 with every feature that the files define.
#pragma once

#include <opencl-c-base.h>

#include "lane_interface.h"

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// A function that the language overloads by its argument types.
#define OVERLOADED __attribute__((overloadable))
// One whose result depends on its arguments alone.
#define VALUE __attribute__((overloadable, const))
// A function of this file for the few arguments that another leaves to it, behind a branch: it is
// called once for all lanes of a sub-group, or not at all.
#define RARE(T) static T __attribute__((overloadable, const, noinline))
// A condition of a branch for those few that does no more than correct them: all lanes of a
// sub-group skip what stands behind it, or none.
#define IS_RARE(CONDITION) __builtin_expect(CONDITION, 0)
// One that work-items run together.
#define COLLECTIVE __attribute__((overloadable, convergent))

// The vector forms of a function F from its scalar form, by halves, so that nothing is indexed.
// R is the scalar type of the result, T (and U, V) that of the arguments.
#define VECTORS_OF_1(R, F, T)              \
  R##2 VALUE F(T##2 x) {                   \
    return (R##2)(F(x.x), F(x.y));         \
  }                                        \
  R##3 VALUE F(T##3 x) {                   \
    return (R##3)(F(x.x), F(x.y), F(x.z)); \
  }                                        \
  R##4 VALUE F(T##4 x) {                   \
    return (R##4)(F(x.lo), F(x.hi));       \
  }                                        \
  R##8 VALUE F(T##8 x) {                   \
    return (R##8)(F(x.lo), F(x.hi));       \
  }                                        \
  R##16 VALUE F(T##16 x) {                 \
    return (R##16)(F(x.lo), F(x.hi));      \
  }

#define VECTORS_OF_2(R, F, T, U)                          \
  R##2 VALUE F(T##2 x, U##2 y) {                          \
    return (R##2)(F(x.x, y.x), F(x.y, y.y));              \
  }                                                       \
  R##3 VALUE F(T##3 x, U##3 y) {                          \
    return (R##3)(F(x.x, y.x), F(x.y, y.y), F(x.z, y.z)); \
  }                                                       \
  R##4 VALUE F(T##4 x, U##4 y) {                          \
    return (R##4)(F(x.lo, y.lo), F(x.hi, y.hi));          \
  }                                                       \
  R##8 VALUE F(T##8 x, U##8 y) {                          \
    return (R##8)(F(x.lo, y.lo), F(x.hi, y.hi));          \
  }                                                       \
  R##16 VALUE F(T##16 x, U##16 y) {                       \
    return (R##16)(F(x.lo, y.lo), F(x.hi, y.hi));         \
  }

// The forms whose second argument is one scalar for all components.
#define VECTORS_OF_2_SCALAR(R, F, T, U)             \
  R##2 VALUE F(T##2 x, U y) {                       \
    return (R##2)(F(x.x, y), F(x.y, y));            \
  }                                                 \
  R##3 VALUE F(T##3 x, U y) {                       \
    return (R##3)(F(x.x, y), F(x.y, y), F(x.z, y)); \
  }                                                 \
  R##4 VALUE F(T##4 x, U y) {                       \
    return (R##4)(F(x.lo, y), F(x.hi, y));          \
  }                                                 \
  R##8 VALUE F(T##8 x, U y) {                       \
    return (R##8)(F(x.lo, y), F(x.hi, y));          \
  }                                                 \
  R##16 VALUE F(T##16 x, U y) {                     \
    return (R##16)(F(x.lo, y), F(x.hi, y));         \
  }

#define VECTORS_OF_3(R, F, T)                                            \
  R##2 VALUE F(T##2 x, T##2 y, T##2 z) {                                 \
    return (R##2)(F(x.x, y.x, z.x), F(x.y, y.y, z.y));                   \
  }                                                                      \
  R##3 VALUE F(T##3 x, T##3 y, T##3 z) {                                 \
    return (R##3)(F(x.x, y.x, z.x), F(x.y, y.y, z.y), F(x.z, y.z, z.z)); \
  }                                                                      \
  R##4 VALUE F(T##4 x, T##4 y, T##4 z) {                                 \
    return (R##4)(F(x.lo, y.lo, z.lo), F(x.hi, y.hi, z.hi));             \
  }                                                                      \
  R##8 VALUE F(T##8 x, T##8 y, T##8 z) {                                 \
    return (R##8)(F(x.lo, y.lo, z.lo), F(x.hi, y.hi, z.hi));             \
  }                                                                      \
  R##16 VALUE F(T##16 x, T##16 y, T##16 z) {                             \
    return (R##16)(F(x.lo, y.lo, z.lo), F(x.hi, y.hi, z.hi));            \
  }

// The forms of a function that also writes through a pointer to a U, in the private space.
#define VECTORS_OF_1_POINTER(R, F, T, U)                       \
  R##2 OVERLOADED F(T##2 x, __private U##2 * p) {              \
    U a, b;                                                    \
    const R##2 r = (R##2)(F(x.x, &a), F(x.y, &b));             \
    *p = (U##2)(a, b);                                         \
    return r;                                                  \
  }                                                            \
  R##3 OVERLOADED F(T##3 x, __private U##3 * p) {              \
    U a, b, c;                                                 \
    const R##3 r = (R##3)(F(x.x, &a), F(x.y, &b), F(x.z, &c)); \
    *p = (U##3)(a, b, c);                                      \
    return r;                                                  \
  }                                                            \
  VECTOR_OF_1_POINTER(R, F, T, U, 4, 2)                        \
  VECTOR_OF_1_POINTER(R, F, T, U, 8, 4)                        \
  VECTOR_OF_1_POINTER(R, F, T, U, 16, 8)

#define VECTOR_OF_1_POINTER(R, F, T, U, N, H)        \
  R##N OVERLOADED F(T##N x, __private U##N* p) {     \
    U##H a, b;                                       \
    const R##N r = (R##N)(F(x.lo, &a), F(x.hi, &b)); \
    *p = (U##N)(a, b);                               \
    return r;                                        \
  }

// The same function for the other address spaces, through a private variable.
#define SPACES_OF_1_POINTER(R, T, F, U)    \
  SPACE_OF_1_POINTER(R, T, F, U, __local)  \
  SPACE_OF_1_POINTER(R, T, F, U, __global) \
  SPACE_OF_1_POINTER(R, T, F, U, __generic)

#define SPACE_OF_1_POINTER(R, T, F, U, SPACE) \
  R OVERLOADED F(T x, SPACE U* p) {           \
    U a;                                      \
    const R r = F(x, &a);                     \
    *p = a;                                   \
    return r;                                 \
  }

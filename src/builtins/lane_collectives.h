// What work-items of one sub-group compute together, in the few forms that all of cl_khr_subgroups
// comes down to. Where lanes run one after another, sub_groups_in_turn.cl computes them through
// exchange memory; where they run together, the compiler leaves these functions without a body and
// makes each a few instructions on registers (compiler/pass/collectives.h).
//
// Both combine in the same order, which the results of floating-point sums show: with I for the
// work-items that the sub-group lacks,
//   a reduction  combines lane i with lane i + d, for d = W/2, W/4, … 1
//   a scan       combines lane i with lane i - d, for d = 1, 2, … W/2
// I changes nothing: for sums it is -0.0.
#pragma once

#include "library.h"

int __attribute__((convergent)) __cleave_sub_group_all_i32(int predicate);
int __attribute__((convergent)) __cleave_sub_group_any_i32(int predicate);

// Operations of a type; R (T, its suffix, the operation, how it is computed, I, what a scan that
// leaves out the own value begins with)
#define OPERATIONS_OF_INTEGERS(R, T, U, SUFFIX, LEAST, GREATEST, GREATEST_UNSIGNED) \
  R(T, SUFFIX, add, ADD, 0, 0)                                                      \
  R(T, SUFFIX, smin, LESSER, GREATEST, GREATEST)                                    \
  R(T, SUFFIX, smax, GREATER, LEAST, LEAST)                                         \
  R(U, SUFFIX, umin, LESSER, GREATEST_UNSIGNED, GREATEST_UNSIGNED)                  \
  R(U, SUFFIX, umax, GREATER, 0, 0)
#define OPERATIONS_OF_REALS(R, T, SUFFIX)      \
  R(T, SUFFIX, fadd, ADD, -0.0f, 0)            \
  R(T, SUFFIX, fmin, fmin, INFINITY, INFINITY) \
  R(T, SUFFIX, fmax, fmax, -INFINITY, -INFINITY)
#define ALL_OPERATIONS(R)                                                    \
  OPERATIONS_OF_INTEGERS(R, int, uint, i32, INT_MIN, INT_MAX, UINT_MAX)      \
  OPERATIONS_OF_INTEGERS(R, long, ulong, i64, LONG_MIN, LONG_MAX, ULONG_MAX) \
  OPERATIONS_OF_REALS(R, float, f32)                                         \
  OPERATIONS_OF_REALS(R, double, f64)

#define ADD(x, y) ((x) + (y))
#define LESSER(x, y) ((y) < (x) ? (y) : (x))
#define GREATER(x, y) ((x) < (y) ? (y) : (x))

float VALUE fmin(float x, float y);
float VALUE fmax(float x, float y);
double VALUE fmin(double x, double y);
double VALUE fmax(double x, double y);

#define DECLARE_OPERATION(T, SUFFIX, NAME, OPERATION, NEUTRAL, FIRST)                     \
  T __attribute__((convergent)) __cleave_sub_group_reduce_##NAME##_##SUFFIX(T x);         \
  T __attribute__((convergent)) __cleave_sub_group_scan_inclusive_##NAME##_##SUFFIX(T x); \
  T __attribute__((convergent)) __cleave_sub_group_scan_exclusive_##NAME##_##SUFFIX(T x);
ALL_OPERATIONS(DECLARE_OPERATION)

// `source` is the same for all.
#define DECLARE_BROADCAST(T, SUFFIX) \
  T __attribute__((convergent)) __cleave_sub_group_broadcast_##SUFFIX(T x, uint source);
DECLARE_BROADCAST(int, i32)
DECLARE_BROADCAST(long, i64)
DECLARE_BROADCAST(float, f32)
DECLARE_BROADCAST(double, f64)

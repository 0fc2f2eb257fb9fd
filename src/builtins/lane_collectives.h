// Declares what work-items of one sub-group compute together, in the few forms that all of
// cl_khr_subgroups comes down to. If lanes run one after another, sub_groups_serial.cl computes
// them through exchange memory; where they run together, the compiler leaves these functions
// without a body and makes each a few instructions on registers (compiler/pass/ir/collectives.h).
//
// Both combine in the same order, which the results of floating-point sums show: with I for the
// work-items that the sub-group lacks,
//   a reduction  combines lane i with lane i + d, for d = W/2, W/4, … 1
//   a scan       combines lane i with lane i - d, for d = 1, 2, … W/2
// I changes nothing: for sums it is -0.0.
//
// Those whose name begins with __cleave_active_ may be called by some of the work-items only, which
// are called active: the others count as if the sub-group lacked them. (All must come to the
// __cleave_sub_group_ ones.)
#pragma once

#include "library.h"

int __attribute__((convergent)) __cleave_sub_group_all_i32(int predicate);
int __attribute__((convergent)) __cleave_sub_group_any_i32(int predicate);

// Operations of a type; R (T, its suffix, the operation, how it is computed, I, what a scan that
// leaves out the own value begins with)
#define OPERATIONS_OF_INTEGERS(R, T, U, SUFFIX, LEAST, GREATEST, GREATEST_UNSIGNED) \
  R(T, SUFFIX, add, ADD, 0, 0)                                                      \
  R(T, SUFFIX, mul, MULTIPLY, 1, 1)                                                 \
  R(T, SUFFIX, smin, LESSER, GREATEST, GREATEST)                                    \
  R(T, SUFFIX, smax, GREATER, LEAST, LEAST)                                         \
  R(U, SUFFIX, umin, LESSER, GREATEST_UNSIGNED, GREATEST_UNSIGNED)                  \
  R(U, SUFFIX, umax, GREATER, 0, 0)                                                 \
  R(T, SUFFIX, and, BOTH, -1, -1)                                                   \
  R(T, SUFFIX, or, EITHER, 0, 0)                                                    \
  R(T, SUFFIX, xor, DIFFERENCE, 0, 0)
#define OPERATIONS_OF_REALS(R, T, SUFFIX)             \
  R(T, SUFFIX, fadd, ADD, -0.0f, 0)                   \
  R(T, SUFFIX, fmul, MULTIPLY, 1, 1)                  \
  R(T, SUFFIX, fmin, LESSER_REAL, INFINITY, INFINITY) \
  R(T, SUFFIX, fmax, GREATER_REAL, -INFINITY, -INFINITY)
#define ALL_OPERATIONS(R)                                                      \
  OPERATIONS_OF_INTEGERS(R, char, uchar, i8, CHAR_MIN, CHAR_MAX, UCHAR_MAX)    \
  OPERATIONS_OF_INTEGERS(R, short, ushort, i16, SHRT_MIN, SHRT_MAX, USHRT_MAX) \
  OPERATIONS_OF_INTEGERS(R, int, uint, i32, INT_MIN, INT_MAX, UINT_MAX)        \
  OPERATIONS_OF_INTEGERS(R, long, ulong, i64, LONG_MIN, LONG_MAX, ULONG_MAX)   \
  OPERATIONS_OF_REALS(R, float, f32)                                           \
  OPERATIONS_OF_REALS(R, double, f64)

#define ADD(x, y) ((x) + (y))
#define MULTIPLY(x, y) ((x) * (y))
#define LESSER(x, y) ((y) < (x) ? (y) : (x))
#define GREATER(x, y) ((x) < (y) ? (y) : (x))
#define LESSER_REAL(x, y) __builtin_elementwise_minimumnum(x, y)
#define GREATER_REAL(x, y) __builtin_elementwise_maximumnum(x, y)
#define BOTH(x, y) ((x) & (y))
#define EITHER(x, y) ((x) | (y))
#define DIFFERENCE(x, y) ((x) ^ (y))

#define DECLARE_OPERATION(T, SUFFIX, NAME, OPERATION, NEUTRAL, FIRST)                           \
  T __attribute__((convergent)) __cleave_sub_group_reduce_##NAME##_##SUFFIX(T x);               \
  T __attribute__((convergent)) __cleave_sub_group_scan_inclusive_##NAME##_##SUFFIX(T x);       \
  T __attribute__((convergent)) __cleave_sub_group_scan_exclusive_##NAME##_##SUFFIX(T x);       \
  T __attribute__((convergent)) __cleave_active_reduce_##NAME##_##SUFFIX(T x);                  \
  T __attribute__((convergent)) __cleave_active_scan_inclusive_##NAME##_##SUFFIX(T x);          \
  /* 0 + the sum for reals, so that the first active one gets 0. */                             \
  T __attribute__((convergent)) __cleave_active_scan_exclusive_##NAME##_##SUFFIX(T x);          \
  /* A reduction among those whose local id divided by `cluster`, a power of 2, is the same. */ \
  T __attribute__((convergent)) __cleave_active_clustered_##NAME##_##SUFFIX(T x, uint cluster);
ALL_OPERATIONS(DECLARE_OPERATION)

// Values are handed on as they are.
#define ALL_DATA(R) R(char, i8) R(short, i16) R(int, i32) R(long, i64) R(float, f32) R(double, f64)

// broadcast: `source` is the same for all that call. shuffle: it may differ. The value of a
// work-item that is not active is undefined, and so is what any gets from beyond W.
#define DECLARE_BROADCAST(T, SUFFIX)                                                     \
  T __attribute__((convergent)) __cleave_sub_group_broadcast_##SUFFIX(T x, uint source); \
  T __attribute__((convergent)) __cleave_active_broadcast_##SUFFIX(T x, uint source);    \
  T __attribute__((convergent)) __cleave_active_shuffle_##SUFFIX(T x, uint source);
ALL_DATA(DECLARE_BROADCAST)

// A bit for each active work-item whose predicate is not 0, that of local id 0 the lowest.
ulong __attribute__((convergent)) __cleave_active_ballot_i32(int predicate);

// Among the lanes that run this in lockstep: the active ones where lanes run together, one where
// they run one after another. Results tell how code is made, so they must show in nothing but time.
int __attribute__((convergent)) __cleave_lockstep_reduce_add_i32(int x);
long __attribute__((convergent)) __cleave_lockstep_reduce_add_i64(long x);
int __attribute__((convergent)) __cleave_lockstep_scan_exclusive_add_i32(int x);
long __attribute__((convergent)) __cleave_lockstep_scan_exclusive_add_i64(long x);

// Returns x. The code before the call has run for all lanes before a loop ends for one: else the
// compiler may move it behind the loop, where it waits for the lanes that make further iterations.
int __attribute__((convergent)) __cleave_lockstep_join_i32(int x);

// x, which is the same for all work-items of the sub-group; the compiler need not find that out.
__global void* __attribute__((convergent)) __cleave_sub_group_same_p1(__global void* x);

// Functions that the work-items of a work-group or of a sub-group compute together, over exchange
// memory with a slot for each. The including file defines for its kind of group:
//   GROUP(name)        the full name of a function
//   EXCHANGE()         the exchange memory, 16 bytes for each work-item
//   MEETING()          the barrier
//   OWN_INDEX()        the work-item's index in the group
//   MEMBERS()          how many work-items the group has
// The first work-item does the combining, in the order of the indices: a defined order gives the
// same floating-point result in every run. Each function ends with a barrier, because the next one
// may overwrite a slot that is still being read.
#pragma once

#include "library.h"

#define SLOT(T, INDEX) (((__private T*)EXCHANGE())[(INDEX)])

float VALUE fmin(float x, float y);
float VALUE fmax(float x, float y);
double VALUE fmin(double x, double y);
double VALUE fmax(double x, double y);

#define ADD(x, y) ((x) + (y))
#define LESSER(x, y) ((y) < (x) ? (y) : (x))
#define GREATER(x, y) ((x) < (y) ? (y) : (x))

#define VOTE(NAME, OPERATOR)                                             \
  int COLLECTIVE GROUP(NAME)(int predicate) {                            \
    SLOT(int, OWN_INDEX()) = predicate != 0;                             \
    MEETING();                                                           \
    if (OWN_INDEX() == 0) {                                              \
      int result = SLOT(int, 0);                                         \
      for (uint i = 1; i < MEMBERS(); ++i) result OPERATOR SLOT(int, i); \
      SLOT(int, 0) = result;                                             \
    }                                                                    \
    MEETING();                                                           \
    const int result = SLOT(int, 0);                                     \
    MEETING();                                                           \
    return result;                                                       \
  }

#define BROADCAST(T)                                 \
  static OVERLOADED T broadcast(T x, ulong source) { \
    if (OWN_INDEX() == source) SLOT(T, 0) = x;       \
    MEETING();                                       \
    const T result = SLOT(T, 0);                     \
    MEETING();                                       \
    return result;                                   \
  }

#define REDUCE(T, NAME, OPERATION)                                               \
  T COLLECTIVE GROUP(reduce_##NAME)(T x) {                                       \
    SLOT(T, OWN_INDEX()) = x;                                                    \
    MEETING();                                                                   \
    if (OWN_INDEX() == 0) {                                                      \
      T total = SLOT(T, 0);                                                      \
      for (uint i = 1; i < MEMBERS(); ++i) total = OPERATION(total, SLOT(T, i)); \
      SLOT(T, 0) = total;                                                        \
    }                                                                            \
    MEETING();                                                                   \
    const T result = SLOT(T, 0);                                                 \
    MEETING();                                                                   \
    return result;                                                               \
  }

#define SCAN(T, NAME, OPERATION, IDENTITY)         \
  T COLLECTIVE GROUP(scan_inclusive_##NAME)(T x) { \
    SLOT(T, OWN_INDEX()) = x;                      \
    MEETING();                                     \
    if (OWN_INDEX() == 0) {                        \
      T total = SLOT(T, 0);                        \
      for (uint i = 1; i < MEMBERS(); ++i) {       \
        total = OPERATION(total, SLOT(T, i));      \
        SLOT(T, i) = total;                        \
      }                                            \
    }                                              \
    MEETING();                                     \
    const T result = SLOT(T, OWN_INDEX());         \
    MEETING();                                     \
    return result;                                 \
  }                                                \
  T COLLECTIVE GROUP(scan_exclusive_##NAME)(T x) { \
    SLOT(T, OWN_INDEX()) = x;                      \
    MEETING();                                     \
    if (OWN_INDEX() == 0) {                        \
      T total = IDENTITY;                          \
      for (uint i = 0; i < MEMBERS(); ++i) {       \
        const T own = SLOT(T, i);                  \
        SLOT(T, i) = total;                        \
        total = OPERATION(total, own);             \
      }                                            \
    }                                              \
    MEETING();                                     \
    const T result = SLOT(T, OWN_INDEX());         \
    MEETING();                                     \
    return result;                                 \
  }

#define COLLECTIVES(T, MINIMUM, MAXIMUM, LEAST, GREATEST) \
  BROADCAST(T)                                            \
  REDUCE(T, add, ADD)                                     \
  REDUCE(T, min, MINIMUM)                                 \
  REDUCE(T, max, MAXIMUM)                                 \
  SCAN(T, add, ADD, 0)                                    \
  SCAN(T, min, MINIMUM, GREATEST)                         \
  SCAN(T, max, MAXIMUM, LEAST)

#define COLLECTIVES_OF_ALL_TYPES                         \
  VOTE(all, &=)                                          \
  VOTE(any, |=)                                          \
  COLLECTIVES(int, LESSER, GREATER, INT_MIN, INT_MAX)    \
  COLLECTIVES(uint, LESSER, GREATER, 0, UINT_MAX)        \
  COLLECTIVES(long, LESSER, GREATER, LONG_MIN, LONG_MAX) \
  COLLECTIVES(ulong, LESSER, GREATER, 0, ULONG_MAX)      \
  COLLECTIVES(float, fmin, fmax, -INFINITY, INFINITY)    \
  COLLECTIVES(double, fmin, fmax, -INFINITY, INFINITY)

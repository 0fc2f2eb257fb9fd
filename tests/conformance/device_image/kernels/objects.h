// Defines the kernel objects of the tests, for the kernels and for the programs that launch them.
// Pointers are addresses of shared memory.
#pragma once

#include <cstddef>

/// On the host there is no body: only the layout counts.
#ifdef __SYCL_DEVICE_ONLY__
#define CLEAVE_TEST_BODY void operator()() const;
#else
#define CLEAVE_TEST_BODY
#endif

struct Add {
  const float* x;
  const float* y;
  float* sum;
  CLEAVE_TEST_BODY
};

/// Sums of work-groups, by a tree in dynamic local memory that begins behind `offset` bytes.
struct Tree {
  const int* in;
  int* out;
  size_t offset;
  CLEAVE_TEST_BODY
};

/// The same, in a local variable of the program.
struct StaticTree {
  const int* in;
  int* out;
  CLEAVE_TEST_BODY
};

/// Sums of sub-groups of eight.
struct SubGroupSum {
  const int* in;
  int* out;
  unsigned* size;
  CLEAVE_TEST_BODY
};

/// Functions of <cmath>, a result each.
struct Math {
  const float* in;
  float* singles;
  double* doubles;
  CLEAVE_TEST_BODY
};
inline constexpr size_t math_results = 20;

struct Complex {
  const float* in;  // pairs
  float* out;       // pairs
  CLEAVE_TEST_BODY
};
inline constexpr size_t complex_results = 8;

/// An array that is captured by value and indexed.
struct Captured {
  int values[64];
  int* out;
  CLEAVE_TEST_BODY
};

/// Changes what it holds, which is each work-item's own.
struct Counter {
  mutable int count;
  mutable int amounts[64];
  int* out;
  CLEAVE_TEST_BODY
};

/// array, tuple, variant, optional, algorithms, memcmp, strlen.
struct Standard {
  const int* in;
  int* out;
  CLEAVE_TEST_BODY
};
inline constexpr size_t standard_results = 8;

/// Constants of the program.
struct Constants {
  int* out;
  CLEAVE_TEST_BODY
};

struct Asserts {
  const int* in;
  int* out;
  CLEAVE_TEST_BODY
};

struct Throws {
  const int* in;
  int* out;
  CLEAVE_TEST_BODY
};

/// Calls functions of another unit.
struct CallsOther {
  const int* in;
  int* out;
  CLEAVE_TEST_BODY
};

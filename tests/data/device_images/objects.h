// Defines the objects of the kernels in the device images of releases, for the kernels (kernels.cpp) and for the
// test that launches them. Images of releases were made of them: they never change, others may be added.
// Pointers are addresses of shared memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cleave::release_images {

/// Sums of sub-groups of eight, and what the next lane has.
struct SubGroupsObject {
  const int* in;
  int* sums;
  int* next;
  unsigned* sizes;
};

/// A local_accessor<int, 1> of version 0.1.0.
struct LocalArray {
  size_t offset;  // in the bytes of the kernel's argument 1
  size_t count;
  size_t identity;
};

/// Sums of work-groups, by a tree in dynamic local memory.
struct LocalTreeObject {
  const int* in;
  int* sums;
  LocalArray partial;
};

/// Functions of <cmath> and <complex>.
struct MathObject {
  const float* in;
  float* singles;   // math_results an item
  double* doubles;  // likewise
};
inline constexpr size_t math_results = 6;

/// Functions of the standard library that the driver's library of device code defines.
struct StandardObject {
  const int* in;
  int* out;
};

/// Adds to one number by atomic operations.
struct AtomicsObject {
  int* sum;
};

/// Prints its number, once.
struct PrintsObject {
  int number;
};

/// Asserts that no number is seven.
struct AssertsObject {
  const int* in;
  int* out;
};

/// Calls a function of another unit, whose image is the second one.
struct CallsUnitObject {
  const int* in;
  int* out;
};

}  // namespace cleave::release_images

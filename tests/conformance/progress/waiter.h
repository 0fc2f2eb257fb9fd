// Builds and runs kernels whose sub-groups wait for each other on platform Cleave.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "tests/support/opencl.h"

namespace cleave::test {

struct Shape {
  std::array<size_t, 2> local;  // work-items
  size_t groups = 2;            // beside each other
};

/// A program of one kernel `test(global int* o)`. The source finds these names:
///   S, N     the number of the sub-group, and of sub-groups in its work-group
///   FIRST    true in one work-item of each sub-group
///   RESULT   the sub-group's own place in o
///   SHARED   64 words of the work-group's own in o, all 0 at first
class Waiter {
 public:
  explicit Waiter(const std::string& source, const std::string& options = "-cl-std=CL3.0");
  ~Waiter();
  Waiter(const Waiter&) = delete;
  Waiter& operator=(const Waiter&) = delete;

  /// The results of all sub-groups, those of a work-group together.
  [[nodiscard]] std::vector<cl_int> run(const Shape& shape);

  [[nodiscard]] static cl_device_id device();
  [[nodiscard]] static cl_context context();
  /// W
  [[nodiscard]] static size_t width();

 private:
  cl_program program_ = nullptr;
  cl_kernel kernel_ = nullptr;
};

}  // namespace cleave::test

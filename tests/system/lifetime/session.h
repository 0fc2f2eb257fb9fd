// A device of Cleave with a context, a queue and the kernels that scenarios run.
#pragma once

#include <CL/cl.h>

#include "tests/support/opencl.h"

namespace cleave::test::lifetime {

/// Nothing is released unless a scenario says so.
struct Session : test::Session {
  /// Builds the kernels too, or the process ends.
  Session();
  ~Session() = default;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Builds anew, so that the compiler runs, and lets the program go. `source` as clBuildProgram
  /// takes it.
  [[nodiscard]] cl_int try_to_build(const char* text) const;
  /// Squares some numbers and verifies them, or the process ends.
  void compute() const;
  /// The same, but gives the first error; objects made on the way are released.
  [[nodiscard]] cl_int try_to_compute() const;
  /// Keeps every compute unit busy for much longer than a scenario lasts.
  void occupy() const;
  void release();

  cl_program program = nullptr;
  cl_kernel square = nullptr;
};

/// Source of kernels square(global uint*), endless(global uint*), and large(global uint*) with
/// 64 KiB of private memory.
extern const char* const session_source;

}  // namespace cleave::test::lifetime

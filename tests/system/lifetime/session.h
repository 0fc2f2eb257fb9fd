// A device of Cleave with a context, a queue and the kernels that scenarios run.
#pragma once

#include <CL/cl.h>

#include <string>

namespace cleave::lifetime {

/// Ends the process unless `error` is CL_SUCCESS.
void check_call(cl_int error, const char* call);

/// Cleave's first device.
[[nodiscard]] cl_device_id cleave_device();

struct Session {
  /// Everything: context, queue and program, or the process ends.
  Session();
  /// Nothing is released: a scenario says when, if ever.
  ~Session() = default;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Builds anew, so that the compiler runs, and lets the program go. `source` as clBuildProgram
  /// takes it.
  [[nodiscard]] cl_int build(const char* text) const;
  /// Squares some numbers and verifies them, or the process ends.
  void compute() const;
  /// The same, but gives the first error; objects made on the way are released.
  [[nodiscard]] cl_int try_to_compute() const;
  /// Keeps every compute unit busy for much longer than a scenario lasts.
  void occupy() const;
  void release();

  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;
  cl_kernel square = nullptr;
};

/// Source of kernels square(global uint*), endless(global uint*), and large(global uint*) with
/// 64 KiB of private memory.
extern const char* const session_source;

}  // namespace cleave::lifetime

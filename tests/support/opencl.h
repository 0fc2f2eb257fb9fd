// Finds the driver through the ICD loader, and ends the program when a call fails.
#pragma once

#include <CL/cl.h>

#include <string>

#include "tests/support/process.h"

namespace cleave::test {

/// Ends the program with 1 unless `error` is CL_SUCCESS.
void check(cl_int error, const char* call);
/// Truth is no error code: `require` takes it.
void check(bool is_so, const char* call) = delete;

/// The platform Cleave, by its name; null if the loader does not find it.
[[nodiscard]] cl_platform_id find_platform();
/// The first device of the platform; ends the program where there is none.
[[nodiscard]] cl_device_id first_device();

/// The log of the program's last build for the device, without a zero.
[[nodiscard]] std::string build_log(cl_program program, cl_device_id device);

/// A device with a context and an in-order queue. Nothing is released: most programs end with it,
/// and those that test releases say when.
struct Session {
  explicit Session(cl_device_id of = first_device());

  /// Builds for the device; a failure prints the log and ends the program.
  [[nodiscard]] cl_program build(const std::string& source, const char* options = "") const;
  [[nodiscard]] cl_kernel build_kernel(const std::string& source, const char* name,
                                       const char* options = "") const;
  [[nodiscard]] cl_mem make_buffer(size_t bytes, cl_mem_flags flags = CL_MEM_READ_WRITE,
                                   void* host = nullptr) const;

  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
};

}  // namespace cleave::test

// Runs one kernel on the first device of platform Cleave and gives back what it wrote.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "tests/support/opencl.h"

namespace cleave::test {

/// An ND-range; zeros in `local` let the driver choose.
struct Range {
  cl_uint dimensions = 1;
  std::array<size_t, 3> global = {1, 1, 1};
  std::array<size_t, 3> local = {0, 0, 0};
  std::array<size_t, 3> offset = {0, 0, 0};
};

inline size_t items_of(const Range& range) {
  return range.global[0] * range.global[1] * range.global[2];
}

/// Returns build options that make a program of its own for each local size: of one program the
/// driver merges the small work-groups of the first few sizes only, unless there is much to do.
inline std::string options_of(const Range& range) {
  const auto& [x, y, z] = range.local;
  return "-cl-std=CL3.0 -D LOCAL_SIZE=" + std::to_string((x * 1000 + y) * 1000 + z);
}

/// One context and queue for the whole test program.
class Runner {
 public:
  static Runner& instance();

  /// Builds `source`; a failure fails the test and prints the log.
  cl_program build(const std::string& source, const std::string& options = "-cl-std=CL3.0");
  /// The build log of a source that must not build.
  std::string failing_build_log(const std::string& source, const std::string& options = "");

  /// Runs kernel `test` of `source` with one global buffer (in and out), then optionally `local`
  /// bytes of local memory as the second argument. Returns the buffer. What was run last is not
  /// built again for other data or another range.
  template <class T>
  std::vector<T> run(const std::string& source, const Range& range, std::vector<T> data,
                     size_t local_bytes = 0, const std::string& options = "-cl-std=CL3.0") {
    run_bytes(source, range, data.data(), data.size() * sizeof(T), local_bytes, options);
    return data;
  }
  [[nodiscard]] cl_device_id device() const { return session_.device; }
  /// W of kernels that require none and work on elements of that size.
  [[nodiscard]] cl_uint sub_group_size(size_t element_bytes = 4) const;

 private:
  Runner();
  void run_bytes(const std::string& source, const Range& range, void* data, size_t bytes,
                 size_t local_bytes, const std::string& options);
  const Session session_;
  cl_uint sub_group_size_ = 0;
  std::string last_text_;  // options and source of what was run last
  cl_kernel last_kernel_ = nullptr;
};

}  // namespace cleave::test

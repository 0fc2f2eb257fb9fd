// Builds memory of the host with pointers into itself, which kernels follow and change: lists,
// trees, tables of pointers, and memory so long that 32-bit indices wrap around in it.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <string>
#include <vector>

#include "features.h"
#include "tests/support/opencl.h"

namespace cleave::test::fuzz::kernels {

/// OpenCL C, one text for each line: the structures `struct Host` and others, as host_memory.cpp
/// has them, and functions that take pointers. `middle` is the middle of 512 numbers.
std::vector<std::string> host_memory_text();
/// The parameters that Host::set_arguments sets.
std::string host_memory_parameters(const PointerFeatures& features);

class HostMemory {
 public:
  HostMemory(const Session& session, const PointerFeatures& features);
  ~HostMemory();
  HostMemory(const HostMemory&) = delete;
  HostMemory& operator=(const HostMemory&) = delete;

  /// From argument `first` on. Returns the number of the next argument.
  [[nodiscard]] cl_uint set_arguments(cl_kernel kernel, cl_uint first) const;
  /// Sets the argument of the kernel that is launched after it, whose only argument is the first of
  /// these.
  void set_first_argument(cl_kernel kernel) const;
  /// Sets the arguments of the kernel that is launched after that: the first of these, and memory
  /// beyond 2^32 bytes.
  void set_far_arguments(cl_kernel kernel) const;
  struct Result {
    /// Holds what kernels may have written: numbers, and pointers as what they lead to.
    std::vector<unsigned char> content;
    bool is_right;  // no kernel has counted an error (`host->errors`)
  };
  [[nodiscard]] Result result() const;

 private:
  struct Contents;
  [[nodiscard]] unsigned char* allocate(size_t bytes) const;
  void free(unsigned char* memory) const;
  void build() const;
  void declare_reached_memory(cl_kernel kernel) const;

  const Session& session_;
  const PointerFeatures features_;
  unsigned char* const allocation_;  // Contents lie at features_.offset
  unsigned char* const nodes_;
  unsigned char* const numbers_;
};

}  // namespace cleave::test::fuzz::kernels

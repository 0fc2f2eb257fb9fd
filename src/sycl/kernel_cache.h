// Finds the kernel of a launch: each thread has kernel objects of its own, so that no lock is taken and no thread's
// arguments meet another's.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "sycl/command_name.h"
#include "sycl/program.h"

namespace cleave::sycl {

/// A kernel object of this thread.
struct ThreadKernel {
  ThreadKernel() = default;
  ThreadKernel(const ThreadKernel&) = delete;
  ThreadKernel& operator=(const ThreadKernel&) = delete;
  ~ThreadKernel();

  std::shared_ptr<UnitProgram> program;
  Ref<NativeContext> context;
  cl_kernel id = nullptr;
  Ref<const CommandName> name;
  std::vector<std::byte> object;   // of its first argument; empty: that is not set
  bool asks_local_memory = false;  // it has a second argument
  size_t local_bytes = 0;          // of that argument; 0: it is not set
  std::vector<cl_ulong> buffers;   // addresses that its launches were told of
};

/// Returns this thread's kernel object. It is good until the thread's next call. Fails as the build of
/// the program does; errc::invalid if the program has no such kernel.
[[nodiscard]] ThreadKernel& find_kernel(const cleave_sycl_unit& unit, const char* symbol,
                                        NativeContext& context, Device& device);

}  // namespace cleave::sycl

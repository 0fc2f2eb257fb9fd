// Decides to which memory a launch writes past the caches.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "backend/launch_description.h"
#include "compiler/interface/facts.h"

namespace cleave::backend::cpu::code {

[[nodiscard]] inline bool is_only_written(const compiler::interface::ArgumentFacts& argument) {
  return argument.kind == compiler::interface::ArgumentKind::image &&
         argument.access_qualifier == CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
}

/// Returns LaunchShape::streamed_arguments of a launch with so many work-items: large memory that
/// it reaches by one argument, or by one pointer in a value. `streamed_bytes`: DeviceFacts. Pure.
[[nodiscard]] uint64_t choose_streams(std::span<const LaunchObject> objects,
                                      const compiler::interface::KernelFacts& kernel,
                                      const std::array<uint64_t, 3>& global_size,
                                      uint64_t streamed_bytes);

}  // namespace cleave::backend::cpu::code

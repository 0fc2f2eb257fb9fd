// A built program as bytes: what clGetProgramInfo(CL_PROGRAM_BINARIES) gives and
// clCreateProgramWithBinary takes.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compiler/interface/facts.h"

namespace cleave::compiler {

/// Everything needed to run the kernels of a program without its source.
struct ProgramImage {
  std::string options;  // those of the build
  std::vector<std::byte> canonical;
  std::vector<KernelFacts> kernels;
};

[[nodiscard]] std::vector<std::byte> serialize(const ProgramImage& image);

/// Nothing when the bytes are no image of this version of Cleave: wrong magic, version, length or
/// checksum. Never reads outside `bytes`, whatever they hold.
[[nodiscard]] std::optional<ProgramImage> deserialize(std::span<const std::byte> bytes);

}  // namespace cleave::compiler

// Encodes a built program as bytes: what clGetProgramInfo(CL_PROGRAM_BINARIES) gives and
// clCreateProgramWithBinary takes.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compiler/interface/compiler.h"

namespace cleave::compiler::interface {

/// Everything needed to run the kernels of a program, or to link it, without its source.
struct ProgramImage {
  cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  std::string options;    // those of the build
  LanguageTarget target;  // the source could rely on it
  bool requires_uniform_groups = true;
  std::vector<std::byte> canonical;
  std::vector<KernelFacts> kernels;
  ProgramScope program_scope;
};

[[nodiscard]] std::vector<std::byte> serialize(const ProgramImage& image);

/// Names which images deserialize() takes: those of builds of Cleave that give the same text.
[[nodiscard]] std::string image_format();

/// Nothing, and why in `problem`, when the bytes are no image of this build of Cleave: wrong magic,
/// version, compiler, length or checksum. Never reads outside `bytes`, whatever they hold.
[[nodiscard]] std::optional<ProgramImage> deserialize(std::span<const std::byte> bytes,
                                                      std::string& problem);

/// Returns the features that a program built for `wanted` misses on a device with `offered`; empty
/// when it can run there.
[[nodiscard]] std::string missing_from(const LanguageTarget& offered, const LanguageTarget& wanted);

}  // namespace cleave::compiler::interface

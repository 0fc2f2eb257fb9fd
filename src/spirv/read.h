// Makes a checked module of bytes that a stranger may have written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "spirv/module.h"

namespace cleave::spirv {

/// A value in place of the default of the constants with that SpecId: its bytes, little-endian.
struct Specialization {
  uint32_t id = 0;
  std::span<const std::byte> value;
};

/// The features of a device that modules may use.
struct Offer {
  std::vector<Capability> capabilities;  // those that hang on a feature of the device; ascending
};

/// A constant that the application may specialize.
struct SpecializableConstant {
  uint32_t id = 0;                    // its SpecId
  uint32_t bytes = 0;                 // its value's size; a boolean has one
  TypeKind kind = TypeKind::integer;  // or boolean, or floating
};

/// The properties of a module that clCreateProgramWithIL looks at. `problem` is empty, or says in
/// words why the bytes are no SPIR-V for OpenCL: `word 5: …`.
struct Outline {
  std::string problem;
  std::vector<SpecializableConstant> constants;  // those that share an id are named once
};

/// Reads a module's outline: header, lengths, the patterns of operands, that each id is defined,
/// the memory model. Takes time and memory linear in the bytes, which may be unaligned.
/// Thread-safe, as all functions here.
[[nodiscard]] Outline outline(std::span<const std::byte> bytes);

/// A module, or why it cannot be built, a line each, in the words of a build log.
struct ReadResult {
  std::optional<Module> module;
  std::string problems;
  std::string warnings;
};

/// Reads and checks a module: everything the outline looks at, and types, blocks, dominance, entry
/// points, decorations, capabilities, and constants after specialization. Sizes of specializations
/// fit.
[[nodiscard]] ReadResult read(std::span<const std::byte> bytes,
                              std::span<const Specialization> specializations, const Offer& offer);

}  // namespace cleave::spirv

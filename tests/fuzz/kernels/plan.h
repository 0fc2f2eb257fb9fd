// Chooses the configurations that a batch of kernels is run in.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "configuration.h"
#include "process.h"

namespace cleave::test::fuzz::kernels {

enum class Breadth : uint8_t { quick, thorough, modules };

struct Task {
  Configuration configuration;
  LaunchChoice launches;
  std::vector<uint64_t> seeds;
};

/// The scalar mode first, at each width and for each instruction set that the others have: once for
/// all where a kernel cannot tell them apart. Thorough: every width, and once more, at one width,
/// without a random half of the optional passes. Quick: one width, and every other batch without
/// some passes. Instruction sets and tiers take turns. Modules: one width, kernels as SPIR-V in
/// both modes.
std::vector<Task> tasks_of(const std::vector<uint64_t>& seeds, uint64_t batch, Breadth breadth);

/// The configuration that says what `configuration` should write.
Configuration oracle_of(const Configuration& configuration, uint64_t seed);

}  // namespace cleave::test::fuzz::kernels

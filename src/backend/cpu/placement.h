// Which NUMA node memory lies on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "topology/topology.h"

namespace cleave::backend::cpu {

/// The node that all these units share (its number in the operating system). None when they are of
/// several nodes, when the machine has only one, and on a machine that is only described.
[[nodiscard]] std::optional<uint32_t> node_of(const topology::Machine& machine,
                                              const topology::UnitSet& units);

/// Moves the pages that hold [memory, memory + bytes) to a node, with what they hold; pages that
/// were never touched are touched first. To be called on a processor of the node, where first touch
/// does without moving. Gives the number of pages that lie on the node afterwards: the kernel
/// leaves those that others share.
size_t move_to_node(void* memory, size_t bytes, uint32_t node) noexcept;

/// Lets go of the whole pages in [memory, memory + bytes), private memory of this process: what
/// they hold is undefined, and the next touch decides their node.
void forget_contents(void* memory, size_t bytes) noexcept;

}  // namespace cleave::backend::cpu

// Binds memory to NUMA nodes, and says which node it lies on.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "backend/hardware.h"
#include "topology/topology.h"

namespace cleave::backend::cpu::memory {

/// Returns the node that all these units share (its number in the operating system). Returns
/// nullopt if they belong to several nodes, if the machine has only one, and on a synthetic
/// machine.
[[nodiscard]] std::optional<uint32_t> node_of(const topology::Machine& machine,
                                              const topology::UnitSet& units);

/// The NUMA placement of memory.
struct Home {
  enum class Policy : uint8_t {
    anywhere,     // it does not matter, or nothing is known
    node,         // on that node, whichever thread touches it first
    first_touch,  // on the node of the thread that touches a page first
  };
  Policy policy = Policy::anywhere;
  uint32_t node = 0;
  friend auto operator<=>(const Home&, const Home&) = default;
};

/// The home of memory for these users: their node if they share one, first touch if each has one
/// but not the same, or where the machine has nodes and there are no users.
[[nodiscard]] Home home_for(const topology::Machine& machine, Hardware::Users users);

/// Makes pages that are touched from now on come from a node as long as it has free pages. Requires
/// whole pages, in a mapping of their own.
void prefer_node(void* memory, size_t bytes, uint32_t node) noexcept;

/// Moves the pages that hold [memory, memory + bytes) to a node, with what they hold; pages that
/// were never touched are touched first. To be called on a processor of the node, where first touch
/// does without moving. The kernel leaves pages that others share where they are; a process that
/// may neither move pages nor set policies moves none.
void move_to_node(void* memory, size_t bytes, uint32_t node) noexcept;

/// Returns true if pages of [memory, memory + bytes) are known to lie on another node, because
/// they have been moved or the node was full. Asks about three of them.
[[nodiscard]] bool lies_elsewhere(const void* memory, size_t bytes, uint32_t node) noexcept;

/// Discards the whole pages in [memory, memory + bytes), private memory of this process: their
/// contents become undefined, and the next touch decides their node.
void forget_contents(void* memory, size_t bytes) noexcept;

}  // namespace cleave::backend::cpu::memory

#include "backend/cpu/placement.h"

#include <linux/mempolicy.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>

namespace cleave::backend::cpu {
namespace {

using topology::Level;

uintptr_t page_size() {
  static const auto size = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  return size;
}

/// Leaves the byte as it is, whoever else writes it meanwhile.
void touch(uintptr_t address) {
  std::atomic_ref<unsigned char>(*reinterpret_cast<unsigned char*>(address))
      .fetch_or(0, std::memory_order_relaxed);
}

}  // namespace

std::optional<uint32_t> node_of(const topology::Machine& machine, const topology::UnitSet& units) {
  const auto& nodes = machine.at(Level::numa);
  if (!machine.is_this_system || nodes.size() < 2) return std::nullopt;
  const auto node = std::ranges::find_if(
      nodes, [&](const topology::Group& group) { return units.is_subset_of(group.units); });
  if (node == nodes.end()) return std::nullopt;
  return node->os_index;
}

size_t move_to_node(void* memory, size_t bytes, uint32_t node) noexcept {
  constexpr size_t batch = 512;
  std::array<void*, batch> pages;
  std::array<int, batch> nodes;
  std::array<int, batch> states;
  nodes.fill(static_cast<int>(node));
  const auto begin = reinterpret_cast<uintptr_t>(memory);
  const uintptr_t end = begin + bytes;
  uintptr_t page = begin / page_size() * page_size();
  size_t placed = 0;
  while (page < end) {
    size_t count = 0;
    for (; count < batch && page < end; page += page_size()) {
      touch(std::max(page, begin));
      pages[count++] = reinterpret_cast<void*>(page);
    }
    states.fill(-1);
    // A page that cannot be moved stays where it is: placement is for speed only.
    static_cast<void>(
        syscall(SYS_move_pages, 0, count, pages.data(), nodes.data(), states.data(), MPOL_MF_MOVE));
    placed += static_cast<size_t>(
        std::count(states.begin(), states.begin() + count, static_cast<int>(node)));
  }
  return placed;
}

void forget_contents(void* memory, size_t bytes) noexcept {
  const auto begin = reinterpret_cast<uintptr_t>(memory);
  const uintptr_t first = (begin + page_size() - 1) / page_size() * page_size();
  const uintptr_t last = (begin + bytes) / page_size() * page_size();
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

}  // namespace cleave::backend::cpu

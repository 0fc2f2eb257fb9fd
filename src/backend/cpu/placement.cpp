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

Home home_for(const topology::Machine& machine, Device::Users users) {
  if (users.empty()) return {};
  std::optional<uint32_t> common;
  bool is_common = true;
  for (const ResourceSet* user : users) {
    const auto node = node_of(machine, user->units());
    if (!node) return {};
    is_common &= !common || common == node;
    common = node;
  }
  if (!is_common) return {Home::Kind::first_touch, 0};
  return {Home::Kind::node, *common};
}

void prefer_node(void* memory, size_t bytes, uint32_t node) noexcept {
  constexpr size_t word_bits = 8 * sizeof(unsigned long);
  std::array<unsigned long, 1024 / word_bits> mask{};  // as many nodes as Linux can have
  if (node >= mask.size() * word_bits) return;
  mask[node / word_bits] = 1UL << node % word_bits;
  // Where this is forbidden pages lie elsewhere: placement is for speed only. The system takes one
  // bit less than it is told of.
  static_cast<void>(syscall(SYS_mbind, memory, bytes, MPOL_PREFERRED, mask.data(),
                            mask.size() * word_bits + 1, 0));
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

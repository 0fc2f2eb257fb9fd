#include "backend/cpu/numa_memory.h"

#include <linux/mempolicy.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>

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

/// Of whole pages. The flags say what becomes of those that were touched. False: errno says why.
bool set_preference(void* pages, size_t bytes, uint32_t node, unsigned flags) {
  constexpr size_t word_bits = 8 * sizeof(unsigned long);
  std::array<unsigned long, 1024 / word_bits> mask{};  // as many nodes as Linux can have
  if (node >= mask.size() * word_bits) return false;
  mask[node / word_bits] = 1UL << node % word_bits;
  // The system takes one bit less than it is told of.
  return syscall(SYS_mbind, pages, bytes, MPOL_PREFERRED, mask.data(), mask.size() * word_bits + 1,
                 flags) == 0;
}

void forget_preference(void* pages, size_t bytes) {
  static_cast<void>(syscall(SYS_mbind, pages, bytes, MPOL_DEFAULT, nullptr, 0, 0));
}

/// From the page at `first` up to `end`. False: errno says why none was moved.
bool move_pages(uintptr_t first, uintptr_t end, uint32_t node) {
  constexpr size_t batch = 512;
  std::array<void*, batch> pages;
  std::array<int, batch> nodes;
  std::array<int, batch> states;
  nodes.fill(static_cast<int>(node));
  for (uintptr_t page = first; page < end;) {
    size_t count = 0;
    for (; count < batch && page < end; page += page_size()) {
      pages[count++] = reinterpret_cast<void*>(page);
    }
    if (syscall(SYS_move_pages, 0, count, pages.data(), nodes.data(), states.data(), MPOL_MF_MOVE) <
        0) {
      return false;
    }
  }
  return true;
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
  // Where this is forbidden pages lie elsewhere: placement is for speed only.
  static_cast<void>(set_preference(memory, bytes, node, 0));
}

void move_to_node(void* memory, size_t bytes, uint32_t node) noexcept {
  const auto begin = reinterpret_cast<uintptr_t>(memory);
  const uintptr_t end = begin + bytes;
  const uintptr_t first = begin / page_size() * page_size();
  for (uintptr_t page = first; page < end; page += page_size()) touch(std::max(page, begin));
  // A page that cannot be moved stays where it is.
  if (move_pages(first, end, node) || (errno != EPERM && errno != ENOSYS)) return;
  // Containers refuse that call more often than this one, which leaves a preference behind.
  auto* const pages = reinterpret_cast<void*>(first);
  if (set_preference(pages, end - first, node, MPOL_MF_MOVE)) forget_preference(pages, end - first);
}

void forget_contents(void* memory, size_t bytes) noexcept {
  const auto begin = reinterpret_cast<uintptr_t>(memory);
  const uintptr_t first = (begin + page_size() - 1) / page_size() * page_size();
  const uintptr_t last = (begin + bytes) / page_size() * page_size();
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

}  // namespace cleave::backend::cpu

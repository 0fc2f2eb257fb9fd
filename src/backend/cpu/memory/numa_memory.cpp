#include "backend/cpu/memory/numa_memory.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <span>

#include "os/os.h"

namespace cleave::backend::cpu::memory {
namespace {

using topology::Level;

/// Leaves the byte as it is, whichever other thread writes it meanwhile.
void touch(uintptr_t address) {
  std::atomic_ref<unsigned char>(*reinterpret_cast<unsigned char*>(address))
      .fetch_or(0, std::memory_order_relaxed);
}

/// From the page at `first` up to `end`. False: errno says why none was moved.
bool move_pages(uintptr_t first, uintptr_t end, uint32_t node) {
  constexpr size_t batch = 512;
  std::array<void*, batch> pages;
  for (uintptr_t page = first; page < end;) {
    size_t count = 0;
    for (; count < batch && page < end; page += os::page_size()) {
      pages[count++] = reinterpret_cast<void*>(page);
    }
    if (!os::move_pages_to_node(std::span(pages).first(count), node)) return false;
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

Home home_for(const topology::Machine& machine, Hardware::Users users) {
  const bool has_nodes = machine.is_this_system && machine.at(Level::numa).size() > 1;
  if (users.empty()) return {has_nodes ? Home::Policy::first_touch : Home::Policy::anywhere, 0};
  std::optional<uint32_t> common;
  bool is_common = true;
  for (const ResourceSet* user : users) {
    const auto node = node_of(machine, user->units());
    if (!node) return {};
    is_common &= !common || common == node;
    common = node;
  }
  if (!is_common) return {Home::Policy::first_touch, 0};
  return {Home::Policy::node, *common};
}

void prefer_node(void* memory, size_t bytes, uint32_t node) noexcept {
  // If the system forbids this the pages lie elsewhere: placement is for speed only.
  static_cast<void>(os::prefer_node_for_pages(memory, bytes, node, /*moves=*/false));
}

void move_to_node(void* memory, size_t bytes, uint32_t node) noexcept {
  const auto begin = reinterpret_cast<uintptr_t>(memory);
  const uintptr_t end = begin + bytes;
  const uintptr_t first = begin / os::page_size() * os::page_size();
  for (uintptr_t page = first; page < end; page += os::page_size()) {
    touch(std::max(page, begin));
  }
  // A page that cannot be moved stays where it is.
  if (move_pages(first, end, node) || (errno != EPERM && errno != ENOSYS)) return;
  // Containers refuse that call more often than this one, which leaves a preference behind.
  auto* const pages = reinterpret_cast<void*>(first);
  if (os::prefer_node_for_pages(pages, end - first, node, /*moves=*/true)) {
    os::forget_preferred_node(pages, end - first);
  }
}

bool lies_elsewhere(const void* memory, size_t bytes, uint32_t node) noexcept {
  const auto* const first = static_cast<const std::byte*>(memory);
  return std::ranges::any_of(std::array{first, first + bytes / 2, first + bytes - 1},
                             [&](const std::byte* address) {
                               const auto found = os::node_of_page(address);
                               return found && *found != node;
                             });
}

void forget_contents(void* memory, size_t bytes) noexcept {
  const auto begin = reinterpret_cast<uintptr_t>(memory);
  const uintptr_t first = (begin + os::page_size() - 1) / os::page_size() * os::page_size();
  const uintptr_t last = (begin + bytes) / os::page_size() * os::page_size();
  if (first < last) os::discard_pages(reinterpret_cast<void*>(first), last - first);
}

}  // namespace cleave::backend::cpu::memory

#include "os/os.h"

#include <linux/futex.h>
#include <linux/mempolicy.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace cleave::os {
namespace {

int error_of(long result) {
  return result == 0 ? 0 : errno;
}

}  // namespace

size_t page_size() noexcept {
  static const auto size = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

void* map_memory(size_t bytes, size_t alignment) noexcept {
  const size_t spare = alignment > page_size() ? alignment : 0;
  if (bytes > SIZE_MAX - spare) return nullptr;
  void* all = mmap(nullptr, bytes + spare, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all == MAP_FAILED) return nullptr;
  if (spare == 0) return all;
  const auto begin = reinterpret_cast<uintptr_t>(all);
  const uintptr_t aligned = (begin + alignment - 1) & ~(alignment - 1);
  if (aligned != begin) munmap(all, aligned - begin);
  const size_t rest = begin + spare - aligned;
  if (rest != 0) munmap(reinterpret_cast<void*>(aligned + bytes), rest);
  return reinterpret_cast<void*>(aligned);
}

void unmap_memory(void* memory, size_t bytes) noexcept {
  munmap(memory, bytes);
}

void guard_pages(void* pages, size_t bytes) noexcept {
  static_cast<void>(mprotect(pages, bytes, PROT_NONE));
}

void prefer_huge_pages(void* pages, size_t bytes) noexcept {
  madvise(pages, bytes, MADV_HUGEPAGE);
}

void discard_pages(void* pages, size_t bytes) noexcept {
  madvise(pages, bytes, MADV_DONTNEED);
}

bool prefer_node_for_pages(void* pages, size_t bytes, uint32_t node, bool moves) noexcept {
  constexpr size_t word_bits = 8 * sizeof(unsigned long);
  std::array<unsigned long, 1024 / word_bits> mask{};  // as many nodes as Linux can have
  if (node >= mask.size() * word_bits) return false;
  mask[node / word_bits] = 1UL << node % word_bits;
  // The system takes one bit less than it is told of.
  return syscall(SYS_mbind, pages, bytes, MPOL_PREFERRED, mask.data(), mask.size() * word_bits + 1,
                 moves ? MPOL_MF_MOVE : 0) == 0;
}

void forget_preferred_node(void* pages, size_t bytes) noexcept {
  static_cast<void>(syscall(SYS_mbind, pages, bytes, MPOL_DEFAULT, nullptr, 0, 0));
}

std::optional<uint32_t> node_of_page(const void* address) noexcept {
  void* page = const_cast<void*>(address);
  int node = -1;
  const bool tells = syscall(SYS_move_pages, 0, 1, &page, nullptr, &node, 0) == 0 && node >= 0;
  return tells ? std::optional(static_cast<uint32_t>(node)) : std::nullopt;
}

bool move_pages_to_node(std::span<void*> pages, uint32_t node) noexcept {
  constexpr size_t most = 512;
  std::array<int, most> nodes;
  std::array<int, most> states;
  const size_t count = std::min(pages.size(), most);
  nodes.fill(static_cast<int>(node));
  return syscall(SYS_move_pages, 0, count, pages.data(), nodes.data(), states.data(),
                 MPOL_MF_MOVE) >= 0;
}

ProbedCall probe_binding_threads() noexcept {
  return {"sched_setaffinity", error_of(syscall(SYS_sched_setaffinity, 0, 0, nullptr))};
}

ProbedCall probe_preferring_nodes() noexcept {
  return {"mbind", error_of(syscall(SYS_mbind, nullptr, 0, MPOL_DEFAULT, nullptr, 0, 0))};
}

ProbedCall probe_moving_pages() noexcept {
  return {"move_pages",
          error_of(syscall(SYS_move_pages, 0, 0, nullptr, nullptr, nullptr, MPOL_MF_MOVE))};
}

void futex_wait(std::atomic<uint32_t>& word, uint32_t value) noexcept {
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
}

void futex_wake_one(std::atomic<uint32_t>& word) noexcept {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

std::optional<StackBounds> stack_of_this_thread() noexcept {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return std::nullopt;
  void* low = nullptr;
  size_t bytes = 0;
  const bool is_known = pthread_attr_getstack(&attributes, &low, &bytes) == 0;
  pthread_attr_destroy(&attributes);
  if (!is_known) return std::nullopt;
  return StackBounds{reinterpret_cast<uintptr_t>(low), reinterpret_cast<uintptr_t>(low) + bytes};
}

size_t configured_processors() noexcept {
  return static_cast<size_t>(sysconf(_SC_NPROCESSORS_CONF));
}

int current_processor() noexcept {
  return sched_getcpu();
}

void yield_processor() noexcept {
  sched_yield();
}

}  // namespace cleave::os

// Names what the driver asks of the operating system for memory, sleep, stacks and processors: with
// affinity.h the list of what a port to a system without Linux's calls writes (POSIX threads are
// used elsewhere too). The functions do what their name says and decide nothing.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace cleave::os {

[[nodiscard]] size_t page_size() noexcept;

/// Maps pages that hold zeros and take memory when they are first touched. `alignment`: a power of
/// two. nullptr if the system refuses.
[[nodiscard]] void* map_memory(size_t bytes, size_t alignment) noexcept;
void unmap_memory(void* memory, size_t bytes) noexcept;
/// Makes whole pages inaccessible. At the system's limit of mappings they stay accessible.
void guard_pages(void* pages, size_t bytes) noexcept;
void prefer_huge_pages(void* pages, size_t bytes) noexcept;
/// Gives the memory of whole pages back: they hold zeros again.
void discard_pages(void* pages, size_t bytes) noexcept;

/// Puts whole pages on a NUMA node when they are touched; those that were touched move too if
/// `moves`. Returns false, and errno says why, if the system refuses.
[[nodiscard]] bool prefer_node_for_pages(void* pages, size_t bytes, uint32_t node,
                                         bool moves) noexcept;
void forget_preferred_node(void* pages, size_t bytes) noexcept;
/// Returns the NUMA node of the page that holds an address; nullopt if there is no page yet, or the
/// system does not tell.
[[nodiscard]] std::optional<uint32_t> node_of_page(const void* address) noexcept;
/// Moves pages, at most 512, to a NUMA node. Returns false, and errno says why, if none was moved.
[[nodiscard]] bool move_pages_to_node(std::span<void*> pages, uint32_t node) noexcept;

/// A system call that was made so that it changes nothing.
struct ProbedCall {
  const char* name;  // for people
  int error;         // errno; 0: it succeeded
};
/// Probes the call that binds threads to processors: with no processor at all, so that the error is
/// that of an invalid argument if the system lets this process make it.
[[nodiscard]] ProbedCall probe_binding_threads() noexcept;
/// Probes the call of prefer_node_for_pages(), with no pages.
[[nodiscard]] ProbedCall probe_preferring_nodes() noexcept;
/// Probes the call of move_pages_to_node(), with no pages.
[[nodiscard]] ProbedCall probe_moving_pages() noexcept;

/// The addresses of a stack: from `low` to `high`, which is not one of them.
struct StackBounds {
  uintptr_t low = 0;
  uintptr_t high = 0;
};
/// Returns the bounds of the calling thread's own stack; nullopt if the system does not tell.
[[nodiscard]] std::optional<StackBounds> stack_of_this_thread() noexcept;

/// Sleeps while the word holds `value`; may return spuriously, so the caller checks the word again.
void futex_wait(std::atomic<uint32_t>& word, uint32_t value) noexcept;
void futex_wake_one(std::atomic<uint32_t>& word) noexcept;

/// Returns the number of the processor that runs the thread, which may change at any time; negative
/// if the system does not tell.
[[nodiscard]] int current_processor() noexcept;
/// Returns the number of processors that are configured, whether or not they may be used.
[[nodiscard]] size_t configured_processors() noexcept;
void yield_processor() noexcept;

}  // namespace cleave::os

// Asks the system about processors, nodes, pages and threads, and neither Cleave nor hwloc.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <map>
#include <set>
#include <string>

namespace cleave::test::qemu_numa {

using Processors = std::set<int>;

constexpr size_t mebibyte = size_t{1} << 20;

/// "0-2,5"
[[nodiscard]] Processors parse_list(const std::string& text);
[[nodiscard]] std::string list_text(const Processors& processors);
/// The first line of a file; empty if there is none.
[[nodiscard]] std::string first_line(const std::string& file);

/// Those that this process may use. To be asked first by a thread that nobody has bound.
[[nodiscard]] const Processors& allowed_processors();
/// Those of a node that are allowed, too, and online.
[[nodiscard]] Processors processors_of_node(int node);
/// Binds the calling thread. Throws if that fails.
void bind_to(const Processors& processors);

/// Counts the pages of [memory, memory + bytes) on each node, as move_pages says (or
/// get_mempolicy, where that is refused); negative: the page has an error of its own (-ENOENT:
/// never touched).
[[nodiscard]] std::map<int, size_t> nodes_of_pages(const void* memory, size_t bytes);
/// Whether `pages`, as nodes_of_pages() counts them, lie on `node` alone.
[[nodiscard]] bool all_on(const std::map<int, size_t>& pages, int node);
[[nodiscard]] std::string pages_text(const std::map<int, size_t>& pages);
/// The line of /proc/self/numa_maps about the mapping that begins at `memory`; empty: none does.
[[nodiscard]] std::string numa_maps_line(const void* memory);

/// Counts the pages of this process on each node, as /proc/self/numa_maps says.
[[nodiscard]] std::map<int, size_t> nodes_of_all_pages();

/// A worker thread, as /proc/self/task shows it.
struct WorkerThread {
  Processors allowed;
  int last_processor = -1;
  long ticks = 0;  // of processor time
};
/// By the processor that the name says.
[[nodiscard]] std::map<int, WorkerThread> worker_threads();

/// A line of the report. A failed check makes the program end with 1.
void seen(const std::string& what);
void check(bool is_so, const std::string& what);
[[nodiscard]] bool all_checks_passed();

}  // namespace cleave::test::qemu_numa

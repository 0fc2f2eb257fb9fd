// Reads and sets the processors that threads may run on.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace cleave::os {

/// Binds the calling thread to one processor and reads back whether that is so.
[[nodiscard]] bool bind_this_thread(uint32_t processor);

/// The processors that a thread may run on: bit p % w of word p / w, where a word has w bits. As
/// large as the largest mask of a kernel.
using ProcessorMask = std::array<unsigned long, 8192 / (8 * sizeof(unsigned long))>;
/// Reads the affinity mask of the calling thread. Returns false if the system refuses. `mask`: zeros
/// before.
[[nodiscard]] bool read_affinity(ProcessorMask& mask);
/// Returns the numbers of the processors that the calling thread may run on, in ascending order, of
/// any number of processors. The kernel has already intersected the mask with the cgroup's cpuset.
[[nodiscard]] std::vector<uint32_t> allowed_processors();

/// Keeps the calling thread, and those that it starts from then on, on these processors of the
/// operating system, as far as the system lets it. Does nothing when there are none.
void keep_this_thread_on(const std::vector<uint32_t>& processors);

}  // namespace cleave::os

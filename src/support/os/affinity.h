// Reads and sets the processors that threads may run on.
#pragma once

#include <cstdint>
#include <vector>

namespace cleave::support {

/// Binds the calling thread to one processor and reads back whether that is so.
[[nodiscard]] bool bind_this_thread(uint32_t processor);

/// Keeps the calling thread, and those that it starts from then on, on these processors of the
/// operating system, as far as the system lets it. Does nothing when there are none.
void keep_this_thread_on(const std::vector<uint32_t>& processors);

}  // namespace cleave::support

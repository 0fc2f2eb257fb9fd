#include "support/fork.h"

#include <pthread.h>

namespace cleave::support {

std::atomic<uint32_t> detail::fork_generation{1};

namespace {

// Forks are counted from the moment the driver is loaded.
[[maybe_unused]] const int registered = pthread_atfork(
    nullptr, nullptr, [] { detail::fork_generation.fetch_add(1, std::memory_order_relaxed); });

}  // namespace

}  // namespace cleave::support

// Watches forks.
#include "sycl/fork.h"

#include <pthread.h>

namespace cleave::sycl {

constinit std::atomic<Threads> detail::threads{Threads::none};

void note_threads() {
  auto none = Threads::none;
  detail::threads.compare_exchange_strong(none, Threads::here);
}

namespace {

void begin_child() {
  auto here = Threads::here;
  detail::threads.compare_exchange_strong(here, Threads::in_the_parent);
}

[[maybe_unused]] const int registered = pthread_atfork(nullptr, nullptr, begin_child);

}  // namespace

}  // namespace cleave::sycl

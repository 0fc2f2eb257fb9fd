#include "harness/host.h"

#include <sched.h>

#include <algorithm>
#include <thread>

namespace cleave::benchmark {

size_t processor_count() {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return 1;
  return std::max<size_t>(1, static_cast<size_t>(CPU_COUNT(&allowed)));
}

void in_parallel(size_t count, const std::function<void(size_t begin, size_t end)>& body) {
  const size_t threads = std::min(processor_count(), count);
  std::vector<std::jthread> others;
  for (size_t i = 1; i < threads; ++i)
    others.emplace_back([&, i] { body(count * i / threads, count * (i + 1) / threads); });
  body(0, threads > 0 ? count / threads : 0);
}

}  // namespace cleave::benchmark

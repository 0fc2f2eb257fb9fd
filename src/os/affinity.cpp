#include "os/affinity.h"

#include <sched.h>

#include <algorithm>
#include <memory>

namespace cleave::os {
namespace {

struct CpuSetDeleter {
  void operator()(cpu_set_t* set) const { CPU_FREE(set); }
};

// As large as the largest mask of a kernel, so that it can be read back.
size_t size_of_mask(uint32_t processor) {
  return std::max<size_t>(size_t{processor} + 1, 8192);
}

}  // namespace

bool bind_this_thread(uint32_t processor) {
  const size_t count = size_of_mask(processor);
  const size_t bytes = CPU_ALLOC_SIZE(count);
  const std::unique_ptr<cpu_set_t, CpuSetDeleter> set(CPU_ALLOC(count));
  if (!set) return false;
  CPU_ZERO_S(bytes, set.get());
  CPU_SET_S(processor, bytes, set.get());
  if (sched_setaffinity(0, bytes, set.get()) != 0) return false;
  CPU_ZERO_S(bytes, set.get());
  return sched_getaffinity(0, bytes, set.get()) == 0 && CPU_COUNT_S(bytes, set.get()) == 1 &&
         CPU_ISSET_S(processor, bytes, set.get());
}

bool read_affinity(ProcessorMask& mask) {
  return sched_getaffinity(0, sizeof mask, reinterpret_cast<cpu_set_t*>(mask.data())) == 0;
}

std::vector<uint32_t> allowed_processors() {
  // The mask grows until it is as large as the kernel's.
  for (size_t count = 1024; count <= (size_t{1} << 20); count *= 2) {
    const std::unique_ptr<cpu_set_t, CpuSetDeleter> set(CPU_ALLOC(count));
    const size_t bytes = CPU_ALLOC_SIZE(count);
    CPU_ZERO_S(bytes, set.get());
    if (sched_getaffinity(0, bytes, set.get()) != 0) continue;
    std::vector<uint32_t> processors;
    for (uint32_t processor = 0; processor < count; ++processor) {
      if (CPU_ISSET_S(processor, bytes, set.get())) processors.push_back(processor);
    }
    return processors;
  }
  return {};
}

void keep_this_thread_on(const std::vector<uint32_t>& processors) {
  if (processors.empty()) return;
  const size_t count = size_of_mask(*std::ranges::max_element(processors));
  const size_t bytes = CPU_ALLOC_SIZE(count);
  const std::unique_ptr<cpu_set_t, CpuSetDeleter> set(CPU_ALLOC(count));
  if (!set) return;
  CPU_ZERO_S(bytes, set.get());
  for (const uint32_t processor : processors) CPU_SET_S(processor, bytes, set.get());
  static_cast<void>(sched_setaffinity(0, bytes, set.get()));
}

}  // namespace cleave::os

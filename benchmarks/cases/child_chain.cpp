// A chain of small kernels, each of which enqueues the next one.
#include "cases/children.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
void next(global uint *counts, global uint *refusals, uint left) {
  counts[left - 1] += 1;
  if (left == 1) return;
  const int status = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL,
                                    ndrange_1D(1), ^{ next(counts, refusals, left - 1); });
  if (status != CLK_SUCCESS) *refusals += 1;
}

kernel void first(global uint *counts, global uint *refusals, uint levels) {
  next(counts, refusals, levels);
}
)";

}  // namespace

const Case& child_chain() {
  static const Case instance = {"child_chain",
                                "N kernels, each enqueued by the one before, which it waits for",
                                "million launches/s",
                                {{"chain", 1000}},
                                [](size_t levels) { return 1e-6 * static_cast<double>(levels); },
                                [](Device& device, size_t levels) -> std::unique_ptr<Work> {
                                  return std::make_unique<Children>(device, source, levels, levels);
                                },
                                Kind::runtime};
  return instance;
}

}  // namespace cleave::benchmark

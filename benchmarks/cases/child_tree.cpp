// A tree of small kernels: each enqueues eight, down to leaves, which count.
#include "cases/children.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
void grow(global uint *counts, global uint *refusals, uint first, uint levels) {
  if (levels == 0) {
    counts[first] += 1;
    return;
  }
  for (uint i = 0; i < 8; ++i) {
    const uint child = first * 8 + i;
    const int status = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1),
                                      ^{ grow(counts, refusals, child, levels - 1); });
    if (status != CLK_SUCCESS) atomic_inc(refusals);
  }
}

kernel void first(global uint *counts, global uint *refusals, uint levels) {
  grow(counts, refusals, 0, levels);
}
)";

size_t leaves(size_t levels) {
  return size_t{1} << 3 * levels;
}

}  // namespace

const Case& child_tree() {
  static const Case instance = {
      "child_tree",
      "a tree of N levels of kernels, each of which enqueues eight",
      "million leaves/s",
      {{"8^5", 5}, {"8^6", 6}},
      [](size_t levels) { return 1e-6 * static_cast<double>(leaves(levels)); },
      [](Device& device, size_t levels) -> std::unique_ptr<Work> {
        return std::make_unique<Children>(device, source, levels, leaves(levels));
      },
      Kind::runtime};
  return instance;
}

}  // namespace cleave::benchmark

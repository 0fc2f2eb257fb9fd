// The cost of a kernel that a kernel enqueues: one work-item enqueues 10,000 small ones, which wait
// for nothing.
#include "cases/children.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void first(global uint *counts, global uint *refusals, uint children) {
  queue_t queue = get_default_queue();
  for (uint i = 0; i < children; ++i) {
#ifdef EVENTS
    clk_event_t event;
    const int status = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, NULL,
                                      &event, ^{ counts[i] += 1; });
    if (status == CLK_SUCCESS) release_event(event);
#else
    const int status = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1),
                                      ^{ counts[i] += 1; });
#endif
    if (status != CLK_SUCCESS) *refusals += 1;
  }
}
)";
constexpr size_t children = 10000;
constexpr size_t plain = 0, with_events = 1;  // the sizes

}  // namespace

const Case& child_launch() {
  static const Case instance = {
      "child_launch",
      "a work-item enqueues 10,000 small kernels; with or without an event each",
      "million launches/s",
      {{"plain", plain}, {"event", with_events}},
      [](size_t) { return 1e-6 * static_cast<double>(children); },
      [](Device& device, size_t form) -> std::unique_ptr<Work> {
        return std::make_unique<Children>(device, source, children, children,
                                          form == with_events ? "-DEVENTS" : "");
      },
      Kind::runtime};
  return instance;
}

}  // namespace cleave::benchmark

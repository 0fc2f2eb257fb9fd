// Launches over ranges whose work-groups the driver chooses, of sizes that are round or prime.
#pragma once

#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {

inline constexpr const char* range_source = R"(
kernel void scramble(global uint *results) {
  size_t i = get_global_linear_id();
  uint x = i;
  for (int turn = 0; turn < 8; ++turn) x = (x ^ x >> 15) * 0x2c1b3c6du + 12345u;
  results[i] = x;
}
)";

struct ScrambledRange {
  explicit ScrambledRange(size_t count) : right(count) {
    for (size_t i = 0; i < count; ++i) {
      auto x = static_cast<cl_uint>(i);
      for (int turn = 0; turn < 8; ++turn) x = (x ^ x >> 15) * 0x2c1b3c6du + 12345u;
      right[i] = x;
    }
  }
  std::vector<cl_uint> right;
};

/// The range is N, or N by N.
template <int Dimensions>
class AnyRange : public RepeatedWork<ScrambledRange> {
 public:
  AnyRange(Device& device, size_t edge)
      : RepeatedWork(device, items(edge)),
        edge_(edge),
        kernel_(device.build(range_source, "scramble", "-cl-std=CL3.0")),
        results_(device.zeros(size() * sizeof(cl_uint))) {
    kernel_.set_arguments(results_);
  }

  std::string verify() override {
    return difference(device().template read<cl_uint>(results_, size()), problem().right);
  }

  static size_t items(size_t edge) { return Dimensions == 1 ? edge : edge * edge; }
  static double million_items(size_t edge) { return 1e-6 * static_cast<double>(items(edge)); }

 protected:
  void enqueue() override {
    const size_t sizes[] = {edge_, edge_};
    device().enqueue(kernel_, std::span(sizes, Dimensions), {});
  }

 private:
  size_t edge_;
  Kernel kernel_;
  Buffer results_;
};

}  // namespace cleave::benchmark

// Kernels that give each work-item a number that depends on how many belong to its sub-group: which
// the driver chooses, and the host follows.
#pragma once

#include <string>
#include <vector>

#include "cases/numbers.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {

/// Computes what a sub-group makes of `numbers`, which are its own, one after another: as many
/// results as it has work-items.
using OfSubGroup = std::vector<cl_uint> (*)(const cl_uint* numbers, size_t lanes);

/// Runs a work-item for each `numbers_of_item` of N numbers. `function` is OpenCL C: it defines
/// `uint result_of(global const uint *numbers)`, what a work-item finds.
class SubGroupResults : public RepeatedWork<ScrambledNumbers> {
 public:
  SubGroupResults(Device& device, size_t count, const std::string& function,
                  OfSubGroup of_sub_group, size_t numbers_of_item = 1)
      : RepeatedWork(device, count),
        of_sub_group_(of_sub_group),
        numbers_of_item_(numbers_of_item),
        kernel_(device.build((function + kernel).c_str(), "run", "-cl-std=CL3.0")),
        numbers_(device.buffer_of(problem().numbers)),
        results_(device.zeros(items() * sizeof(cl_uint))),
        lanes_(device.zeros(sizeof(cl_uint))) {
    kernel_.set_arguments(numbers_, results_, lanes_);
  }

  std::string verify() override {
    const size_t lanes = device().read<cl_uint>(lanes_, 1).front();
    if (lanes == 0 || group_size % lanes != 0) return "sub-groups of a strange size";
    std::vector<cl_uint> expected;
    for (size_t first = 0; first < items(); first += lanes) {
      const auto part = of_sub_group_(problem().numbers.data() + first * numbers_of_item_, lanes);
      expected.insert(expected.end(), part.begin(), part.end());
    }
    return difference(device().read<cl_uint>(results_, items()), expected);
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, items(), group_size); }

 private:
  static constexpr size_t group_size = 256;
  static constexpr const char* kernel = R"(
kernel void run(global const uint *numbers, global uint *results, global uint *lanes) {
  if (get_global_id(0) == 0) *lanes = get_max_sub_group_size();
  results[get_global_id(0)] = result_of(numbers);
}
)";
  [[nodiscard]] size_t items() const { return size() / numbers_of_item_; }

  OfSubGroup of_sub_group_;
  size_t numbers_of_item_;
  Kernel kernel_;
  Buffer numbers_, results_, lanes_;
};

}  // namespace cleave::benchmark

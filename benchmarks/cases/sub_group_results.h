// Kernels that give each work-item a number that depends on how many belong to its sub-group: which
// the driver chooses, and the host follows.
#pragma once

#include <vector>

#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {

struct ScrambledNumbers {
  explicit ScrambledNumbers(size_t count) : numbers(count) {
    for (size_t i = 0; i < count; ++i) numbers[i] = scrambled(static_cast<uint32_t>(i));
  }
  std::vector<cl_uint> numbers;
};

/// What a sub-group makes of `numbers`, which are its own, one after another: as many results as it
/// has work-items.
using OfSubGroup = std::vector<cl_uint> (*)(const cl_uint* numbers, size_t lanes);

/// Runs kernel `run` (numbers, results, one number for the size of sub-groups) with an item for
/// each `numbers_of_item` of N numbers.
class SubGroupResults : public RepeatedWork<ScrambledNumbers> {
 public:
  SubGroupResults(Device& device, size_t count, const char* source, OfSubGroup of_sub_group,
                  size_t numbers_of_item = 1)
      : RepeatedWork(device, count),
        of_sub_group_(of_sub_group),
        numbers_of_item_(numbers_of_item),
        kernel_(device.build(source, "run", "-cl-std=CL3.0")),
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
  [[nodiscard]] size_t items() const { return size() / numbers_of_item_; }

  OfSubGroup of_sub_group_;
  size_t numbers_of_item_;
  Kernel kernel_;
  Buffer numbers_, results_, lanes_;
};

/// What makes such a case.
struct SubGroupKernel {
  const char* name;
  const char* what;
  const char* source;
  OfSubGroup of_sub_group;
  size_t numbers_of_item = 1;
};

/// Its row: GB/s of numbers read.
template <const SubGroupKernel& kernel>
[[nodiscard]] Case sub_group_case() {
  return {kernel.name,
          kernel.what,
          "GB/s",
          {{"small", size_t{1} << 13}, {"cache", size_t{1} << 18}, {"memory", size_t{1} << 24}},
          [](size_t count) { return 1e-9 * sizeof(cl_uint) * static_cast<double>(count); },
          [](Device& device, size_t count) -> std::unique_ptr<Work> {
            device.require_sub_groups();
            return std::make_unique<SubGroupResults>(device, count, kernel.source,
                                                     kernel.of_sub_group, kernel.numbers_of_item);
          }};
}

}  // namespace cleave::benchmark

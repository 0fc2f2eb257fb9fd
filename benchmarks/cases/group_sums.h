// Sums of the numbers of each work-group, for the cases that let built-in functions add them up.
#pragma once

#include <vector>

#include "cases/numbers.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {

struct GroupNumbers {
  static constexpr size_t group_size = 256;

  explicit GroupNumbers(size_t count) : numbers(count), sums(count / group_size) {
    for (size_t i = 0; i < count; ++i) {
      numbers[i] = scrambled(static_cast<uint32_t>(i));
      sums[i / group_size] += numbers[i];
    }
  }

  std::vector<cl_uint> numbers, sums;
};

/// Runs a kernel (numbers, sums) with an item for each number.
class SumGroups : public RepeatedWork<GroupNumbers> {
 public:
  SumGroups(Device& device, size_t count, const char* source)
      : RepeatedWork(device, count),
        kernel_(device.build(source, "sum_groups", "-cl-std=CL3.0")),
        numbers_(device.buffer_of(problem().numbers)),
        sums_(device.zeros(problem().sums.size() * sizeof(cl_uint))) {
    kernel_.set_arguments(numbers_, sums_);
  }

  std::string verify() override {
    return difference(device().read<cl_uint>(sums_, problem().sums.size()), problem().sums);
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, size(), GroupNumbers::group_size); }

 private:
  Kernel kernel_;
  Buffer numbers_, sums_;
};

}  // namespace cleave::benchmark

// The sum of a range of floats in one launch: work-groups walk through parts of it, and the last one adds up what all have
// found. The twin in SYCL is a parallel_for with a reduction.
#include <algorithm>
#include <vector>

#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void sum(global const float *numbers, uint count, global float *total, global float *sums,
                global atomic_uint *arrived) {
  uint share = (count + get_num_groups(0) - 1) / get_num_groups(0);
  uint begin = get_group_id(0) * share;
  uint end = min(begin + share, count);
  float own = 0;
  for (uint i = begin + get_local_id(0); i < end; i += get_local_size(0)) own += numbers[i];
  float all = work_group_reduce_add(own);
  int last = 0;
  if (get_local_id(0) == 0) {
    sums[get_group_id(0)] = all;
    uint before = atomic_fetch_add_explicit(arrived, 1, memory_order_acq_rel, memory_scope_device);
    last = before + 1 == get_num_groups(0);
  }
  if (!work_group_broadcast(last, 0)) return;
  float rest = 0;
  for (uint i = get_local_id(0); i < get_num_groups(0); i += get_local_size(0)) rest += sums[i];
  rest = work_group_reduce_add(rest);
  if (get_local_id(0) == 0) {
    *total = rest;
    atomic_store_explicit(arrived, 0, memory_order_relaxed, memory_scope_device);
  }
}
)";
constexpr size_t group_size = 256;
constexpr size_t least_share = 2048;  // numbers of a work-group
constexpr size_t most_groups = 256;

struct FewUnits {
  explicit FewUnits(size_t count) : numbers(count) {
    // Whole numbers from -4 to 4: sums in any order are exact.
    for (size_t i = 0; i < count; ++i) {
      const int number = static_cast<int>(scrambled(static_cast<uint32_t>(i)) % 9) - 4;
      numbers[i] = static_cast<float>(number);
      sum += number;
    }
  }

  std::vector<float> numbers;
  int64_t sum = 0;
};

class RangeReduction : public RepeatedWork<FewUnits> {
 public:
  RangeReduction(Device& device, size_t count)
      : RepeatedWork(device, count),
        groups_(std::clamp<size_t>(count / least_share, 1, most_groups)) {
    device.require_work_group_functions();
    kernel_ = device.build(source, "sum", "-cl-std=CL3.0");
    numbers_ = device.buffer_of(problem().numbers);
    total_ = device.zeros(sizeof(float));
    sums_ = device.zeros(groups_ * sizeof(float));
    arrived_ = device.zeros(sizeof(cl_uint));
    kernel_.set_arguments(numbers_, static_cast<cl_uint>(count), total_, sums_, arrived_);
  }

  std::string verify() override {
    const std::vector<float> found = device().read<float>(total_, 1);
    return difference(found, {static_cast<float>(problem().sum)});
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, groups_ * group_size, group_size); }

 private:
  size_t groups_;
  Kernel kernel_;
  Buffer numbers_, total_, sums_, arrived_;
};

}  // namespace

const Case& range_reduction() {
  static const Case instance = {
      "range_reduction",
      "the sum of N floats in one launch; SYCL's reduction",
      "GB/s",
      {{"small", size_t{1} << 14}, {"cache", size_t{1} << 20}, {"memory", size_t{1} << 26}},
      [](size_t count) { return 1e-9 * sizeof(float) * static_cast<double>(count); },
      make_work<RangeReduction>};
  return instance;
}

}  // namespace cleave::benchmark

// A sum: every work-group adds up its elements as a tree in local memory, then one work-group adds
// up what the others found.
#include <numeric>

#include "harness/case.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void sum(global const uint *numbers, global uint *sums, uint per_group) {
  local uint tree[256];
  uint item = get_local_id(0);
  uint total = 0;
  for (uint i = item; i < per_group; i += 256) total += numbers[get_group_id(0) * per_group + i];
  tree[item] = total;
  for (uint width = 128; width > 0; width /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < width) tree[item] += tree[item + width];
  }
  if (item == 0) sums[get_group_id(0)] = tree[0];
}
)";
constexpr size_t group_size = 256;
constexpr size_t per_group = 2048;

class Reduction : public Work {
 public:
  Reduction(Device& device, size_t count)
      : device_(device),
        numbers_(count),
        groups_(count / per_group),
        kernel_(device.build(source, "sum")) {
    for (size_t i = 0; i < count; ++i) numbers_[i] = static_cast<cl_uint>(i * 2654435761u);
    numbers_buffer_ = device.buffer_of(std::span<const cl_uint>(numbers_));
    sums_ = device.zeros(groups_ * sizeof(cl_uint));
    total_ = device.zeros(sizeof(cl_uint));
  }

  void run(size_t repetitions) override {
    for (size_t i = 0; i < repetitions; ++i) {
      kernel_.set_arguments(numbers_buffer_, sums_, static_cast<cl_uint>(per_group));
      device_.enqueue(kernel_, groups_ * group_size, group_size);
      kernel_.set_arguments(sums_, total_, static_cast<cl_uint>(groups_));
      device_.enqueue(kernel_, group_size, group_size);
    }
    device_.finish();
  }

  std::string verify() override {
    cl_uint found = 0;
    device_.read(total_, std::span(&found, 1));
    cl_uint right = std::accumulate(numbers_.begin(), numbers_.end(), cl_uint{0});
    if (found == right) return {};
    return "the sum is " + std::to_string(right) + ", not " + std::to_string(found);
  }

 private:
  Device& device_;
  std::vector<cl_uint> numbers_;
  size_t groups_;
  Kernel kernel_;
  Buffer numbers_buffer_, sums_, total_;
};

}  // namespace

const Case& reduction() {
  static const Case instance = {
      "reduction",
      "the sum of N unsigned integers, trees of 256 work-items in local memory",
      "GB/s",
      {{"small", size_t{1} << 16}, {"cache", size_t{1} << 20}, {"memory", size_t{1} << 25}},
      [](size_t count) { return 1e-9 * sizeof(cl_uint) * static_cast<double>(count); },
      [](Device& device, size_t count) -> std::unique_ptr<Work> {
        return std::make_unique<Reduction>(device, count);
      }};
  return instance;
}

}  // namespace cleave::benchmark

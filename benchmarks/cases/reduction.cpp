// A sum: every work-group adds up its elements as a tree in local memory, then one work-group adds
// up what the others found.
#include <numeric>

#include "harness/native.h"

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

struct Numbers {
  explicit Numbers(size_t count) : numbers(count) {
    for (size_t i = 0; i < count; ++i) numbers[i] = static_cast<cl_uint>(i * 2654435761u);
    sum = std::accumulate(numbers.begin(), numbers.end(), cl_uint{0});
  }

  [[nodiscard]] std::string difference_of(cl_uint found) const {
    if (found == sum) return {};
    return "the sum is " + std::to_string(sum) + ", not " + std::to_string(found);
  }

  std::vector<cl_uint> numbers;
  cl_uint sum;
};

class Reduction : public RepeatedWork<Numbers> {
 public:
  Reduction(Device& device, size_t count)
      : RepeatedWork(device, count),
        groups_(count / per_group),
        kernel_(device.build(source, "sum")),
        numbers_(device.buffer_of(problem().numbers)),
        sums_(device.zeros(groups_ * sizeof(cl_uint))),
        total_(device.zeros(sizeof(cl_uint))) {}

  std::string verify() override {
    return problem().difference_of(device().read<cl_uint>(total_, 1).front());
  }

 protected:
  void enqueue() override {
    kernel_.set_arguments(numbers_, sums_, static_cast<cl_uint>(per_group));
    device().enqueue(kernel_, groups_ * group_size, group_size);
    kernel_.set_arguments(sums_, total_, static_cast<cl_uint>(groups_));
    device().enqueue(kernel_, group_size, group_size);
  }

 private:
  size_t groups_;
  Kernel kernel_;
  Buffer numbers_, sums_, total_;
};

/// Adds up a part for each thread, then these.
class NativeReduction : public NativeWork<Numbers> {
 public:
  explicit NativeReduction(size_t count)
      : NativeWork(count), numbers_(native_copy(problem().numbers)), sums_(count / part) {}

  std::string verify() override {
    return problem().difference_of(std::accumulate(sums_.begin(), sums_.end(), cl_uint{0}));
  }

 protected:
  void repeat() override {
    split(sums_.size(), 1, [&](size_t begin, size_t end) {
      native_loops().row_sums(sums_.data(), numbers_.data(), part, begin, end);
    });
  }

 private:
  static constexpr size_t part = 4096;

  NativeVector<cl_uint> numbers_, sums_;
};

}  // namespace

const Case& reduction() {
  static const Case instance = {
      "reduction",
      "the sum of N unsigned integers, trees of 256 work-items in local memory",
      "GB/s",
      {{"small", size_t{1} << 16}, {"cache", size_t{1} << 20}, {"memory", size_t{1} << 25}},
      [](size_t count) { return 1e-9 * sizeof(cl_uint) * static_cast<double>(count); },
      make_work<Reduction>,
      Kind::kernel,
      {{"native", make_native<NativeReduction>}}};
  return instance;
}

}  // namespace cleave::benchmark

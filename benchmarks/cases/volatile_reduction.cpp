// A sum as samples of ten years ago have it: local memory that is volatile, and a tree that is written
// out.
#include <numeric>

#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
#define STEP(width) \
  barrier(CLK_LOCAL_MEM_FENCE); \
  if (item < width) tree[item] += tree[item + width];

kernel void sum(global const uint *numbers, global uint *sums) {
  local volatile uint tree[256];
  uint item = get_local_id(0), first = get_group_id(0) * 512 + item;
  tree[item] = numbers[first] + numbers[first + 256];
  STEP(128) STEP(64) STEP(32) STEP(16) STEP(8) STEP(4) STEP(2) STEP(1)
  if (item == 0) sums[get_group_id(0)] = tree[0];
}
)";
constexpr size_t group_size = 256, per_group = 512;

struct Sums {
  explicit Sums(size_t count) : numbers(count), sums(count / per_group) {
    for (size_t i = 0; i < count; ++i) numbers[i] = scrambled(static_cast<uint32_t>(i));
    for (size_t i = 0; i < sums.size(); ++i) {
      const auto first = numbers.begin() + static_cast<ptrdiff_t>(i * per_group);
      sums[i] = std::accumulate(first, first + per_group, cl_uint{0});
    }
  }

  std::vector<cl_uint> numbers, sums;
};

class VolatileReduction : public RepeatedWork<Sums> {
 public:
  VolatileReduction(Device& device, size_t count)
      : RepeatedWork(device, count),
        kernel_(device.build(source, "sum")),
        numbers_(device.buffer_of(problem().numbers)),
        sums_(device.zeros(problem().sums.size() * sizeof(cl_uint))) {
    kernel_.set_arguments(numbers_, sums_);
  }

  std::string verify() override {
    return difference(device().read<cl_uint>(sums_, problem().sums.size()), problem().sums);
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, size() / 2, group_size); }

 private:
  Kernel kernel_;
  Buffer numbers_, sums_;
};

}  // namespace

const Case& volatile_reduction() {
  static const Case instance = {
      "volatile_reduction",
      "sums of 512 of N unsigned integers each, trees in local memory that is volatile",
      "GB/s",
      {{"small", size_t{1} << 14}, {"cache", size_t{1} << 20}, {"memory", size_t{1} << 25}},
      [](size_t count) { return 1e-9 * sizeof(cl_uint) * static_cast<double>(count); },
      make_work<VolatileReduction>};
  return instance;
}

}  // namespace cleave::benchmark

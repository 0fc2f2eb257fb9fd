// Sums of N numbers each, as trees in the local memory of work-groups of N items.
#include <string>

#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void small_group_sums(global const uint *numbers, global uint *sums) {
  local uint tree[64];
  const uint item = get_local_id(0);
  tree[item] = numbers[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint width = get_local_size(0); width > 1; width = (width + 1) / 2) {
    const uint rest = (width + 1) / 2;
    if (item + rest < width) tree[item] += tree[item + rest];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0) sums[get_group_id(0)] = tree[0];
}
)";

constexpr size_t items = 31 << 15;  // a multiple of every local size, 31 included

struct GroupSums {
  explicit GroupSums(size_t local_size) : numbers(items), sums(items / local_size) {
    for (size_t i = 0; i < items; ++i) {
      numbers[i] = scrambled(static_cast<uint32_t>(i));
      sums[i / local_size] += numbers[i];
    }
  }
  std::vector<cl_uint> numbers;
  std::vector<cl_uint> sums;
};

/// The size of a row is the local size.
class SmallGroupSums : public RepeatedWork<GroupSums> {
 public:
  SmallGroupSums(Device& device, size_t local_size)
      : RepeatedWork(device, local_size),
        kernel_(device.build(source, "small_group_sums")),
        numbers_(device.buffer_of(problem().numbers)),
        sums_(device.zeros(items / local_size * sizeof(cl_uint))) {
    kernel_.set_arguments(numbers_, sums_);
  }

  std::string verify() override {
    return difference(device().read<cl_uint>(sums_, items / size()), problem().sums);
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, items, size()); }

 private:
  Kernel kernel_;
  Buffer numbers_;
  Buffer sums_;
};

}  // namespace

const Case& small_group_sums() {
  static const Case instance = {
      "small_group_sums",
      "a million numbers summed by trees in local memory, in work-groups of N items",
      "million/s",
      {{"one", 1}, {"two", 2}, {"eight", 8}, {"odd", 31}, {"usual", 64}},
      [](size_t) { return 1e-6 * static_cast<double>(items); },
      make_work<SmallGroupSums>};
  return instance;
}

}  // namespace cleave::benchmark

// The same work in work-groups of few items: programs written for CPUs launch them so.
#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void small_groups(global uint *numbers) {
  uint h = get_group_id(0) * get_local_size(0) + get_local_id(0);
  for (int i = 0; i < 64; ++i) {
    h ^= h << 13;
    h ^= h >> 17;
    h ^= h << 5;
    h += 0x9e3779b9;
  }
  numbers[get_global_id(0)] = h;
}
)";

constexpr size_t items = 31 << 15;  // a multiple of every local size, 31 included

struct Numbers {
  explicit Numbers(size_t /*local_size*/) : numbers(items) {
    in_parallel(items, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) numbers[i] = mixed(static_cast<cl_uint>(i));
    });
  }
  static cl_uint mixed(cl_uint h) {
    for (int i = 0; i < 64; ++i) {
      h ^= h << 13;
      h ^= h >> 17;
      h ^= h << 5;
      h += 0x9e3779b9;
    }
    return h;
  }
  std::vector<cl_uint> numbers;
};

/// The size of a row is the local size.
class SmallGroups : public RepeatedWork<Numbers> {
 public:
  SmallGroups(Device& device, size_t local_size)
      : RepeatedWork(device, local_size),
        kernel_(device.build(source, "small_groups")),
        numbers_(device.zeros(items * sizeof(cl_uint))) {
    kernel_.set_arguments(numbers_);
  }

  std::string verify() override {
    return difference(device().read<cl_uint>(numbers_, items), problem().numbers);
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, items, size()); }

 private:
  Kernel kernel_;
  Buffer numbers_;
};

}  // namespace

const Case& small_groups() {
  static const Case instance = {
      "small_groups",
      "64 rounds of xorshift for a million numbers, in work-groups of N items",
      "million/s",
      {{"one", 1}, {"two", 2}, {"eight", 8}, {"odd", 31}, {"usual", 64}},
      [](size_t) { return 1e-6 * static_cast<double>(items); },
      make_work<SmallGroups>};
  return instance;
}

}  // namespace cleave::benchmark

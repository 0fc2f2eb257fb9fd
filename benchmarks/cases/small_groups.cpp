// The same work in work-groups of few items: programs written for CPUs launch so.
#include "cases/mixed_numbers.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void small_groups(global uint *numbers) {
  numbers[get_global_id(0)] =
      mix_rounds(get_group_id(0) * get_local_size(0) + get_local_id(0));
}
)";

/// The size of a row is the local size.
class SmallGroups : public RepeatedWork<MixedNumbers> {
 public:
  SmallGroups(Device& device, size_t local_size)
      : RepeatedWork(device, local_size),
        kernel_(device.build((std::string(mix_source) + source).c_str(), "small_groups")),
        numbers_(device.zeros(MixedNumbers::items * sizeof(cl_uint))) {
    kernel_.set_arguments(numbers_);
  }

  std::string verify() override {
    return difference(device().read<cl_uint>(numbers_, MixedNumbers::items), problem().numbers);
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, MixedNumbers::items, size()); }

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
      [](size_t) { return 1e-6 * static_cast<double>(MixedNumbers::items); },
      make_work<SmallGroups>};
  return instance;
}

}  // namespace cleave::benchmark

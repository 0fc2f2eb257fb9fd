// The work of small_groups by a kernel that a kernel enqueues.
#include <string>

#include "cases/device_queue.h"
#include "cases/mixed_numbers.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void first(global uint *numbers, global uint *refusals, uint items, uint local_size) {
  const int status = enqueue_kernel(
      get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(items, local_size), ^{
        numbers[get_global_id(0)] =
            mix_rounds(get_group_id(0) * get_local_size(0) + get_local_id(0));
      });
  if (status != CLK_SUCCESS) *refusals += 1;
}
)";

/// The size of a row is the local size.
class ChildGroups : public RepeatedWork<MixedNumbers> {
 public:
  ChildGroups(Device& device, size_t local_size)
      : RepeatedWork(device, local_size),
        queue_(default_device_queue(device)),
        kernel_(device.build((std::string(mix_source) + source).c_str(), "first", "-cl-std=CL3.0")),
        numbers_(device.zeros(MixedNumbers::items * sizeof(cl_uint))),
        refusals_(device.zeros(sizeof(cl_uint))) {
    kernel_.set_arguments(numbers_, refusals_, static_cast<cl_uint>(MixedNumbers::items),
                          static_cast<cl_uint>(local_size));
  }

  std::string verify() override {
    if (device().read<cl_uint>(refusals_, 1).front() != 0) return "a kernel was refused";
    return difference(device().read<cl_uint>(numbers_, MixedNumbers::items), problem().numbers);
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, 1, 1); }

 private:
  Queue queue_;
  Kernel kernel_;
  Buffer numbers_, refusals_;
};

}  // namespace

const Case& child_groups() {
  static const Case instance = {
      "child_groups",
      "a work-item enqueues 64 rounds of xorshift for a million numbers, in work-groups of N items",
      "million/s",
      {{"one", 1}, {"odd", 31}, {"usual", 64}},
      [](size_t) { return 1e-6 * static_cast<double>(MixedNumbers::items); },
      make_work<ChildGroups>};
  return instance;
}

}  // namespace cleave::benchmark

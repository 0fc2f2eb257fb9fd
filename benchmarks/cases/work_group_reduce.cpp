// Every work-group adds up its numbers with one built-in function.
#include "group_sums.h"
#include "harness/native.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void sum_groups(global const uint *numbers, global uint *sums) {
  uint sum = work_group_reduce_add(numbers[get_global_id(0)]);
  if (get_local_id(0) == 0) sums[get_group_id(0)] = sum;
}
)";

class NativeGroupSums : public NativeWork<GroupNumbers> {
 public:
  explicit NativeGroupSums(size_t count)
      : NativeWork(count),
        numbers_(native_copy(problem().numbers)),
        sums_(count / GroupNumbers::group_size) {}

  std::string verify() override { return difference<cl_uint>(sums_, problem().sums); }

 protected:
  void repeat() override {
    split(sums_.size(), 16, [&](size_t begin, size_t end) {
      native_loops().row_sums(sums_.data(), numbers_.data(), GroupNumbers::group_size, begin, end);
    });
  }

 private:
  NativeVector<cl_uint> numbers_, sums_;
};

}  // namespace

const Case& work_group_reduce() {
  static const Case instance = case_of_numbers(
      "work_group_reduce",
      "the sums of the work-groups of 256 of N unsigned integers, by work_group_reduce_add",
      [](Device& device, size_t count) -> std::unique_ptr<Work> {
        device.require_work_group_functions();
        return std::make_unique<SumGroups>(device, count, source);
      },
      make_native<NativeGroupSums>);
  return instance;
}

}  // namespace cleave::benchmark

// Launches of few work-groups of one item, each waited for.
#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void few_groups(global uint *numbers) {
  uint h = get_group_id(0);
  for (int i = 0; i < 64; ++i) {
    h ^= h << 13;
    h ^= h >> 17;
    h ^= h << 5;
    h += 0x9e3779b9;
  }
  numbers[get_global_id(0)] = h;
}
)";

struct FewNumbers {
  explicit FewNumbers(size_t count) : numbers(count) {
    for (size_t i = 0; i < count; ++i) {
      auto h = static_cast<cl_uint>(i);
      for (int k = 0; k < 64; ++k) {
        h ^= h << 13;
        h ^= h >> 17;
        h ^= h << 5;
        h += 0x9e3779b9;
      }
      numbers[i] = h;
    }
  }
  std::vector<cl_uint> numbers;
};

class FewGroups : public RepeatedWork<FewNumbers> {
 public:
  FewGroups(Device& device, size_t count)
      : RepeatedWork(device, count),
        kernel_(device.build(source, "few_groups")),
        numbers_(device.zeros(count * sizeof(cl_uint))) {
    kernel_.set_arguments(numbers_);
  }

  std::string verify() override {
    return difference(device().read<cl_uint>(numbers_, size()), problem().numbers);
  }

 protected:
  void enqueue() override {
    device().enqueue(kernel_, size(), 1);
    device().finish();
  }

 private:
  Kernel kernel_;
  Buffer numbers_;
};

}  // namespace

const Case& few_groups() {
  static const Case instance = {"few_groups",
                                "launch N work-groups of one work-item, then finish",
                                "million work-groups/s",
                                {{"three", 3}, {"eight", 8}, {"sixty", 60}},
                                [](size_t count) { return 1e-6 * static_cast<double>(count); },
                                make_work<FewGroups>};
  return instance;
}

}  // namespace cleave::benchmark

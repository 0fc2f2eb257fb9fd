// Measures what a work-group costs beyond its work: a launch of many groups of one work-item that
// do nothing. A second kernel lets each group leave a mark, to show that none is lost.
#include <algorithm>

#include "harness/case.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void nothing(void) {}
)";
constexpr const char* marking_source = R"(
kernel void mark(global uint *marks) { marks[get_group_id(0)] += 1; }
)";

class WorkGroups : public Work {
 public:
  WorkGroups(Device& device, size_t count)
      : device_(device), count_(count), nothing_(device.build(source, "nothing")) {}

  void run(size_t repetitions) override {
    for (size_t i = 0; i < repetitions; ++i) {
      device_.enqueue(nothing_, count_, 1);
      device_.finish();
    }
  }

  std::string verify() override {
    Kernel mark = device_.build(marking_source, "mark");
    Buffer buffer = device_.zeros(count_ * sizeof(cl_uint));
    mark.set_arguments(buffer);
    device_.enqueue(mark, count_, 1);
    std::vector<cl_uint> marks(count_);
    device_.read(buffer, std::span(marks));
    if (std::ranges::all_of(marks, [](cl_uint each) { return each == 1; })) return {};
    return "a work-group was not run once";
  }

 private:
  Device& device_;
  size_t count_;
  Kernel nothing_;
};

}  // namespace

const Case& work_groups() {
  static const Case instance = {"work_groups",
                                "launch N empty work-groups of one work-item, then finish",
                                "million work-groups/s",
                                {{"many", size_t{1} << 20}},
                                [](size_t count) { return 1e-6 * static_cast<double>(count); },
                                [](Device& device, size_t count) -> std::unique_ptr<Work> {
                                  return std::make_unique<WorkGroups>(device, count);
                                },
                                Kind::runtime};
  return instance;
}

}  // namespace cleave::benchmark

// The cost of a launch: a kernel of one work-item that does nothing, waited for each time or in
// rows of 10,000. A second kernel counts its launches to show that a row loses none.
#include "harness/case.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void nothing(void) {}
)";
constexpr const char* counting_source = R"(
kernel void count(global uint *launches) { *launches += 1; }
)";

class Launch : public Work {
 public:
  Launch(Device& device, size_t in_a_row)
      : device_(device), in_a_row_(in_a_row), nothing_(device.build(source, "nothing")) {}

  void run(size_t repetitions) override {
    for (size_t i = 0; i < repetitions; ++i) launch_row(nothing_);
  }

  std::string verify() override {
    Kernel count = device_.build(counting_source, "count");
    Buffer launches = device_.zeros(sizeof(cl_uint));
    count.set_arguments(launches);
    launch_row(count);
    cl_uint counted = 0;
    device_.read(launches, std::span(&counted, 1));
    if (counted == in_a_row_) return {};
    return std::to_string(counted) + " launches of " + std::to_string(in_a_row_) + " were run";
  }

 private:
  void launch_row(const Kernel& kernel) {
    for (size_t i = 0; i < in_a_row_; ++i) device_.enqueue(kernel, 1, 1);
    device_.finish();
  }

  Device& device_;
  size_t in_a_row_;
  Kernel nothing_;
};

}  // namespace

const Case& launch() {
  static const Case instance = {
      "launch",
      "enqueue an empty kernel N times, then finish",
      "million launches/s",
      {{"each", 1}, {"row", 10000}},
      [](size_t in_a_row) { return 1e-6 * static_cast<double>(in_a_row); },
      [](Device& device, size_t in_a_row) -> std::unique_ptr<Work> {
        return std::make_unique<Launch>(device, in_a_row);
      },
      Kind::runtime};
  return instance;
}

}  // namespace cleave::benchmark

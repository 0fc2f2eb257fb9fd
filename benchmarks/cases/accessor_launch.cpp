// The cost of a launch that uses two buffers, set each time, and whose event is asked for: what a command group with two
// accessors does.
#include "harness/case.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void add(global const uint *addend, global uint *sum) { *sum += *addend; }
)";
constexpr cl_uint addend = 3;

class AccessorLaunch : public Work {
 public:
  AccessorLaunch(Device& device, size_t in_a_row)
      : device_(device),
        in_a_row_(in_a_row),
        kernel_(device.build(source, "add")),
        addend_(device.buffer_of(std::span(&addend, 1))),
        sum_(device.zeros(sizeof(cl_uint))) {}

  void run(size_t repetitions) override {
    for (size_t i = 0; i < repetitions * in_a_row_; ++i) {
      launch();
      if ((i + 1) % in_a_row_ == 0) device_.finish();
    }
    launches_ += static_cast<cl_uint>(repetitions * in_a_row_);
  }

  std::string verify() override {
    cl_uint found = 0;
    device_.read(sum_, std::span(&found, 1));
    if (found == launches_ * addend) return {};
    return "the sum is " + std::to_string(found) + ", not " + std::to_string(launches_ * addend);
  }

 private:
  void launch() {
    kernel_.set_arguments(addend_, sum_);
    if (kernel_.twin() != nullptr) return device_.enqueue(kernel_, 1, 1);
    const size_t one = 1;
    cl_event event = nullptr;
    check(clEnqueueNDRangeKernel(device_.queue(), kernel_.get(), 1, nullptr, &one, &one, 0, nullptr,
                                 &event),
          "clEnqueueNDRangeKernel");
    check(clReleaseEvent(event), "clReleaseEvent");
  }

  Device& device_;
  size_t in_a_row_;
  Kernel kernel_;
  Buffer addend_, sum_;
  cl_uint launches_ = 0;
};

}  // namespace

const Case& accessor_launch() {
  static const Case instance = {
      "accessor_launch",
      "set two buffers, enqueue a kernel of one work-item and release its event, N times, then "
      "finish",
      "million launches/s",
      {{"each", 1}, {"row", 1000}},
      [](size_t in_a_row) { return 1e-6 * static_cast<double>(in_a_row); },
      make_work<AccessorLaunch>,
      Kind::runtime};
  return instance;
}

}  // namespace cleave::benchmark

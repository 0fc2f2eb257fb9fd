// A row of launches that do nothing, each with an event and waiting for the event before it.
#include "harness/case.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void count(global uint *launches) { *launches += 1; }
)";

using Event = Handle<cl_event, clReleaseEvent>;

class LaunchChain : public Work {
 public:
  LaunchChain(Device& device, size_t length)
      : device_(device), length_(length), count_(device.build(source, "count")) {
    launches_ = device_.zeros(sizeof(cl_uint));
    count_.set_arguments(launches_);
  }

  void run(size_t repetitions) override {
    for (size_t i = 0; i < repetitions; ++i) launch_row();
    rows_ += repetitions;
  }

  std::string verify() override {
    cl_uint counted = 0;
    device_.read(launches_, std::span(&counted, 1));
    const auto expected = static_cast<cl_uint>(rows_ * length_);
    if (counted == expected) return {};
    return std::to_string(counted) + " launches of " + std::to_string(expected) + " were run";
  }

 private:
  void launch_row() {
    const size_t one = 1;
    Event last;
    for (size_t i = 0; i < length_; ++i) {
      cl_event before = last.get();
      cl_event event = nullptr;
      check(clEnqueueNDRangeKernel(device_.queue(), count_.get(), 1, nullptr, &one, &one,
                                   before == nullptr ? 0 : 1, before == nullptr ? nullptr : &before,
                                   &event),
            "clEnqueueNDRangeKernel");
      last = Event(event);
    }
    device_.finish();
  }

  Device& device_;
  size_t length_;
  size_t rows_ = 0;
  Kernel count_;
  Buffer launches_;
};

}  // namespace

const Case& launch_chain() {
  static const Case instance = {
      "launch_chain",
      "enqueue N small kernels, each waiting for the event of the one before, then finish",
      "million launches/s",
      {{"row", 10000}},
      [](size_t length) { return 1e-6 * static_cast<double>(length); },
      [](Device& device, size_t length) -> std::unique_ptr<Work> {
        return std::make_unique<LaunchChain>(device, length);
      },
      Kind::runtime};
  return instance;
}

}  // namespace cleave::benchmark

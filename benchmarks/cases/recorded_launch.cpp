// The cost of launches that were recorded: small kernels of one command-buffer, which is enqueued and waited for.
#include "cases/command_buffers.h"
#include "harness/case.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void count(global uint *launches) { *launches += 1; }
)";

class RecordedLaunch : public Work {
 public:
  RecordedLaunch(Device& device, size_t length)
      : device_(device), length_(length), count_(device.build(source, "count")), recorded_(device) {
    launches_ = device_.zeros(sizeof(cl_uint));
    count_.set_arguments(launches_);
    for (size_t i = 0; i < length; ++i) recorded_.add(count_, 1, 1);
    recorded_.finalize();
  }

  void run(size_t repetitions) override {
    for (size_t i = 0; i < repetitions; ++i) {
      recorded_.enqueue();
      device_.finish();
    }
    runs_ += repetitions;
  }

  std::string verify() override {
    cl_uint counted = 0;
    device_.read(launches_, std::span(&counted, 1));
    const auto expected = static_cast<cl_uint>(runs_ * length_);
    if (counted == expected) return {};
    return std::to_string(counted) + " launches of " + std::to_string(expected) + " were run";
  }

 private:
  Device& device_;
  size_t length_;
  size_t runs_ = 0;
  Kernel count_;
  Buffer launches_;
  RecordedLaunches recorded_;
};

}  // namespace

const Case& recorded_launch() {
  static const Case instance = {"recorded_launch",
                                "enqueue a command-buffer of N small kernels, then finish",
                                "million launches/s",
                                {{"each", 1}, {"row", 1000}},
                                [](size_t length) { return 1e-6 * static_cast<double>(length); },
                                make_work<RecordedLaunch>,
                                Kind::runtime};
  return instance;
}

}  // namespace cleave::benchmark

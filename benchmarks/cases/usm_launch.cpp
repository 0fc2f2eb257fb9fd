// The cost of a launch whose arguments are set each time: memory of the device that a pointer names, and a value.
#include <optional>

#include "cases/unified_memory.h"
#include "harness/case.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void add(global uint *sum, uint addend) { *sum += addend; }
)";
constexpr cl_uint addend = 3;

class UsmLaunch : public Work {
 public:
  UsmLaunch(Device& device, size_t in_a_row)
      : device_(device), in_a_row_(in_a_row), kernel_(device.build(source, "add")) {
    if (kernel_.twin() != nullptr) {
      sum_of_twin_ = device.zeros(sizeof(cl_uint));
      return;
    }
    memory_.emplace(device);
    sum_ = memory_->allocate<cl_uint>(1);
    const cl_uint zero = 0;
    memory_->copy(sum_, &zero, 1);
  }
  ~UsmLaunch() override {
    if (sum_ != nullptr) memory_->free(sum_);
  }
  UsmLaunch(const UsmLaunch&) = delete;
  UsmLaunch& operator=(const UsmLaunch&) = delete;

  void run(size_t repetitions) override {
    for (size_t i = 0; i < repetitions * in_a_row_; ++i) {
      set_arguments();
      device_.enqueue(kernel_, 1, 1);
      if ((i + 1) % in_a_row_ == 0) device_.finish();
    }
    launches_ += static_cast<cl_uint>(repetitions * in_a_row_);
  }

  std::string verify() override {
    cl_uint found = 0;
    if (memory_) {
      memory_->copy(&found, sum_, 1);
    } else {
      device_.read(sum_of_twin_, std::span(&found, 1));
    }
    if (found == launches_ * addend) return {};
    return "the sum is " + std::to_string(found) + ", not " + std::to_string(launches_ * addend);
  }

 private:
  void set_arguments() {
    if (!memory_) return kernel_.set_arguments(sum_of_twin_, addend);
    memory_->set_argument(kernel_, 0, sum_);
    check(clSetKernelArg(kernel_.get(), 1, sizeof addend, &addend), "clSetKernelArg");
  }

  Device& device_;
  size_t in_a_row_;
  Kernel kernel_;
  std::optional<UnifiedMemory> memory_;  // of OpenCL's kernel
  cl_uint* sum_ = nullptr;
  Buffer sum_of_twin_;
  cl_uint launches_ = 0;
};

}  // namespace

const Case& usm_launch() {
  static const Case instance = {
      "usm_launch",
      "set a pointer and a value, enqueue a kernel of one work-item, N times, then finish",
      "million launches/s",
      {{"each", 1}, {"row", 1000}},
      [](size_t in_a_row) { return 1e-6 * static_cast<double>(in_a_row); },
      make_work<UsmLaunch>,
      Kind::runtime};
  return instance;
}

}  // namespace cleave::benchmark

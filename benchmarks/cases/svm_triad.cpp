// STREAM's triad on memory of the system: kernels take pointers that malloc gave.
#include <cstdlib>
#include <memory>

#include "cases/triads.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

using namespace triads;

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};
using Floats = std::unique_ptr<float[], Free>;

Floats copy_of(const std::vector<float>& numbers) {
  Floats copy(static_cast<float*>(std::malloc(numbers.size() * sizeof(float))));
  std::ranges::copy(numbers, copy.get());
  return copy;
}

class SvmTriad : public RepeatedWork<Streams> {
 public:
  SvmTriad(Device& device, size_t count) : RepeatedWork(device, count) {
    device.require_shared_memory(CL_DEVICE_SVM_FINE_GRAIN_SYSTEM);
    kernel_ = device.build(source, "triad");
    a_ = copy_of(std::vector<float>(count));
    b_ = copy_of(problem().b);
    c_ = copy_of(problem().c);
    kernel_.set_pointer(0, a_.get());
    kernel_.set_pointer(1, b_.get());
    kernel_.set_pointer(2, c_.get());
    check(clSetKernelArg(kernel_.get(), 3, sizeof factor, &factor), "clSetKernelArg");
  }

  std::string verify() override {
    return difference(std::span<const float>(a_.get(), size()),
                      std::span<const float>(problem().right));
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, size(), 256); }

 private:
  Floats a_, b_, c_;
  Kernel kernel_;
};

}  // namespace

const Case& svm_triad() {
  static const Case instance = {
      "svm_triad",
      "a[i] = b[i] + 3 * c[i] over arrays of N floats that malloc gave",
      "GB/s",
      {{"small", size_t{1} << 14}, {"cache", cached}, {"memory", uncached}},
      [](size_t count) { return 1e-9 * 3 * sizeof(float) * static_cast<double>(count); },
      make_work<SvmTriad>};
  return instance;
}

}  // namespace cleave::benchmark

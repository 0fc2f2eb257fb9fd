// STREAM's triad on unified shared memory of the device (cl_intel_unified_shared_memory).
#include "cases/triads.h"
#include "cases/unified_memory.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

using namespace triads;

class UsmTriad : public RepeatedWork<Streams> {
 public:
  UsmTriad(Device& device, size_t count) : RepeatedWork(device, count), memory_(device) {
    kernel_ = device.build(source, "triad");
    for (float*& array : arrays_) array = memory_.allocate<float>(count);
    memory_.copy<float>(arrays_[1], problem().b.data(), count);
    memory_.copy<float>(arrays_[2], problem().c.data(), count);
    for (cl_uint i = 0; i < 3; ++i) memory_.set_argument(kernel_, i, arrays_[i]);
    check(clSetKernelArg(kernel_.get(), 3, sizeof factor, &factor), "clSetKernelArg");
  }
  ~UsmTriad() override {
    for (float* array : arrays_) memory_.free(array);
  }

  std::string verify() override {
    std::vector<float> found(size());
    memory_.copy<float>(found.data(), arrays_[0], size());
    return difference(found, problem().right);
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, size(), 256); }

 private:
  UnifiedMemory memory_;
  float* arrays_[3] = {};
  Kernel kernel_;
};

}  // namespace

const Case& usm_triad() {
  static const Case instance = {
      "usm_triad",
      "a[i] = b[i] + 3 * c[i] over arrays of N floats of the device's memory",
      "GB/s",
      {{"small", size_t{1} << 14}, {"cache", cached}, {"memory", uncached}},
      [](size_t count) { return 1e-9 * 3 * sizeof(float) * static_cast<double>(count); },
      make_work<UsmTriad>};
  return instance;
}

}  // namespace cleave::benchmark

// STREAM's triad on unified shared memory of the device (cl_intel_unified_shared_memory).
#include <CL/cl_ext.h>

#include "cases/triads.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

using namespace triads;

/// The extension's functions that the case calls, of one driver.
class UnifiedMemory {
 public:
  explicit UnifiedMemory(Device& device) : device_(device) {
    device.require_extension("cl_intel_unified_shared_memory");
    check(clGetDeviceInfo(device.id(), CL_DEVICE_PLATFORM, sizeof platform_, &platform_, nullptr),
          "clGetDeviceInfo");
    find(allocate_, "clDeviceMemAllocINTEL");
    find(free_, "clMemBlockingFreeINTEL");
    find(copy_, "clEnqueueMemcpyINTEL");
    find(set_argument_, "clSetKernelArgMemPointerINTEL");
  }

  float* allocate(size_t count) {
    cl_int status = CL_SUCCESS;
    void* const memory =
        allocate_(device_.context(), device_.id(), nullptr, count * sizeof(float), 0, &status);
    check(status, "clDeviceMemAllocINTEL");
    return static_cast<float*>(memory);
  }
  void free(float* memory) { free_(device_.context(), memory); }
  void copy(float* to, const float* from, size_t count) {
    check(copy_(device_.queue(), CL_TRUE, to, from, count * sizeof(float), 0, nullptr, nullptr),
          "clEnqueueMemcpyINTEL");
  }
  void set_argument(const Kernel& kernel, cl_uint index, const float* memory) {
    check(set_argument_(kernel.get(), index, memory), "clSetKernelArgMemPointerINTEL");
  }

 private:
  template <class Function>
  void find(Function& function, const char* name) {
    function =
        reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(platform_, name));
    if (function == nullptr) throw NotSupported(name);
  }

  Device& device_;
  cl_platform_id platform_ = nullptr;
  clDeviceMemAllocINTEL_fn allocate_ = nullptr;
  clMemBlockingFreeINTEL_fn free_ = nullptr;
  clEnqueueMemcpyINTEL_fn copy_ = nullptr;
  clSetKernelArgMemPointerINTEL_fn set_argument_ = nullptr;
};

class UsmTriad : public RepeatedWork<Streams> {
 public:
  UsmTriad(Device& device, size_t count) : RepeatedWork(device, count), memory_(device) {
    kernel_ = device.build(source, "triad");
    for (float*& array : arrays_) array = memory_.allocate(count);
    memory_.copy(arrays_[1], problem().b.data(), count);
    memory_.copy(arrays_[2], problem().c.data(), count);
    for (cl_uint i = 0; i < 3; ++i) memory_.set_argument(kernel_, i, arrays_[i]);
    check(clSetKernelArg(kernel_.get(), 3, sizeof factor, &factor), "clSetKernelArg");
  }
  ~UsmTriad() override {
    for (float* array : arrays_) memory_.free(array);
  }

  std::string verify() override {
    std::vector<float> found(size());
    memory_.copy(found.data(), arrays_[0], size());
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

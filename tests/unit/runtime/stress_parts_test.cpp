// Sub-devices made, nested, handed from thread to thread, used and released in any order. For a
// short while, or for as many seconds as CLEAVE_STRESS_SECONDS says.
#include <iterator>
#include <mutex>
#include <optional>
#include <random>

#include "stress.h"

namespace cleave::api::test {
namespace {

using Part = Owned<cl_device_id, api::clReleaseDevice>;
using Property = cl_device_partition_property;

cl_uint units_of(cl_device_id device) {
  cl_uint units = 0;
  EXPECT_EQ(
      api::clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
      CL_SUCCESS);
  return units;
}

/// Parts that any thread may take a reference to.
class Exchange {
 public:
  void give(Part part, size_t place) {
    Part before;  // released when the lock is free
    const std::lock_guard lock(mutex_);
    before = std::exchange(parts_[place % std::size(parts_)], std::move(part));
  }
  [[nodiscard]] std::optional<Part> take(size_t place) {
    const std::lock_guard lock(mutex_);
    const cl_device_id device = parts_[place % std::size(parts_)].get();
    if (device == nullptr) return std::nullopt;
    EXPECT_EQ(api::clRetainDevice(device), CL_SUCCESS);
    return Part(device);
  }

 private:
  std::mutex mutex_;
  Part parts_[8];
};

/// Does what one thread does, a step at a time.
class PartUser {
 public:
  PartUser(cl_device_id root, Exchange& exchange, unsigned seed)
      : root_(root), exchange_(exchange), random_(seed) {}

  void step() {
    std::optional<Part> taken = exchange_.take(random_());
    const cl_device_id device = taken ? taken->get() : root_;
    std::vector<Part> parts = split(device);
    if (parts.empty()) {  // one compute unit, or no such domain
      use({device}, std::move(taken));
      return;
    }
    std::vector<cl_device_id> ids;
    for (const Part& part : parts) ids.push_back(part.get());
    if (random_() % 2 == 0) ids.resize(1 + random_() % ids.size());
    if (random_() % 4 == 0) taken.reset();  // its parts keep it
    use(ids, std::move(taken));
    for (Part& part : parts) {
      if (random_() % 4 == 0) exchange_.give(std::move(part), random_());
    }
    while (!parts.empty()) {
      std::swap(parts[random_() % parts.size()], parts.back());
      parts.pop_back();
    }
  }

 private:
  std::vector<Part> split(cl_device_id device) {
    const Property units = units_of(device);
    std::vector<Property> how;
    switch (random_() % 4) {
      case 0:
        how = {CL_DEVICE_PARTITION_EQUALLY, std::max<Property>(1, units / 2), 0};
        break;
      case 1:
        how = {CL_DEVICE_PARTITION_BY_COUNTS, 1, std::max<Property>(1, units - 1),
               CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
        break;
      case 2:
        how = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0};
        break;
      default:
        how = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE,
               0};
    }
    cl_uint count = 0;
    if (api::clCreateSubDevices(device, how.data(), 0, nullptr, &count) != CL_SUCCESS) return {};
    std::vector<cl_device_id> ids(count);
    EXPECT_EQ(api::clCreateSubDevices(device, how.data(), count, ids.data(), nullptr), CL_SUCCESS);
    std::vector<Part> parts;
    for (const cl_device_id id : ids) {
      parts.emplace_back(id);
      cl_device_id parent = nullptr;
      EXPECT_EQ(
          api::clGetDeviceInfo(id, CL_DEVICE_PARENT_DEVICE, sizeof(cl_device_id), &parent, nullptr),
          CL_SUCCESS);
      EXPECT_EQ(parent, device);
    }
    return parts;
  }

  /// Counts on each of the devices of a context. The context keeps them: whoever had them may go.
  void use(const std::vector<cl_device_id>& devices, std::optional<Part> owner) {
    const auto count = static_cast<cl_uint>(devices.size());
    const Context context(
        api::clCreateContext(nullptr, count, devices.data(), nullptr, nullptr, nullptr));
    const char* source = "increment";
    const Program program(
        api::clCreateProgramWithSource(context.get(), 1, &source, nullptr, nullptr));
    EXPECT_EQ(api::clBuildProgram(program.get(), 0, nullptr, nullptr, nullptr, nullptr),
              CL_SUCCESS);
    const Kernel kernel(api::clCreateKernel(program.get(), "increment", nullptr));
    owner.reset();
    for (const cl_device_id device : devices) {
      const CommandQueue queue(api::clCreateCommandQueue(context.get(), device, 0, nullptr));
      const Buffer buffer(
          api::clCreateBuffer(context.get(), CL_MEM_READ_WRITE, sizes(), nullptr, nullptr));
      const cl_mem memory = buffer.get();
      const cl_uint zero = 0;
      EXPECT_EQ(api::clEnqueueFillBuffer(queue.get(), memory, &zero, sizeof zero, 0,
                                         items * sizeof zero, 0, nullptr, nullptr),
                CL_SUCCESS);
      EXPECT_EQ(api::clSetKernelArg(kernel.get(), 0, sizeof memory, &memory), CL_SUCCESS);
      const cl_uint turns = 1 + random_() % 4;
      const size_t local = 4;
      for (cl_uint turn = 0; turn < turns; ++turn) {
        EXPECT_EQ(api::clEnqueueNDRangeKernel(queue.get(), kernel.get(), 1, nullptr, &items, &local,
                                              0, nullptr, nullptr),
                  CL_SUCCESS);
      }
      if (random_() % 8 == 0) continue;  // everything goes while the commands run
      std::vector<cl_uint> values(items);
      EXPECT_EQ(api::clEnqueueReadBuffer(queue.get(), memory, CL_TRUE, 0, items * sizeof(cl_uint),
                                         values.data(), 0, nullptr, nullptr),
                CL_SUCCESS);
      EXPECT_EQ(values, std::vector<cl_uint>(items, turns));
    }
  }

  /// Returns the size of a buffer, small or large.
  size_t sizes() {
    constexpr size_t all[] = {items * sizeof(cl_uint), 8192, size_t{3} << 20};
    return all[random_() % std::size(all)];
  }

  cl_device_id root_;
  Exchange& exchange_;
  std::mt19937 random_;
};

TEST_F(Stress, PartsAreNestedSharedUsedAndReleasedByAllThreads) {
  static unsigned run = 0;
  ++run;
  const auto end = std::chrono::steady_clock::now() + stress_time();
  Exchange exchange;
  on_threads([&](unsigned thread) {
    PartUser user(device, exchange, run * thread_count + thread);
    do user.step();
    while (std::chrono::steady_clock::now() < end);
  });
}

}  // namespace
}  // namespace cleave::api::test

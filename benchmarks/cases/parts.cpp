// Parts of the device that compute at the same time: one part of one compute unit, and all of them.
// The rate of all over that of one is the number of parts, when none is in the way of another.
#include <cmath>
#include <vector>

#include "harness/case.h"

namespace cleave::benchmark {
namespace {

// Arithmetic in registers: parts share nothing that could hold them up.
constexpr const char* source = R"(
kernel void iterate(global float *results, uint turns) {
  float x = (float)get_global_id(0);
  for (uint i = 0; i < turns; ++i) x = x * 0.5f + 1.0f;
  results[get_global_id(0)] = x;
}
)";
constexpr size_t items = 4096;
constexpr cl_uint turns = 2000;
constexpr size_t all = 0;

using SubDevice = Handle<cl_device_id, clReleaseDevice>;

/// One part with its queue; the harness's kernel is of another context.
struct Part {
  Context context;
  Queue queue;
  Program program;
  Kernel kernel;
  Buffer results;
};

class Parts : public Work {
 public:
  Parts(Device& device, size_t count) {
    const cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    cl_uint available = 0;
    check(clCreateSubDevices(device.id(), properties, 0, nullptr, &available),
          "clCreateSubDevices");
    std::vector<cl_device_id> ids(available);
    check(clCreateSubDevices(device.id(), properties, available, ids.data(), nullptr),
          "clCreateSubDevices");
    for (cl_device_id id : ids) devices_.emplace_back(id);
    const size_t wanted = count == all ? devices_.size() : count;
    for (size_t i = 0; i < wanted; ++i) parts_.push_back(make_part(devices_[i].get()));
  }

  void run(size_t repetitions) override {
    for (size_t i = 0; i < repetitions; ++i) {
      for (Part& part : parts_) {
        const size_t global = items, local = 64;
        check(clEnqueueNDRangeKernel(part.queue.get(), part.kernel.get(), 1, nullptr, &global,
                                     &local, 0, nullptr, nullptr),
              "clEnqueueNDRangeKernel");
      }
      for (Part& part : parts_) check(clFlush(part.queue.get()), "clFlush");
    }
    for (Part& part : parts_) check(clFinish(part.queue.get()), "clFinish");
  }

  std::string verify() override {
    for (Part& part : parts_) {
      std::vector<float> results(items);
      check(
          clEnqueueReadBuffer(part.queue.get(), part.results.get(), CL_TRUE, 0,
                              results.size() * sizeof(float), results.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
      for (const float result : results) {
        if (std::abs(result - 2.0F) > 1e-4F) return "a result is " + std::to_string(result);
      }
    }
    return {};
  }

 private:
  static Part make_part(cl_device_id device) {
    Part part;
    cl_int status = CL_SUCCESS;
    part.context = Context(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status));
    check(status, "clCreateContext");
    part.queue =
        Queue(clCreateCommandQueueWithProperties(part.context.get(), device, nullptr, &status));
    check(status, "clCreateCommandQueueWithProperties");
    const char* text = source;
    part.program =
        Program(clCreateProgramWithSource(part.context.get(), 1, &text, nullptr, &status));
    check(status, "clCreateProgramWithSource");
    check(clBuildProgram(part.program.get(), 1, &device, "", nullptr, nullptr), "clBuildProgram");
    part.kernel = Kernel(clCreateKernel(part.program.get(), "iterate", &status));
    check(status, "clCreateKernel");
    part.results = Buffer(clCreateBuffer(part.context.get(), CL_MEM_READ_WRITE,
                                         items * sizeof(float), nullptr, &status));
    check(status, "clCreateBuffer");
    part.kernel.set_arguments(part.results, turns);
    return part;
  }

  std::vector<SubDevice> devices_;
  std::vector<Part> parts_;
};

}  // namespace

const Case& parts() {
  static const Case instance = {
      "parts",
      "one launch on each of the first N sub-devices of one compute unit at once; 0: all of them",
      "thousand rounds/s",
      {{"one", 1}, {"all", all}},
      [](size_t) { return 1e-3; },
      [](Device& device, size_t count) -> std::unique_ptr<Work> {
        return std::make_unique<Parts>(device, count);
      },
      Kind::runtime};
  return instance;
}

}  // namespace cleave::benchmark

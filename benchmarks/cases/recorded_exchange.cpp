// The cost of a sync point between two parts of the device: launches of one command-buffer that follow
// each other, in turns for the one and the other part, or all for one.
#include "cases/command_buffers.h"
#include "harness/case.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void count(global uint *launches) { *launches += 1; }
)";
constexpr size_t launches = 1000;

using SubDevice = Handle<cl_device_id, clReleaseDevice>;

class RecordedExchange : public Work {
 public:
  RecordedExchange(Device& device, size_t parts) {
    device.require_extension("cl_khr_command_buffer_multi_device");
    const cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    cl_uint available = 0;
    check(clCreateSubDevices(device.id(), properties, 0, nullptr, &available),
          "clCreateSubDevices");
    if (available < 2) throw NotSupported("two parts");
    std::vector<cl_device_id> ids(available);
    check(clCreateSubDevices(device.id(), properties, available, ids.data(), nullptr),
          "clCreateSubDevices");
    for (cl_device_id id : ids) devices_.emplace_back(id);
    prepare({ids[0], ids[1]});
    recorded_ =
        std::make_unique<RecordedLaunches>(device, std::vector{queues_[0].get(), queues_[1].get()});
    cl_sync_point_khr point = 0;
    for (size_t i = 0; i < launches; ++i) recorded_->add_to(i % parts, count_, point);
    recorded_->finalize();
  }

  void run(size_t repetitions) override {
    for (size_t i = 0; i < repetitions; ++i) recorded_->enqueue();
    check(clFinish(queues_[0].get()), "clFinish");
    runs_ += repetitions;
  }

  std::string verify() override {
    cl_uint counted = 0;
    check(clEnqueueReadBuffer(queues_[0].get(), counter_.get(), CL_TRUE, 0, sizeof counted,
                              &counted, 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    const auto expected = static_cast<cl_uint>(runs_ * launches);
    if (counted == expected) return {};
    return std::to_string(counted) + " launches of " + std::to_string(expected) + " were run";
  }

 private:
  void prepare(const std::vector<cl_device_id>& parts) {
    cl_int status = CL_SUCCESS;
    const auto count = static_cast<cl_uint>(parts.size());
    context_ = Context(clCreateContext(nullptr, count, parts.data(), nullptr, nullptr, &status));
    check(status, "clCreateContext");
    for (cl_device_id part : parts) {
      queues_.emplace_back(
          clCreateCommandQueueWithProperties(context_.get(), part, nullptr, &status));
      check(status, "clCreateCommandQueueWithProperties");
    }
    const char* text = source;
    program_ = Program(clCreateProgramWithSource(context_.get(), 1, &text, nullptr, &status));
    check(status, "clCreateProgramWithSource");
    check(clBuildProgram(program_.get(), count, parts.data(), "", nullptr, nullptr),
          "clBuildProgram");
    count_ = Kernel(clCreateKernel(program_.get(), "count", &status));
    check(status, "clCreateKernel");
    cl_uint zero = 0;
    counter_ =
        Buffer(clCreateBuffer(context_.get(), CL_MEM_COPY_HOST_PTR, sizeof zero, &zero, &status));
    check(status, "clCreateBuffer");
    count_.set_arguments(counter_);
  }

  std::vector<SubDevice> devices_;
  Context context_;
  std::vector<Queue> queues_;
  Program program_;
  Kernel count_;
  Buffer counter_;
  std::unique_ptr<RecordedLaunches> recorded_;
  size_t runs_ = 0;
};

}  // namespace

const Case& recorded_exchange() {
  static const Case instance = {
      "recorded_exchange",
      "1,000 small kernels in a row in one command-buffer, in turns for N parts of one unit",
      "million launches/s",
      {{"one", 1}, {"two", 2}},
      [](size_t) { return 1e-6 * launches; },
      [](Device& device, size_t parts) -> std::unique_ptr<Work> {
        return std::make_unique<RecordedExchange>(device, parts);
      },
      Kind::runtime};
  return instance;
}

}  // namespace cleave::benchmark

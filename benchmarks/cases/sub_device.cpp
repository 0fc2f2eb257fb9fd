// Making a part of the device and letting it go again.
#include "harness/case.h"

namespace cleave::benchmark {
namespace {

class SubDevice : public Work {
 public:
  explicit SubDevice(Device& device) : device_(device) {}

  void run(size_t repetitions) override {
    for (size_t i = 0; i < repetitions; ++i) {
      cl_device_id part = create();
      check(clReleaseDevice(part), "clReleaseDevice");
    }
  }

  std::string verify() override {
    cl_device_id part = create();
    cl_uint units = 0;
    check(clGetDeviceInfo(part, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
          "clGetDeviceInfo");
    check(clReleaseDevice(part), "clReleaseDevice");
    return units == 1 ? "" : "the part has " + std::to_string(units) + " compute units";
  }

 private:
  [[nodiscard]] cl_device_id create() const {
    const cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                                       CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    cl_device_id part = nullptr;
    check(clCreateSubDevices(device_.id(), properties, 1, &part, nullptr), "clCreateSubDevices");
    return part;
  }

  Device& device_;
};

}  // namespace

const Case& sub_device() {
  static const Case instance = {"sub_device",
                                "create a sub-device of one compute unit and release it",
                                "million/s",
                                {{"each", 1}},
                                [](size_t) { return 1e-6; },
                                [](Device& device, size_t) -> std::unique_ptr<Work> {
                                  return std::make_unique<SubDevice>(device);
                                },
                                Kind::runtime};
  return instance;
}

}  // namespace cleave::benchmark

// The cost of arguments: a kernel of one work-item, launched in rows of 100, which takes eight
// values, buffers, images or samplers beside the buffer in which it counts its launches.
#include <array>
#include <string>

#include "harness/case.h"

namespace cleave::benchmark {
namespace {

constexpr size_t in_a_row = 100;  // which stay in the caches
constexpr size_t arguments = 8;
enum class Of : size_t { none, values, buffers, images, samplers };

std::string source_of(Of kind) {
  constexpr std::array types = {"", "uint", "global const uint *", "read_only image2d_t",
                                "sampler_t"};
  std::string parameters;
  for (size_t i = 0; kind != Of::none && i < arguments; ++i) {
    parameters += std::string(", ") + types[static_cast<size_t>(kind)] + " a" + std::to_string(i);
  }
  return "kernel void count(global uint *launches" + parameters + ") { *launches += 1; }";
}

class LaunchArguments : public Work {
 public:
  LaunchArguments(Device& device, size_t kind) : device_(device) {
    if (static_cast<Of>(kind) >= Of::images) {
      device.require_images(CL_MEM_OBJECT_IMAGE2D, format, CL_MEM_READ_ONLY);
    }
    launches_ = device.zeros(sizeof(cl_uint));
    count_ = device.build(source_of(static_cast<Of>(kind)).c_str(), "count");
    set_arguments(static_cast<Of>(kind));
  }

  void run(size_t repetitions) override {
    for (size_t i = 0; i < repetitions; ++i) {
      for (size_t launch = 0; launch < in_a_row; ++launch) device_.enqueue(count_, 1, 1);
      device_.finish();
    }
    rows_ += repetitions;
  }

  std::string verify() override {
    cl_uint counted = 0;
    device_.read(launches_, std::span(&counted, 1));
    const auto expected = static_cast<cl_uint>(rows_ * in_a_row);
    if (counted == expected) return {};
    return std::to_string(counted) + " launches of " + std::to_string(expected) + " were run";
  }

 private:
  static constexpr cl_image_format format = {CL_RGBA, CL_UNORM_INT8};

  void set_arguments(Of kind) {
    switch (kind) {
      case Of::none:
        return count_.set_arguments(launches_);
      case Of::values:
        return set_all([](size_t i) { return static_cast<cl_uint>(i); });
      case Of::buffers:
        for (Buffer& object : objects_) object = device_.zeros(sizeof(cl_uint));
        return set_all([this](size_t i) -> const Buffer& { return objects_[i]; });
      case Of::images:
        for (ImageObject& object : objects_) object = small_image();
        return set_all([this](size_t i) -> const Buffer& { return objects_[i]; });
      case Of::samplers:
        for (Sampler& sampler : samplers_) {
          sampler = device_.sampler(false, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST);
        }
        return set_all([this](size_t i) -> const Sampler& { return samplers_[i]; });
    }
  }
  /// Sets the eight to what `argument` gives for their numbers.
  template <class Argument>
  void set_all(const Argument& argument) {
    static_assert(arguments == 8);
    count_.set_arguments(launches_, argument(0), argument(1), argument(2), argument(3), argument(4),
                         argument(5), argument(6), argument(7));
  }
  ImageObject small_image() {
    constexpr cl_uint texel = 0;
    cl_image_desc description = {};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = description.image_height = 1;
    return device_.image_of(format, description, &texel);
  }

  Device& device_;
  Buffer launches_;
  std::array<Buffer, arguments> objects_;  // buffers or images
  std::array<Sampler, arguments> samplers_;
  Kernel count_;
  size_t rows_ = 0;
};

}  // namespace

const Case& launch_arguments() {
  static const Case instance = {"launch_arguments",
                                "enqueue a small kernel 100 times, then finish; without and "
                                "with eight arguments of a kind",
                                "million launches/s",
                                {{"none", static_cast<size_t>(Of::none)},
                                 {"values", static_cast<size_t>(Of::values)},
                                 {"buffers", static_cast<size_t>(Of::buffers)},
                                 {"images", static_cast<size_t>(Of::images)},
                                 {"samplers", static_cast<size_t>(Of::samplers)}},
                                [](size_t) { return 1e-6 * static_cast<double>(in_a_row); },
                                make_work<LaunchArguments>,
                                Kind::runtime};
  return instance;
}

}  // namespace cleave::benchmark

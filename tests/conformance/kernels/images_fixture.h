// Makes images and samplers, runs kernels on them and compares what they read with
// tests/support/image_reference.h.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include "image_reference.h"
#include "modules.h"
#include "runner.h"

namespace cleave::test {

using Real4 = std::array<float, 4>;
using Integer4 = std::array<int32_t, 4>;

struct Shaped {
  const char* name;  // in names of kernels
  cl_mem_object_type type;
  std::array<size_t, 3> sizes;  // rows are 1 of 1D images; the last are slices or layers
};
inline const Shaped shapes[] = {{"1d", CL_MEM_OBJECT_IMAGE1D, {37, 1, 1}},
                                {"1d_array", CL_MEM_OBJECT_IMAGE1D_ARRAY, {13, 1, 3}},
                                {"2d", CL_MEM_OBJECT_IMAGE2D, {19, 7, 1}},
                                {"2d_array", CL_MEM_OBJECT_IMAGE2D_ARRAY, {5, 4, 3}},
                                {"3d", CL_MEM_OBJECT_IMAGE3D, {6, 5, 4}}};

/// An image, and the same texels for the reference.
struct Image {
  cl_mem handle = nullptr;
  Texels texels = {};
  std::vector<std::byte> memory;
};

class Images : public ::testing::Test {
 public:
  ~Images() override {
    for (cl_mem memory : memory_) clReleaseMemObject(memory);
    for (cl_sampler sampler : samplers_) clReleaseSampler(sampler);
    for (cl_program program : programs_) clReleaseProgram(program);
    clReleaseCommandQueue(session_.queue);
    clReleaseContext(session_.context);
  }

 protected:
  cl_program build(const std::string& source, const std::string& language = "CL3.0") {
    programs_.push_back(session_.build(source, ("-cl-std=" + language).c_str()));
    return programs_.back();
  }

  cl_program build(std::span<const std::byte> module) {
    programs_.push_back(build_module(session_, module));
    return programs_.back();
  }

  /// Rows of the memory that it is made from have a texel more than they need.
  Image make_image(const cl_image_format& format, const Shaped& shape, unsigned seed = 1,
                   cl_mem_flags flags = CL_MEM_READ_WRITE) {
    Image image;
    const size_t bytes = bytes_of_texel(format);
    const size_t row_pitch = (shape.sizes[0] + 1) * bytes;
    const size_t slice_pitch = row_pitch * shape.sizes[1];
    image.memory.resize(slice_pitch * shape.sizes[2]);
    fill(image.memory, format, seed);
    const bool has_layers =
        shape.type == CL_MEM_OBJECT_IMAGE1D_ARRAY || shape.type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    cl_image_desc description = {};
    description.image_type = shape.type;
    description.image_width = shape.sizes[0];
    description.image_height = shape.sizes[1];
    description.image_depth = has_layers ? 1 : shape.sizes[2];
    description.image_array_size = has_layers ? shape.sizes[2] : 1;
    description.image_row_pitch = row_pitch;
    description.image_slice_pitch = shape.sizes[2] > 1 || has_layers ? slice_pitch : 0;
    cl_int error = 1;
    image.handle = clCreateImage(session_.context, flags | CL_MEM_COPY_HOST_PTR, &format,
                                 &description, image.memory.data(), &error);
    check(error, "clCreateImage");
    memory_.push_back(image.handle);
    image.texels = {format,
                    shape.type,
                    shape.sizes[0],
                    shape.sizes[1],
                    has_layers ? 1 : shape.sizes[2],
                    has_layers ? shape.sizes[2] : 1,
                    row_pitch,
                    slice_pitch,
                    image.memory.data()};
    return image;
  }

  cl_sampler make_sampler(const Sampler& sampler) {
    cl_int error = 1;
    samplers_.push_back(clCreateSampler(session_.context, sampler.normalized, sampler.addressing,
                                        sampler.filter, &error));
    check(error, "clCreateSampler");
    return samplers_.back();
  }

  /// Takes ownership.
  cl_mem keep(cl_mem memory) {
    memory_.push_back(memory);
    return memory;
  }
  cl_sampler keep(cl_sampler sampler) {
    samplers_.push_back(sampler);
    return sampler;
  }

  template <class T>
  cl_mem make_buffer(std::vector<T> data) {
    memory_.push_back(session_.make_buffer(data.size() * sizeof(T),
                                           CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, data.data()));
    return memory_.back();
  }
  template <class T>
  std::vector<T> contents(cl_mem buffer, size_t count) {
    std::vector<T> data(count);
    check(clEnqueueReadBuffer(session_.queue, buffer, CL_TRUE, 0, count * sizeof(T), data.data(), 0,
                              nullptr, nullptr),
          "clEnqueueReadBuffer");
    return data;
  }

  /// Sets the arguments in order and runs so many work-items.
  template <class... Arguments>
  void run(cl_program program, const std::string& name, size_t items,
           const Arguments&... arguments) {
    Range range;
    range.global[0] = items;
    run(program, name, range, arguments...);
  }
  template <class... Arguments>
  void run(cl_program program, const std::string& name, const Range& range,
           const Arguments&... arguments) {
    cl_int error = 1;
    cl_kernel kernel = clCreateKernel(program, name.c_str(), &error);
    check(error, "clCreateKernel");
    cl_uint index = 0;
    (check(clSetKernelArg(kernel, index++, sizeof arguments, &arguments), "clSetKernelArg"), ...);
    check(clEnqueueNDRangeKernel(
              session_.queue, kernel, range.dimensions, nullptr, range.global.data(),
              range.local[0] == 0 ? nullptr : range.local.data(), 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(session_.queue), "clFinish");
    clReleaseKernel(kernel);
  }

  /// Returns what the image holds now, rows and slices without padding.
  std::vector<std::byte> texels_of(const Image& image, const Shaped& shape) {
    const size_t origin[3] = {0, 0, 0};
    const bool is_array = shape.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    const size_t region[3] = {shape.sizes[0], is_array ? shape.sizes[2] : shape.sizes[1],
                              is_array ? 1 : shape.sizes[2]};
    std::vector<std::byte> data(shape.sizes[0] * shape.sizes[1] * shape.sizes[2] *
                                bytes_of_texel(image.texels.format));
    check(clEnqueueReadImage(session_.queue, image.handle, CL_TRUE, origin, region, 0, 0,
                             data.data(), 0, nullptr, nullptr),
          "clEnqueueReadImage");
    return data;
  }

  /// The formats that this use and type has on the device, in the order of the reference.
  std::vector<cl_image_format> formats(cl_mem_flags flags, cl_mem_object_type type) {
    cl_uint count = 0;
    check(clGetSupportedImageFormats(session_.context, flags, type, 0, nullptr, &count),
          "clGetSupportedImageFormats");
    std::vector<cl_image_format> offered(count);
    check(clGetSupportedImageFormats(session_.context, flags, type, count, offered.data(), nullptr),
          "clGetSupportedImageFormats");
    std::vector<cl_image_format> list;
    for (const cl_image_format& format : image_formats()) {
      const bool is_offered = std::ranges::any_of(offered, [&](const cl_image_format& one) {
        return one.image_channel_order == format.image_channel_order &&
               one.image_channel_data_type == format.image_channel_data_type;
      });
      if (is_offered) list.push_back(format);
    }
    EXPECT_GE(list.size(), 80U);
    return list;
  }

  static void fill(std::vector<std::byte>& memory, const cl_image_format& format, unsigned seed) {
    std::mt19937 random(seed);
    for (std::byte& byte : memory) byte = static_cast<std::byte>(random());
    if (format.image_channel_data_type == CL_FLOAT) {
      std::uniform_real_distribution<float> numbers(-2, 2);
      for (size_t i = 0; i + sizeof(float) <= memory.size(); i += sizeof(float)) {
        const float number = numbers(random);
        std::memcpy(&memory[i], &number, sizeof number);
      }
    }
    if (format.image_channel_data_type == CL_HALF_FLOAT) {
      for (size_t i = 1; i < memory.size(); i += 2) memory[i] &= std::byte{0xbb};  // finite
    }
  }

  /// Reads texels inside and outside with a kernel sample_f_…, and compares them with those of the
  /// formulas.
  void expect_samples(cl_program program, const Shaped& shape, const Image& image,
                      const Sampler& sampler);

  Session session_;

 private:
  std::vector<cl_mem> memory_;
  std::vector<cl_sampler> samplers_;
  std::vector<cl_program> programs_;
};

inline bool is_real(const cl_image_format& format) {
  return class_of(format) == ChannelClass::normalized || class_of(format) == ChannelClass::real;
}

inline double ulp(double value) {
  const auto single = static_cast<float>(std::fabs(value));
  return static_cast<double>(std::nextafter(single, INFINITY)) - single;
}
inline void expect_near(const Real4& read, const Sampled& expected, double units,
                        const std::string& what) {
  for (size_t c = 0; c < 4; ++c) {
    const double bound = units * ulp(expected.largest[c]);
    ASSERT_LE(std::fabs(read[c] - expected.colour[c]), bound)
        << what << ", component " << c << ": " << read[c] << " is not " << expected.colour[c];
  }
}
inline void expect_equal(const Integer4& read, const Colour& expected, const std::string& what) {
  for (size_t c = 0; c < 4; ++c) {
    ASSERT_EQ(read[c], static_cast<int32_t>(static_cast<int64_t>(expected[c]))) << what << ' ' << c;
  }
}

inline std::vector<Sampler> samplers() {
  std::vector<Sampler> list;
  for (const cl_filter_mode filter : {CL_FILTER_NEAREST, CL_FILTER_LINEAR}) {
    for (const cl_bool normalized : {CL_FALSE, CL_TRUE}) {
      for (const cl_addressing_mode addressing : {CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP}) {
        list.push_back({normalized, addressing, filter});
      }
    }
    for (const cl_addressing_mode addressing : {CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT}) {
      list.push_back({CL_TRUE, addressing, filter});
    }
  }
  return list;
}

/// Coordinates around an image: texels' middles and edges, seams, and others.
inline std::vector<Real4> coordinates(const Shaped& shape, const Sampler& sampler, size_t count) {
  std::mt19937 random(3);
  std::vector<Real4> list(count);
  for (Real4& at : list) {
    for (size_t i = 0; i < 3; ++i) {
      const auto size = static_cast<float>(shape.sizes[i]);
      const bool is_layer = i == 2 && (shape.type == CL_MEM_OBJECT_IMAGE1D_ARRAY ||
                                       shape.type == CL_MEM_OBJECT_IMAGE2D_ARRAY);
      std::uniform_real_distribution<float> numbers(-1.5F * size, 2.5F * size);
      at[i] = numbers(random);
      if (random() % 3 == 0) at[i] = std::round(at[i]);
      if (random() % 3 == 0) at[i] = std::round(at[i]) + 0.5F;
      if (sampler.normalized != CL_FALSE && !is_layer) at[i] /= size;
    }
    at[3] = 0;
  }
  return list;
}

inline void Images::expect_samples(cl_program program, const Shaped& shape, const Image& image,
                                   const Sampler& sampler) {
  constexpr size_t count = 203;
  const cl_image_format& format = image.texels.format;
  const bool is_linear = sampler.filter == CL_FILTER_LINEAR;
  const std::vector<Real4> at = coordinates(shape, sampler, count);
  const cl_mem where = make_buffer(at);
  const cl_mem out = make_buffer(std::vector<Real4>(count));
  const char* suffix = is_real(format)                                    ? "f_"
                       : class_of(format) == ChannelClass::signed_integer ? "i_"
                                                                          : "ui_";
  run(program, std::string("sample_") + suffix + shape.name, count, image.handle,
      make_sampler(sampler), where, out);
  const auto reals = contents<Real4>(out, count);
  const auto integers = contents<Integer4>(out, count);
  for (size_t i = 0; i < count; ++i) {
    const Sampled expected = sample(image.texels, sampler, {at[i][0], at[i][1], at[i][2]});
    const std::string what = std::string(shape.name) + ' ' + name_of(format) + ' ' +
                             name_of(sampler) + " at " + std::to_string(at[i][0]) + ' ' +
                             std::to_string(at[i][1]) + ' ' + std::to_string(at[i][2]);
    if (is_real(format)) {
      expect_near(reals[i], expected, is_linear ? 4 : 1.5, what);
    } else {
      expect_equal(integers[i], expected.colour, what);
    }
    if (HasFatalFailure()) return;
  }
}

}  // namespace cleave::test

// Kernels that read images and write them (OpenCL C 3.0, 6.15.15 and chapter 8), of every type and
// format, with samplers of every kind, against tests/support/image_reference.h.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include "image_reference.h"
#include "runner.h"

namespace cleave::test {
namespace {

using Real4 = std::array<float, 4>;
using Integer4 = std::array<int32_t, 4>;

struct Shaped {
  const char* name;  // in names of kernels
  cl_mem_object_type type;
  std::array<size_t, 3> sizes;  // rows are 1 of 1D images; the last are slices or layers
};
const Shaped shapes[] = {{"1d", CL_MEM_OBJECT_IMAGE1D, {37, 1, 1}},
                         {"1d_array", CL_MEM_OBJECT_IMAGE1D_ARRAY, {13, 1, 3}},
                         {"2d", CL_MEM_OBJECT_IMAGE2D, {19, 7, 1}},
                         {"2d_array", CL_MEM_OBJECT_IMAGE2D_ARRAY, {5, 4, 3}},
                         {"3d", CL_MEM_OBJECT_IMAGE3D, {6, 5, 4}}};

// For each type: reads by float coordinates and by texels, with and without a sampler, and writes.
std::string kernels_of(const std::string& image, const std::string& at, const std::string& texel) {
  const auto kernel = [&](const std::string& name, const std::string& access,
                          const std::string& arguments, const std::string& body) {
    return "kernel void " + name + "_" + image + "(" + access + " image" + image + "_t image, " +
           arguments + ") {\n  size_t n = get_global_id(0);\n  " + body + "\n}\n";
  };
  const std::string sampled = "sampler_t s, global const float4* p, global ";
  const std::string placed = "sampler_t s, global const int4* p, global ";
  return kernel("sample_f", "read_only", sampled + "float4* out",
                "out[n] = read_imagef(image, s, p[n]." + at + ");") +
         kernel("sample_i", "read_only", sampled + "int4* out",
                "out[n] = read_imagei(image, s, p[n]." + at + ");") +
         kernel("sample_ui", "read_only", sampled + "int4* out",
                "out[n] = as_int4(read_imageui(image, s, p[n]." + at + "));") +
         kernel("texel_f", "read_only", placed + "float4* out",
                "out[n] = read_imagef(image, s, p[n]." + texel + ");") +
         kernel("read_f", "read_only", "global const int4* p, global float4* out",
                "out[n] = read_imagef(image, p[n]." + texel + ");") +
         kernel("read_h", "read_only", "global const int4* p, global float4* out",
                "out[n] = convert_float4(read_imageh(image, p[n]." + texel + "));") +
         kernel("write_f", "write_only", "global const int4* p, global const float4* in",
                "write_imagef(image, p[n]." + texel + ", in[n]);") +
         kernel("write_i", "write_only", "global const int4* p, global const int4* in",
                "write_imagei(image, p[n]." + texel + ", in[n]);") +
         kernel("write_ui", "write_only", "global const int4* p, global const int4* in",
                "write_imageui(image, p[n]." + texel + ", as_uint4(in[n]));");
}
std::string all_kernels() {
  return "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" + kernels_of("1d", "x", "x") +
         kernels_of("1d_array", "xz", "xz") + kernels_of("2d", "xy", "xy") +
         kernels_of("2d_array", "xyzw", "xyzw") + kernels_of("3d", "xyzw", "xyzw");
}

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
  cl_program build(const std::string& source) {
    programs_.push_back(session_.build(source, "-cl-std=CL3.0"));
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
    cl_int error = 1;
    cl_kernel kernel = clCreateKernel(program, name.c_str(), &error);
    check(error, "clCreateKernel");
    cl_uint index = 0;
    (check(clSetKernelArg(kernel, index++, sizeof arguments, &arguments), "clSetKernelArg"), ...);
    check(clEnqueueNDRangeKernel(session_.queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr,
                                 nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(session_.queue), "clFinish");
    clReleaseKernel(kernel);
  }

  /// What the image holds now, rows and slices without padding.
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

  Session session_;

 private:
  std::vector<cl_mem> memory_;
  std::vector<cl_sampler> samplers_;
  std::vector<cl_program> programs_;
};

bool is_real(const cl_image_format& format) {
  return class_of(format) == ChannelClass::normalized || class_of(format) == ChannelClass::real;
}

double ulp(double value) {
  const auto single = static_cast<float>(std::fabs(value));
  return static_cast<double>(std::nextafter(single, INFINITY)) - single;
}
void expect_near(const Real4& read, const Sampled& expected, double units,
                 const std::string& what) {
  for (size_t c = 0; c < 4; ++c) {
    const double bound = units * ulp(expected.largest[c]);
    ASSERT_LE(std::fabs(read[c] - expected.colour[c]), bound)
        << what << ", component " << c << ": " << read[c] << " is not " << expected.colour[c];
  }
}
void expect_equal(const Integer4& read, const Colour& expected, const std::string& what) {
  for (size_t c = 0; c < 4; ++c) {
    ASSERT_EQ(read[c], static_cast<int32_t>(static_cast<int64_t>(expected[c]))) << what << ' ' << c;
  }
}

std::vector<Sampler> samplers() {
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
std::vector<Real4> coordinates(const Shaped& shape, const Sampler& sampler, size_t count) {
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

// 8.2 to 8.4.
TEST_F(Images, SamplersFindTheTexelsOfTheFormulas) {
  constexpr size_t count = 203;
  cl_program program = build(all_kernels());
  for (const Shaped& shape : shapes) {
    for (const cl_image_format& format : formats(CL_MEM_READ_ONLY, shape.type)) {
      const Image image = make_image(format, shape);
      for (const Sampler& sampler : samplers()) {
        const bool is_linear = sampler.filter == CL_FILTER_LINEAR;
        if (is_linear && !is_real(format)) continue;
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
    }
  }
}

std::vector<Integer4> texel_coordinates(const Shaped& shape, size_t count) {
  std::mt19937 random(5);
  std::vector<Integer4> list(count);
  for (Integer4& at : list) {
    for (size_t i = 0; i < 3; ++i) {
      const auto size = static_cast<int32_t>(shape.sizes[i]);
      at[i] = static_cast<int32_t>(random() % static_cast<uint32_t>(size + 4)) - 2;
      if (random() % 16 == 0) at[i] = random() % 2 == 0 ? INT32_MIN : INT32_MAX;
    }
    at[3] = 0;
  }
  return list;
}

TEST_F(Images, TexelsAreReadWithAndWithoutASampler) {
  constexpr size_t count = 203;
  cl_program program = build(all_kernels());
  for (const Shaped& shape : shapes) {
    const std::vector<Integer4> at = texel_coordinates(shape, count);
    const cl_mem where = make_buffer(at);
    const cl_mem out = make_buffer(std::vector<Real4>(count));
    for (const cl_image_format& format : formats(CL_MEM_READ_ONLY, shape.type)) {
      if (!is_real(format)) continue;
      const Image image = make_image(format, shape);
      const auto compare = [&](const Sampler& sampler, bool is_half) {
        const auto read = contents<Real4>(out, count);
        for (size_t i = 0; i < count; ++i) {
          const Colour expected = read_at(image.texels, sampler, {at[i][0], at[i][1], at[i][2]});
          // Halves have 13 bits less.
          expect_near(read[i], {expected, expected}, is_half ? 4097 : 1.5,
                      std::string(shape.name) + ' ' + name_of(format));
        }
      };
      for (const cl_addressing_mode addressing : {CL_ADDRESS_CLAMP, CL_ADDRESS_CLAMP_TO_EDGE}) {
        const Sampler sampler = {.addressing = addressing};
        run(program, std::string("texel_f_") + shape.name, count, image.handle,
            make_sampler(sampler), where, out);
        compare(sampler, false);
      }
      run(program, std::string("read_f_") + shape.name, count, image.handle, where, out);
      compare({.addressing = CL_ADDRESS_CLAMP}, false);
      const bool fits = format.image_channel_data_type != CL_UNORM_INT16 &&
                        format.image_channel_data_type != CL_SNORM_INT16 && !is_srgb(format);
      if (fits) {
        run(program, std::string("read_h_") + shape.name, count, image.handle, where, out);
        compare({.addressing = CL_ADDRESS_CLAMP}, true);
      }
      if (HasFatalFailure()) return;
    }
  }
}

// 6.15.15.5, and what programs rely on: what is no texel is dropped.
TEST_F(Images, WritesChangeTheirTexelsAlone) {
  constexpr size_t count = 60;
  cl_program program = build(all_kernels());
  for (const Shaped& shape : shapes) {
    std::mt19937 random(9);
    std::vector<Integer4> at = texel_coordinates(shape, count);
    // None twice.
    std::ranges::sort(at);
    const auto repeated = std::ranges::unique(at);
    std::vector<Integer4> places(at.begin(), repeated.begin());
    const cl_mem where = make_buffer(places);
    std::vector<Real4> reals(places.size());
    std::vector<Integer4> integers(places.size());
    std::uniform_real_distribution<float> numbers(-1.2F, 1.2F);
    for (size_t i = 0; i < places.size(); ++i) {
      for (size_t c = 0; c < 4; ++c) {
        reals[i][c] = numbers(random);
        integers[i][c] = static_cast<int32_t>(random()) >> random() % 31;
      }
    }
    const cl_mem real_colours = make_buffer(reals), integer_colours = make_buffer(integers);
    for (const cl_image_format& format : formats(CL_MEM_WRITE_ONLY, shape.type)) {
      if (is_srgb(format)) continue;  // tests/conformance/builtin has their bound
      const Image image = make_image(format, shape);
      const bool has_sign = class_of(format) == ChannelClass::signed_integer;
      const char* suffix = is_real(format) ? "f_" : has_sign ? "i_" : "ui_";
      run(program, std::string("write_") + suffix + shape.name, places.size(), image.handle, where,
          is_real(format) ? real_colours : integer_colours);
      const size_t bytes = bytes_of_texel(format);
      std::vector<std::byte> expected = image.memory;
      for (size_t i = 0; i < places.size(); ++i) {
        size_t offset = 0;
        bool is_inside = true;
        const size_t pitches[] = {bytes, image.texels.row_pitch, image.texels.slice_pitch};
        for (size_t axis = 0; axis < 3; ++axis) {
          const bool counts =
              axis < image.texels.dimensions() || (axis == 2 && image.texels.has_layers());
          const int64_t index = counts ? places[i][axis] : 0;
          is_inside = is_inside && index >= 0 && index < static_cast<int64_t>(shape.sizes[axis]);
          offset += is_inside ? static_cast<size_t>(index) * pitches[axis] : 0;
        }
        if (!is_inside) continue;
        std::array<int64_t, 4> whole;
        for (size_t c = 0; c < 4; ++c) {
          whole[c] = has_sign ? integers[i][c] : int64_t{static_cast<uint32_t>(integers[i][c])};
        }
        const std::vector<std::byte> texel =
            is_real(format) ? write_texel(format, reals[i]) : write_texel(format, whole);
        std::ranges::copy(texel, expected.begin() + static_cast<std::ptrdiff_t>(offset));
      }
      const std::vector<std::byte> written = texels_of(image, shape);
      const size_t rows = shape.sizes[1] * shape.sizes[2];
      for (size_t i = 0; i < rows * shape.sizes[0]; ++i) {
        const size_t x = i % shape.sizes[0], row = i / shape.sizes[0];
        const std::byte* wanted = &expected[row * image.texels.row_pitch + x * bytes];
        ASSERT_EQ(read_texel(format, &written[i * bytes]), read_texel(format, wanted))
            << shape.name << ' ' << name_of(format) << " texel " << i;
      }
    }
  }
}

// Texels of a row, as most kernels read and write them: whole vectors of them.
TEST_F(Images, RowsAreCopiedThroughEveryFormat) {
  cl_program program = build(R"(
    constant sampler_t edge = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    kernel void copy_f(read_only image2d_t from, write_only image2d_t to, int dx, int dy) {
      const int2 at = (int2)(get_global_id(0) % get_image_width(to), get_global_id(0) / get_image_width(to));
      write_imagef(to, at, read_imagef(from, edge, at + (int2)(dx, dy)));
    }
    kernel void copy_i(read_only image2d_t from, write_only image2d_t to, int dx, int dy) {
      const int2 at = (int2)(get_global_id(0) % get_image_width(to), get_global_id(0) / get_image_width(to));
      write_imagei(to, at, read_imagei(from, edge, at + (int2)(dx, dy)));
    }
    kernel void copy_ui(read_only image2d_t from, write_only image2d_t to, int dx, int dy) {
      const int2 at = (int2)(get_global_id(0) % get_image_width(to), get_global_id(0) / get_image_width(to));
      write_imageui(to, at, read_imageui(from, edge, at + (int2)(dx, dy)));
    })");
  const Shaped shape = {"2d", CL_MEM_OBJECT_IMAGE2D, {83, 9, 1}};
  for (const cl_image_format& format : formats(CL_MEM_WRITE_ONLY, shape.type)) {
    const Image from = make_image(format, shape, 1);
    const Image to = make_image(format, shape, 2);
    const bool has_sign = class_of(format) == ChannelClass::signed_integer;
    const char* name = is_real(format) ? "copy_f" : has_sign ? "copy_i" : "copy_ui";
    for (const auto& [dx, dy] : {std::pair<cl_int, cl_int>{0, 0}, {-3, 1}, {70, -4}}) {
      run(program, name, shape.sizes[0] * shape.sizes[1], from.handle, to.handle, dx, dy);
      const std::vector<std::byte> written = texels_of(to, shape);
      const Sampler edge = {.addressing = CL_ADDRESS_CLAMP_TO_EDGE};
      for (size_t i = 0; i < shape.sizes[0] * shape.sizes[1]; ++i) {
        const auto x = static_cast<int64_t>(i % shape.sizes[0]);
        const auto y = static_cast<int64_t>(i / shape.sizes[0]);
        const Colour expected = read_at(from.texels, edge, {x + dx, y + dy, 0});
        const Colour found = read_texel(format, &written[i * bytes_of_texel(format)]);
        ASSERT_EQ(found, expected) << name_of(format) << " at " << x << ' ' << y;
      }
    }
  }
}

// 6.13.14: constants of the program and of the kernel, and one of several, which may differ
// between work-items of a sub-group.
TEST_F(Images, SamplersAreConstantsAndChosenByWorkItems) {
  cl_program program = build(R"(
    constant sampler_t linear = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;
    const sampler_t edge = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    float4 through(read_only image2d_t image, sampler_t s, float2 at) { return read_imagef(image, s, at); }
    kernel void test(read_only image2d_t image, sampler_t argument, global const float4* p, global float4* out) {
      const sampler_t border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
      size_t n = get_global_id(0);
      sampler_t own = n % 5 == 0 ? linear : n % 5 == 1 ? edge : border;
      sampler_t any = n % 5 == 3 ? argument : own;
      out[n] = n % 5 == 4 ? through(image, linear, p[n].xy) : through(image, any, p[n].xy);
    })");
  const Shaped& shape = shapes[2];
  const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
  const Image image = make_image(format, shape);
  const Sampler linear = {CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR};
  const Sampler edge = {.addressing = CL_ADDRESS_CLAMP_TO_EDGE};
  const Sampler border = {.addressing = CL_ADDRESS_CLAMP};
  const Sampler argument = {CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_LINEAR};
  constexpr size_t count = 200;
  const std::vector<Real4> at = coordinates(shape, border, count);
  const cl_mem out = make_buffer(std::vector<Real4>(count));
  run(program, "test", count, image.handle, make_sampler(argument), make_buffer(at), out);
  const auto read = contents<Real4>(out, count);
  for (size_t i = 0; i < count; ++i) {
    const Sampler& sampler = i % 5 == 0   ? linear
                             : i % 5 == 1 ? edge
                             : i % 5 == 2 ? border
                             : i % 5 == 3 ? argument
                                          : linear;
    expect_near(read[i], sample(image.texels, sampler, {at[i][0], at[i][1], 0}), 4,
                std::to_string(i));
  }
}

// 6.15.15.4: a work-item sees its own writes behind a fence.
TEST_F(Images, ReadWriteImagesAreReadWhereTheyWereWritten) {
  cl_program program = build(R"(
    kernel void test(read_write image2d_t image, global int* wrong) {
      const int2 at = (int2)(get_global_id(0) % 19, get_global_id(0) / 19);
      const uint4 before = read_imageui(image, at);
      write_imageui(image, at, before + (uint4)(1, 2, 3, 4));
      atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
      const uint4 after = read_imageui(image, at);
      write_imageui(image, at, after * 2);
      wrong[get_global_id(0)] = any(after != before + (uint4)(1, 2, 3, 4));
    })");
  const Shaped& shape = shapes[2];
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT32};
  const Image image = make_image(format, shape);
  const size_t count = shape.sizes[0] * shape.sizes[1];
  const cl_mem wrong = make_buffer(std::vector<cl_int>(count, 1));
  run(program, "test", count, image.handle, wrong);
  EXPECT_EQ(contents<cl_int>(wrong, count), std::vector<cl_int>(count, 0));
  const std::vector<std::byte> texels = texels_of(image, shape);
  for (int64_t i = 0; i < static_cast<int64_t>(count); ++i) {
    const Colour before = read_at(image.texels, {}, {i % 19, i / 19, 0});
    const Colour after = read_texel(format, &texels[static_cast<size_t>(i) * 16]);
    for (size_t c = 0; c < 4; ++c) {
      const auto expected = (static_cast<uint32_t>(before[c]) + static_cast<uint32_t>(c) + 1) * 2;
      ASSERT_EQ(static_cast<uint32_t>(after[c]), expected) << i;
    }
  }
}

// 6.15.15.6.
TEST_F(Images, QueriesAnswerAsTheImageWasMade) {
  cl_program program = build(R"(
    kernel void test(read_only image1d_t a, read_only image1d_array_t b, write_only image2d_t c,
                     read_write image2d_array_t d, read_only image3d_t e, global int* out) {
      int i = 0;
      out[i++] = get_image_width(a), out[i++] = get_image_width(b);
      out[i++] = (int)get_image_array_size(b);
      out[i++] = get_image_width(c), out[i++] = get_image_height(c);
      out[i++] = get_image_dim(c).x, out[i++] = get_image_dim(c).y;
      out[i++] = get_image_width(d), out[i++] = get_image_height(d);
      out[i++] = (int)get_image_array_size(d);
      out[i++] = get_image_dim(e).x, out[i++] = get_image_dim(e).y, out[i++] = get_image_dim(e).z;
      out[i++] = get_image_dim(e).w, out[i++] = get_image_depth(e);
      out[i++] = get_image_channel_data_type(c) == CLK_UNORM_INT8;
      out[i++] = get_image_channel_order(c) == CLK_RGBA;
    })");
  const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
  std::vector<cl_mem> images;
  for (const Shaped& shape : shapes) images.push_back(make_image(format, shape).handle);
  const std::vector<cl_int> expected = {37, 13, 3, 19, 7, 19, 7, 5, 4, 3, 6, 5, 4, 0, 4, 1, 1};
  const cl_mem out = make_buffer(std::vector<cl_int>(expected.size()));
  run(program, "test", 1, images[0], images[1], images[2], images[3], images[4], out);
  EXPECT_EQ(contents<cl_int>(out, expected.size()), expected);
}

// cl_khr_depth_images: one number for a texel.
TEST_F(Images, DepthsAreNumbers) {
  cl_program program = build(R"(
    constant sampler_t s = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
    kernel void test(read_only image2d_depth_t from, write_only image2d_depth_t to, global float* out) {
      const int2 at = (int2)(get_global_id(0) % 19, get_global_id(0) / 19);
      out[get_global_id(0)] = read_imagef(from, s, convert_float2(at) + 0.5f);
      write_imagef(to, at, read_imagef(from, at));
    })");
  const Shaped& shape = shapes[2];
  for (const cl_channel_type type : {CL_FLOAT, CL_UNORM_INT16}) {
    const cl_image_format format = {CL_DEPTH, type};
    const Image from = make_image(format, shape, 1), to = make_image(format, shape, 2);
    const size_t count = shape.sizes[0] * shape.sizes[1];
    const cl_mem out = make_buffer(std::vector<float>(count));
    run(program, "test", count, from.handle, to.handle, out);
    const auto read = contents<float>(out, count);
    const std::vector<std::byte> written = texels_of(to, shape);
    for (size_t i = 0; i < count; ++i) {
      const auto x = static_cast<int64_t>(i % 19), y = static_cast<int64_t>(i / 19);
      const double expected = read_at(from.texels, {}, {x, y, 0})[0];
      ASSERT_LE(std::fabs(read[i] - expected), 1.5 * ulp(expected)) << i;
      ASSERT_EQ(read_texel(format, &written[i * bytes_of_texel(format)])[0], expected) << i;
    }
  }
}

// cl_intel_subgroups: rows of elements, those at the edge again outside, none written there.
TEST_F(Images, BlocksAreRowsOfElements) {
  cl_program program = build(R"(
    __attribute__((intel_reqd_sub_group_size(8)))
    kernel void test(read_only image2d_t from, write_only image2d_t to, int x, int y, global uint4* out) {
      const uint4 block = intel_sub_group_block_read4(from, (int2)(x, y));
      out[get_global_id(0)] = block;
      intel_sub_group_block_write4(to, (int2)(x, y), block + 1);
    })");
  const Shaped& shape = shapes[2];
  const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
  for (const auto& [x, y] : {std::pair<cl_int, cl_int>{0, 0}, {4, 1}, {48, 2}, {-4, 5}, {16, -2}}) {
    const Image from = make_image(format, shape, 1), to = make_image(format, shape, 2);
    const cl_mem out = make_buffer(std::vector<std::array<cl_uint, 4>>(8));
    run(program, "test", 8, from.handle, to.handle, x, y, out);
    const auto read = contents<std::array<cl_uint, 4>>(out, 8);
    const std::vector<std::byte> written = texels_of(to, shape);
    const Sampler edge = {.addressing = CL_ADDRESS_CLAMP_TO_EDGE};
    for (int64_t lane = 0; lane < 8; ++lane) {
      for (int64_t row = 0; row < 4; ++row) {
        const int64_t column = x / 4 + lane, line = y + row;
        const auto expected =
            static_cast<cl_uint>(read_at(from.texels, edge, {column, line, 0})[0]);
        ASSERT_EQ(read[static_cast<size_t>(lane)][static_cast<size_t>(row)], expected)
            << x << ' ' << y << ' ' << lane << ' ' << row;
      }
    }
    for (int64_t i = 0; i < 19 * 7; ++i) {
      const int64_t column = i % 19, line = i / 19;
      const bool is_written = column >= x / 4 && column < x / 4 + 8 && line >= y && line < y + 4;
      const Colour before = read_at(is_written ? from.texels : to.texels, edge, {column, line, 0});
      const auto expected = static_cast<cl_uint>(before[0]) + (is_written ? 1 : 0);
      ASSERT_EQ(static_cast<cl_uint>(read_texel(format, &written[static_cast<size_t>(i) * 4])[0]),
                expected)
          << x << ' ' << y << " at " << column << ' ' << line;
    }
  }
}

// 6.15.15.2 leaves the result undefined.
TEST_F(Images, CoordinatesThatAreNoneDoNoHarm) {
  cl_program program = build(all_kernels());
  std::vector<Real4> at;
  for (const float x : {INFINITY, -INFINITY, NAN, 1e30F, -1e30F, 2147483648.0F}) {
    at.push_back({x, 0, 0, 0});
    at.push_back({0, x, x, 0});
    at.push_back({x, x, x, x});
  }
  const cl_mem where = make_buffer(at), out = make_buffer(std::vector<Real4>(at.size()));
  for (const Shaped& shape : shapes) {
    const Image image = make_image({CL_RGBA, CL_FLOAT}, shape);
    for (const Sampler& sampler : samplers()) {
      run(program, std::string("sample_f_") + shape.name, at.size(), image.handle,
          make_sampler(sampler), where, out);
    }
  }
}

}  // namespace
}  // namespace cleave::test

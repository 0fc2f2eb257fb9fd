// Shares images with OpenCL: make_unsampled_image, make_sampled_image, get_native, get_native_mem and set_arg of images
// (SYCL 2020, appendix C). What OpenCL C's functions read of an image is what SYCL reads.
#include <sycl/sycl.hpp>

#include <CL/cl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <sycl/backend/opencl.hpp>
#include <vector>

#include "image_tests.h"

namespace {

using namespace image_tests;
constexpr auto opencl = sycl::backend::opencl;

/// Objects of OpenCL in the context of the default queue, which are released at the end.
class NativeImages : public testing::Test {
 protected:
  NativeImages() : context(sycl::get_native<opencl>(queue.get_context())) {
    const cl_device_id device = sycl::get_native<opencl>(queue.get_device());
    commands = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
  }
  ~NativeImages() override {
    for (cl_mem each : memory) clReleaseMemObject(each);
    clReleaseCommandQueue(commands);
    clReleaseContext(context);
  }

  /// An image of OpenCL with 4 32-bit integers a texel, which are `value`, or of another format.
  cl_mem make_image(cl_mem_object_type type, int value,
                    cl_image_format format = {CL_RGBA, CL_SIGNED_INT32}) {
    cl_image_desc description{};
    description.image_type = type;
    description.image_width = 6;
    description.image_height = type == CL_MEM_OBJECT_IMAGE1D ? 0 : 5;
    description.image_depth = type == CL_MEM_OBJECT_IMAGE3D ? 3 : 0;
    description.image_array_size = type == CL_MEM_OBJECT_IMAGE2D_ARRAY ? 2 : 0;
    cl_int error = CL_SUCCESS;
    memory.push_back(
        clCreateImage(context, CL_MEM_READ_WRITE, &format, &description, nullptr, &error));
    EXPECT_EQ(error, CL_SUCCESS);
    const size_t origin[3] = {0, 0, 0};
    const size_t region[3] = {6, std::max<size_t>(description.image_height, 1),
                              std::max<size_t>(description.image_depth, 1)};
    const cl_int colour[4] = {value, value, value, value};
    EXPECT_EQ(
        clEnqueueFillImage(commands, memory.back(), colour, origin, region, 0, nullptr, nullptr),
        CL_SUCCESS);
    clFinish(commands);
    return memory.back();
  }
  std::array<int, 4> read(cl_mem image, size_t x, size_t y, size_t z) {
    std::array<int, 4> texel{};
    const size_t origin[3] = {x, y, z}, region[3] = {1, 1, 1};
    EXPECT_EQ(clEnqueueReadImage(commands, image, CL_TRUE, origin, region, 0, 0, texel.data(), 0,
                                 nullptr, nullptr),
              CL_SUCCESS);
    return texel;
  }
  template <class Value>
  static Value info(cl_mem image, cl_image_info what) {
    Value value{};
    EXPECT_EQ(clGetImageInfo(image, what, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  }

  template <int Dimensions>
  void use_in_place(cl_mem_object_type type);
  template <int Dimensions>
  void see_what_kernels_wrote(cl_mem_object_type type);

  sycl::queue queue;
  cl_context context;
  cl_command_queue commands;
  std::vector<cl_mem> memory;
};
using ints = std::array<int, 4>;

/// A kernel of SYCL writes to the last texel of an image of OpenCL what it reads of the first.
template <int Dimensions>
void NativeImages::use_in_place(cl_mem_object_type type) {
  constexpr int y = Dimensions > 1 ? 4 : 0, z = Dimensions > 2 ? 2 : 0;
  const cl_mem native = make_image(type, 11);
  {
    auto image = sycl::make_unsampled_image<opencl, Dimensions>(native, queue.get_context());
    EXPECT_EQ(image.get_range(), extent_of<Dimensions>(6, 5, 3));
    EXPECT_GT(sycl::opencl::get_reference_count(native), 1);
    queue.submit([&](sycl::handler& group) {
      const auto both = image.template get_access<sycl::int4>(group);
      group.single_task([=] {
        both.write(coordinate<int, Dimensions>(5, y, z),
                   both.read(coordinate<int, Dimensions>(0, 0, 0)) + 1);
      });
    });
    const auto on_host = image.template get_host_access<sycl::int4>();
    EXPECT_EQ(on_host.read(coordinate<int, Dimensions>(5, y, z))[2], 12);
    EXPECT_EQ(on_host.read(coordinate<int, Dimensions>(4, y, z))[2], 11);
    on_host.write(coordinate<int, Dimensions>(1, 0, 0), sycl::int4(3));
    const std::vector<cl_mem> again = sycl::get_native<opencl>(image);
    EXPECT_EQ(again, std::vector<cl_mem>{native});
    for (cl_mem each : again) clReleaseMemObject(each);
  }
  EXPECT_EQ(sycl::opencl::get_reference_count(native), 1);
  EXPECT_EQ(read(native, 5, y, z), (ints{12, 12, 12, 12}));
  EXPECT_EQ(read(native, 1, 0, 0), (ints{3, 3, 3, 3}));
  EXPECT_EQ(read(native, 2, 0, 0), (ints{11, 11, 11, 11}));
}

TEST_F(NativeImages, OfOpenClAreUsedInPlace) {
  use_in_place<1>(CL_MEM_OBJECT_IMAGE1D);
  use_in_place<2>(CL_MEM_OBJECT_IMAGE2D);
  use_in_place<3>(CL_MEM_OBJECT_IMAGE3D);
}

TEST_F(NativeImages, OfOpenClAreSampledWhenTheyAreReady) {
  const cl_mem native = make_image(CL_MEM_OBJECT_IMAGE2D, 9);
  const sycl::image_sampler sampler{sycl::addressing_mode::clamp,
                                    sycl::coordinate_normalization_mode::normalized,
                                    sycl::filtering_mode::nearest};
  const cl_event ready = clCreateUserEvent(context, nullptr);
  {
    auto image =
        sycl::make_sampled_image<opencl, 2>(native, queue.get_context(), sampler,
                                            sycl::make_event<opencl>({ready}, queue.get_context()));
    sycl::buffer<int> seen(sycl::range<1>(2));
    const sycl::event ran = queue.submit([&](sycl::handler& group) {
      const auto in = image.get_access<sycl::int4>(group);
      const sycl::accessor out(seen, group, sycl::write_only, sycl::no_init);
      group.single_task([=] {
        out[0] = in.read(sycl::float2(0.99f, 0.99f))[1];
        out[1] = in.read(sycl::float2(1.01f, 0.5f))[1];
      });
    });
    EXPECT_NE(ran.get_info<sycl::info::event::command_execution_status>(),
              sycl::info::event_command_status::complete);
    clSetUserEventStatus(ready, CL_COMPLETE);
    const sycl::host_accessor values(seen);
    EXPECT_EQ(values[0], 9);
    EXPECT_EQ(values[1], 0);
  }
  auto without_event = sycl::make_sampled_image<opencl, 2>(native, queue.get_context(), sampler);
  EXPECT_EQ(without_event.get_host_access<sycl::int4>().read(sycl::float2(0.5f, 0.5f))[0], 9);
  clReleaseEvent(ready);
}

TEST_F(NativeImages, OthersAreRefused) {
  const sycl::context its_context = queue.get_context();
  const cl_device_id device = sycl::get_native<opencl>(queue.get_device());
  const cl_context own = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  const auto refusal = [&](cl_mem native) {
    return code_of([&] { sycl::make_unsampled_image<opencl, 2>(native, its_context); });
  };
  const cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 64, nullptr, nullptr);
  EXPECT_EQ(refusal(buffer), sycl::errc::invalid);
  EXPECT_EQ(refusal(nullptr), sycl::errc::invalid);
  EXPECT_EQ(refusal(make_image(CL_MEM_OBJECT_IMAGE3D, 1)), sycl::errc::invalid);
  EXPECT_EQ(refusal(make_image(CL_MEM_OBJECT_IMAGE2D_ARRAY, 1)), sycl::errc::invalid);
  EXPECT_EQ(refusal(make_image(CL_MEM_OBJECT_IMAGE2D, 1, {CL_R, CL_SIGNED_INT32})),
            sycl::errc::feature_not_supported);
  EXPECT_EQ(sycl::opencl::get_reference_count(memory.back()), 1);
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 4;
  const cl_image_format format{CL_RGBA, CL_SIGNED_INT32};
  memory.push_back(clCreateImage(own, CL_MEM_READ_WRITE, &format, &description, nullptr, nullptr));
  EXPECT_EQ(refusal(memory.back()), sycl::errc::invalid);
  clReleaseMemObject(buffer);
  clReleaseContext(own);
}

/// OpenCL sees what a kernel of SYCL wrote, and writes in a host task what the next one reads.
template <int Dimensions>
void NativeImages::see_what_kernels_wrote(cl_mem_object_type type) {
  constexpr int y = Dimensions > 1 ? 4 : 0, z = Dimensions > 2 ? 2 : 0;
  sycl::unsampled_image<Dimensions> image(of_ints, extent_of<Dimensions>(6, 5, 3));
  queue.submit([&](sycl::handler& group) {
    const auto out = image.template get_access<sycl::int4, access_mode::write>(group);
    group.single_task([=] { out.write(coordinate<int, Dimensions>(5, y, z), sycl::int4(6)); });
  });
  queue.wait();
  const std::vector<cl_mem> natives = sycl::get_native<opencl>(image);
  ASSERT_EQ(natives.size(), 1);
  cl_mem_object_type its_type = 0;
  clGetMemObjectInfo(natives[0], CL_MEM_TYPE, sizeof its_type, &its_type, nullptr);
  EXPECT_EQ(its_type, type);
  EXPECT_EQ(info<size_t>(natives[0], CL_IMAGE_WIDTH), 6);
  const auto format = info<cl_image_format>(natives[0], CL_IMAGE_FORMAT);
  EXPECT_EQ(format.image_channel_order, CL_RGBA);
  EXPECT_EQ(format.image_channel_data_type, CL_SIGNED_INT32);
  EXPECT_EQ(read(natives[0], 5, y, z), (ints{6, 6, 6, 6}));
  clReleaseMemObject(natives[0]);
  queue.submit([&](sycl::handler& group) {
    const auto both = image.template get_access<sycl::int4, access_mode::read_write,
                                                sycl::image_target::host_task>(group);
    group.host_task([=](sycl::interop_handle handle) {
      const std::vector<cl_mem> its_images = handle.get_native_mem<opencl>(both);
      ASSERT_EQ(its_images, natives);
      EXPECT_EQ(both.read(coordinate<int, Dimensions>(5, y, z))[3], 6);
    });
  });
  queue.submit([&](sycl::handler& group) {
    const auto used = image.template get_access<sycl::int4, access_mode::read_write>(group);
    group.host_task([=](sycl::interop_handle handle) {
      const cl_command_queue its_queue = handle.get_native_queue<opencl>();
      const size_t origin[3] = {0, 0, 0}, region[3] = {1, 1, 1};
      const cl_int colour[4] = {21, 22, 23, 24};
      cl_event filled = nullptr;
      EXPECT_EQ(clEnqueueFillImage(its_queue, handle.get_native_mem<opencl>(used)[0], colour,
                                   origin, region, 0, nullptr, &filled),
                CL_SUCCESS);
      clWaitForEvents(1, &filled);
      clReleaseEvent(filled);
    });
  });
  EXPECT_EQ(image.template get_host_access<const sycl::int4>().read(
                coordinate<int, Dimensions>(0, 0, 0))[2],
            23);
}

TEST_F(NativeImages, OfSyclAreImagesOfOpenCl) {
  see_what_kernels_wrote<1>(CL_MEM_OBJECT_IMAGE1D);
  see_what_kernels_wrote<2>(CL_MEM_OBJECT_IMAGE2D);
  see_what_kernels_wrote<3>(CL_MEM_OBJECT_IMAGE3D);
  // SYCL's may be wider than OpenCL's.
  sycl::unsampled_image<1> wide(of_ints, sycl::range<1>(1 << 20));
  wide.get_host_access<sycl::int4>().write((1 << 20) - 1, sycl::int4(1));
  EXPECT_EQ(code_of([&] { sycl::get_native<opencl>(wide); }), sycl::errc::feature_not_supported);
  // One that nothing has used yet has an object, too.
  const std::vector<cl_mem> natives =
      sycl::get_native<opencl>(sycl::unsampled_image<2>(of_ints, sycl::range<2>(1, 1)));
  ASSERT_EQ(natives.size(), 1);
  clReleaseMemObject(natives[0]);
}

// --- the same results as OpenCL C's functions

constexpr const char* sample_source =
    "#define SAMPLE(name, type, image_type, at)                                                  "
    "\\\n"
    "  kernel void name##_##type(read_only image_type image, sampler_t sampler,                  "
    "\\\n"
    "                            global const float4* places, global type##4* results) {         "
    "\\\n"
    "    const float4 place = places[get_global_id(0)];                                          "
    "\\\n"
    "    results[get_global_id(0)] = READ_##type(image, sampler, at);                            "
    "\\\n"
    "  }\n"
    "#define READ_float read_imagef\n"
    "#define READ_int read_imagei\n"
    "#define READ_uint read_imageui\n"
    "#define SAMPLES(type)                           \\\n"
    "  SAMPLE(of_1, type, image1d_t, place.x)        \\\n"
    "  SAMPLE(of_2, type, image2d_t, place.xy)       \\\n"
    "  SAMPLE(of_3, type, image3d_t, place)\n"
    "SAMPLES(float) SAMPLES(int) SAMPLES(uint)\n";

class SamplesOfOpenCl : public NativeImages {
 protected:
  SamplesOfOpenCl() {
    program = clCreateProgramWithSource(context, 1, const_cast<const char**>(&sample_source),
                                        nullptr, nullptr);
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
  }
  ~SamplesOfOpenCl() override { clReleaseProgram(program); }

  template <class Element, int Dimensions>
  void compare(const char* type, const FormatFacts& facts, const sycl::image_sampler& sampler);
  void compare_all(const sycl::image_sampler& sampler);

  cl_program program;
};

cl_sampler native_sampler(cl_context context, const sycl::image_sampler& sampler) {
  cl_addressing_mode addressing = CL_ADDRESS_CLAMP;
  switch (sampler.addressing) {
    case sycl::addressing_mode::mirrored_repeat:
      addressing = CL_ADDRESS_MIRRORED_REPEAT;
      break;
    case sycl::addressing_mode::repeat:
      addressing = CL_ADDRESS_REPEAT;
      break;
    case sycl::addressing_mode::clamp_to_edge:
      addressing = CL_ADDRESS_CLAMP_TO_EDGE;
      break;
    default:
      break;
  }
  const bool is_linear = sampler.filtering == sycl::filtering_mode::linear;
  const cl_sampler_properties properties[] = {
      CL_SAMPLER_NORMALIZED_COORDS,
      sampler.coordinate == sycl::coordinate_normalization_mode::normalized,
      CL_SAMPLER_ADDRESSING_MODE,
      addressing,
      CL_SAMPLER_FILTER_MODE,
      static_cast<cl_sampler_properties>(is_linear ? CL_FILTER_LINEAR : CL_FILTER_NEAREST),
      0};
  return clCreateSamplerWithProperties(context, properties, nullptr);
}

template <class Element, int Dimensions>
void SamplesOfOpenCl::compare(const char* type, const FormatFacts& facts,
                              const sycl::image_sampler& sampler) {
  constexpr int width = 7, height = 5, depth = 3, samples = 300;
  auto bytes = some_bytes(width * height * depth * facts.bytes);
  if (facts.format == image_format::r32g32b32a32_sfloat) {
    // Numbers that add up without infinities.
    for (size_t i = 3; i < bytes.size(); i += 4) bytes[i] = (bytes[i] & 0x80) | 0x3f;
  } else if (facts.format == image_format::r16b16g16a16_sfloat) {
    for (size_t i = 1; i < bytes.size(); i += 2) bytes[i] &= 0xbf;
  }
  std::vector<sycl::float4> places(samples);
  const float scale =
      sampler.coordinate == sycl::coordinate_normalization_mode::normalized ? 1.0f : 5.0f;
  for (int i = 0; i < samples; ++i) {
    for (int k = 0; k < 3; ++k) {
      places[static_cast<size_t>(i)][k] =
          (static_cast<float>((i * 7919 + k * 317) % 1000) / 256 - 1.5f) * scale;
    }
    places[static_cast<size_t>(i)][3] = 0;
  }
  sycl::sampled_image<Dimensions> image(bytes.data(), facts.format, sampler,
                                        extent_of<Dimensions>(width, height, depth));
  sycl::buffer<Element> of_sycl(samples), of_opencl(samples);
  sycl::buffer<sycl::float4> at(places);
  queue.submit([&](sycl::handler& group) {
    const auto in = image.template get_access<Element>(group);
    const sycl::accessor out(of_sycl, group, sycl::write_only, sycl::no_init);
    const sycl::accessor its_places(at, group, sycl::read_only);
    group.parallel_for(samples, [=](sycl::id<1> i) {
      const sycl::float4 place = its_places[i];
      out[i] = in.read(coordinate<float, Dimensions>(place[0], place[1], place[2]));
    });
  });
  const std::string name = "of_" + std::to_string(Dimensions) + "_" + type;
  const cl_kernel native = clCreateKernel(program, name.c_str(), nullptr);
  ASSERT_NE(native, nullptr) << name;
  const cl_sampler its_sampler = native_sampler(context, sampler);
  ASSERT_NE(its_sampler, nullptr);
  const sycl::kernel kernel = sycl::make_kernel<opencl>(native, queue.get_context());
  queue.submit([&](sycl::handler& group) {
    const auto in = image.template get_access<Element>(group);
    const sycl::accessor out(of_opencl, group);
    const sycl::accessor its_places(at, group, sycl::read_only);
    group.set_args(in, its_sampler, its_places, out);
    group.parallel_for(sycl::range<1>(samples), kernel);
  });
  const sycl::host_accessor ours(of_sycl, sycl::read_only), theirs(of_opencl, sycl::read_only);
  for (int i = 0; i < samples; ++i) {
    for (int k = 0; k < 4; ++k) {
      const auto one = static_cast<double>(ours[i][k]), two = static_cast<double>(theirs[i][k]);
      const bool is_mixed = sampler.filtering == sycl::filtering_mode::linear && type[0] == 'f';
      const double tolerance = is_mixed ? 1e-5 * std::max(1.0, std::abs(two)) : 0;
      if (std::isnan(one) && std::isnan(two)) continue;
      EXPECT_LE(std::abs(one - two), tolerance)
          << one << " and " << two << " at sample " << i << ", component " << k;
    }
  }
  clReleaseSampler(its_sampler);
  clReleaseKernel(native);
}

void SamplesOfOpenCl::compare_all(const sycl::image_sampler& sampler) {
  for (const FormatFacts& facts : real_formats) {
    SCOPED_TRACE("format " + std::to_string(static_cast<int>(facts.format)));
    compare<sycl::float4, 1>("float", facts, sampler);
    compare<sycl::float4, 2>("float", facts, sampler);
    compare<sycl::float4, 3>("float", facts, sampler);
  }
  if (sampler.filtering == sycl::filtering_mode::linear) return;  // of integers it is undefined
  for (const FormatFacts& facts : signed_formats) {
    compare<sycl::int4, 2>("int", facts, sampler);
  }
  for (const FormatFacts& facts : unsigned_formats) {
    compare<sycl::uint4, 3>("uint", facts, sampler);
  }
}

TEST_F(SamplesOfOpenCl, AreThoseOfSycl) {
  using sycl::addressing_mode;
  using sycl::filtering_mode;
  constexpr auto normalized = sycl::coordinate_normalization_mode::normalized;
  constexpr auto unnormalized = sycl::coordinate_normalization_mode::unnormalized;
  for (const auto filter : {filtering_mode::nearest, filtering_mode::linear}) {
    for (const auto addressing : {addressing_mode::clamp_to_edge, addressing_mode::clamp}) {
      for (const auto coordinates : {normalized, unnormalized}) {
        SCOPED_TRACE("addressing " + std::to_string(static_cast<int>(addressing)) + ", filter " +
                     std::to_string(static_cast<int>(filter)));
        compare_all({addressing, coordinates, filter});
      }
    }
    for (const auto addressing : {addressing_mode::repeat, addressing_mode::mirrored_repeat}) {
      SCOPED_TRACE("addressing " + std::to_string(static_cast<int>(addressing)) + ", filter " +
                   std::to_string(static_cast<int>(filter)));
      compare_all({addressing, normalized, filter});
    }
  }
}

}  // namespace

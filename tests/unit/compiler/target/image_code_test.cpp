// Kernels with images and samplers, run by hand on descriptors made by hand: in code of every width
// and tier, through the front end and all passes, against tests/support/image_reference.h.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <random>

#include "build_support.h"
#include "builtins/image_memory.h"
#include "image_reference.h"

namespace cleave::compiler {
namespace {

using test::class_of;
using test::Colour;
using test::name_of;
using test::read_texel;
using test::Sampler;
using test::Texels;

constexpr uint32_t width = 37, height = 5;

/// A 2D image and its descriptor.
struct Image {
  explicit Image(cl_image_format format, unsigned seed)
      : texels{format, CL_MEM_OBJECT_IMAGE2D, width, height} {
    const size_t bytes = test::bytes_of_texel(format);
    texels.row_pitch = (width + 3) * bytes;
    texels.slice_pitch = texels.row_pitch * height;
    memory.resize(texels.slice_pitch);
    std::mt19937 random(seed);
    for (std::byte& byte : memory) byte = static_cast<std::byte>(random() & 0xbf);  // finite halves
    texels.memory = memory.data();
    descriptor.channel_order = format.image_channel_order;
    descriptor.channel_type = format.image_channel_data_type;
    descriptor.texel_bytes = static_cast<uint32_t>(bytes);
    descriptor.has_neighbours = 1;
    descriptor.layers = descriptor.levels = 1;
    descriptor.level[0] = {reinterpret_cast<uint64_t>(memory.data()),
                           texels.row_pitch,
                           texels.slice_pitch,
                           width,
                           height,
                           1,
                           0};
  }
  std::vector<std::byte> memory;
  Texels texels;
  builtins::ImageDescriptor descriptor = {};
};

uint32_t bits_of(const Sampler& sampler) {
  uint32_t bits = sampler.normalized != CL_FALSE ? builtins::sampler_normalized : 0;
  bits |= sampler.filter == CL_FILTER_LINEAR ? builtins::sampler_linear : builtins::sampler_nearest;
  bits |= sampler.addressing == CL_ADDRESS_CLAMP    ? builtins::sampler_clamp
          : sampler.addressing == CL_ADDRESS_REPEAT ? builtins::sampler_repeat
                                                    : builtins::sampler_clamp_to_edge;
  return bits;
}

interface::LanguageTarget target_with_images(uint32_t sub_group_size) {
  interface::LanguageTarget target = plain_target();
  target.default_sub_group_size = sub_group_size;
  target.features.insert(target.features.end(),
                         {"__opencl_c_images", "__opencl_c_read_write_images"});
  return target;
}

/// Builds one kernel and makes its code in several ways, which must give the same.
class ImageCode : public testing::TestWithParam<uint32_t> {
 protected:
  void build(const std::string& source) {
    built_ = interface::cleave_compiler_open(interface::compiler_interface_version)
                 ->build({interface::OpenClSource{source},
                          interface::parse_build_options("-cl-std=CL3.0"),
                          target_with_images(GetParam()), interface::BuildKind::executable});
    ASSERT_EQ(built_.status, CL_SUCCESS) << built_.log;
    std::string error;
    code_ = interface::cleave_compiler_open(interface::compiler_interface_version)
                ->load({built_.canonical, built_.kernels}, error);
    ASSERT_NE(code_, nullptr) << error;
  }

  /// Calls `check` behind a run of each code, with these arguments at the places of the facts.
  template <class Check>
  void run_all(const std::vector<std::pair<const void*, size_t>>& arguments, const Check& check) {
    const interface::KernelFacts& facts = built_.kernels.front();
    ASSERT_EQ(facts.arguments.size(), arguments.size());
    std::vector<std::byte> block(facts.argument_block_size);
    for (size_t i = 0; i < arguments.size(); ++i) {
      ASSERT_EQ(facts.arguments[i].size, arguments[i].second);
      std::memcpy(&block[facts.arguments[i].offset], arguments[i].first, arguments[i].second);
    }
    interface::LaunchShape rows = {.small_ids = true, .small_objects = true};
    for (const auto& [shape, tier] : {std::pair(interface::LaunchShape{}, interface::Tier::quick),
                                      std::pair(interface::LaunchShape{}, interface::Tier::main),
                                      std::pair(rows, interface::Tier::main)}) {
      std::string error;
      const interface::KernelCode code = code_->kernel(facts.name, shape, tier, error);
      ASSERT_NE(code.entry, nullptr) << error;
      run(code, block);
      check();
    }
  }

  interface::BuildResult built_;

 private:
  /// A work-group for each row of the images.
  static void run(const interface::KernelCode& code, const std::vector<std::byte>& block) {
    alignas(128) std::array<std::byte, 4096> local_memory = {};
    std::vector<std::byte> frames(code.frame_bytes_per_item * 128 + 128);
    interface::LaunchContext context = {};
    context.work_dimensions = 2;
    const uint64_t sizes[3] = {width, height, 1};
    for (int i = 0; i < 3; ++i) {
      context.global_size[i] = sizes[i];
      context.local_size[i] = context.enqueued_local_size[i] = i == 0 ? width : 1;
      context.group_count[i] = i == 1 ? height : 1;
    }
    context.arguments = block.data();
    context.local_memory = local_memory.data();
    context.frames = frames.data();
    for (uint64_t group = 0; group < height; ++group) {
      context.group_id[1] = group;
      code.entry(&context);
    }
  }

  std::shared_ptr<interface::ProgramCode> code_;
};
INSTANTIATE_TEST_SUITE_P(Widths, ImageCode, testing::Values(4, 16, 64));

template <class T>
std::pair<const void*, size_t> argument(const T& value) {
  return {&value, sizeof value};
}

bool is_near(float value, double expected, double largest) {
  const auto single = static_cast<float>(std::fabs(largest));
  return std::fabs(value - expected) <= 4 * (std::nextafter(single, INFINITY) - double{single});
}

// OpenCL C 3.0, 6.15.15.1: constants of the program and of the kernel, arguments, and one of them
// for each work-item.
TEST_P(ImageCode, SamplersAreConstantsArgumentsAndChosen) {
  build(R"(
    constant sampler_t linear = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;
    const sampler_t edge = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    float4 through(read_only image2d_t image, sampler_t s, float2 at) { return read_imagef(image, s, at); }
    kernel void test(read_only image2d_t image, sampler_t argument, uint n, global const float2* p, global float4* out) {
      const sampler_t border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
      const sampler_t constant_border = border;
      const size_t i = get_global_id(1) * n + get_global_id(0);
      sampler_t own = i % 5 == 0 ? linear : i % 5 == 1 ? edge : constant_border;
      sampler_t any = i % 5 == 3 ? argument : own;
      out[i] = i % 5 == 4 ? through(image, linear, p[i]) : through(image, any, p[i]);
    })");
  if (HasFatalFailure()) return;
  std::mt19937 random(3);
  std::uniform_real_distribution<float> x(-5, width + 5), y(-2, height + 2);
  std::vector<std::array<float, 2>> at(width * height);
  for (auto& one : at) one = {x(random), y(random)};
  std::vector<std::array<float, 4>> out(at.size());
  const Sampler linear = {CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR};
  const Sampler edge = {.addressing = CL_ADDRESS_CLAMP_TO_EDGE};
  const Sampler border = {.addressing = CL_ADDRESS_CLAMP};
  const Sampler passed = {CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR};
  for (const cl_image_format& format :
       {cl_image_format{CL_RGBA, CL_UNORM_INT8}, {CL_R, CL_HALF_FLOAT}, {CL_RG, CL_SNORM_INT16}}) {
    const Image image(format, 1);
    const auto* descriptor = &image.descriptor;
    const auto* p = at.data();
    auto* o = out.data();
    const uint32_t bits = bits_of(passed);
    run_all({argument(descriptor), argument(bits), argument(width), argument(p), argument(o)}, [&] {
      for (size_t i = 0; i < out.size(); ++i) {
        const Sampler* const samplers[] = {&linear, &edge, &border, &passed, &linear};
        const auto expected = sample(image.texels, *samplers[i % 5], {at[i][0], at[i][1], 0});
        for (size_t c = 0; c < 4; ++c) {
          ASSERT_TRUE(is_near(out[i][c], expected.colour[c], expected.largest[c]))
              << name_of(format) << ' ' << i << ' ' << c << ": " << out[i][c] << " is not "
              << expected.colour[c];
        }
      }
      out.assign(out.size(), {});
    });
    if (HasFatalFailure()) return;
  }
}

// Texels of rows, of every format, where some are outside.
TEST_P(ImageCode, RowsOfEveryFormatAreCopied) {
  const auto source = [](const std::string& suffix) {
    return "constant sampler_t edge = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;\n"
           "kernel void copy(read_only image2d_t from, write_only image2d_t to, int dx, int dy) {\n"
           "  const int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
           "  write_image" +
           suffix + "(to, at, read_image" + suffix + "(from, edge, at + (int2)(dx, dy)));\n}";
  };
  using test::ChannelClass;
  for (const std::string suffix : {"f", "i", "ui"}) {
    build(source(suffix));
    if (HasFatalFailure()) return;
    for (const cl_image_format& format : test::image_formats()) {
      const ChannelClass kind = class_of(format);
      const char* own = kind == ChannelClass::signed_integer     ? "i"
                        : kind == ChannelClass::unsigned_integer ? "ui"
                                                                 : "f";
      if (suffix != own) continue;
      const Image from(format, 1);
      Image to(format, 2);
      const std::vector<std::byte> before = to.memory;
      const auto *source_of = &from.descriptor, *target_of = &to.descriptor;
      const int32_t dx = 3, dy = -2;
      run_all({argument(source_of), argument(target_of), argument(dx), argument(dy)}, [&] {
        for (size_t i = 0; i < (width + 3) * height; ++i) {
          const auto x = static_cast<int64_t>(i % (width + 3)),
                     y = static_cast<int64_t>(i / (width + 3));
          const std::byte* texel = &to.memory[i * test::bytes_of_texel(format)];
          const Colour found = read_texel(format, texel);
          const Sampler edge = {.addressing = CL_ADDRESS_CLAMP_TO_EDGE};
          const Colour expected =
              x < width ? read_at(from.texels, edge, {x + dx, y + dy, 0})
                        : read_texel(format, &before[i * test::bytes_of_texel(format)]);
          for (size_t c = 0; c < 4; ++c) {
            const bool same =
                found[c] == expected[c] || (std::isnan(found[c]) && std::isnan(expected[c]));
            ASSERT_TRUE(same) << name_of(format) << " at " << x << ' ' << y << ": " << found[c]
                              << " is not " << expected[c];
          }
        }
        to.memory = before;
      });
      if (HasFatalFailure()) return;
    }
  }
}

// 6.15.15.4.
TEST_P(ImageCode, WorkItemsReadWhatTheyHaveWritten) {
  build(R"(
    kernel void test(read_write image2d_t image) {
      const int2 at = (int2)(get_global_id(0), get_global_id(1));
      const uint4 before = read_imageui(image, at);
      write_imageui(image, at, before + (uint4)(1, 2, 3, 4));
      atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
      write_imageui(image, at, read_imageui(image, at) * 2 + (uint)get_image_width(image));
    })");
  if (HasFatalFailure()) return;
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT16};
  Image image(format, 1);
  for (size_t i = 1; i < image.memory.size(); i += 2) image.memory[i] &= std::byte{0x1f};
  const std::vector<std::byte> before = image.memory;
  const auto* descriptor = &image.descriptor;
  run_all({argument(descriptor)}, [&] {
    for (size_t i = 0; i < width * height; ++i) {
      const size_t offset = i / width * image.texels.row_pitch + i % width * 8;
      const Colour old = read_texel(format, &before[offset]);
      const Colour now = read_texel(format, &image.memory[offset]);
      for (size_t c = 0; c < 4; ++c) {
        ASSERT_EQ(now[c], 2 * (old[c] + static_cast<double>(c) + 1) + width) << i << ' ' << c;
      }
    }
    image.memory = before;
  });
}

}  // namespace
}  // namespace cleave::compiler

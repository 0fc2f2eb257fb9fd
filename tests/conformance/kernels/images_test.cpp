// Kernels that read images and write them (OpenCL C 3.0, 6.15.15 and chapter 8), of every type and
// format, with samplers of every kind.
#include "images_fixture.h"

namespace cleave::test {
namespace {

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

// 8.2 to 8.4.
// Code for wide sub-groups takes long to make, and there is some for each format and sampler: they
// have every third pair, each format and each sampler among them.
bool is_pair_tested(size_t pair) {
  return Runner::instance().sub_group_size() < 32 || pair % 3 == 0;
}

TEST_F(Images, SamplersFindTheTexelsOfTheFormulas) {
  cl_program program = build(all_kernels());
  for (const Shaped& shape : shapes) {
    size_t format_number = 0;
    for (const cl_image_format& format : formats(CL_MEM_READ_ONLY, shape.type)) {
      const Image image = make_image(format, shape);
      size_t pair = format_number++;
      for (const Sampler& sampler : samplers()) {
        if (!is_pair_tested(pair++)) continue;
        if (sampler.filter == CL_FILTER_LINEAR && !is_real(format)) continue;
        expect_samples(program, shape, image, sampler);
        if (HasFatalFailure()) return;
      }
    }
  }
}

// If a texel has a neighbour in its row, a linear filter may load both at once.
TEST_F(Images, SamplersFindTheTexelsOfRowsOfOneAndTwo) {
  constexpr Shaped narrow[] = {{"1d", CL_MEM_OBJECT_IMAGE1D, {1, 1, 1}},
                               {"1d", CL_MEM_OBJECT_IMAGE1D, {2, 1, 1}},
                               {"2d", CL_MEM_OBJECT_IMAGE2D, {1, 3, 1}},
                               {"2d", CL_MEM_OBJECT_IMAGE2D, {2, 3, 1}},
                               {"3d", CL_MEM_OBJECT_IMAGE3D, {2, 1, 2}}};
  cl_program program = build(all_kernels());
  for (const Shaped& shape : narrow) {
    const Image image = make_image({CL_RGBA, CL_UNORM_INT8}, shape);
    for (const Sampler& sampler : samplers()) {
      expect_samples(program, shape, image, sampler);
      if (HasFatalFailure()) return;
    }
  }
}

std::vector<Integer4> texel_coordinates(const Shaped& shape, size_t count) {
  std::mt19937 random(5);
  std::vector<Integer4> list(count);
  for (Integer4& at : list) {
    for (size_t i = 0; i < 3; ++i) {
      const auto size = static_cast<int32_t>(shape.sizes[i]);
      if (size == 1) continue;  // an axis that the image lacks: writes of one texel would race
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

/// Whether a colour is that of a texel, or the border's.
bool is_of_image(const Image& image, const Shaped& shape, const Real4& colour) {
  const Colour read = {colour[0], colour[1], colour[2], colour[3]};
  const Texels& texels = image.texels;
  for (size_t z = 0; z < shape.sizes[2]; ++z) {
    for (size_t y = 0; y < shape.sizes[1]; ++y) {
      for (size_t x = 0; x < shape.sizes[0]; ++x) {
        const size_t at =
            z * texels.slice_pitch + y * texels.row_pitch + x * bytes_of_texel(texels.format);
        if (read_texel(texels.format, &image.memory[at]) == read) return true;
      }
    }
  }
  return read == border_of(texels.format);
}

/// Whether a colour may be a mixture of texels between -2 and 2, with shares that may be NaN.
bool is_mixture(const Real4& colour) {
  return std::ranges::all_of(
      colour, [](float value) { return std::isnan(value) || std::fabs(value) < 2.001F; });
}

// 6.15.15.2 leaves the result undefined, but nothing outside of the image may be read: the nearest
// texel is one of the image or the border, and a filter mixes these.
TEST_F(Images, CoordinatesThatAreNoneReadNothingOutside) {
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
      const auto read = contents<Real4>(out, at.size());
      for (size_t i = 0; i < read.size(); ++i) {
        const bool is_right = sampler.filter == CL_FILTER_LINEAR
                                  ? is_mixture(read[i])
                                  : is_of_image(image, shape, read[i]);
        ASSERT_TRUE(is_right) << shape.name << ' ' << name_of(sampler) << " at " << at[i][0] << ' '
                              << at[i][1] << ' ' << at[i][2] << ": " << read[i][0] << ' '
                              << read[i][1] << ' ' << read[i][2] << ' ' << read[i][3];
      }
    }
  }
}

}  // namespace
}  // namespace cleave::test

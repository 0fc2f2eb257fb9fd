// Kernels that use images as programs do: rows of texels, samplers of all origins, read_write and
// depth images, queries, and blocks of sub-groups.
#include "images_fixture.h"
#include "support/newer_cl.h"

namespace cleave::test {
namespace {

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

// Work-groups that reach beyond the picture, as programs round up. Where rows are whole cache lines
// the test kernels.streamed writes them past the caches.
TEST_F(Images, WorkItemsBeyondAPictureAreLeftOut) {
  cl_program program = build(R"(
    constant sampler_t edge = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    kernel void test(read_only image2d_t from, write_only image2d_t to, int width, int height) {
      const int x = get_global_id(0), y = get_global_id(1);
      if (x >= width || y >= height) return;
      write_imagef(to, (int2)(x, y), read_imagef(from, edge, (int2)(width - 1 - x, y)));
    })");
  Range range;
  range.dimensions = 2;
  range.local = {16, 16, 1};
  for (const size_t width : {size_t{64}, size_t{83}, size_t{95}}) {
    const Shaped shape = {"2d", CL_MEM_OBJECT_IMAGE2D, {width, 19, 1}};
    range.global = {(width + 15) / 16 * 16, 32, 1};
    for (const cl_image_format& format : formats(CL_MEM_WRITE_ONLY, shape.type)) {
      if (!is_real(format)) continue;
      const Image from = make_image(format, shape, 1);
      const Image to = make_image(format, shape, 2);
      run(program, "test", range, from.handle, to.handle, static_cast<cl_int>(width - 1),
          cl_int{18});
      const std::vector<std::byte> written = texels_of(to, shape);
      for (size_t i = 0; i < width * 19; ++i) {
        const auto x = static_cast<int64_t>(i % width), y = static_cast<int64_t>(i / width);
        const bool is_left_out = i % width == width - 1 || y == 18;
        const Colour expected = is_left_out
                                    ? read_at(to.texels, {}, {x, y, 0})
                                    : read_at(from.texels, {}, {int64_t(width) - 2 - x, y, 0});
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

// 6.15.15.6: programs of every language compare what the queries answer with constants.
TEST_F(Images, EveryLanguageNamesTheOrdersAndTypesOfTheFormats) {
  struct Constant {
    std::string name;
    cl_uint value;
  };
  const Constant constants[] = {
#define CLEAVE_CHANNEL_ORDER(order, ...) {#order, order},
#define CLEAVE_CHANNEL_TYPE(type, ...) {#type, type},
#define CLEAVE_PACKED_TYPE(type, ...) {#type, type},
#include "builtins/image_formats.def"
  };
  std::string source = "kernel void test(global int* out) {\n";
  std::vector<cl_int> expected;
  for (const Constant& constant : constants) {
    source += "  *out++ = CLK_" + constant.name.substr(3) + ";\n";
    expected.push_back(static_cast<cl_int>(constant.value));
  }
  source += "}";
  for (const char* language : {"CL1.1", "CL1.2", "CL2.0", "CL3.0", "CLC++1.0", "CLC++2021"}) {
    SCOPED_TRACE(language);
    cl_program program = build(source, language);
    const cl_mem out = make_buffer(std::vector<cl_int>(expected.size()));
    run(program, "test", 1, out);
    EXPECT_EQ(contents<cl_int>(out, expected.size()), expected);
  }
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

// Elements of a type and the format of images whose texels are as large.
struct BlockType {
  const char* type;
  const char* suffix;
  size_t bytes;
  cl_image_format format;
  std::vector<int> rows;  // of the forms: "" is 1
};

// cl_intel_subgroups, _char, _short and _long: rows of elements, those at the edge again outside,
// none written there.
TEST_F(Images, BlocksAreRowsOfElements) {
  constexpr int64_t lanes = 8;
  const Shaped shape = {"2d", CL_MEM_OBJECT_IMAGE2D, {19, 18, 1}};
  const auto width = static_cast<int64_t>(shape.sizes[0]);
  const auto height = static_cast<int64_t>(shape.sizes[1]);
  for (const BlockType& of :
       {BlockType{"uint", "", 4, {CL_R, CL_UNSIGNED_INT32}, {1, 2, 4, 8}},
        BlockType{"uint", "_ui", 4, {CL_R, CL_UNSIGNED_INT32}, {1, 2, 4, 8}},
        BlockType{"uint", "", 4, {CL_RGBA, CL_UNORM_INT8}, {1, 8}},
        BlockType{"uchar", "_uc", 1, {CL_R, CL_UNSIGNED_INT8}, {1, 2, 4, 8, 16}},
        BlockType{"ushort", "_us", 2, {CL_R, CL_UNSIGNED_INT16}, {1, 2, 4, 8, 16}},
        BlockType{"ulong", "_ul", 8, {CL_RG, CL_UNSIGNED_INT32}, {1, 2, 4, 8}}}) {
    for (const int rows : of.rows) {
      const std::string count = rows == 1 ? "" : std::to_string(rows);
      const std::string vector = of.type + count, name = of.suffix + count;
      SCOPED_TRACE(vector + ' ' + name);
      cl_program program = build(
          "__attribute__((intel_reqd_sub_group_size(8)))\n"
          "kernel void test(read_only image2d_t from, write_only image2d_t to, int x, int y, "
          "global " +
          vector + "* out) {\n  const " + vector + " block = intel_sub_group_block_read" + name +
          "(from, (int2)(x, y));\n  out[get_global_id(0)] = block;\n" +
          "  intel_sub_group_block_write" + name + "(to, (int2)(x, y), ~block);\n}");
      const auto columns = static_cast<cl_int>(of.bytes);
      for (const auto& [column, y] :
           {std::pair<cl_int, cl_int>{0, 0}, {1, 1}, {15, 2}, {-3, 15}, {4, -5}, {40, 40}}) {
        const cl_int x = column * columns;
        const Image from = make_image(of.format, shape, 1), to = make_image(of.format, shape, 2);
        const size_t block_bytes = of.bytes * static_cast<size_t>(rows);
        const cl_mem out = make_buffer(std::vector<std::byte>(lanes * block_bytes));
        run(program, "test", lanes, from.handle, to.handle, x, y, out);
        const auto read = contents<std::byte>(out, lanes * block_bytes);
        const auto element = [&](const Image& image, int64_t at_column, int64_t at_line) {
          const auto line = static_cast<size_t>(std::clamp<int64_t>(at_line, 0, height - 1));
          const auto place = static_cast<size_t>(std::clamp<int64_t>(at_column, 0, width - 1));
          const auto* first = &image.memory[line * image.texels.row_pitch + place * of.bytes];
          return std::vector<std::byte>(first, first + of.bytes);
        };
        for (int64_t lane = 0; lane < lanes; ++lane) {
          for (int64_t row = 0; row < rows; ++row) {
            const auto* found = &read[static_cast<size_t>(lane) * block_bytes +
                                      static_cast<size_t>(row) * of.bytes];
            ASSERT_EQ(std::vector<std::byte>(found, found + of.bytes),
                      element(from, column + lane, y + row))
                << x << ' ' << y << ' ' << lane << ' ' << row;
          }
        }
        const std::vector<std::byte> written = texels_of(to, shape);
        for (int64_t i = 0; i < width * height; ++i) {
          const int64_t place = i % width, line = i / width;
          const bool is_written =
              place >= column && place < column + lanes && line >= y && line < y + rows;
          std::vector<std::byte> expected = element(is_written ? from : to, place, line);
          if (is_written) {
            for (std::byte& byte : expected) byte = ~byte;
          }
          const auto* found = &written[static_cast<size_t>(i) * of.bytes];
          ASSERT_EQ(std::vector<std::byte>(found, found + of.bytes), expected)
              << x << ' ' << y << " at " << place << ' ' << line;
        }
      }
    }
  }
}

// SPV_INTEL_subgroups has the same functions as instructions.
TEST_F(Images, BlocksAreInstructionsOfModules) {
  const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
  const Shaped shape = {"2d", CL_MEM_OBJECT_IMAGE2D, {24, 3, 1}};
  const Image from = make_image(format, shape, 1), to = make_image(format, shape, 2);
  const auto numbers = [&](const Image& image) {
    const std::vector<std::byte> bytes = texels_of(image, shape);
    std::vector<uint32_t> all(bytes.size() / sizeof(uint32_t));
    std::memcpy(all.data(), bytes.data(), bytes.size());
    return all;
  };
  std::vector<uint32_t> expected = numbers(from);
  const std::vector<uint32_t> before = numbers(to);
  run(build(modules::image_blocks()), "copy_blocks", shape.sizes[0], from.handle, to.handle);
  const std::vector<uint32_t> written = numbers(to);
  for (size_t i = 0; i < expected.size(); ++i) {
    expected[i] = i < 2 * shape.sizes[0] ? expected[i] + 1 : before[i];
  }
  EXPECT_EQ(expected, written);
}

}  // namespace
}  // namespace cleave::test

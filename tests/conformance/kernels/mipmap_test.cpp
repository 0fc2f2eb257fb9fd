// Images with levels (cl_khr_mipmap_image, cl_khr_mipmap_image_writes): commands and kernels write
// each level, kernels read them at a level of detail or by gradients.
#include <bit>

#include "images_fixture.h"

namespace cleave::test {
namespace {

/// An image, and the texels of each level for the reference.
struct Mipmap {
  cl_mem handle = nullptr;
  std::vector<Texels> levels;
  std::vector<std::vector<std::byte>> memory;
};

/// A sampler with what the extension adds to it.
struct MipSampler {
  Sampler within;  // a level
  cl_filter_mode between = CL_FILTER_NEAREST;
  float least = 0, most = 100;
};

bool has_layers(const Shaped& shape) {
  return shape.type == CL_MEM_OBJECT_IMAGE1D_ARRAY || shape.type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}
/// All that an image of these sizes has.
size_t level_count(const Shaped& shape) {
  size_t largest = std::max(shape.sizes[0], shape.sizes[1]);
  if (!has_layers(shape)) largest = std::max(largest, shape.sizes[2]);
  return static_cast<size_t>(std::log2(largest)) + 1;
}
Shaped level_of(const Shaped& shape, size_t level) {
  Shaped small = shape;
  for (size_t i = 0; i < (has_layers(shape) ? 2 : 3); ++i) {
    small.sizes[i] = std::max<size_t>(1, shape.sizes[i] >> level);
  }
  return small;
}

/// Returns what a read at a level of detail gives. Preconditions: the nearest level is unique.
Sampled sample_levels(const Mipmap& image, const MipSampler& sampler, double lod,
                      const std::array<float, 3>& at) {
  lod = std::clamp<double>(lod, sampler.least, sampler.most);
  lod = std::clamp<double>(lod, 0, static_cast<double>(image.levels.size() - 1));
  if (sampler.between == CL_FILTER_NEAREST) {
    return sample(image.levels[static_cast<size_t>(std::lround(lod))], sampler.within, at);
  }
  const auto first = static_cast<size_t>(lod);
  const size_t second = std::min(first + 1, image.levels.size() - 1);
  const double share = lod - static_cast<double>(first);
  const Sampled one = sample(image.levels[first], sampler.within, at);
  const Sampled other = sample(image.levels[second], sampler.within, at);
  Sampled mixed = {};
  for (size_t c = 0; c < 4; ++c) {
    mixed.colour[c] = (1 - share) * one.colour[c] + share * other.colour[c];
    mixed.largest[c] = std::max(std::fabs(one.largest[c]), std::fabs(other.largest[c]));
  }
  return mixed;
}

std::string description_of(const MipSampler& sampler) {
  return name_of(sampler.within) +
         (sampler.between == CL_FILTER_LINEAR ? " mixed levels " : " nearest level ") +
         std::to_string(sampler.least) + ".." + std::to_string(sampler.most);
}

class Mipmaps : public Images {
 protected:
  Mipmap make_mipmap(const cl_image_format& format, const Shaped& shape) {
    cl_image_desc description = {};
    description.image_type = shape.type;
    description.image_width = shape.sizes[0];
    description.image_height = shape.sizes[1];
    description.image_depth = has_layers(shape) ? 1 : shape.sizes[2];
    description.image_array_size = has_layers(shape) ? shape.sizes[2] : 1;
    description.num_mip_levels = static_cast<cl_uint>(level_count(shape));
    cl_int error = 1;
    Mipmap made;
    made.handle = keep(
        clCreateImage(session_.context, CL_MEM_READ_WRITE, &format, &description, nullptr, &error));
    check(error, "clCreateImage");
    for (size_t level = 0; level < level_count(shape); ++level) {
      const Shaped small = level_of(shape, level);
      const size_t row_pitch = small.sizes[0] * bytes_of_texel(format);
      std::vector<std::byte>& memory =
          made.memory.emplace_back(row_pitch * small.sizes[1] * small.sizes[2]);
      fill(memory, format, static_cast<unsigned>(level));
      made.levels.push_back({format, shape.type, small.sizes[0], small.sizes[1],
                             has_layers(shape) ? 1 : small.sizes[2],
                             has_layers(shape) ? small.sizes[2] : 1, row_pitch,
                             row_pitch * small.sizes[1], memory.data()});
      write_level(made, shape, level);
    }
    return made;
  }

  /// Writes what `memory` holds.
  void write_level(const Mipmap& image, const Shaped& shape, size_t level) {
    const Place place(shape, level);
    check(clEnqueueWriteImage(session_.queue, image.handle, CL_TRUE, place.origin.data(),
                              place.region.data(), 0, 0, image.memory[level].data(), 0, nullptr,
                              nullptr),
          "clEnqueueWriteImage");
  }
  std::vector<std::byte> read_level(const Mipmap& image, const Shaped& shape, size_t level) {
    const Place place(shape, level);
    std::vector<std::byte> data(image.memory[level].size());
    check(clEnqueueReadImage(session_.queue, image.handle, CL_TRUE, place.origin.data(),
                             place.region.data(), 0, 0, data.data(), 0, nullptr, nullptr),
          "clEnqueueReadImage");
    return data;
  }

  cl_sampler make_sampler(const MipSampler& sampler) {
    const auto bits = [](float value) { return std::bit_cast<uint32_t>(value); };
    const cl_sampler_properties properties[] = {CL_SAMPLER_NORMALIZED_COORDS,
                                                sampler.within.normalized,
                                                CL_SAMPLER_ADDRESSING_MODE,
                                                sampler.within.addressing,
                                                CL_SAMPLER_FILTER_MODE,
                                                sampler.within.filter,
                                                CL_SAMPLER_MIP_FILTER_MODE,
                                                sampler.between,
                                                CL_SAMPLER_LOD_MIN,
                                                bits(sampler.least),
                                                CL_SAMPLER_LOD_MAX,
                                                bits(sampler.most),
                                                0};
    cl_int error = 1;
    cl_sampler made = clCreateSamplerWithProperties(session_.context, properties, &error);
    check(error, "clCreateSamplerWithProperties");
    return keep(made);
  }

  /// Compares what work-items read, each at its level of detail.
  template <class Lod>
  void compare(const Mipmap& image, const MipSampler& sampler, const std::vector<Real4>& at,
               const std::vector<Lod>& lod, double units, cl_mem out) {
    const auto reals = contents<Real4>(out, at.size());
    const auto integers = contents<Integer4>(out, at.size());
    const cl_image_format& format = image.levels[0].format;
    for (size_t i = 0; i < at.size(); ++i) {
      const Sampled expected =
          sample_levels(image, sampler, lod[i], {at[i][0], at[i][1], at[i][2]});
      const std::string what = name_of(format) + ' ' + description_of(sampler) + " lod " +
                               std::to_string(lod[i]) + ", item " + std::to_string(i);
      if (is_real(format)) {
        expect_near(reals[i], expected, units, what);
      } else {
        expect_equal(integers[i], expected.colour, what);
      }
      if (HasFatalFailure()) return;
    }
  }

 private:
  /// A whole level, as commands name it: the level stands behind the coordinates that a type has.
  struct Place {
    Place(const Shaped& shape, size_t level) {
      const Shaped small = level_of(shape, level);
      const bool is_1d = shape.type == CL_MEM_OBJECT_IMAGE1D;
      const bool is_1d_array = shape.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
      const bool is_2d = shape.type == CL_MEM_OBJECT_IMAGE2D;
      region = {small.sizes[0], is_1d_array ? small.sizes[2] : small.sizes[1],
                is_1d_array ? 1 : small.sizes[2]};
      origin[is_1d ? 1 : is_1d_array || is_2d ? 2 : 3] = level;
    }
    std::array<size_t, 4> origin = {};
    std::array<size_t, 3> region = {};
  };
};

/// A type of image in OpenCL C, and the components of a vector that it takes.
struct Language {
  const char* name;
  const char* at;
  const char* gradient;
  const Shaped& shape;
};
const Language languages[] = {{"1d", "x", "x", shapes[0]},
                              {"1d_array", "xz", "x", shapes[1]},
                              {"2d", "xy", "xy", shapes[2]},
                              {"2d_array", "xyzw", "xy", shapes[3]},
                              {"3d", "xyzw", "xyzw", shapes[4]}};

// `suffix` is that of the functions, `cast` makes four components of what they return.
std::string reading_kernels(const Language& language, const std::string& suffix,
                            const std::string& cast = "") {
  const std::string image = language.name, at = language.at, gradient = language.gradient;
  const std::string begin = "(read_only image" + image + "_t image, sampler_t s, ";
  const std::string read = "read_image" + suffix + "(image, s, p[n]." + at + ", ";
  return "kernel void lod_" + suffix + "_" + image + begin +
         "global const float4* p, global const float* lod, global int4* out) {\n"
         "  size_t n = get_global_id(0);\n  out[n] = as_int4(" +
         cast + read + "lod[n]));\n}\n" + "kernel void gradient_" + suffix + "_" + image + begin +
         "global const float4* p, global const float4* x, global const float4* y,\n"
         "  global int4* out) {\n  size_t n = get_global_id(0);\n  out[n] = as_int4(" +
         cast + read + "x[n]." + gradient + ", y[n]." + gradient + "));\n}\n";
}
std::string all_reading_kernels() {
  std::string source;
  for (const Language& language : languages) {
    source += reading_kernels(language, "f") + reading_kernels(language, "i") +
              reading_kernels(language, "ui");
  }
  return source;
}
const char* suffix_of(const cl_image_format& format) {
  return is_real(format) ? "f" : class_of(format) == ChannelClass::signed_integer ? "i" : "ui";
}

std::vector<MipSampler> mip_samplers(const cl_image_format& format) {
  std::vector<MipSampler> list;
  for (const Sampler& within : samplers()) {
    // The extension wants normalized coordinates.
    if (within.normalized == CL_FALSE) continue;
    if (!is_real(format)) {
      if (within.filter == CL_FILTER_NEAREST) list.push_back({within});
      continue;
    }
    list.push_back({within, CL_FILTER_NEAREST});
    list.push_back({within, CL_FILTER_LINEAR});
    list.push_back({within, CL_FILTER_LINEAR, 0.5F, 1.25F});
    list.push_back({within, CL_FILTER_NEAREST, 1.0F, 1.0F});
  }
  return list;
}

const cl_image_format mipmap_formats[] = {
    {CL_RGBA, CL_UNORM_INT8},     {CL_RGBA, CL_FLOAT},    {CL_RG, CL_HALF_FLOAT},
    {CL_sRGBA, CL_UNORM_INT8},    {CL_R, CL_SIGNED_INT8}, {CL_RGBA, CL_UNSIGNED_INT16},
    {CL_RGBA, CL_UNSIGNED_INT32}, {CL_A, CL_UNORM_INT16}};

/// Levels of detail inside the image and beyond both ends, none half way between two levels.
std::vector<float> levels_of_detail(const Shaped& shape, size_t count) {
  std::mt19937 random(11);
  const int most = static_cast<int>(level_count(shape));
  std::uniform_int_distribution<int> numbers(-64, 64 * (most + 1));
  std::vector<float> list(count);
  for (float& lod : list) {
    int number = numbers(random);
    if (random() % 4 == 0) number = number / 64 * 64;
    if (number % 64 == 32 || number % 64 == -32) ++number;
    lod = static_cast<float>(number) / 64;
  }
  list[0] = -INFINITY;
  list[1] = INFINITY;
  list[2] = -1e30F;
  list[3] = 1e30F;
  return list;
}

TEST_F(Mipmaps, AreReadAtALevelOfDetail) {
  constexpr size_t count = 203;
  cl_program program = build(all_reading_kernels());
  for (const Language& language : languages) {
    const Shaped& shape = language.shape;
    const std::vector<float> lod = levels_of_detail(shape, count);
    const cl_mem lods = make_buffer(lod);
    const cl_mem out = make_buffer(std::vector<Real4>(count));
    for (const cl_image_format& format : mipmap_formats) {
      const Mipmap image = make_mipmap(format, shape);
      for (const MipSampler& sampler : mip_samplers(format)) {
        const std::vector<Real4> at = coordinates(shape, sampler.within, count);
        run(program, std::string("lod_") + suffix_of(format) + '_' + language.name, count,
            image.handle, make_sampler(sampler), make_buffer(at), lods, out);
        compare(image, sampler, at, lod, 6, out);
        if (HasFatalFailure()) return;
      }
    }
  }
}

/// Differences of coordinates from one work-item to its neighbours, and the level of detail that
/// they are: log2 of the greater distance in texels (OpenGL 3.0, 3.8.9).
struct Gradients {
  std::vector<Real4> x, y;
  std::vector<double> lod;
};
Gradients gradients(const Shaped& shape, size_t count) {
  std::mt19937 random(13);
  std::uniform_real_distribution<float> exponents(-2, static_cast<float>(level_count(shape)));
  std::uniform_real_distribution<float> parts(-1, 1);
  const size_t dimensions = shape.type == CL_MEM_OBJECT_IMAGE3D ? 3 : shape.sizes[1] > 1 ? 2 : 1;
  const auto next = [&] {
    Real4 gradient = {};
    const float scale = std::exp2(exponents(random));
    for (size_t i = 0; i < dimensions; ++i) {
      gradient[i] = parts(random) * scale / static_cast<float>(shape.sizes[i]);
    }
    return gradient;
  };
  const auto squared = [&](const Real4& gradient) {
    double sum = 0;
    for (size_t i = 0; i < dimensions; ++i) {
      const double texels = static_cast<double>(gradient[i]) * static_cast<double>(shape.sizes[i]);
      sum += texels * texels;
    }
    return sum;
  };
  Gradients made;
  while (made.lod.size() < count) {
    const Real4 x = next(), y = next();
    const double lod = 0.5 * std::log2(std::max(squared(x), squared(y)));
    // Half way between two levels either is the nearest.
    if (std::fabs(lod - std::floor(lod) - 0.5) < 1e-4) continue;
    made.x.push_back(x);
    made.y.push_back(y);
    made.lod.push_back(lod);
  }
  made.x[0] = made.y[0] = {};  // no distance at all: the first level
  made.lod[0] = -INFINITY;
  return made;
}

TEST_F(Mipmaps, AreReadByGradients) {
  constexpr size_t count = 203;
  cl_program program = build(all_reading_kernels());
  for (const Language& language : languages) {
    const Shaped& shape = language.shape;
    const Gradients how = gradients(shape, count);
    const cl_mem x = make_buffer(how.x), y = make_buffer(how.y);
    const cl_mem out = make_buffer(std::vector<Real4>(count));
    for (const cl_image_format& format : mipmap_formats) {
      const Mipmap image = make_mipmap(format, shape);
      for (const MipSampler& sampler : mip_samplers(format)) {
        const std::vector<Real4> at = coordinates(shape, sampler.within, count);
        run(program, std::string("gradient_") + suffix_of(format) + '_' + language.name, count,
            image.handle, make_sampler(sampler), make_buffer(at), x, y, out);
        // The logarithm is that of single precision: levels are mixed by a share that is off.
        compare(image, sampler, at, how.lod, sampler.between == CL_FILTER_LINEAR ? 64 : 6, out);
        if (HasFatalFailure()) return;
      }
    }
  }
}

// Modules in SPIR-V name a level of detail, or gradients, as operands of their reads.
TEST_F(Mipmaps, AreReadByModules) {
  constexpr size_t count = 203;
  cl_program program = build(modules::mipmaps());
  const cl_image_format format = {CL_RGBA, CL_FLOAT};
  for (const Language& language : {languages[2], languages[4]}) {
    const Shaped& shape = language.shape;
    const Mipmap image = make_mipmap(format, shape);
    const std::vector<float> lod = levels_of_detail(shape, count);
    const Gradients how = gradients(shape, count);
    const cl_mem out = make_buffer(std::vector<Real4>(count));
    for (const MipSampler& sampler : mip_samplers(format)) {
      const std::vector<Real4> at = coordinates(shape, sampler.within, count);
      run(program, std::string("lod_f_") + language.name, count, image.handle,
          make_sampler(sampler), make_buffer(at), make_buffer(lod), out);
      compare(image, sampler, at, lod, 6, out);
      run(program, std::string("gradient_f_") + language.name, count, image.handle,
          make_sampler(sampler), make_buffer(at), make_buffer(how.x), make_buffer(how.y), out);
      compare(image, sampler, at, how.lod, sampler.between == CL_FILTER_LINEAR ? 64 : 6, out);
      if (HasFatalFailure()) return;
    }
  }
}

// Each level is half as large as the one before it, and has as many images.
TEST_F(Mipmaps, TellModulesTheSizesOfTheirLevels) {
  cl_program program = build(modules::mipmaps());
  const Mipmap image = make_mipmap({CL_R, CL_UNSIGNED_INT8}, shapes[3]);
  const size_t levels = level_count(shapes[3]);
  const cl_mem out = make_buffer(std::vector<Integer4>(levels));
  run(program, "sizes", levels, image.handle, out);
  const auto sizes = contents<Integer4>(out, levels);
  for (size_t level = 0; level < levels; ++level) {
    const Shaped small = level_of(shapes[3], level);
    const Integer4 expected = {static_cast<int32_t>(small.sizes[0]),
                               static_cast<int32_t>(small.sizes[1]),
                               static_cast<int32_t>(small.sizes[2]), static_cast<int32_t>(levels)};
    EXPECT_EQ(expected, sizes[level]) << level;
  }
}

TEST_F(Mipmaps, AreOfDepthToo) {
  constexpr size_t count = 203;
  const Language depths[] = {{"2d_depth", "xy", "xy", shapes[2]},
                             {"2d_array_depth", "xyzw", "xy", shapes[3]}};
  cl_program program = build(reading_kernels(depths[0], "f", "(float4)") +
                             reading_kernels(depths[1], "f", "(float4)"));
  const cl_image_format format = {CL_DEPTH, CL_FLOAT};
  for (const Language& language : depths) {
    const Shaped& shape = language.shape;
    const Mipmap image = make_mipmap(format, shape);
    const std::vector<float> lod = levels_of_detail(shape, count);
    const Gradients how = gradients(shape, count);
    const cl_mem out = make_buffer(std::vector<Real4>(count));
    for (const MipSampler& sampler : mip_samplers(format)) {
      const std::vector<Real4> at = coordinates(shape, sampler.within, count);
      const auto compare_depths = [&](const auto& lods, double units) {
        const auto read = contents<Real4>(out, count);
        for (size_t i = 0; i < count; ++i) {
          const Sampled expected =
              sample_levels(image, sampler, lods[i], {at[i][0], at[i][1], at[i][2]});
          ASSERT_LE(std::fabs(read[i][0] - expected.colour[0]), units * ulp(expected.largest[0]))
              << language.name << ' ' << description_of(sampler) << " lod " << lods[i];
        }
      };
      run(program, std::string("lod_f_") + language.name, count, image.handle,
          make_sampler(sampler), make_buffer(at), make_buffer(lod), out);
      compare_depths(lod, 6);
      run(program, std::string("gradient_f_") + language.name, count, image.handle,
          make_sampler(sampler), make_buffer(at), make_buffer(how.x), make_buffer(how.y), out);
      compare_depths(how.lod, 64);
      if (HasFatalFailure()) return;
    }
  }
}

// A read without a level of detail is one of the first level.
TEST_F(Mipmaps, AreReadAtTheFirstLevelByOtherFunctions) {
  cl_program program = build(R"(
    kernel void test(read_only image2d_t image, sampler_t s, global const float4* p,
                     global float4* out, global int* levels) {
      size_t n = get_global_id(0);
      out[n] = read_imagef(image, s, p[n].xy);
      levels[n] = get_image_num_mip_levels(image) * 1000 + get_image_width(image);
    })");
  constexpr size_t count = 203;
  const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
  const Mipmap image = make_mipmap(format, shapes[2]);
  const MipSampler sampler = {{CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR}, CL_FILTER_LINEAR};
  const std::vector<Real4> at = coordinates(shapes[2], sampler.within, count);
  const cl_mem out = make_buffer(std::vector<Real4>(count));
  const cl_mem levels = make_buffer(std::vector<cl_int>(count));
  run(program, "test", count, image.handle, make_sampler(sampler), make_buffer(at), out, levels);
  const auto read = contents<Real4>(out, count);
  for (size_t i = 0; i < count; ++i) {
    expect_near(read[i], sample(image.levels[0], sampler.within, {at[i][0], at[i][1], 0}), 4,
                std::to_string(i));
  }
  EXPECT_EQ(contents<cl_int>(levels, count), std::vector<cl_int>(count, 5019));
}

TEST_F(Mipmaps, TellKernelsHowManyLevelsTheyHave) {
  std::string source;
  for (const Language& language : languages) {
    for (const std::string access : {"read_only", "write_only"}) {
      source.append("kernel void count_" + access + "_" + language.name)
          .append("(" + access + " image" + language.name + "_t image, global int* out) {\n")
          .append("  out[0] = get_image_num_mip_levels(image);\n}\n");
    }
  }
  cl_program program = build(source);
  const cl_image_format format = {CL_R, CL_UNSIGNED_INT8};
  for (const Language& language : languages) {
    const Mipmap image = make_mipmap(format, language.shape);
    const Image flat = make_image(format, language.shape);
    for (const std::string access : {"read_only", "write_only"}) {
      const std::string name = "count_" + access + "_" + language.name;
      const cl_mem out = make_buffer(std::vector<cl_int>{-1});
      run(program, name, 1, image.handle, out);
      EXPECT_EQ(contents<cl_int>(out, 1)[0], level_count(language.shape)) << name;
      run(program, name, 1, flat.handle, out);
      EXPECT_EQ(contents<cl_int>(out, 1)[0], 1) << name;
    }
  }
}

/// Holds what work-items write, and where: x, y, slice or layer, and level.
struct Writes {
  std::vector<Integer4> at;
  std::vector<Integer4> integers;
  std::vector<Real4> reals;
};
/// Writes of most texels, and of texels and levels that there are not. Does them in `memory`.
Writes writes_of(Mipmap& image, const Shaped& shape) {
  const cl_image_format& format = image.levels[0].format;
  const int levels = static_cast<int>(image.levels.size());
  std::mt19937 random(17);
  Writes made;
  for (int level = -1; level <= levels; ++level) {
    const bool is_level = level >= 0 && level < levels;
    const Shaped small = level_of(shape, is_level ? static_cast<size_t>(level) : 0);
    for (size_t i = 0; i < small.sizes[0] * small.sizes[1] * small.sizes[2]; ++i) {
      const size_t row = i / small.sizes[0];
      const bool is_texel = random() % 4 != 0;
      made.at.push_back({static_cast<int>(i % small.sizes[0] + (is_texel ? 0 : 1000)),
                         static_cast<int>(row % small.sizes[1]),
                         static_cast<int>(row / small.sizes[1]), level});
      std::array<int64_t, 4> integers = {};
      for (int64_t& integer : integers) integer = random() % 100;
      Integer4& integer = made.integers.emplace_back();
      Real4& real = made.reals.emplace_back();
      std::ranges::transform(integers, integer.begin(),
                             [](int64_t one) { return static_cast<int32_t>(one); });
      std::ranges::transform(integer, real.begin(),
                             [](int32_t one) { return static_cast<float>(one) / 128; });
      if (!is_texel || !is_level) continue;
      const std::vector<std::byte> texel =
          is_real(format) ? write_texel(format, real) : write_texel(format, integers);
      std::byte* const memory = image.memory[static_cast<size_t>(level)].data();
      std::ranges::copy(texel, memory + i * texel.size());
    }
  }
  return made;
}

// cl_khr_mipmap_image_writes. That other levels and texels are left alone is ours.
TEST_F(Mipmaps, AreWrittenLevelByLevel) {
  std::string source;
  for (const Language& language : languages) {
    for (const auto& [suffix, type] :
         {std::pair<std::string, std::string>{"f", "float4"}, {"i", "int4"}, {"ui", "uint4"}}) {
      source.append("kernel void write_" + suffix + "_" + language.name)
          .append(std::string("(write_only image") + language.name + "_t image, ")
          .append("global const int4* p, global const " + type + "* in) {\n")
          .append("  size_t n = get_global_id(0);\n  write_image" + suffix)
          .append(std::string("(image, p[n].") + language.at + ", p[n].w, in[n]);\n}\n");
    }
  }
  cl_program program = build(source);
  for (const Language& language : languages) {
    const Shaped& shape = language.shape;
    for (const cl_image_format& format : mipmap_formats) {
      // Powers are not exact: the test of other writes knows how far.
      if (is_srgb(format)) continue;
      Mipmap image = make_mipmap(format, shape);
      const Writes writes = writes_of(image, shape);
      const std::string name = std::string("write_") + suffix_of(format) + "_" + language.name;
      run(program, name, writes.at.size(), image.handle, make_buffer(writes.at),
          is_real(format) ? make_buffer(writes.reals) : make_buffer(writes.integers));
      for (size_t level = 0; level < image.levels.size(); ++level) {
        EXPECT_EQ(read_level(image, shape, level), image.memory[level])
            << name << ' ' << name_of(format) << " level " << level;
      }
    }
  }
}

}  // namespace
}  // namespace cleave::test

#include "image_launches.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>

#include "tests/fuzz/random.h"

namespace cleave::test::fuzz::kernels {
namespace {

struct Note {
  std::array<cl_uint, 4> colour;
  std::array<cl_int, 3> at;
  cl_uint is_there;
};

constexpr size_t notes_bytes = ImageLaunches::log_entries * sizeof(Note);

cl_mem_flags flags_of(ImageAccess access) {
  constexpr std::array flags = {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_KERNEL_READ_AND_WRITE};
  return flags[static_cast<size_t>(access)];
}

bool is_real(const ImageArgument& image) {
  return image.channels == ChannelClass::normalized || image.channels == ChannelClass::real;
}

bool is_packed(cl_channel_type type) {
  constexpr std::array<cl_channel_type, 5> types = {CL_UNORM_SHORT_565, CL_UNORM_SHORT_555,
                                                    CL_UNORM_INT_101010, CL_UNORM_INT_101010_2,
                                                    0x10e5 /* CL_UNORM_INT_2_101010_EXT */};
  return std::ranges::count(types, type) != 0;
}

/// The format that the argument's number stands for.
cl_image_format format_of(const ImageArgument& image, cl_context context) {
  cl_uint count = 0;
  const cl_mem_flags flags = flags_of(image.access);
  check(clGetSupportedImageFormats(context, flags, image.type->object, 0, nullptr, &count),
        "clGetSupportedImageFormats");
  std::vector<cl_image_format> formats(count);
  check(clGetSupportedImageFormats(context, flags, image.type->object, count, formats.data(),
                                   nullptr),
        "clGetSupportedImageFormats");
  std::erase_if(formats, [&](const cl_image_format& format) {
    return class_of(format) != image.channels ||
           (format.image_channel_order == CL_DEPTH) != image.type->is_depth;
  });
  require(!formats.empty(), "a format of every class");
  // sRGB and packed formats are few among all, but the library has code of its own for them.
  std::vector<cl_image_format> special;
  std::ranges::copy_if(formats, std::back_inserter(special), [](const cl_image_format& format) {
    return is_srgb(format) || is_packed(format.image_channel_data_type);
  });
  if (image.format % 4 == 0 && !special.empty()) formats = special;
  return formats[image.format / 4 % formats.size()];
}

/// Sizes of a level, and where it is.
struct Level {
  Level(const ImageArgument& image, unsigned level) {
    for (unsigned axis = 0; axis < 3; ++axis) {
      const bool shrinks = axis < 2 || !image.type->has_layers;
      size[axis] = shrinks ? std::max(1u, image.size[axis] >> level) : image.size[axis];
    }
    region = size;
    const unsigned axes = image.type->dimensions + (image.type->has_layers ? 1 : 0);
    if (axes == 2 && image.type->has_layers) region = {size[0], size[2], 1};
    if (image.levels > 1) origin[axes] = level;
  }
  [[nodiscard]] size_t texels() const { return size[0] * size[1] * size[2]; }

  std::array<size_t, 3> size = {}, region = {};
  std::array<size_t, 4> origin = {};
};

/// Bits of any kind, or reals between -25 and 25 where any would mostly be huge or tiny.
std::vector<std::byte> random_texels(const ImageArgument& image, const cl_image_format& format,
                                     size_t texels) {
  Random random(image.format + texels);
  std::vector<std::byte> bytes(texels * bytes_of_texel(format));
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.next());
  if (image.channels != ChannelClass::real || image.holds_any_bits) return bytes;
  const bool is_half = format.image_channel_data_type == CL_HALF_FLOAT;
  for (size_t i = 0; i < bytes.size(); i += is_half ? 2 : 4) {
    const float value = (static_cast<float>(random.below(401)) - 200) / 8;
    const auto bits = std::bit_cast<uint32_t>(value);
    // Eighths of 200 are 11 bits, as a half has.
    const uint32_t half =
        value == 0 ? 0 : (bits >> 16 & 0x8000) | ((bits >> 13 & 0x3ffff) - 0x1c000);
    std::memcpy(&bytes[i], is_half ? &half : &bits, is_half ? 2 : 4);
  }
  return bytes;
}

/// As kernels find it: bits of reals, or integers.
std::array<cl_uint, 4> bits_of(const ImageArgument& image, const Colour& colour) {
  std::array<cl_uint, 4> bits = {};
  for (size_t i = 0; i < 4; ++i) {
    bits[i] = is_real(image) ? std::bit_cast<cl_uint>(static_cast<float>(colour[i]))
                             : static_cast<cl_uint>(static_cast<int64_t>(colour[i]));
  }
  if (image.type->is_depth) bits[1] = bits[2] = bits[3] = 0;
  return bits;
}

bool are_close(double one, double other, double tolerance) {
  return one == other || std::fabs(one - other) <= tolerance ||
         (std::isnan(one) && std::isnan(other));
}

}  // namespace

ImageLaunches::ImageLaunches(const Session& session, const ImageFeatures& features)
    : session_(session), features_(features) {
  size_t texels = 0;
  for (const ImageArgument& image : features.images) {
    images_.push_back(make_image(image));
    texels += image.texels() + 1;
  }
  for (const SamplerArgument& sampler : features.samplers)
    samplers_.push_back(make_sampler(sampler));
  std::vector<unsigned char> zeros(features.images.size() * notes_bytes);
  const cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
  texels_ = session.make_buffer(texels * 16);
  log_ = session.make_buffer(zeros.size(), flags, zeros.data());
  errors_ = session.make_buffer(sizeof(cl_uint), flags, zeros.data());
  tell_texels();
}

ImageLaunches::~ImageLaunches() {
  for (const Image& image : images_) clReleaseMemObject(image.memory);
  for (cl_sampler sampler : samplers_) clReleaseSampler(sampler);
  for (cl_mem memory : {texels_, log_, errors_}) clReleaseMemObject(memory);
}

cl_mem ImageLaunches::allocate(const ImageArgument& argument, const cl_image_format& format) const {
  cl_image_desc description = {};
  description.image_type = argument.type->object;
  description.image_width = argument.size[0];
  description.image_height = argument.size[1];
  description.image_depth = argument.type->has_layers ? 1 : argument.size[2];
  description.image_array_size = argument.type->has_layers ? argument.size[2] : 1;
  description.num_mip_levels = argument.levels > 1 ? argument.levels : 0;
  cl_mem buffer = nullptr;
  if (argument.type->object == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
    buffer = session_.make_buffer(argument.size[0] * bytes_of_texel(format));
    description.buffer = buffer;
  }
  cl_int error = CL_SUCCESS;
  cl_mem memory =
      clCreateImage(session_.context, CL_MEM_READ_WRITE, &format, &description, nullptr, &error);
  check(error, "clCreateImage");
  if (buffer != nullptr) clReleaseMemObject(buffer);  // the image keeps it
  return memory;
}

ImageLaunches::Image ImageLaunches::make_image(const ImageArgument& argument) const {
  Image image = {argument, format_of(argument, session_.context)};
  image.memory = allocate(argument, image.format);
  for (unsigned i = 0; i < argument.levels; ++i) {
    const Level level(argument, i);
    image.levels.push_back(random_texels(argument, image.format, level.texels()));
    check(clEnqueueWriteImage(session_.queue, image.memory, CL_TRUE, level.origin.data(),
                              level.region.data(), 0, 0, image.levels.back().data(), 0, nullptr,
                              nullptr),
          "clEnqueueWriteImage");
  }
  return image;
}

cl_sampler ImageLaunches::make_sampler(const SamplerArgument& argument) const {
  const auto bits = [](float value) {
    return cl_sampler_properties{std::bit_cast<cl_uint>(value)};
  };
  const cl_sampler_properties properties[] = {
      CL_SAMPLER_NORMALIZED_COORDS,
      argument.within.normalized,
      CL_SAMPLER_ADDRESSING_MODE,
      argument.within.addressing,
      CL_SAMPLER_FILTER_MODE,
      argument.within.filter,
      CL_SAMPLER_MIP_FILTER_MODE,
      static_cast<cl_sampler_properties>(argument.mixes_levels ? CL_FILTER_LINEAR
                                                               : CL_FILTER_NEAREST),
      CL_SAMPLER_LOD_MIN,
      bits(argument.least_level),
      CL_SAMPLER_LOD_MAX,
      bits(argument.greatest_level),
      0};
  cl_int error = CL_SUCCESS;
  cl_sampler sampler = clCreateSamplerWithProperties(session_.context, properties, &error);
  check(error, "clCreateSamplerWithProperties");
  return sampler;
}

/// Passes kernels the texels that the host reads of each image, and behind them the border.
void ImageLaunches::tell_texels() const {
  std::vector<std::array<cl_uint, 4>> texels;
  for (const Image& image : images_) {
    const size_t bytes = bytes_of_texel(image.format);
    for (size_t i = 0; i < image.argument.texels(); ++i) {
      texels.push_back(
          bits_of(image.argument, read_texel(image.format, &image.levels[0][i * bytes])));
    }
    texels.push_back(bits_of(image.argument, border_of(image.format)));
  }
  check(clEnqueueWriteBuffer(session_.queue, texels_, CL_TRUE, 0, texels.size() * 16, texels.data(),
                             0, nullptr, nullptr),
        "clEnqueueWriteBuffer");
}

void ImageLaunches::set_arguments(cl_kernel kernel, cl_uint first) const {
  for (const Image& image : images_) {
    clSetKernelArg(kernel, first++, sizeof image.memory, &image.memory);
  }
  for (const cl_sampler& sampler : samplers_)
    clSetKernelArg(kernel, first++, sizeof sampler, &sampler);
  for (const cl_mem& memory : {texels_, log_, errors_}) {
    clSetKernelArg(kernel, first++, sizeof memory, &memory);
  }
}

void ImageLaunches::change_one(unsigned turn) {
  const size_t number = turn % (images_.size() + samplers_.size());
  if (number >= images_.size()) {
    const size_t sampler = number - images_.size();
    Random random(turn);
    clReleaseSampler(samplers_[sampler]);
    samplers_[sampler] = make_sampler({random_sampler(random), turn % 2 == 0});
    return;
  }
  ImageArgument argument = features_.images[number];
  argument.format += 5 * (turn + 1);
  clReleaseMemObject(images_[number].memory);
  images_[number] = make_image(argument);
  tell_texels();
}

std::vector<std::byte> ImageLaunches::read_level(const Image& image, unsigned number) const {
  const Level level(image.argument, number);
  std::vector<std::byte> bytes(image.levels[number].size());
  check(clEnqueueReadImage(session_.queue, image.memory, CL_TRUE, level.origin.data(),
                           level.region.data(), 0, 0, bytes.data(), 0, nullptr, nullptr),
        "clEnqueueReadImage");
  return bytes;
}

/// Does the image hold what kernels have noted, and else what it held before?
bool ImageLaunches::is_as_noted(const Image& image, const std::byte* notes,
                                std::vector<std::byte> found) const {
  const size_t bytes = bytes_of_texel(image.format);
  const auto& size = image.argument.size;
  std::vector<std::byte> expected = image.levels[0];
  for (size_t i = 0; i < log_entries; ++i) {
    Note note;
    std::memcpy(&note, notes + i * sizeof note, sizeof note);
    bool is_inside = note.is_there != 0;
    for (size_t axis = 0; axis < 3; ++axis) {
      is_inside =
          is_inside && note.at[axis] >= 0 && note.at[axis] < static_cast<cl_int>(size[axis]);
    }
    if (!is_inside) continue;
    std::array<float, 4> reals = {};
    std::array<int64_t, 4> integers = {};
    for (size_t c = 0; c < 4; ++c) {
      reals[c] = std::bit_cast<float>(note.colour[c]);
      integers[c] = image.argument.channels == ChannelClass::signed_integer
                        ? int64_t{static_cast<cl_int>(note.colour[c])}
                        : int64_t{note.colour[c]};
    }
    const std::vector<std::byte> texel = is_real(image.argument)
                                             ? write_texel(image.format, reals)
                                             : write_texel(image.format, integers);
    const auto at =
        static_cast<size_t>(note.at[0]) +
        size[0] * (static_cast<size_t>(note.at[1]) + size[1] * static_cast<size_t>(note.at[2]));
    std::memcpy(&expected[at * bytes], texel.data(), bytes);
  }
  // The last bit of the conversion to sRGB is open.
  const double tolerance = is_srgb(image.format) ? 0.01 : 0;
  for (size_t i = 0; i < expected.size(); i += bytes) {
    const Colour one = read_texel(image.format, &found[i]);
    const Colour other = read_texel(image.format, &expected[i]);
    for (size_t c = 0; c < 4; ++c) {
      if (!are_close(one[c], other[c], tolerance)) return false;
    }
  }
  return true;
}

ImageLaunches::Result ImageLaunches::result() {
  Result result = {{}, true};
  std::vector<std::byte> notes(images_.size() * notes_bytes);
  cl_uint errors = 0;
  check(clEnqueueReadBuffer(session_.queue, errors_, CL_TRUE, 0, sizeof errors, &errors, 0, nullptr,
                            nullptr),
        "clEnqueueReadBuffer");
  check(clEnqueueReadBuffer(session_.queue, log_, CL_TRUE, 0, notes.size(), notes.data(), 0,
                            nullptr, nullptr),
        "clEnqueueReadBuffer");
  result.is_right = errors == 0;
  for (size_t i = 0; i < images_.size(); ++i) {
    Image& image = images_[i];
    if (image.argument.access == ImageAccess::read_only) continue;
    for (unsigned level = 0; level < image.levels.size(); ++level) {
      std::vector<std::byte> bytes = read_level(image, level);
      const auto* begin = reinterpret_cast<const unsigned char*>(bytes.data());
      result.content.insert(result.content.end(), begin, begin + bytes.size());
      if (image.argument.is_logged && !is_as_noted(image, &notes[i * notes_bytes], bytes)) {
        result.is_right = false;
      }
      image.levels[level] = std::move(bytes);
    }
  }
  result.content.resize((result.content.size() + 7) / 8 * 8);
  std::ranges::fill(notes, std::byte{0});
  check(clEnqueueWriteBuffer(session_.queue, log_, CL_TRUE, 0, notes.size(), notes.data(), 0,
                             nullptr, nullptr),
        "clEnqueueWriteBuffer");
  return result;
}

}  // namespace cleave::test::fuzz::kernels

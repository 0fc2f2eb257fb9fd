#include "image_calls.h"

namespace cleave::test {

// As mangled by clang: of read only images to read, of write only ones to write.
#define FOR_EACH_TYPE(DO)                                             \
  DO(1d, "14ocl_image1d", float, "f", int32_t, "i")                   \
  DO(1d_array, "20ocl_image1d_array", Float2, "Dv2_f", Int2, "Dv2_i") \
  DO(2d, "14ocl_image2d", Float2, "Dv2_f", Int2, "Dv2_i")             \
  DO(2d_array, "20ocl_image2d_array", Float4, "Dv4_f", Int4, "Dv4_i") \
  DO(3d, "14ocl_image3d", Float4, "Dv4_f", Int4, "Dv4_i")

using Descriptor = const builtins::ImageDescriptor*;
// The colour repeats the type of coordinates of four numbers, which is mangled as S_.
#define DECLARE(NAME, MANGLED, FLOATS, F, INTS, I)                                        \
  Float4 read_imagef_##NAME(Descriptor, uint32_t,                                         \
                            FLOATS) asm("_Z11read_imagef" MANGLED "_ro11ocl_sampler" F);  \
  Int4 read_imagei_##NAME(Descriptor, uint32_t,                                           \
                          FLOATS) asm("_Z11read_imagei" MANGLED "_ro11ocl_sampler" F);    \
  Float4 sampled_texelf_##NAME(Descriptor, uint32_t,                                      \
                               INTS) asm("_Z11read_imagef" MANGLED "_ro11ocl_sampler" I); \
  Float4 texelf_##NAME(Descriptor, INTS) asm("_Z11read_imagef" MANGLED "_ro" I);          \
  Int4 texeli_##NAME(Descriptor, INTS) asm("_Z11read_imagei" MANGLED "_ro" I);
FOR_EACH_TYPE(DECLARE)
#undef DECLARE
#define DECLARE(NAME, MANGLED, INTS, F, I)                                                    \
  void write_imagef_##NAME(Descriptor, INTS, Float4) asm("_Z12write_imagef" MANGLED "_wo" F); \
  void write_imagei_##NAME(Descriptor, INTS, Int4) asm("_Z12write_imagei" MANGLED "_wo" I);
DECLARE(1d, "14ocl_image1d", int32_t, "iDv4_f", "iDv4_i")
DECLARE(1d_array, "20ocl_image1d_array", Int2, "Dv2_iDv4_f", "Dv2_iDv4_i")
DECLARE(2d, "14ocl_image2d", Int2, "Dv2_iDv4_f", "Dv2_iDv4_i")
DECLARE(2d_array, "20ocl_image2d_array", Int4, "Dv4_iDv4_f", "Dv4_iS0_")
DECLARE(3d, "14ocl_image3d", Int4, "Dv4_iDv4_f", "Dv4_iS0_")

namespace {

template <class T, class Vector>
std::array<T, 4> to_array(Vector vector) {
  return {vector[0], vector[1], vector[2], vector[3]};
}

/// Calls what takes one coordinate, two or four, by the type of image.
#define CALL(FUNCTION, T, TWO, FOUR, ...)                                            \
  switch (type_) {                                                                   \
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:                                                \
      return FUNCTION##_1d_array(&descriptor_, __VA_ARGS__ TWO{at[0], at[2]} AFTER); \
    case CL_MEM_OBJECT_IMAGE2D:                                                      \
      return FUNCTION##_2d(&descriptor_, __VA_ARGS__ TWO{at[0], at[1]} AFTER);       \
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:                                                \
      return FUNCTION##_2d_array(                                                    \
          &descriptor_, __VA_ARGS__ FOUR {                                           \
            at[0], at[1], at[2], T {}                                                \
          } AFTER);                                                                  \
    case CL_MEM_OBJECT_IMAGE3D:                                                      \
      return FUNCTION##_3d(                                                          \
          &descriptor_, __VA_ARGS__ FOUR {                                           \
            at[0], at[1], at[2], T {}                                                \
          } AFTER);                                                                  \
    default:                                                                         \
      return FUNCTION##_1d(&descriptor_, __VA_ARGS__ at[0] AFTER);                   \
  }

}  // namespace

HostImage::HostImage(cl_image_format format, cl_mem_object_type type, std::array<size_t, 3> sizes,
                     size_t padding)
    : format_(format), type_(type) {
  const bool has_layers =
      type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  const bool has_rows = type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY ||
                        type == CL_MEM_OBJECT_IMAGE3D;
  const size_t bytes = bytes_of_texel(format);
  const size_t rows = has_rows ? sizes[1] : 1;
  const bool has_slices = has_layers || type == CL_MEM_OBJECT_IMAGE3D;
  const size_t slices = has_slices ? sizes[2] : 1;
  const size_t row_pitch = (sizes[0] + padding) * bytes;
  const size_t slice_pitch = row_pitch * (rows + padding);
  memory_.resize(slice_pitch * slices);
  descriptor_.channel_order = format.image_channel_order;
  descriptor_.channel_type = format.image_channel_data_type;
  descriptor_.texel_bytes = static_cast<uint32_t>(bytes);
  descriptor_.layers = has_layers ? static_cast<uint32_t>(slices) : 1;
  descriptor_.levels = 1;
  descriptor_.has_neighbours = sizes[0] > 1 ? 1 : 0;
  descriptor_.level[0] = {reinterpret_cast<uint64_t>(memory_.data()),
                          row_pitch,
                          slice_pitch,
                          static_cast<uint32_t>(sizes[0]),
                          static_cast<uint32_t>(rows),
                          has_layers ? 1 : static_cast<uint32_t>(slices),
                          0};
}

Texels HostImage::texels() const {
  const builtins::ImageLevel& level = descriptor_.level[0];
  return {format_,         type_,
          level.width,     level.height,
          level.depth,     descriptor_.layers,
          level.row_pitch, level.slice_pitch,
          memory_.data()};
}

#define AFTER
std::array<float, 4> HostImage::read_f(uint32_t sampler, std::array<float, 3> at) const {
  const auto call = [&]() -> Float4 { CALL(read_imagef, float, Float2, Float4, sampler, ) };
  return to_array<float>(call());
}
std::array<int32_t, 4> HostImage::read_i(uint32_t sampler, std::array<float, 3> at) const {
  const auto call = [&]() -> Int4 { CALL(read_imagei, float, Float2, Float4, sampler, ) };
  return to_array<int32_t>(call());
}
std::array<float, 4> HostImage::texel_f(uint32_t sampler, std::array<int32_t, 3> at) const {
  const auto call = [&]() -> Float4 { CALL(sampled_texelf, int32_t, Int2, Int4, sampler, ) };
  return to_array<float>(call());
}
std::array<float, 4> HostImage::texel_f(std::array<int32_t, 3> at) const {
  const auto call = [&]() -> Float4 { CALL(texelf, int32_t, Int2, Int4) };
  return to_array<float>(call());
}
std::array<int32_t, 4> HostImage::texel_i(std::array<int32_t, 3> at) const {
  const auto call = [&]() -> Int4 { CALL(texeli, int32_t, Int2, Int4) };
  return to_array<int32_t>(call());
}
#undef AFTER
#define AFTER , vector
void HostImage::write_f(std::array<int32_t, 3> at, std::array<float, 4> colour) {
  const Float4 vector = {colour[0], colour[1], colour[2], colour[3]};
  CALL(write_imagef, int32_t, Int2, Int4)
}
void HostImage::write_i(std::array<int32_t, 3> at, std::array<int32_t, 4> colour) {
  const Int4 vector = {colour[0], colour[1], colour[2], colour[3]};
  CALL(write_imagei, int32_t, Int2, Int4)
}

uint32_t bits_of(const Sampler& sampler) {
  uint32_t bits = sampler.normalized != CL_FALSE ? builtins::sampler_normalized : 0;
  bits |= sampler.filter == CL_FILTER_LINEAR ? builtins::sampler_linear : builtins::sampler_nearest;
  switch (sampler.addressing) {
    case CL_ADDRESS_CLAMP_TO_EDGE:
      return bits | builtins::sampler_clamp_to_edge;
    case CL_ADDRESS_CLAMP:
      return bits | builtins::sampler_clamp;
    case CL_ADDRESS_REPEAT:
      return bits | builtins::sampler_repeat;
    case CL_ADDRESS_MIRRORED_REPEAT:
      return bits | builtins::sampler_mirrored_repeat;
    default:
      return bits;
  }
}

}  // namespace cleave::test

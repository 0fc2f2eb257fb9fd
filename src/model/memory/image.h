// Lays images (5.3) out in memory: where each level, slice, row and texel lies, and what kernels
// are told of it.
#pragma once

#include <CL/cl.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "backend/hardware.h"
#include "builtins/image_memory.h"
#include "model/memory/image_format.h"
#include "model/memory/memory_region.h"

namespace cleave::model::memory {

/// An image as it was asked for. Sizes that its type does not have are 0.
struct ImageShape {
  cl_mem_object_type type = 0;  // 0: not an image
  const SupportedImageFormat* format = nullptr;
  size_t width = 0;   // texels
  size_t height = 0;  // rows
  size_t depth = 0;   // slices
  size_t layers = 0;  // of arrays
  // As clGetImageInfo reports them: bytes of a row and of a slice or layer, or those that the
  // application gave. Types without slices and layers have a slice pitch of 0.
  size_t row_pitch = 0;
  size_t slice_pitch = 0;
  cl_uint mip_levels = 0;  // 0 and 1: no mipmap
  /// Memory that others see too, of the application or of another object: it lies there with the
  /// pitches above.
  bool is_laid_out_by_others = false;

  [[nodiscard]] size_t texel_bytes() const { return format->texel_bytes; }
  [[nodiscard]] cl_uint levels() const { return mip_levels > 1 ? mip_levels : 1; }
  [[nodiscard]] bool is_1d_array() const { return type == CL_MEM_OBJECT_IMAGE1D_ARRAY; }
  [[nodiscard]] bool is_array() const {
    return is_1d_array() || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  }
  /// True for types with a slice pitch.
  [[nodiscard]] bool has_slices() const { return is_array() || type == CL_MEM_OBJECT_IMAGE3D; }
};

/// True for types with more than one row.
[[nodiscard]] constexpr bool has_rows(cl_mem_object_type type) {
  return type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY ||
         type == CL_MEM_OBJECT_IMAGE3D;
}
/// Returns the greatest sizes of images of the type; 0 for those that it does not have.
[[nodiscard]] ImageShape greatest_image(const backend::ImageFacts& facts, cl_mem_object_type type);
/// The most levels that an image of these sizes has (cl_khr_mipmap_image): the last has one texel.
[[nodiscard]] cl_uint most_mip_levels(const ImageShape& shape);

/// Returns bytes of the image as clGetMemObjectInfo reports them: those of a buffer that it could
/// be made from. Precondition: the products fit, as for all functions here.
[[nodiscard]] size_t reported_image_bytes(const ImageShape& shape);
/// Returns bytes of the memory that holds it.
[[nodiscard]] size_t image_bytes(const ImageShape& shape);
/// Returns one level; its address is the bytes from the beginning of the image.
[[nodiscard]] builtins::ImageLevel image_level(const ImageShape& shape, cl_uint level);

/// Returns true if each texel has another one in its row, in all levels.
[[nodiscard]] bool has_neighbours(const ImageShape& shape);
/// Returns bytes of what describe_image() writes.
[[nodiscard]] size_t descriptor_bytes(const ImageShape& shape);
/// Writes a builtins::ImageDescriptor of the image that lies at `address`. `to` is aligned for it.
void describe_image(const ImageShape& shape, uint64_t address, std::byte* to);

/// Texels of one level, as commands name them: checked origin and region (5.3.3).
struct ImageRegion {
  cl_uint level = 0;
  std::array<size_t, 3> origin = {};
  std::array<size_t, 3> size = {1, 1, 1};
};
/// Returns the bytes of the image that they are. Layers of 1D arrays are rows of it, for that is
/// how origins and regions count them.
[[nodiscard]] MemoryRegion bytes_of(const ImageShape& shape, const ImageRegion& region);

/// Returns the pitches of a region in memory of the host: those given, or, where they are 0, those
/// of rows and slices without gaps. The slice pitch is at least that of the rows.
[[nodiscard]] backend::Box host_box(const ImageShape& shape, const ImageRegion& region,
                                    size_t row_pitch, size_t slice_pitch);

}  // namespace cleave::model::memory

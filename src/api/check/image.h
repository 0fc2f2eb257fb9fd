// Checks the arguments of 5.3: images, what they may be like, and the commands on them. All devices
// of the platform have the same formats and limits, which are checked when an image is made;
// CL_INVALID_IMAGE_SIZE and CL_IMAGE_FORMAT_NOT_SUPPORTED cannot arise later.
#pragma once

#include <CL/cl_ext.h>

#include <vector>

#include "api/check/buffer.h"
#include "api/check/enqueue.h"
#include "api/info/info.h"
#include "model/command/requests.h"
#include "model/memory/image.h"
#include "model/memory/memory.h"

namespace cleave::api::check {

/// The arguments of clCreateImageWithProperties as the application gives them; any may be null.
struct RawImage {
  const cl_mem_properties* properties;
  cl_mem_flags flags;
  const cl_image_format* format;
  const cl_image_desc* description;
  void* host_pointer;
};
/// CL_INVALID_OPERATION where no device of the context has images. What the extension about mipmaps
/// leaves open: CL_INVALID_IMAGE_DESCRIPTOR for a number of levels that the image cannot have,
/// CL_INVALID_HOST_PTR for a mipmap with a host pointer.
[[nodiscard]] support::Result<model::memory::MemoryObject::Request> create_image(
    cl_context context, const RawImage& raw);
/// clCreateImage2D and clCreateImage3D, which name pitches and sizes that cannot be
/// CL_INVALID_IMAGE_SIZE.
[[nodiscard]] support::Result<model::memory::MemoryObject::Request> create_old_image(
    cl_context context, const RawImage& raw);

/// clGetSupportedImageFormats: none where no device of the context has images.
[[nodiscard]] support::Result<std::vector<cl_image_format>> image_formats(
    cl_context context, cl_mem_flags flags, cl_mem_object_type type, cl_uint room,
    const cl_image_format* formats);

/// A memory object that is an image: CL_INVALID_MEM_OBJECT.
[[nodiscard]] support::Result<support::Ref<model::memory::MemoryObject>> image(cl_mem memory);

/// clGetImageRequirementsInfoEXT.
[[nodiscard]] support::Result<info::ImageQuestion> image_requirements(
    cl_context context, const RawImage& raw, cl_image_requirements_info_ext name);

/// A part of an image of the queue's context, in bytes of it.
struct ImagePart {
  BufferRef image;
  model::memory::ImageRegion region;
  model::memory::MemoryRegion bytes;
};
/// Origin and region as the application gives them; either may be null.
struct RawRegion {
  const size_t* origin;
  const size_t* region;
};

/// clEnqueueReadImage, clEnqueueWriteImage.
struct ImageTransfer {
  ImagePart part;
  backend::Box in_host;
};
struct RawHost {
  size_t row_pitch;
  size_t slice_pitch;
  const void* pointer;
};
[[nodiscard]] support::Result<ImageTransfer> image_transfer(const EnqueueTarget& target,
                                                            cl_mem image, RawRegion region,
                                                            RawHost host, HostAccessMode access);

struct ImageFill {
  ImagePart part;
  model::memory::Texel texel;
};
[[nodiscard]] support::Result<ImageFill> image_fill(const EnqueueTarget& target, cl_mem image,
                                                    const void* colour, RawRegion region);

struct ImageCopy {
  ImagePart from;
  ImagePart to;
};
[[nodiscard]] support::Result<ImageCopy> image_copy(const EnqueueTarget& target, cl_mem from,
                                                    cl_mem to, const size_t* from_origin,
                                                    const size_t* to_origin, const size_t* region);

/// A part of an image, and as many bytes of a buffer.
struct ImageAndBuffer {
  ImagePart part;
  RegionOf in_buffer;
};
enum class CopyTo : uint8_t { buffer, image };
[[nodiscard]] support::Result<ImageAndBuffer> image_buffer_copy(const EnqueueTarget& target,
                                                                cl_mem image, RawRegion region,
                                                                cl_mem buffer, size_t offset,
                                                                CopyTo to);

[[nodiscard]] support::Result<ImagePart> image_map(const EnqueueTarget& target, cl_mem image,
                                                   cl_map_flags flags, RawRegion region,
                                                   const size_t* row_pitch,
                                                   const size_t* slice_pitch);

}  // namespace cleave::api::check

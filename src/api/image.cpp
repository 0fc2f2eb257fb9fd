// 5.3: images, which no device supports yet (CL_DEVICE_IMAGE_SUPPORT is CL_FALSE).
#include "api/entry_points.h"
#include "api/unsupported.h"

namespace cleave::api {

using model::Context;
using model::Queue;

cl_mem clCreateImage(cl_context context, cl_mem_flags, const cl_image_format*, const cl_image_desc*,
                     void*, cl_int* errcode_ret) {
  return refused_object<cl_mem, Context>(context, errcode_ret);
}

cl_mem clCreateImageWithProperties(cl_context context, const cl_mem_properties*, cl_mem_flags,
                                   const cl_image_format*, const cl_image_desc*, void*,
                                   cl_int* errcode_ret) {
  return refused_object<cl_mem, Context>(context, errcode_ret);
}

cl_mem clCreateImage2D(cl_context context, cl_mem_flags, const cl_image_format*, size_t, size_t,
                       size_t, void*, cl_int* errcode_ret) {
  return refused_object<cl_mem, Context>(context, errcode_ret);
}

cl_mem clCreateImage3D(cl_context context, cl_mem_flags, const cl_image_format*, size_t, size_t,
                       size_t, size_t, size_t, void*, cl_int* errcode_ret) {
  return refused_object<cl_mem, Context>(context, errcode_ret);
}

cl_int clGetSupportedImageFormats(cl_context context, cl_mem_flags, cl_mem_object_type image_type,
                                  cl_uint num_entries, cl_image_format* image_formats,
                                  cl_uint* num_image_formats) {
  return guarded([&]() -> support::Status {
    const support::Status status = check::is_object<Context>(context);
    if (!status.ok()) return status;
    const bool is_image =
        image_type >= CL_MEM_OBJECT_IMAGE2D && image_type <= CL_MEM_OBJECT_IMAGE1D_BUFFER;
    if (!is_image) return CL_INVALID_VALUE;
    if (num_entries == 0 && image_formats != nullptr) return CL_INVALID_VALUE;
    if (num_image_formats != nullptr) *num_image_formats = 0;
    return CL_SUCCESS;
  });
}

cl_int clGetImageInfo(cl_mem, cl_image_info, size_t, void*, size_t*) {
  return CL_INVALID_MEM_OBJECT;  // no memory object is an image
}

cl_int clEnqueueReadImage(cl_command_queue command_queue, cl_mem, cl_bool, const size_t*,
                          const size_t*, size_t, size_t, void*, cl_uint, const cl_event*,
                          cl_event*) {
  return refused<Queue>(command_queue);
}

cl_int clEnqueueWriteImage(cl_command_queue command_queue, cl_mem, cl_bool, const size_t*,
                           const size_t*, size_t, size_t, const void*, cl_uint, const cl_event*,
                           cl_event*) {
  return refused<Queue>(command_queue);
}

cl_int clEnqueueFillImage(cl_command_queue command_queue, cl_mem, const void*, const size_t*,
                          const size_t*, cl_uint, const cl_event*, cl_event*) {
  return refused<Queue>(command_queue);
}

cl_int clEnqueueCopyImage(cl_command_queue command_queue, cl_mem, cl_mem, const size_t*,
                          const size_t*, const size_t*, cl_uint, const cl_event*, cl_event*) {
  return refused<Queue>(command_queue);
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem, cl_mem, const size_t*,
                                  const size_t*, size_t, cl_uint, const cl_event*, cl_event*) {
  return refused<Queue>(command_queue);
}

cl_int clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem, cl_mem, size_t,
                                  const size_t*, const size_t*, cl_uint, const cl_event*,
                                  cl_event*) {
  return refused<Queue>(command_queue);
}

void* clEnqueueMapImage(cl_command_queue command_queue, cl_mem, cl_bool, cl_map_flags,
                        const size_t*, const size_t*, size_t*, size_t*, cl_uint, const cl_event*,
                        cl_event*, cl_int* errcode_ret) {
  return refused_object<void*, Queue>(command_queue, errcode_ret);
}

}  // namespace cleave::api

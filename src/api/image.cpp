// 5.3: images.
#include "api/check/image.h"

#include <algorithm>

#include "api/entry_points.h"
#include "api/guard.h"
#include "api/info/info.h"

namespace cleave::api {

using support::Ref;
using support::Result;
using support::Status;

namespace {

Result<Ref<model::memory::MemoryObject>> create(
    Result<model::memory::MemoryObject::Request> request) {
  if (!request.ok()) return request.status();
  return model::memory::MemoryObject::create(std::move(request).value());
}

}  // namespace

cl_mem clCreateImageWithProperties(cl_context context, const cl_mem_properties* properties,
                                   cl_mem_flags flags, const cl_image_format* image_format,
                                   const cl_image_desc* image_desc, void* host_ptr,
                                   cl_int* errcode_ret) {
  return guarded_create<cl_mem>(errcode_ret, [&] {
    return create(
        check::create_image(context, {properties, flags, image_format, image_desc, host_ptr}));
  });
}

cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format* image_format,
                     const cl_image_desc* image_desc, void* host_ptr, cl_int* errcode_ret) {
  return api::clCreateImageWithProperties(context, nullptr, flags, image_format, image_desc,
                                          host_ptr, errcode_ret);
}

cl_mem clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format* image_format,
                       size_t image_width, size_t image_height, size_t image_row_pitch,
                       void* host_ptr, cl_int* errcode_ret) {
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = image_width;
  description.image_height = image_height;
  description.image_row_pitch = image_row_pitch;
  return guarded_create<cl_mem>(errcode_ret, [&] {
    return create(
        check::create_old_image(context, {nullptr, flags, image_format, &description, host_ptr}));
  });
}

cl_mem clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format* image_format,
                       size_t image_width, size_t image_height, size_t image_depth,
                       size_t image_row_pitch, size_t image_slice_pitch, void* host_ptr,
                       cl_int* errcode_ret) {
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE3D;
  description.image_width = image_width;
  description.image_height = image_height;
  description.image_depth = image_depth;
  description.image_row_pitch = image_row_pitch;
  description.image_slice_pitch = image_slice_pitch;
  return guarded_create<cl_mem>(errcode_ret, [&] {
    return create(
        check::create_old_image(context, {nullptr, flags, image_format, &description, host_ptr}));
  });
}

cl_int clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                                  cl_mem_object_type image_type, cl_uint num_entries,
                                  cl_image_format* image_formats, cl_uint* num_image_formats) {
  return guarded([&]() -> Status {
    const auto found = check::image_formats(context, flags, image_type, num_entries, image_formats);
    if (!found.ok()) return found.status();
    const auto& formats = found.value();
    const size_t room = image_formats != nullptr ? num_entries : 0;
    std::copy_n(formats.begin(), std::min(room, formats.size()), image_formats);
    if (num_image_formats != nullptr) *num_image_formats = static_cast<cl_uint>(formats.size());
    return CL_SUCCESS;
  });
}

cl_int clGetImageInfo(cl_mem image, cl_image_info param_name, size_t param_value_size,
                      void* param_value, size_t* param_value_size_ret) {
  return guarded([&]() -> Status {
    const auto found = check::image(image);
    if (!found.ok()) return found.status();
    return info::image(*found.value(), param_name,
                       {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int clGetImageRequirementsInfoEXT(cl_context context, const cl_mem_properties* properties,
                                     cl_mem_flags flags, const cl_image_format* image_format,
                                     const cl_image_desc* image_desc,
                                     cl_image_requirements_info_ext param_name,
                                     size_t param_value_size, void* param_value,
                                     size_t* param_value_size_ret) {
  return guarded([&]() -> Status {
    const auto question = check::image_requirements(
        context, {properties, flags, image_format, image_desc, nullptr}, param_name);
    if (!question.ok()) return question.status();
    return info::image_requirements(question.value(), param_name,
                                    {param_value_size, param_value, param_value_size_ret});
  });
}

}  // namespace cleave::api

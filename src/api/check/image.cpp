#include "api/check/image.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "api/check/memory_flags.h"
#include "options/without.h"
#include "support/checked_size.h"
#include "support/newer_cl.h"

namespace cleave::api::check {
namespace {

using model::memory::ImageShape;
using model::memory::MemoryObject;
using support::CheckedSize;
using support::Ref;
using support::Result;
using support::Status;

bool is_image_type(cl_mem_object_type type) {
  return type >= CL_MEM_OBJECT_IMAGE2D && type <= CL_MEM_OBJECT_IMAGE1D_BUFFER;
}

/// A device of the context that has images; null: none has. They all take the same.
const backend::ImageFacts* image_facts(const model::Context& context) {
  for (const Ref<model::Device>& device : context.devices()) {
    const backend::ImageFacts& images = device->hardware().facts().images;
    if (images.are_supported) return &images;
  }
  return nullptr;
}

/// There are no properties of images.
Status check_properties(const cl_mem_properties* properties) {
  return properties == nullptr || properties[0] == 0 ? CL_SUCCESS : CL_INVALID_PROPERTY;
}

Result<cl_image_format> read_format(const cl_image_format* raw) {
  if (raw == nullptr) return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  cl_image_format format;
  std::memcpy(&format, raw, sizeof format);
  if (!model::memory::is_image_format(format)) return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  return format;
}

Result<cl_image_desc> read_description(const cl_image_desc* raw) {
  if (raw == nullptr) return CL_INVALID_IMAGE_DESCRIPTOR;
  cl_image_desc description;
  std::memcpy(&description, raw, sizeof description);
  if (!is_image_type(description.image_type) || description.num_samples != 0) {
    return CL_INVALID_IMAGE_DESCRIPTOR;
  }
  return description;
}

/// Images of one dimension from buffers are of OpenCL 1.2, others of extensions.
bool is_offered_from(const MemoryObject& parent, const cl_image_desc& description) {
  if (parent.is_image() || description.image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER) return true;
  return !options::is_without(description.image_type == CL_MEM_OBJECT_IMAGE2D
                                  ? "cl_khr_image2d_from_buffer"
                                  : "cl_ext_image_from_buffer");
}

/// The object that the image is to share the memory of; null: none.
Result<Ref<MemoryObject>> read_parent(const model::Context& context,
                                      const cl_image_desc& description) {
  const bool is_buffer_image = description.image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
  if (description.mem_object == nullptr) {
    if (is_buffer_image) return CL_INVALID_IMAGE_DESCRIPTOR;
    return Ref<MemoryObject>();
  }
  Ref<MemoryObject> parent = MemoryObject::find(description.mem_object);
  if (!parent) return CL_INVALID_IMAGE_DESCRIPTOR;
  if (&parent->context() != &context) return CL_INVALID_CONTEXT;
  const bool is_view = parent->is_image();
  const bool suits = is_view ? parent->type() == CL_MEM_OBJECT_IMAGE2D &&
                                   description.image_type == CL_MEM_OBJECT_IMAGE2D
                             : parent->type() == CL_MEM_OBJECT_BUFFER;
  if (!suits || !is_offered_from(*parent, description)) return CL_INVALID_IMAGE_DESCRIPTOR;
  return parent;
}

Result<cl_mem_flags> read_flags(cl_mem_flags flags, const MemoryObject* parent) {
  if (parent != nullptr) {
    // An immutable parent does not make a writable image, and the flags have to say that the image
    // is immutable too.
    if (parent->is_immutable() && (flags & immutable_flag) == 0) return CL_INVALID_VALUE;
    return inherited_flags(parent->flags(), flags);
  }
  if (Status status = check_flags(flags); !status.ok()) return status;
  if ((flags & immutable_flag) != 0 && !wants_host_pointer(flags)) return CL_INVALID_VALUE;
  return with_access(flags);
}

/// The extension that the format comes from; empty: none.
std::string_view extension_of(const cl_image_format& name) {
  if (name.image_channel_order == CL_DEPTH) return "cl_khr_depth_images";
  switch (name.image_channel_data_type) {
    case CL_UNORM_INT_2_101010_EXT:
      return "cl_ext_image_unorm_int_2_101010";
    case CL_UNORM_INT10X6_EXT:
    case CL_UNORM_INT12X4_EXT:
    case CL_UNORM_INT14X2_EXT:
    case CL_UNSIGNED_INT10X6_EXT:
    case CL_UNSIGNED_INT12X4_EXT:
    case CL_UNSIGNED_INT14X2_EXT:
      return "cl_ext_image_unsigned_10x6_12x4_14x2";
    default:
      return {};
  }
}

/// Returns the accesses that kernels must be capable of for an image with these flags.
model::memory::ImageAccess access_of(cl_mem_flags flags) {
  if ((flags & CL_MEM_KERNEL_READ_AND_WRITE) != 0) return model::memory::image_read_and_write;
  if ((flags & (CL_MEM_READ_ONLY | immutable_flag)) != 0) return model::memory::image_read;
  if ((flags & CL_MEM_WRITE_ONLY) != 0) return model::memory::image_write;
  return model::memory::image_read | model::memory::image_write;
}

/// Returns how kernels may access images of the format, less what CLEAVE_WITHOUT takes away.
model::memory::ImageAccess offered_access(const model::memory::SupportedImageFormat& format) {
  const cl_image_format& name = format.name;
  if (options::is_without(extension_of(name))) return 0;
  const bool is_written = !model::memory::is_srgb(name.image_channel_order) ||
                          !options::is_without("cl_khr_srgb_image_writes");
  return is_written ? format.access : format.access & model::memory::image_read;
}

bool suits(const model::memory::SupportedImageFormat& format, cl_mem_flags flags,
           cl_mem_object_type type) {
  const model::memory::ImageAccess wanted = access_of(flags);
  return format.suits(type) && (offered_access(format) & wanted) == wanted;
}

/// The sizes of the description that its type has.
ImageShape sizes_of(const cl_image_desc& description) {
  ImageShape shape;
  shape.type = description.image_type;
  shape.width = description.image_width;
  if (model::memory::has_rows(shape.type)) shape.height = description.image_height;
  if (shape.type == CL_MEM_OBJECT_IMAGE3D) shape.depth = description.image_depth;
  if (shape.is_array()) shape.layers = description.image_array_size;
  shape.mip_levels = description.num_mip_levels;
  return shape;
}

Status check_sizes(const backend::ImageFacts& facts, const ImageShape& shape) {
  const ImageShape most = model::memory::greatest_image(facts, shape.type);
  // A size whose greatest value is 0 is 0.
  const auto is_size = [](size_t size, size_t greatest) {
    return size <= greatest && (size != 0 || greatest == 0);
  };
  const bool are_sizes = is_size(shape.width, most.width) && is_size(shape.height, most.height) &&
                         is_size(shape.depth, most.depth) && is_size(shape.layers, most.layers);
  return are_sizes ? CL_SUCCESS : CL_INVALID_IMAGE_SIZE;
}

Status check_levels(const ImageShape& shape, const MemoryObject* parent) {
  if (shape.mip_levels <= 1) return CL_SUCCESS;
  if (options::is_without("cl_khr_mipmap_image")) return CL_INVALID_IMAGE_DESCRIPTOR;
  const bool may_have_levels = shape.type != CL_MEM_OBJECT_IMAGE1D_BUFFER && parent == nullptr;
  const bool fits = shape.mip_levels <= model::memory::most_mip_levels(shape);
  return may_have_levels && fits ? CL_SUCCESS : CL_INVALID_IMAGE_DESCRIPTOR;
}

/// Sets the pitches, those that are given or those of rows without gaps. `code`: what is wrong with
/// pitches that do not suit.
Status set_pitches(const cl_image_desc& description, cl_int code, ImageShape& shape) {
  const size_t texel = shape.texel_bytes();
  const size_t row = shape.width * texel;
  shape.row_pitch = description.image_row_pitch != 0 ? description.image_row_pitch : row;
  if (shape.row_pitch < row || shape.row_pitch % texel != 0) return code;
  const CheckedSize slice = CheckedSize(shape.row_pitch) * std::max<size_t>(1, shape.height);
  if (slice.overflowed()) return code;
  if (!shape.has_slices()) return CL_SUCCESS;
  const size_t given = description.image_slice_pitch;
  shape.slice_pitch = given != 0 ? given : slice.value();
  if (shape.slice_pitch < slice.value() || shape.slice_pitch % shape.row_pitch != 0) return code;
  const CheckedSize all = CheckedSize(shape.slice_pitch) * std::max(shape.depth, shape.layers);
  return all.overflowed() ? Status(code) : Status(CL_SUCCESS);
}

/// An image with memory of its own, or in that of the application.
Status lay_out(const cl_image_desc& description, cl_mem_flags flags, const void* host_pointer,
               ImageShape& shape) {
  const bool has_pointer = host_pointer != nullptr;
  const bool is_mipmap = shape.mip_levels > 1;
  if (wants_host_pointer(flags) != has_pointer || (is_mipmap && has_pointer)) {
    return CL_INVALID_HOST_PTR;
  }
  const bool gives_pitches = description.image_row_pitch != 0 || description.image_slice_pitch != 0;
  if (gives_pitches && !has_pointer) return CL_INVALID_IMAGE_DESCRIPTOR;
  shape.is_laid_out_by_others = (flags & CL_MEM_USE_HOST_PTR) != 0;
  return set_pitches(description, CL_INVALID_IMAGE_DESCRIPTOR, shape);
}

/// cl_khr_image2d_from_buffer, cl_ext_image_from_buffer. Texels may be wherever they are aligned.
Status lay_out_in_buffer(const cl_image_desc& description, const MemoryObject& buffer,
                         ImageShape& shape) {
  constexpr cl_int misaligned = CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  shape.is_laid_out_by_others = true;
  if (Status status = set_pitches(description, misaligned, shape); !status.ok()) return status;
  if (model::memory::reported_image_bytes(shape) > buffer.size()) return CL_INVALID_IMAGE_SIZE;
  const auto host_address = reinterpret_cast<uintptr_t>(buffer.host_pointer());
  const bool is_of_application = !buffer.owns_memory();
  return is_of_application && host_address % shape.texel_bytes() != 0 ? misaligned : CL_SUCCESS;
}

/// True when a view of an image with the second order may have the first one.
bool are_compatible(cl_channel_order view, cl_channel_order of) {
  constexpr cl_channel_order pairs[][2] = {
      {CL_sBGRA, CL_BGRA}, {CL_sRGBA, CL_RGBA}, {CL_sRGB, CL_RGB}, {CL_sRGBx, CL_RGBx}};
  const bool is_pair = std::ranges::any_of(pairs, [&](const cl_channel_order(&pair)[2]) {
    return (view == pair[0] && of == pair[1]) || (view == pair[1] && of == pair[0]);
  });
  return is_pair || (view == CL_DEPTH && of == CL_R);
}

/// A 2D image over another one: all but the order of the channels is the same.
Status lay_out_as(const cl_image_desc& description, const ImageShape& other, ImageShape& shape) {
  const auto is_same = [](size_t given, size_t is) { return given == 0 || given == is; };
  const cl_image_format& view = shape.format->name;
  const cl_image_format& of = other.format->name;
  if (view.image_channel_data_type != of.image_channel_data_type ||
      !are_compatible(view.image_channel_order, of.image_channel_order) ||
      shape.width != other.width || shape.height != other.height ||
      shape.mip_levels != other.mip_levels ||
      !is_same(description.image_row_pitch, other.row_pitch) ||
      !is_same(description.image_slice_pitch, other.slice_pitch)) {
    return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  }
  const model::memory::SupportedImageFormat* const format = shape.format;
  shape = other;
  shape.format = format;
  return CL_SUCCESS;
}

}  // namespace

Result<MemoryObject::Request> create_image(cl_context context_handle, const RawImage& raw) {
  auto context = object<model::Context>(context_handle);
  if (!context.ok()) return context.status();
  const backend::ImageFacts* const facts = image_facts(*context.value());
  if (facts == nullptr) return CL_INVALID_OPERATION;
  if (Status status = check_properties(raw.properties); !status.ok()) return status;
  if (Status status = check_flags(raw.flags); !status.ok()) return status;
  const auto format = read_format(raw.format);
  if (!format.ok()) return format.status();
  const auto description = read_description(raw.description);
  if (!description.ok()) return description.status();
  const auto parent = read_parent(*context.value(), description.value());
  if (!parent.ok()) return parent.status();
  MemoryObject* const shares = parent.value().get();
  const auto flags = read_flags(raw.flags, shares);
  if (!flags.ok()) return flags.status();

  ImageShape shape = sizes_of(description.value());
  shape.format = model::memory::find_image_format(format.value());
  if (shape.format == nullptr || !suits(*shape.format, flags.value(), shape.type)) {
    return CL_IMAGE_FORMAT_NOT_SUPPORTED;
  }
  if (Status status = check_sizes(*facts, shape); !status.ok()) return status;
  const bool is_view = shares != nullptr && shares->is_image();
  if (Status status = check_levels(shape, is_view ? nullptr : shares); !status.ok()) return status;
  if (shares != nullptr && raw.host_pointer != nullptr) return CL_INVALID_HOST_PTR;
  const Status laid_out = shares == nullptr
                              ? lay_out(description.value(), flags.value(), raw.host_pointer, shape)
                          : is_view ? lay_out_as(description.value(), shares->image(), shape)
                                    : lay_out_in_buffer(description.value(), *shares, shape);
  if (!laid_out.ok()) return laid_out;
  if (shares == nullptr &&
      model::memory::image_bytes(shape) > maximum_allocation(*context.value())) {
    return CL_MEM_OBJECT_ALLOCATION_FAILURE;
  }

  MemoryObject::Request request;
  request.context = context.value();
  request.flags = flags.value();
  request.size = model::memory::reported_image_bytes(shape);
  request.host_pointer = shares != nullptr ? shares->host_pointer() : raw.host_pointer;
  if (raw.properties != nullptr) request.properties = {0};
  request.parent = parent.value();
  request.origin = shares != nullptr ? shares->origin() : 0;
  request.image = shape;
  return request;
}

Result<MemoryObject::Request> create_old_image(cl_context context, const RawImage& raw) {
  auto request = create_image(context, raw);
  if (!request.ok() && request.status().code() == CL_INVALID_IMAGE_DESCRIPTOR) {
    return CL_INVALID_IMAGE_SIZE;
  }
  const bool is_flat = request.ok() && request.value().image.type == CL_MEM_OBJECT_IMAGE3D &&
                       request.value().image.depth <= 1;
  if (is_flat) return CL_INVALID_IMAGE_SIZE;
  return request;
}

Result<std::vector<cl_image_format>> image_formats(cl_context context_handle, cl_mem_flags flags,
                                                   cl_mem_object_type type, cl_uint room,
                                                   const cl_image_format* formats) {
  auto context = object<model::Context>(context_handle);
  if (!context.ok()) return context.status();
  constexpr cl_mem_flags both = CL_MEM_KERNEL_READ_AND_WRITE;
  if (Status status = check_flags(flags & ~both); !status.ok()) return status;
  if (!is_image_type(type)) return CL_INVALID_VALUE;
  if (room == 0 && formats != nullptr) return CL_INVALID_VALUE;
  std::vector<cl_image_format> found;
  if (image_facts(*context.value()) == nullptr) return found;
  for (const model::memory::SupportedImageFormat& format : model::memory::image_formats()) {
    if (suits(format, flags, type)) found.push_back(format.name);
  }
  return found;
}

Result<Ref<MemoryObject>> image(cl_mem memory) {
  auto found = object<MemoryObject>(memory);
  if (found.ok() && !found.value()->is_image()) return CL_INVALID_MEM_OBJECT;
  return found;
}

Result<info::ImageQuestion> image_requirements(cl_context context_handle, const RawImage& raw,
                                               cl_image_requirements_info_ext name) {
  auto context = object<model::Context>(context_handle);
  if (!context.ok()) return context.status();
  const backend::ImageFacts* const facts = image_facts(*context.value());
  if (facts == nullptr) return CL_INVALID_OPERATION;
  if (Status status = check_properties(raw.properties); !status.ok()) return status;
  constexpr cl_mem_flags both = CL_MEM_KERNEL_READ_AND_WRITE;
  if (Status status = check_flags(raw.flags & ~both); !status.ok()) return status;

  info::ImageQuestion question{.facts = *facts};
  if (raw.format != nullptr) {
    const auto format = read_format(raw.format);
    if (!format.ok()) return format.status();
    question.format = model::memory::find_image_format(format.value());
    if (question.format == nullptr) return CL_IMAGE_FORMAT_NOT_SUPPORTED;
  }
  const bool wants_bytes = name == CL_IMAGE_REQUIREMENTS_SIZE_EXT;
  if (raw.description == nullptr) {
    if (wants_bytes) return CL_INVALID_VALUE;
    return question;
  }
  cl_image_desc given;
  std::memcpy(&given, raw.description, sizeof given);
  // A query for limits alone may leave sizes and the type open.
  const bool is_limit = name == CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT ||
                        name == CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT ||
                        name == CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT ||
                        name == CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT;
  if (is_limit && given.image_type == 0) return question;
  const auto description = read_description(&given);
  if (!description.ok()) return description.status();
  question.type = description.value().image_type;
  if (is_limit) return question;
  ImageShape shape = sizes_of(description.value());
  if (!check_sizes(*facts, shape).ok()) return CL_INVALID_IMAGE_DESCRIPTOR;
  if (question.format == nullptr) {
    if (wants_bytes) return CL_INVALID_VALUE;
    return question;
  }
  shape.format = question.format;
  if (!shape.format->suits(shape.type)) return CL_IMAGE_FORMAT_NOT_SUPPORTED;
  const Status laid_out = set_pitches(description.value(), CL_INVALID_IMAGE_DESCRIPTOR, shape);
  if (!laid_out.ok()) return laid_out;
  question.bytes = model::memory::reported_image_bytes(shape);
  return question;
}

}  // namespace cleave::api::check

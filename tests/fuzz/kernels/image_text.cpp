#include "image_text.h"

namespace cleave::test::fuzz::kernels {

std::string as_text(size_t number) {
  return std::to_string(number);
}

std::string type_name(const ImageArgument& image) {
  return std::string("image") + image.type->name + "_t";
}

const char* access_name(ImageAccess access) {
  constexpr std::array names = {"read_only ", "write_only ", "read_write "};
  return names[static_cast<size_t>(access)];
}

/// Does the type have this axis?
bool has_axis(const ImageType& type, unsigned axis) {
  return axis == 2 ? type.has_layers || type.dimensions > 2 : axis < type.dimensions;
}

/// "(int2)(x, y)"
std::string vector_of(const char* element, const ImageType& type,
                      const std::array<std::string, 3>& place) {
  std::string list;
  unsigned count = 0;
  for (unsigned axis = 0; axis < 3; ++axis) {
    if (!has_axis(type, axis)) continue;
    list += (count++ == 0 ? "" : ", ") + place[axis];
  }
  if (count == 1) return "(" + std::string(element) + ")(" + list + ")";
  if (count == 3) list += ", 0";
  return "(" + std::string(element) + (count == 3 ? "4" : "2") + ")(" + list + ")";
}

std::string vector_type(const char* element, const ImageType& type) {
  const unsigned count = type.dimensions + (type.has_layers ? 1 : 0);
  return element + std::string(count == 1 ? "" : count == 2 ? "2" : "4");
}

/// (x, y, slice or layer, 0), whatever the type has.
std::string whole_place(const ImageType& type, const std::array<std::string, 3>& place) {
  std::string list;
  for (unsigned axis = 0; axis < 3; ++axis)
    list += has_axis(type, axis) ? place[axis] + ", " : "0, ";
  return "(int4)(" + list + "0)";
}

std::string size_of(const ImageArgument& image) {
  return "(int4)(" + as_text(image.size[0]) + ", " + as_text(image.size[1]) + ", " +
         as_text(image.size[2]) + ", 1)";
}

std::string constant_of(const Sampler& sampler) {
  std::string bits =
      sampler.normalized == CL_TRUE ? "CLK_NORMALIZED_COORDS_TRUE" : "CLK_NORMALIZED_COORDS_FALSE";
  switch (sampler.addressing) {
    case CL_ADDRESS_CLAMP_TO_EDGE:
      bits += " | CLK_ADDRESS_CLAMP_TO_EDGE";
      break;
    case CL_ADDRESS_CLAMP:
      bits += " | CLK_ADDRESS_CLAMP";
      break;
    case CL_ADDRESS_REPEAT:
      bits += " | CLK_ADDRESS_REPEAT";
      break;
    case CL_ADDRESS_MIRRORED_REPEAT:
      bits += " | CLK_ADDRESS_MIRRORED_REPEAT";
      break;
    default:
      bits += " | CLK_ADDRESS_NONE";
  }
  return bits +
         (sampler.filter == CL_FILTER_LINEAR ? " | CLK_FILTER_LINEAR" : " | CLK_FILTER_NEAREST");
}

Type texel_type(const ImageArgument& image) {
  switch (image.channels) {
    case ChannelClass::signed_integer:
      return {Element::i32, 4};
    case ChannelClass::unsigned_integer:
      return {Element::u32, 4};
    default:
      return {Element::f32, image.type->is_depth ? 1u : 4u};
  }
}

/// "f", "i" or "ui", behind read_image or write_image.
const char* suffix_of(const ImageArgument& image) {
  switch (image.channels) {
    case ChannelClass::signed_integer:
      return "i";
    case ChannelClass::unsigned_integer:
      return "ui";
    default:
      return "f";
  }
}

std::string image_name(unsigned number) {
  return "image_" + as_text(number);
}

/// Returns where the texels of an image begin that the host has read.
size_t texels_before(const ImageFeatures& features, unsigned number) {
  size_t count = 0;
  for (unsigned i = 0; i < number; ++i) count += features.images[i].texels() + 1;
  return count;
}

bool holds_reals(const ImageArgument& image) {
  return image.channels == ChannelClass::normalized || image.channels == ChannelClass::real;
}

}  // namespace cleave::test::fuzz::kernels

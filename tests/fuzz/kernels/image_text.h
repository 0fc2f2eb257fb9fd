// Writes the parts of statements about images that depend on what an image is alone.
#pragma once

#include <array>
#include <string>

#include "features.h"
#include "types.h"

namespace cleave::test::fuzz::kernels {

std::string as_text(size_t number);
std::string type_name(const ImageArgument& image);
const char* access_name(ImageAccess access);
/// Does the type have this axis?
bool has_axis(const ImageType& type, unsigned axis);
/// "(int2)(x, y)"
std::string vector_of(const char* element, const ImageType& type,
                      const std::array<std::string, 3>& place);
std::string vector_type(const char* element, const ImageType& type);
/// (x, y, slice or layer, 0), whatever the type has.
std::string whole_place(const ImageType& type, const std::array<std::string, 3>& place);
std::string size_of(const ImageArgument& image);
std::string constant_of(const Sampler& sampler);
Type texel_type(const ImageArgument& image);
/// "f", "i" or "ui", behind read_image or write_image.
const char* suffix_of(const ImageArgument& image);
std::string image_name(unsigned number);
/// Returns where the texels of an image begin that the host has read.
size_t texels_before(const ImageFeatures& features, unsigned number);
bool holds_reals(const ImageArgument& image);

}  // namespace cleave::test::fuzz::kernels

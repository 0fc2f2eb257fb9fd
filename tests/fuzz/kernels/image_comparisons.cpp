// Statements that compare what kernels read with what the host has read.
#include "image_statements.h"
#include "image_text.h"
#include "statements.h"

namespace cleave::test::fuzz::kernels {

void ImageStatements::comparison(Scope& scope) {
  random_.chance(40) ? compare_between(scope) : compare_texel(scope);
}

void ImageStatements::ask() {
  const unsigned number = random_.below(features_.images.size());
  const ImageArgument& asked = image(number);
  const std::string of = "(" + image_name(number) + ")";
  std::string line = "unlike(image_errors, get_image_width" + of + " != " + as_text(asked.size[0]);
  if (asked.type->dimensions > 1) {
    line += " || get_image_height" + of + " != " + as_text(asked.size[1]) + " || get_image_dim" +
            of + ".s1 != " + as_text(asked.size[1]);
  }
  if (asked.type->dimensions > 2)
    line += " || get_image_depth" + of + " != " + as_text(asked.size[2]);
  if (asked.type->has_layers) {
    line += " || get_image_array_size" + of + " != " + as_text(asked.size[2]);
  }
  if (asked.type->object != CL_MEM_OBJECT_IMAGE1D_BUFFER) {
    line += " || get_image_num_mip_levels" + of + " != " + as_text(asked.levels);
  }
  statements_.line(line + "); h = mix_in(h, get_image_channel_order" + of +
                   " * 31 + get_image_channel_data_type" + of + ");");
}

/// Returns what the host has read at a place that a sampler finds.
std::string ImageStatements::expected(unsigned number, const Sampler& sampler,
                                      const std::string& at) const {
  const ImageArgument& compared = image(number);
  const bool is_mirrored = sampler.addressing == CL_ADDRESS_MIRRORED_REPEAT;
  const bool wraps = is_mirrored || sampler.addressing == CL_ADDRESS_REPEAT;
  const bool to_edge = wraps || sampler.addressing == CL_ADDRESS_CLAMP_TO_EDGE;
  const bool has_layers = compared.type->has_layers;
  std::string found = at;
  if (wraps) {
    found = "wrapped(" + at + ", " + size_of(compared) + (is_mirrored ? ", true)" : ", false)");
    // Layers do not wrap.
    if (has_layers) found = "(int4)(" + found + ".s01, (" + at + ").s2, 0)";
  }
  return "texels[" + as_text(texels_before(features_, number)) + "u + texel_at(" + found + ", " +
         size_of(compared) + (has_layers ? ", true, " : ", false, ") +
         (to_edge ? "true" : "false") + ")]";
}

/// Returns where a sampler finds the middle of texel `at`, or the place so many texels further
/// along x.
ImageStatements::Place ImageStatements::middle_of(unsigned number, const Sampler& sampler,
                                                  const std::string& at,
                                                  const std::string& further) {
  constexpr std::array near = {" - 0.25f", " + 0.25f", " - 0.375f"};
  const ImageArgument& compared = image(number);
  Place middle;
  for (unsigned axis = 0; axis < 3; ++axis) {
    middle[axis] = "((float)" + at + ".s" + as_text(axis);
    const bool is_layer = axis == 2 && compared.type->has_layers;
    if (is_layer) {
      middle[axis] += std::string(random_.pick(near)) + ")";
    } else {
      middle[axis] += " + 0.5f" + (axis == 0 ? further : "") + ")";
    }
    if (!is_layer && sampler.normalized == CL_TRUE) {
      middle[axis] += " / " + as_text(compared.size[axis]) + ".0f";
    }
  }
  return middle;
}

/// Reads a texel, or what lies outside, and looks whether it is what the host has read.
void ImageStatements::compare_texel(Scope& scope) {
  const unsigned number = readable();
  const ImageArgument& compared = image(number);
  const ImageType& kind = *compared.type;
  const std::string at = statements_.fresh("at");
  std::string read =
      std::string("read_image") + suffix_of(compared) + "(" + image_name(number) + ", ";
  const bool has_sampler = kind.object != CL_MEM_OBJECT_IMAGE1D_BUFFER && random_.chance(75);
  // Far coordinates are too rough to meet the middle of a texel.
  statements_.line("const int4 " + at + " = " + whole_place(kind, indices(scope, number)) +
                   (has_sampler ? " % 300;" : ";"));
  Named used = {"", {CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST}};
  if (!has_sampler) {
    read += vector_of("int", kind, {at + ".s0", at + ".s1", at + ".s2"}) + ")";
  } else {
    used = constant_sampler();
    // The second kernel is launched with others too.
    if (!features_.samplers.empty() && features_.looks == 0 && random_.chance(50)) {
      const unsigned argument = random_.below(features_.samplers.size());
      used = {"sampler_" + as_text(argument), features_.samplers[argument].within};
    }
    if (used.sampler.filter == CL_FILTER_LINEAR && holds_reals(compared)) {
      return compare_between(scope);
    }
    read +=
        used.name + ", " + vector_of("float", kind, middle_of(number, used.sampler, at, "")) + ")";
  }
  const std::string wanted = expected(number, used.sampler, at);
  const std::string widened = kind.is_depth ? "(float4)(" + read + ", 0.0f, 0.0f, 0.0f)" : read;
  statements_.line("unlike(image_errors, !" +
                   (holds_reals(compared) ? "is_close(" + widened + ", " + wanted + ", 0.0f)"
                                          : "all(as_uint4(" + widened + ") == " + wanted + ")") +
                   ");");
}

/// Reads between two texels of a row, of which each has its share.
void ImageStatements::compare_between(Scope& scope) {
  unsigned number = readable();
  for (unsigned i = 0; i < 4 && image(number).channels != ChannelClass::normalized; ++i) {
    number = readable();
  }
  const ImageArgument& compared = image(number);
  const ImageType& kind = *compared.type;
  // An infinite texel has no share that is 0, so that only normalized formats are compared.
  if (compared.channels != ChannelClass::normalized ||
      kind.object == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
    return read_into(scope);
  }
  constexpr std::array shares = {"0.5f", "0.25f", "0.75f"};
  const unsigned chosen = random_.below(3);
  const std::string share = shares[chosen], rest = shares[(3 - chosen) % 3];
  Sampler used = random_sampler(random_);
  used.filter = CL_FILTER_LINEAR;
  if (random_.chance(25)) used = {CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR};
  const std::string at = statements_.fresh("at"), sampler = statements_.fresh("s");
  Place place = indices(scope, number);
  // Beside the last texel is the first one, or another repetition of it.
  if (random_.chance(50)) {
    place[0] = as_text(compared.size[0]) + " * ((int)(g & 3u) - 1) - 1";
  }
  statements_.line("const int4 " + at + " = " + whole_place(kind, place) + " % 300;");
  statements_.line("const sampler_t " + sampler + " = " + constant_of(used) + ";");
  const std::string read = "read_imagef(" + image_name(number) + ", " + sampler + ", " +
                           vector_of("float", kind, middle_of(number, used, at, " + " + share)) +
                           ")";
  // Normalized, the place is met but nearly.
  statements_.line("unlike(image_errors, !is_close(" +
                   (kind.is_depth ? "(float4)(" + read + ", 0.0f, 0.0f, 0.0f)" : read) +
                   ", as_uint4(" + share + " * as_float4(" +
                   expected(number, used, at + " + (int4)(1, 0, 0, 0)") + ") + " + rest +
                   " * as_float4(" + expected(number, used, at) + ")), " +
                   (used.normalized == CL_TRUE ? "1e-3f" : "1e-6f") + "));");
}

}  // namespace cleave::test::fuzz::kernels

#include "image_statements.h"

#include "image_launches.h"
#include "image_text.h"
#include "launches.h"
#include "statements.h"

namespace cleave::test::fuzz::kernels {
namespace {

constexpr unsigned most_statements = 9;  // each of which is much code where formats are not known

}  // namespace

std::string image_parameters(const ImageFeatures& features) {
  std::string list;
  for (unsigned i = 0; i < features.images.size(); ++i) {
    const ImageArgument& image = features.images[i];
    list += std::string(", ") + access_name(image.access) + type_name(image) + " " + image_name(i);
  }
  for (unsigned i = 0; i < features.samplers.size(); ++i)
    list += ", sampler_t sampler_" + as_text(i);
  return list +
         ", const global uint4* texels, global uint8* image_log, volatile global uint* "
         "image_errors";
}

void ImageStatements::functions() {
  auto line = [&](const std::string& one) { statements_.line(one); };
  line("#pragma OPENCL EXTENSION cl_khr_mipmap_image : enable");
  line("#pragma OPENCL EXTENSION cl_khr_mipmap_image_writes : enable");
  for (unsigned i = 0; i < 2; ++i) {
    const Sampler sampler = random_sampler(random_);
    program_samplers_.push_back({"program_sampler_" + as_text(i), sampler});
    line((i == 0 ? "constant sampler_t " : "const sampler_t ") + program_samplers_.back().name +
         " = " + constant_of(sampler) + ";");
  }
  // A read outside of an image gives its border, which follows the texels.
  line(
      "static uint texel_at(int4 at, int4 size, bool has_layers, bool to_edge) { if (has_layers) "
      "at.z = clamp(at.z, 0, size.z - 1); if (!to_edge && (any(at < 0) || any(at >= size))) return "
      "(uint)(size.x * size.y * size.z); at = clamp(at, 0, size - 1); return (uint)((at.z * size.y "
      "+ at.y) * size.x + at.x); }");
  line(
      "static int4 wrapped(int4 at, int4 size, bool is_mirrored) { const int4 period = is_mirrored "
      "? 2 * size : size; at = (at % period + period) % period; return at < size ? at : period - 1 "
      "- at; }");
  line(
      "static bool is_close(float4 x, uint4 bits, float slack) { const float4 y = as_float4(bits); "
      "return all((x "
      "== y) | (fabs(x - y) <= 1e-6f * fabs(y) + slack) | (isnan(x) & isnan(y))); }");
  line(
      "static void unlike(volatile global uint* errors, bool is_wrong) { if (is_wrong) "
      "atomic_inc(errors); }");
  for (unsigned i = 0; i < features_.images.size(); ++i) {
    by_ids_.push_back(random_.chance(50));
    if (image(i).access != ImageAccess::read_only) continue;
    const ImageType& type = *image(i).type;
    const std::string result = texel_type(image(i)).name();
    const std::string given = "(read_only " + type_name(image(i)) + " image, ";
    const std::string begin =
        (random_.chance(50) ? "static " : "__attribute__((noinline)) ") + result;
    if (type.object != CL_MEM_OBJECT_IMAGE1D_BUFFER) {
      line(begin + " read_through_" + as_text(i) + given + "sampler_t s, " +
           vector_type("float", type) + " at) { return read_image" + suffix_of(image(i)) +
           "(image, s, at); }");
    }
    const Place place = {"(int)(k % " + as_text(image(i).size[0]) + "u)",
                         "(int)(k / " + as_text(image(i).size[0]) + "u)",
                         "(int)(k % " + as_text(image(i).size[2]) + "u)"};
    line(begin + " texel_" + as_text(i) + given + "uint k) { return read_image" +
         suffix_of(image(i)) + "(image, " + vector_of("int", type, place) + "); }");
  }
}

/// Texels of an image, as an array that expressions read.
void ImageStatements::memory(Scope& scope) {
  if (random_.chance(50)) return;
  const unsigned number = readable();
  const Type type = texel_type(image(number));
  const std::string before = "texel_" + as_text(number) + "(" + image_name(number) + ", (";
  scope.arrays.push_back({before, "))", type, 256, false, true});
  if (type.is_vector()) {
    scope.arrays.push_back(
        {before, "))." + component(random_.below(4)), type.scalar(), 256, false, true});
  }
}

void ImageStatements::look_kernel() {
  statements_.line("kernel void look(global ulong* answers" + image_parameters(features_) + ") {");
  statements_.line(
      "const uint g = (uint)get_global_linear_id(), lid = (uint)get_local_linear_id(), n = "
      "(uint)(get_global_size(0) * get_global_size(1) * get_global_size(2)), u_a = "
      "(uint)get_work_dim() + 10u; ulong h = answers[g];");
  Scope scope;
  scope.variables = {{"g", uint_type, false, false}, {"lid", uint_type, false, false}};
  count_ = 0;
  for (unsigned i = random_.between(2, 4); i > 0; --i) statement(scope);
  for (const Variable& variable : scope.variables) {
    statements_.line("h = mix_in(h, " + variable.name + ");");
  }
  statements_.line("answers[g] = h;");
  statements_.line("}");
}

bool ImageStatements::statement(Scope& scope) {
  if (count_++ >= most_statements) return false;
  statements_.expressions().charge(12);
  // One writes at least, where an image may be written.
  if (count_ == 1) {
    write_own(scope);
  } else {
    write_statement(scope);
  }
  return true;
}

void ImageStatements::write_statement(Scope& scope) {
  switch (random_.below(27)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return read_into(scope);
    case 4:
    case 5:
      return read_in_branch(scope);
    case 6:
    case 7:
      return read_around(scope);
    case 8:
      return read_row(scope);
    case 9:
    case 10:
      return read_level(scope);
    case 11:
      return ask();
    case 12:
    case 13:
    case 14:
    case 15:
    case 16:
      return compare_texel(scope);
    case 17:
    case 18:
      return compare_between(scope);
    case 19:
    case 20:
    case 21:
      return copy(scope);
    default:
      return write_own(scope);
  }
}

/// An image that is only read: there is one at least.
unsigned ImageStatements::readable() {
  return static_cast<unsigned>(some(ImageAccess::read_only, ImageAccess::read_only));
}

/// An image with one of these, or -1.
int ImageStatements::some(ImageAccess first, ImageAccess second) {
  std::vector<int> numbers;
  for (unsigned i = 0; i < features_.images.size(); ++i) {
    const ImageAccess access = image(i).access;
    if (access == first || access == second) numbers.push_back(static_cast<int>(i));
  }
  return numbers.empty() ? -1 : random_.pick(numbers);
}

std::string ImageStatements::value(const Scope& scope, Type type) {
  const std::string text = statements_.expressions().value(scope, type, random_.between(1, 2));
  return type.is_float() ? "clean(" + text + ")" : text;
}

void ImageStatements::define(Scope& scope, Type type, const std::string& text) {
  const std::string name = statements_.fresh("v");
  statements_.line(type.name() + " " + name + " = " + text + ";");
  scope.variables.push_back({name, type});
}

/// An index of a texel along an axis, inside or not.
std::string ImageStatements::index(const Scope& scope, unsigned number, unsigned axis) {
  const unsigned size = image(number).size[axis];
  constexpr std::array ids = {"get_global_id(", "get_global_id(", "get_local_id("};
  const unsigned chosen = random_.below(20);
  if (chosen < 9) {
    std::string id = "(int)" + std::string(random_.pick(ids)) + as_text(axis) + ")";
    if (random_.chance(30)) id = axis == 0 ? "(int)(g % " + as_text(size) + "u)" : "(int)(g / 16u)";
    if (random_.chance(40)) return id;
    return id + (random_.chance(50) ? " + " : " - ") + as_text(random_.between(1, 3));
  }
  if (chosen < 12) return as_text(random_.below(size + 1)) + (random_.chance(20) ? " - 2" : "");
  if (chosen < 18) {
    return "(int)((" + value(scope, uint_type) + ") % " + as_text(size + 3) + "u) - " +
           as_text(random_.below(3));
  }
  constexpr std::array far = {"2147483647", "(-2147483647 - 1)", "-1", "65536", "(int)(g << 28)"};
  return random_.pick(far);
}

/// A coordinate, normalized or not, whatever the sampler takes it for.
std::string ImageStatements::distance(const Scope& scope, unsigned number, unsigned axis) {
  const unsigned size = image(number).size[axis];
  constexpr std::array shares = {" + 0.5f", "", " + 0.25f", " + 0.999f", " - 0.125f"};
  const unsigned chosen = random_.below(20);
  if (chosen < 7) {
    return "(float)(" + index(scope, number, axis) + ")" + random_.pick(shares);
  }
  if (chosen < 12) {
    return "((float)(" + index(scope, number, axis) + ")" + random_.pick(shares) + ") * (1.0f / " +
           as_text(size) + ".0f)";
  }
  if (chosen < 15) {
    return "(float)(" + value(scope, uint_type) + " & 127u) * 0.0625f - 2.0f";
  }
  if (chosen < 17) return value(scope, {Element::f32, 1});
  constexpr std::array far = {"1e30f",  "-3e9f",       "INFINITY",    "-INFINITY", "NAN",  "-0.0f",
                              "1e-40f", "16777217.0f", "0.99999994f", "-1e-10f",   "1.0f", "0.5f"};
  const std::string one = random_.pick(far);
  if (random_.chance(50)) return one;
  return "((" + value(scope, uint_type) + " & 3u) == 0u ? " + one + " : " + random_.pick(far) + ")";
}

ImageStatements::Place ImageStatements::indices(const Scope& scope, unsigned number) {
  Place place;
  for (unsigned axis = 0; axis < 3; ++axis) {
    if (has_axis(*image(number).type, axis)) place[axis] = index(scope, number, axis);
  }
  return place;
}

ImageStatements::Place ImageStatements::distances(const Scope& scope, unsigned number) {
  Place place;
  for (unsigned axis = 0; axis < 3; ++axis) {
    if (has_axis(*image(number).type, axis)) place[axis] = distance(scope, number, axis);
  }
  return place;
}

/// A texel that no other work-item touches, if there are enough of them; else one outside.
ImageStatements::Place ImageStatements::own_place(unsigned number) {
  const ImageType& type = *image(number).type;
  const auto& size = image(number).size;
  const std::string number_of_own = random_.chance(50) ? "g" : "(g + n)";
  // By ids only where nothing is clamped: layers that there are not are those of others.
  const bool by_ids = by_ids_[number] && !(type.has_layers && type.dimensions == 1) &&
                      image(number).access == ImageAccess::write_only;
  if (by_ids && type.dimensions == 1) return {"(int)g", "", ""};
  if (by_ids) {
    const std::string row =
        "(int)((get_global_id(1) - get_global_offset(1)) + get_global_size(1) * (get_global_id(2) "
        "- get_global_offset(2)))";
    return {"(int)(get_global_id(0) - get_global_offset(0))", row, as_text(size[2] / 2)};
  }
  const std::string width = as_text(size[0]) + "u", rows = as_text(size[1]) + "u";
  if (type.dimensions == 1 && !type.has_layers) return {"(int)" + number_of_own, "", ""};
  const std::string x = "(int)(" + number_of_own + " % " + width + ")";
  const std::string above = "(" + number_of_own + " / " + width + ")";
  if (type.dimensions == 1) return {x, "", "(int)" + above};
  if (type.dimensions == 2 && !type.has_layers) return {x, "(int)" + above, ""};
  return {x, "(int)(" + above + " % " + rows + ")", "(int)(" + above + " / " + rows + ")"};
}

/// A constant of the program, or one that a line before declares.
ImageStatements::Named ImageStatements::constant_sampler() {
  if (random_.chance(50)) return random_.pick(program_samplers_);
  const Named own = {statements_.fresh("s"), random_sampler(random_)};
  statements_.line("const sampler_t " + own.name + " = " + constant_of(own.sampler) + ";");
  return own;
}

std::string ImageStatements::some_sampler(const Scope& scope) {
  auto one = [&] {
    if (features_.samplers.empty() || random_.chance(40)) return constant_sampler().name;
    return "sampler_" + as_text(random_.below(features_.samplers.size()));
  };
  if (random_.chance(75)) return one();
  const std::string yes = one(), no = one(), chosen = statements_.fresh("s");
  statements_.line("sampler_t " + chosen + " = " +
                   statements_.expressions().condition(scope, 1, random_.chance(30)) + " ? " + yes +
                   " : " + no + ";");
  return chosen;
}

/// "read_imagef(image_0, ", and what it gives.
std::string ImageStatements::read_function(unsigned number, Type& type) {
  type = texel_type(image(number));
  std::string function = suffix_of(image(number));
  if (holds_reals(image(number)) && type.is_vector() && random_.chance(15)) {
    function = "h";
    type.element = Element::f16;
  }
  return "read_image" + function + "(" + image_name(number) + ", ";
}

/// A read of an image that is only read, at any place.
std::string ImageStatements::read(const Scope& scope, unsigned number, Type& type) {
  const ImageType& kind = *image(number).type;
  const unsigned chosen = random_.below(10);
  if (chosen < 4 || kind.object == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
    return read_function(number, type) + vector_of("int", kind, indices(scope, number)) + ")";
  }
  const std::string sampler = some_sampler(scope);
  if (chosen < 6) {
    return read_function(number, type) + sampler + ", " +
           vector_of("int", kind, indices(scope, number)) + ")";
  }
  const std::string at = vector_of("float", kind, distances(scope, number));
  if (chosen == 6) {
    type = texel_type(image(number));
    return "read_through_" + as_text(number) + "(" + image_name(number) + ", " + sampler + ", " +
           at + ")";
  }
  return read_function(number, type) + sampler + ", " + at + ")";
}

void ImageStatements::read_into(Scope& scope) {
  Type type;
  const std::string value = read(scope, readable(), type);
  define(scope, type, value);
}

void ImageStatements::read_in_branch(Scope& scope) {
  const std::string variable = statements_.fresh("v");
  const unsigned number = readable();
  Type type;
  const std::string one = read(scope, number, type);
  const std::string condition = statements_.expressions().condition(scope, 1, random_.chance(30));
  Type other_type;
  std::string other = read(scope, number, other_type);
  if (other_type != type) other = "convert_" + type.name() + "(" + other + ")";
  statements_.line(type.name() + " " + variable + " = (" + type.name() + ")(0);");
  statements_.line("if (" + condition + ") {");
  statements_.line(variable + " = " + one + ";");
  if (random_.chance(50)) {
    statements_.line("} else {");
    statements_.line(variable + " = " + other + ";");
  }
  statements_.line("}");
  scope.variables.push_back({variable, type});
}

/// The texels around one, in a loop whose bounds are known or not.
void ImageStatements::read_around(Scope& scope) {
  const unsigned number = readable();
  const ImageType& kind = *image(number).type;
  const std::string sum = statements_.fresh("v"), base = statements_.fresh("b");
  const bool by_reals = kind.object != CL_MEM_OBJECT_IMAGE1D_BUFFER && random_.chance(30);
  const bool has_sampler =
      by_reals || (kind.object != CL_MEM_OBJECT_IMAGE1D_BUFFER && random_.chance(50));
  const std::string sampler = has_sampler ? some_sampler(scope) + ", " : "";
  const char* element = by_reals ? "float" : "int";
  Type type;
  const std::string function = read_function(number, type);
  const std::string begin =
      vector_of(element, kind, by_reals ? distances(scope, number) : indices(scope, number));
  const std::string steps =
      by_reals ? vector_of(element, kind, {"(float)dx * 0.5f", "(float)dy", "0.0f"})
               : vector_of(element, kind, {"dx", "dy", "0"});
  const std::string most = !by_reals && random_.chance(40) ? "1" : "(int)(u_a % 3u)";
  std::string loops = "for (int dx = -" + most + "; dx <= " + most + "; ++dx) ";
  if (kind.dimensions > 1) loops += "for (int dy = -" + most + "; dy <= " + most + "; ++dy) ";
  // Sums of signed numbers may overflow.
  const std::string joins = type.is_signed() ? " ^= " : " += ";
  statements_.line("const " + vector_type(element, kind) + " " + base + " = " + begin + ";");
  statements_.line(type.name() + " " + sum + " = (" + type.name() + ")(0); " + loops + sum + joins +
                   function + sampler + base + " + " + steps + ");");
  scope.variables.push_back({sum, type});
}

/// A row of texels, shared out among the work-items.
void ImageStatements::read_row(Scope& scope) {
  const unsigned number = readable();
  const std::string sum = statements_.fresh("v"), x = statements_.fresh("x");
  Place place = indices(scope, number);
  place[0] = x;
  const std::string width = random_.chance(60) ? "get_image_width(" + image_name(number) + ")"
                                               : as_text(image(number).size[0]);
  Type type;
  const std::string function = read_function(number, type);
  statements_.line("ulong " + sum + " = 3ul; for (int " + x + " = (int)lid; " + x + " < " + width +
                   "; " + x + " += (int)group_size()) " + sum + " = mix_in(" + sum + ", " +
                   function + vector_of("int", *image(number).type, place) + "));");
  scope.variables.push_back({sum, ulong_type});
}

void ImageStatements::read_level(Scope& scope) {
  unsigned number = readable();
  for (unsigned i = 0; i < 4 && image(number).levels == 1; ++i) number = readable();
  const ImageType& kind = *image(number).type;
  if (kind.object == CL_MEM_OBJECT_IMAGE1D_BUFFER) return read_into(scope);
  const Type type = texel_type(image(number));
  const std::string sampler = some_sampler(scope);
  const std::string begin = std::string("read_image") + suffix_of(image(number)) + "(" +
                            image_name(number) + ", " + sampler + ", " +
                            vector_of("float", kind, distances(scope, number)) + ", ";
  if (random_.chance(60)) {
    constexpr std::array levels = {"0.0f", "1.0f", "1.5f", "2.25f", "NAN", "-3.0f", "100.0f"};
    const std::string level = random_.chance(40)
                                  ? random_.pick(levels)
                                  : "(float)(" + value(scope, uint_type) + " & 31u) * 0.125f";
    return define(scope, type, begin + level + ")");
  }
  auto gradient = [&] {
    const std::string one = "(float)(" + value(scope, uint_type) + " & 15u) * 0.03125f";
    const std::string other = random_.chance(50) ? "0.25f" : "-0.0625f";
    if (kind.dimensions == 1) return one;
    return kind.dimensions == 2 ? "(float2)(" + one + ", " + other + ")"
                                : "(float4)(" + other + ", " + one + ", 0.125f, 0.0f)";
  };
  const std::string along_x = gradient(), along_y = gradient();
  define(scope, type, begin + along_x + ", " + along_y + ")");
}

/// The statement, and a note of it where the host looks.
std::string ImageStatements::write(unsigned number, const Place& place, const std::string& colour,
                                   Type type) {
  const ImageArgument& written = image(number);
  const std::string function = type.element == Element::f16 ? "h" : suffix_of(written);
  const std::string variable = statements_.fresh("c");
  std::string line = "{ const " + type.name() + " " + variable + " = " + colour + "; write_image" +
                     function + "(" + image_name(number) + ", " +
                     vector_of("int", *written.type, place) + ", " + variable + "); ";
  if (written.is_logged) {
    std::string bits = variable;
    if (type.element == Element::f16) bits = "convert_float4(" + bits + ")";
    if (!type.is_vector()) bits = "(float4)(" + bits + ", 0.0f, 0.0f, 1.0f)";
    // The host knows whose note it is by the texel.
    line += "image_log[" + as_text(ImageLaunches::log_entries * number) + "u + 2u * g + " +
            (place[0].find("(g + n)") != std::string::npos ? "1u" : "0u") +
            "] = (uint8)(as_uint4(" + bits + "), as_uint4(" + whole_place(*written.type, place) +
            " + (int4)(0, 0, 0, 1))); ";
  }
  return line + "}";
}

std::string ImageStatements::colour(const Scope& scope, unsigned number, Type& type) {
  type = texel_type(image(number));
  if (!type.is_float()) return value(scope, type);
  if (type.is_vector() && random_.chance(20)) type.element = Element::f16;
  if (random_.chance(40)) return value(scope, type);
  const Type from = {Element::u32, type.width};
  return "convert_" + type.name() + "((" + value(scope, from) + ") & (" + from.name() +
         ")(511u)) * (" + type.name() + ")(0.0078125f) - (" + type.name() + ")(2.0f)";
}

void ImageStatements::write_own(Scope& scope) {
  const int chosen = some(ImageAccess::write_only, ImageAccess::read_write);
  if (chosen < 0) return read_into(scope);
  const auto number = static_cast<unsigned>(chosen);
  if (image(number).access == ImageAccess::read_write) return change_own(scope, number);
  if (image(number).levels > 1 && random_.chance(50)) return write_level(scope, number);
  Type type;
  const std::string written = colour(scope, number, type);
  Place place = own_place(number);
  if (random_.chance(15) && !image(number).is_logged) {
    // Now and then outside, where nothing is written.
    place[0] = "(" + statements_.expressions().condition(scope, 1) + " ? " + place[0] + " : " +
               (random_.chance(50) ? "-1" : as_text(image(number).size[0])) + ")";
  }
  statements_.line(write(number, place, written, type));
}

void ImageStatements::write_level(Scope& scope, unsigned number) {
  Type type;
  std::string written = colour(scope, number, type);
  if (type.element == Element::f16) {
    type.element = Element::f32;
    written = "convert_float4(" + written + ")";
  }
  const std::string level = random_.chance(50) ? as_text(random_.below(image(number).levels + 1))
                                               : "(int)(" + value(scope, uint_type) + " & 3u) - 1";
  statements_.line(std::string("write_image") + suffix_of(image(number)) + "(" +
                   image_name(number) + ", " +
                   vector_of("int", *image(number).type, own_place(number)) + ", " + level + ", " +
                   written + ");");
}

/// Writes what a read gives as it is, as programs do with rows of texels.
void ImageStatements::copy(Scope& scope) {
  const int to = some(ImageAccess::write_only, ImageAccess::write_only);
  const unsigned from = readable();
  if (to < 0) return read_into(scope);
  const auto number = static_cast<unsigned>(to);
  const Type wanted = texel_type(image(number));
  Type type;
  std::string texel = read(scope, from, type);
  if (type.width != wanted.width) {
    texel = type.is_vector() ? "(" + texel + ").s0" : "(" + type.name() + "4)(" + texel + ")";
    type.width = wanted.width;
  }
  if (type.is_float()) texel = "clean(" + texel + ")";
  const bool is_half_write =
      type.element == Element::f16 && wanted.is_float() && wanted.is_vector();
  if (type.element != wanted.element && !is_half_write) {
    texel = "convert_" + wanted.name() + (wanted.is_float() ? "(" : "_sat(") + texel + ")";
    type = wanted;
  }
  const Place place = own_place(number);
  statements_.line(write(number, place, texel, type));
}

/// Reads a texel of its own and writes it, and now and then reads it again.
void ImageStatements::change_own(Scope& scope, unsigned number) {
  const ImageType& kind = *image(number).type;
  Type type;
  const Place place = own_place(number);
  const std::string fence =
      "atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, "
      "memory_scope_work_item);";
  const std::string function = read_function(number, type);
  const std::string old = statements_.fresh("v");
  statements_.line(fence);
  statements_.line(type.name() + " " + old + " = " + function + vector_of("int", kind, place) +
                   ");");
  scope.variables.push_back({old, type});
  Type written_type;
  const std::string written = colour(scope, number, written_type);
  statements_.line(write(number, place, written, written_type));
  if (random_.chance(50)) return;
  statements_.line(fence);
  const std::string again = read_function(number, type);
  define(scope, type, again + vector_of("int", kind, place) + ")");
}

}  // namespace cleave::test::fuzz::kernels

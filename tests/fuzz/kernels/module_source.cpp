#include "module_source.h"

#include <array>
#include <string_view>

namespace cleave::test::fuzz::kernels {
namespace {

struct Integer {
  std::string_view name;
  const char *least, *greatest;  // words of the type long
};
constexpr std::array<Integer, 8> integers = {{{"char", "-0x80l", "0x7fl"},
                                              {"uchar", "0l", "0xffl"},
                                              {"short", "-0x8000l", "0x7fffl"},
                                              {"ushort", "0l", "0xffffl"},
                                              {"int", "-0x80000000l", "0x7fffffffl"},
                                              {"uint", "0l", "0xffffffffl"},
                                              {"long", "LONG_MIN", "LONG_MAX"},
                                              {"ulong", "0l", "LONG_MAX"}}};
constexpr std::array reals = {"float", "double", "half"};
constexpr std::array lengths = {"", "2", "3", "4", "8", "16"};
constexpr std::array roundings = {"", "_rte", "_rtz", "_rtp", "_rtn"};

std::string exact(const std::string& value, std::string_view name, const std::string& length) {
  const std::string type(name);
  return length.empty() ? "(" + type + ")(" + value + ")"
                        : "__builtin_convertvector(" + value + ", " + type + length + ")";
}

/// The nearest number of a type, of an integer of another.
std::string saturated(std::string_view from, const Integer& to, const std::string& length) {
  if (from == "ulong") {
    if (to.name == "ulong") return "x";
    return exact("min(x, (ulong" + length + ")(ulong)" + to.greatest + ")", to.name, length);
  }
  const std::string longs = "(long" + length + ")";
  return exact("clamp(" + exact("x", "long", length) + ", " + longs + "(" + to.least + "), " +
                   longs + "(" + to.greatest + "))",
               to.name, length);
}

/// `own_` conversions by that name, of numbers of any type.
std::string conversions(const std::string& name, const Integer& to, const std::string& length,
                        bool saturates) {
  const std::string type = std::string(to.name) + length;
  const auto function_of = [&](std::string_view from, const std::string& value) {
    return "static inline __attribute__((overloadable)) " + type + " own_" + name + "(" +
           std::string(from) + length + " x) { return " + value + "; }\n";
  };
  std::string text;
  for (const Integer& from : integers) {
    text += function_of(from.name,
                        saturates ? saturated(from.name, to, length) : exact("x", to.name, length));
  }
  for (const char* from : reals) text += function_of(from, name + "(x)");
  return text;
}

/// Calls `visit` for each conversion to an integer that there is.
template <class Visit>
void for_each_conversion(const Visit& visit) {
  for (const Integer& to : integers) {
    for (const char* length : lengths) {
      for (const bool saturates : {false, true}) {
        for (const char* rounding : roundings) {
          visit("convert_" + std::string(to.name) + length + (saturates ? "_sat" : "") + rounding,
                to, length, saturates);
        }
      }
    }
  }
}

/// Does a call that begins at a place have more arguments than images, samplers, coordinates and
/// texels? They name a level.
bool names_level(const std::string& source, size_t call) {
  constexpr int most_commas = 2;
  int depth = 0, commas = 0;
  for (size_t at = source.find('(', call); at < source.size(); ++at) {
    if (source[at] == '(') ++depth;
    if (source[at] == ')' && --depth == 0) break;
    if (source[at] == ',' && depth == 1) ++commas;
  }
  return commas > most_commas;
}

bool has_levels(const std::string& source) {
  for (const std::string_view name : {"read_image", "write_image"}) {
    for (size_t at = source.find(name); at != std::string::npos; at = source.find(name, at + 1)) {
      if (names_level(source, at)) return true;
    }
  }
  return false;
}

}  // namespace

bool is_lost_in_modules(const std::string& source) {
  if (source.find("enqueue_kernel(") != std::string::npos || has_levels(source)) return true;
  const std::string sampler = "program_sampler_";
  for (size_t at = source.find(sampler); at != std::string::npos;
       at = source.find(sampler, at + 1)) {
    const size_t name_end = at + sampler.size() + 1;
    if (source.compare(name_end, 3, " = ") != 0) return true;
  }
  return false;
}

bool has_odd_vectors(const std::string& build_log) {
  return build_log.find("vectors have 2, 3, 4, 8 or 16 elements") != std::string::npos;
}

std::string source_for_modules(const std::string& source) {
  std::string text = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n";
  std::string names =
      "#define get_image_channel_data_type(image) "
      "(get_image_channel_data_type(image) + CLK_SNORM_INT8)\n"
      "#define vloada_half3(offset, p) vload_half3(0, (p) + 4 * (offset))\n";
  for_each_conversion(
      [&](const std::string& name, const Integer& to, const char* length, bool saturates) {
        if (source.find(name + "(") == std::string::npos) return;
        text += conversions(name, to, length, saturates);
        names += "#define " + name + " own_" + name + "\n";
      });
  return text + names + source;
}

}  // namespace cleave::test::fuzz::kernels

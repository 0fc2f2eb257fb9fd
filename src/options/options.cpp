#include "options/options.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "options/without.h"
#include "support/number.h"

namespace cleave::options {
namespace {

bool parse(std::string_view value, std::string& out) {
  out = value;
  return true;
}

bool parse(std::string_view value, uint64_t& out) {
  return support::parse_number(value, out);
}

bool parse(std::string_view value, bool& out) {
  out = value == "1";
  return value == "0" || value == "1";
}

template <class T>
void read(const char* variable, const char* wanted, T& out) {
  const char* value = std::getenv(variable);
  if (value == nullptr) return;
  T parsed{};
  if (parse(value, parsed)) {
    out = parsed;
  } else {
    std::fprintf(stderr, "cleave: %s=%s is not a %s; the default is used\n", variable, value,
                 wanted);
  }
}

void read_choice(const char* variable, std::string_view values, std::string& out) {
  const char* value = std::getenv(variable);
  if (value == nullptr) return;
  for (std::string_view rest = values; !rest.empty();) {
    const std::string_view one = rest.substr(0, rest.find('|'));
    if (one == value) {
      out = one;
      return;
    }
    rest.remove_prefix(std::min(rest.size(), one.size() + 1));
  }
  std::fprintf(stderr, "cleave: %s=%s is none of %.*s; %s is used\n", variable, value,
               static_cast<int>(values.size()), values.data(), out.c_str());
}

constexpr const char* wanted_text = "text";
constexpr const char* wanted_number = "number (digits only)";
constexpr const char* wanted_flag = "flag (0 or 1)";

std::string text_of(const std::string& value) {
  return value;
}
std::string text_of(uint64_t value) {
  return std::to_string(value);
}
std::string text_of(bool value) {
  return value ? "1" : "0";
}

Options read_options() {
  Options options;
#define CLEAVE_OPTION(member, kind, variable, initial, touches, description) \
  read(variable, wanted_##kind, options.member);
#define CLEAVE_CHOICE(member, variable, initial, values, touches, description) \
  read_choice(variable, values, options.member);
#include "options/options.def"
#undef CLEAVE_OPTION
  return options;
}

}  // namespace

const Options& options() {
  static const Options instance = read_options();
  return instance;
}

std::vector<std::string> settings() {
  return {
#define CLEAVE_OPTION(member, kind, variable, initial, touches, description) \
  std::string(variable "=") + text_of(options().member),
#include "options/options.def"
#undef CLEAVE_OPTION
  };
}

std::vector<std::string> settings_that_touch(Touches what) {
  using enum Touches;
  const Options initially;
  std::vector<std::string> differing;
  const auto add = [&](const char* variable, Touches touches, const auto& initial,
                       const auto& value) {
    const bool counts = touches == binaries || (touches == code && what == code);
    if (counts && value != initial) differing.push_back(variable + ("=" + text_of(value)));
  };
#define CLEAVE_OPTION(member, kind, variable, initial, touches, description) \
  add(variable, touches, initially.member, options().member);
#include "options/options.def"
#undef CLEAVE_OPTION
  return differing;
}

SliceOption wanted_slices() {
  const Options& all = options();
  if (!all.compute_slices.empty()) return {"CLEAVE_COMPUTE_SLICES", all.compute_slices};
  return {"ZEX_NUMBER_OF_CCS", all.number_of_ccs};
}

bool is_embedded_profile() {
  return options().profile == "embedded";
}

uint32_t opencl_version() {
  static const uint32_t version = [] {
    const std::string& wanted = options().opencl_version;
    if (wanted == "2.2") return 220;
    return wanted == "3.1" && is_with_all_of_3_1() ? 310 : 300;
  }();
  return version;
}

}  // namespace cleave::options

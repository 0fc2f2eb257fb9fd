#include "support/options.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace cleave::support {
namespace {

bool parse(std::string_view value, std::string& out) {
  out = value;
  return true;
}

bool parse(std::string_view value, uint64_t& out) {
  auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), out);
  return error == std::errc() && end == value.data() + value.size();
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

constexpr const char* wanted_text = "text";
constexpr const char* wanted_number = "number (digits only)";
constexpr const char* wanted_flag = "flag (0 or 1)";

Options read_options() {
  Options options;
#define CLEAVE_OPTION(member, kind, variable, initial, description) \
  read(variable, wanted_##kind, options.member);
#include "support/options.def"
#undef CLEAVE_OPTION
  return options;
}

}  // namespace

const Options& options() {
  static const Options instance = read_options();
  return instance;
}

bool is_embedded_profile() {
  static const bool is_embedded = [] {
    const std::string& profile = options().profile;
    if (profile != "full" && profile != "embedded") {
      std::fprintf(stderr,
                   "cleave: CLEAVE_PROFILE=%s is no profile (full or embedded); full is used\n",
                   profile.c_str());
    }
    return profile == "embedded";
  }();
  return is_embedded;
}

uint32_t opencl_version() {
  static const uint32_t version = [] {
    const std::string& asked = options().opencl_version;
    if (asked != "3.0" && asked != "2.2") {
      std::fprintf(stderr,
                   "cleave: CLEAVE_OPENCL_VERSION=%s is no version (3.0 or 2.2); 3.0 is used\n",
                   asked.c_str());
    }
    return asked == "2.2" ? 220U : 300U;
  }();
  return version;
}

}  // namespace cleave::support

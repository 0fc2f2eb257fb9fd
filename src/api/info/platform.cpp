
#include <CL/cl_ext.h>

#include "api/info/info.h"
#include "api/info/names.h"
#include "model/device.h"
#include "support/options.h"

namespace cleave::api::info {

std::string product_version() {
  return "Cleave " CLEAVE_VERSION;
}

std::string profile_name() {
  return support::is_embedded_profile() ? "EMBEDDED_PROFILE" : "FULL_PROFILE";
}

std::vector<std::string> extensions() {
  std::vector<std::string> names = {"cl_khr_icd", "cl_khr_extended_versioning"};
  const auto& devices = model::Platform::instance().devices();
  if (devices.empty()) return names;
  const auto& language = devices.front()->hardware().facts().language.extensions;
  names.insert(names.end(), language.begin(), language.end());
  return names;
}

support::Status platform(cl_platform_info name, const Destination& to) {
  switch (name) {
#define CLEAVE_QUERY(token, type, ...) \
  case token:                          \
    return answer<type>(to, __VA_ARGS__);
#include "api/info/platform.def"
#undef CLEAVE_QUERY
    default:
      return CL_INVALID_VALUE;
  }
}

}  // namespace cleave::api::info

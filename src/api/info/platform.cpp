
#include <CL/cl_ext.h>

#include "api/info/info.h"
#include "api/info/names.h"
#include "model/device.h"
#include "options/options.h"
#include "options/without.h"
#include "support/multi_device_cl.h"

namespace cleave::api::info {

std::string product_version() {
  return "Cleave " CLEAVE_VERSION;
}

cl_version opencl_version_number() {
  const uint32_t version = options::opencl_version();
  return CL_MAKE_VERSION(version / 100, version / 10 % 10, 0);
}

std::string opencl_version_name() {
  const cl_version version = opencl_version_number();
  return "OpenCL " + std::to_string(CL_VERSION_MAJOR(version)) + '.' +
         std::to_string(CL_VERSION_MINOR(version));
}

std::string profile_name() {
  return options::is_embedded_profile() ? "EMBEDDED_PROFILE" : "FULL_PROFILE";
}

namespace {

/// Programs ask the platform, a device or both for it. There may be no device to ask here.
std::string vendor_name() {
  const std::string& wanted = options::options().vendor;
  return wanted.empty() ? "Cleave" : wanted;
}

}  // namespace

std::vector<std::string> extensions() {
  std::vector<std::string> names = {"cl_khr_icd", "cl_khr_extended_versioning"};
  const auto& devices = model::Platform::instance().devices();
  if (devices.empty()) return names;
  const backend::DeviceFacts& facts = devices.front()->hardware().facts();
#define CLEAVE_API_EXTENSION(name, is_offered) \
  if ((is_offered) && !options::is_without(name)) names.emplace_back(name);
#include "options/without.def"
  const auto& language = facts.language.extensions;
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

#include "api/info/modules.h"

#include "api/info/names.h"
#include "device_image/image.h"
#include "spirv/offer.h"

namespace cleave::api::info {
namespace {

spirv::Offer offer_of(const backend::DeviceFacts& facts) {
  return spirv::offer_of(facts.language.extensions, facts.language.features);
}

bool answers_queries(const backend::DeviceFacts& facts) {
  return facts.takes_spirv && !options::is_without("cl_khr_spirv_queries");
}

}  // namespace

std::string module_versions_text(const backend::DeviceFacts& facts) {
  std::vector<std::string> names;
  for (const cl_name_version& version : module_versions(facts)) {
    names.push_back(version.name + ('_' + std::to_string(CL_VERSION_MAJOR(version.version))) + '.' +
                    std::to_string(CL_VERSION_MINOR(version.version)));
  }
  return joined(names);
}

list<cl_name_version> module_versions(const backend::DeviceFacts& facts) {
  list<cl_name_version> records;
  if (facts.takes_spirv) {
    for (const spirv::ModuleVersion& version : spirv::versions()) {
      records.push_back(versioned("SPIR-V", CL_MAKE_VERSION(version.major, version.minor, 0)));
    }
  }
  // Programs look for SPIR-V in front.
  records.push_back(
      versioned(device_image::language_name, CL_MAKE_VERSION(device_image::format_version, 0, 0)));
  return records;
}

support::Result<list<const char*>> instruction_sets(const backend::DeviceFacts& facts) {
  if (!answers_queries(facts)) return CL_INVALID_VALUE;
  return spirv::instruction_sets();
}

support::Result<list<const char*>> module_extensions(const backend::DeviceFacts& facts) {
  if (!answers_queries(facts)) return CL_INVALID_VALUE;
  return spirv::extensions_of(offer_of(facts));
}

support::Result<list<cl_uint>> module_capabilities(const backend::DeviceFacts& facts) {
  if (!answers_queries(facts)) return CL_INVALID_VALUE;
  list<cl_uint> numbers;
  for (const spirv::Capability capability : spirv::capabilities_of(offer_of(facts))) {
    numbers.push_back(static_cast<cl_uint>(capability));
  }
  return numbers;
}

}  // namespace cleave::api::info

#include "api/info/modules.h"

#include "api/info/names.h"
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
  if (!facts.takes_spirv) return {};
  std::vector<std::string> names;
  for (const spirv::ModuleVersion& version : spirv::versions()) {
    names.push_back("SPIR-V_" + std::to_string(version.major) + '.' +
                    std::to_string(version.minor));
  }
  return joined(names);
}

list<cl_name_version> module_versions(const backend::DeviceFacts& facts) {
  list<cl_name_version> records;
  if (!facts.takes_spirv) return records;
  for (const spirv::ModuleVersion& version : spirv::versions()) {
    records.push_back(versioned("SPIR-V", CL_MAKE_VERSION(version.major, version.minor, 0)));
  }
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

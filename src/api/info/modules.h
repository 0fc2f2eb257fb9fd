// Says which intermediate languages a device takes (CL_DEVICE_IL_VERSION, cl_khr_spirv_queries).
// Devices that take none have empty lists; the queries of the extension do not exist there.
#pragma once

#include <string>
#include <vector>

#include "api/info/answer.h"
#include "backend/hardware.h"

namespace cleave::api::info {

/// "SPIR-V_1.6 SPIR-V_1.5 …", newest first.
[[nodiscard]] std::string module_versions_text(const backend::DeviceFacts& facts);
/// Returns the versions as records.
[[nodiscard]] list<cl_name_version> module_versions(const backend::DeviceFacts& facts);
[[nodiscard]] support::Result<list<const char*>> instruction_sets(
    const backend::DeviceFacts& facts);
[[nodiscard]] support::Result<list<const char*>> module_extensions(
    const backend::DeviceFacts& facts);
[[nodiscard]] support::Result<list<cl_uint>> module_capabilities(const backend::DeviceFacts& facts);

}  // namespace cleave::api::info

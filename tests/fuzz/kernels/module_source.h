// Keeps defects of clang's SPIR-V back end out of modules of generated kernels.
#pragma once

#include <string>

namespace cleave::test::fuzz::kernels {

/// True of a kernel that clang 22 does not write as SPIR-V, or changes: blocks that are enqueued
/// end the compiler, a sampler at program scope becomes a variable without a value, and images are
/// read and written at level 0 whatever is asked for.
bool is_lost_in_modules(const std::string& source);

/// True of the log of a module with vectors of six elements, say, which clang's optimiser makes and
/// OpenCL has none of.
bool has_odd_vectors(const std::string& build_log);

/// The same kernel without conversions between integers by name: of convert_uint(ushort) clang 22
/// makes an extension of a signed number, and of a signed one that of an unsigned one. Macros mend
/// two more functions: clang writes get_image_channel_data_type as OpImageQueryFormat, whose
/// numbers begin at 0 and not at that of CLK_SNORM_INT8, and vloada_half3 as vload_half3.
std::string source_for_modules(const std::string& source);

}  // namespace cleave::test::fuzz::kernels

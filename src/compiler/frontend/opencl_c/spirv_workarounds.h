// Rewrites calls of built-in functions that LLVM's SPIR-V back end writes as something else.
#pragma once

#include <string>

namespace llvm {
class Module;
}

namespace cleave::compiler::frontend::opencl_c {

/// Prepares a module of clang for the back end of LLVM 22, which
/// - extends unsigned integers as signed ones and the other way round, and saturates as if the
///   source had the sign of the result (convert_uint(ushort)): these conversions get a body;
/// - gives the number of a channel data type as SPIR-V counts (get_image_channel_data_type): calls
///   add the difference;
/// - does not know sub_group_barrier: calls become the instruction;
/// - reads and writes level 0 whatever is asked for: such calls are refused.
/// Returns what is refused, one problem a line, for the build log.
[[nodiscard]] std::string work_around_spirv_back_end(llvm::Module& module);

}  // namespace cleave::compiler::frontend::opencl_c

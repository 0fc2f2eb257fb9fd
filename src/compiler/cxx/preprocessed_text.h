// Writes the lines of -E about devices: their code is not in the text, and whoever compares the
// text (ccache) must see when it changes.
#pragma once

#include <clang/Frontend/CompilerInstance.h>

#include <string>
#include <vector>

#include "compiler/cxx/device_result.h"

namespace cleave::compiler::cxx {

/// Appends to the output of -E: the files that devices alone include, as empty ones, and a pragma
/// with a checksum of what devices see. Returns false, and says why on standard error, if the
/// output cannot be written.
[[nodiscard]] bool append_device_lines(const clang::CompilerInvocation& invocation,
                                       llvm::ArrayRef<std::string> host_files,
                                       const DeviceResult& result);

/// Reports an error if the file, which is preprocessed already, has that pragma. Returns whether.
bool refuse_device_lines(clang::CompilerInstance& compiler);

}  // namespace cleave::compiler::cxx

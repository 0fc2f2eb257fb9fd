// Keeps account of the files that a build looks at.
#pragma once

#include <llvm/Support/VirtualFileSystem.h>

#include <vector>

#include "compiler/interface/compiler.h"

namespace cleave::compiler::frontend::opencl_c {

/// The files of the system; what is asked of them, and found, is added to `uses`, which must live
/// as long. Only regular files up to 256 MiB can be read. There always is a working folder: "/"
/// where that of the process has been removed.
[[nodiscard]] llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> watch_files(
    std::vector<interface::FileUse>& uses);

}  // namespace cleave::compiler::frontend::opencl_c

// Makes an image of the module that clang has made for devices.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

#include "compiler/cxx/device_result.h"
#include "device_image/image.h"

namespace cleave::compiler::cxx {

[[nodiscard]] ExternalFunction describe_external(const llvm::Function& function);

/// Completes the table with what the code says of its kernels, and the code with what the table
/// says of them; writes both into `image`, which stays empty where there is no code. Returns what
/// is wrong with the module in words; empty: nothing.
[[nodiscard]] std::string write_device_module(llvm::Module& module, device_image::Table table,
                                              std::string& image);

}  // namespace cleave::compiler::cxx

// Makes an image of the module that clang has made for devices.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

#include "compiler/cxx/device_result.h"
#include "device_image/image.h"

namespace cleave::compiler::cxx {

[[nodiscard]] ExternalFunction describe_external(const llvm::Function& function);

/// Drops what neither kernels nor functions for other units need: code for hosts that clang writes
/// for devices too, such as virtual functions, for the sake of their tables, and explicit instances
/// of templates. `table` has the kernels and the functions that the unit defines. Where
/// `simplifies` is set, also what each build in a driver would have to remove: the calls of the
/// headers, and the local variables of clang.
void drop_host_code(llvm::Module& module, const device_image::Table& table, bool simplifies);

/// Completes the table with what the code says of its kernels, and the code with what the table
/// says of them; writes both into `result` in the forms that are wanted, and nothing where there is
/// no code. Returns what is wrong with the module in words; empty: nothing.
[[nodiscard]] std::string write_device_module(llvm::Module& module, device_image::Table table,
                                              CodeForms forms, DeviceResult& result);

}  // namespace cleave::compiler::cxx

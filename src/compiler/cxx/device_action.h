// Makes the devices' code of a unit: its kernels, its SYCL_EXTERNAL functions, and what they call.
#pragma once

#include <clang/Frontend/FrontendAction.h>

#include <memory>

namespace cleave::compiler::cxx {

struct CodeForms;
struct DeviceResult;

/// The action puts the unit's code, in the forms that are wanted, and its external functions into
/// `result`, which outlives it. All are empty where the unit has neither kernels nor functions for
/// them.
[[nodiscard]] std::unique_ptr<clang::FrontendAction> make_device_action(CodeForms forms,
                                                                        DeviceResult& result);

}  // namespace cleave::compiler::cxx

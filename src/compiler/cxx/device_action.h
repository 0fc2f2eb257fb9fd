// Makes the devices' code of a unit: its kernels, its SYCL_EXTERNAL functions, and what they call.
#pragma once

#include <clang/Frontend/FrontendAction.h>

#include <memory>

namespace cleave::compiler::cxx {

struct DeviceResult;

/// The action puts the unit's image and its external functions into `result`, which outlives it.
/// Both are empty where the unit has neither kernels nor functions for them.
[[nodiscard]] std::unique_ptr<clang::FrontendAction> make_device_action(DeviceResult& result);

}  // namespace cleave::compiler::cxx

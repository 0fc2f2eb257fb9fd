// Wraps clang's action for the host: begins the pass for devices, and joins its results.
#pragma once

#include <clang/Frontend/FrontendAction.h>
#include <llvm/Support/FileSystem/UniqueID.h>

#include <memory>
#include <optional>
#include <string>

#include "compiler/cxx/device_pass.h"
#include "compiler/cxx/device_process.h"

namespace cleave::compiler::cxx {

/// What both passes over a file share.
struct Unit {
  DeviceRequest request;    // what the pass for devices is to do, once it begins
  std::string unit_header;  // the header whose inclusion begins it
  bool has_devices = true;  // false: the action makes nothing of the file that devices are part of
  DeviceProcess devices;
};

/// `unit` outlives the action.
[[nodiscard]] std::unique_ptr<clang::FrontendAction> make_host_action(
    std::unique_ptr<clang::FrontendAction> action, Unit& unit);

}  // namespace cleave::compiler::cxx

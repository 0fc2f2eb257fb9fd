// Wraps clang's action for the host: begins the pass for devices, and joins its results.
#pragma once

#include <clang/Frontend/FrontendAction.h>

#include <memory>
#include <optional>
#include <string>

#include "compiler/cxx/device_pass.h"
#include "compiler/cxx/device_process.h"
#include "compiler/cxx/included_files.h"
#include "compiler/cxx/kept_header.h"
#include "compiler/cxx/kernel_comparison.h"
#include "compiler/cxx/precompiled_header.h"

namespace cleave::compiler::cxx {

/// The state that both passes over a file share.
struct SourceUnit {
  DeviceRequest request;  // what the pass for devices is to do, once it begins
  /// Nothing: the action makes nothing of the file that devices are part of.
  std::optional<Purpose> purpose;
  DeviceProcess devices;
  std::shared_ptr<JoinedDependencies> dependencies;  // null: nobody asks for them
  std::shared_ptr<IncludedFiles> host_files;         // for -E; else null
  HostKernels kernels;
  std::vector<HeaderFile> kept_files;  // of the kept header, where one is used

  /// Waits for devices; null if they have errors, or if the unit has nothing for them.
  const DeviceResult* device_result();
  /// Returns what the unit's precompiled header has for devices; nothing where they have errors.
  [[nodiscard]] std::optional<DevicePart> device_part(const clang::CompilerInvocation& invocation);
};

/// `unit` outlives the action.
[[nodiscard]] std::unique_ptr<clang::FrontendAction> make_host_action(
    std::unique_ptr<clang::FrontendAction> action, SourceUnit& unit);

}  // namespace cleave::compiler::cxx

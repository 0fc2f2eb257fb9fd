// Compiles a file for devices.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/cxx/device_result.h"
#include "compiler/cxx/sources.h"

namespace cleave::compiler::cxx {

/// The pass for the host makes this of the file, and the one for devices its part of it.
enum class Purpose {
  code,  // an object, an assembly, LLVM's code, or messages alone
  precompiled_header,
  preprocessed_text,
  included_files,  // -M
};

struct DeviceRequest {
  std::string unit_header;         // the header whose inclusion begins the pass
  std::vector<const char*> words;  // of the host, behind -cc1, without those of cleave-c++
  const char* program = nullptr;
  Purpose purpose = Purpose::code;
  CodeForms forms;
  bool parses_late = true;  // late_bodies.h is used
  Sources* sources = nullptr;
  std::string precompiled_header;   // that the host's pass uses; empty: none
  bool wants_system_files = false;  // in the list of files
};

/// Returns nothing if there were errors, which are on standard error then. Warnings are the host's
/// to say. May set the state of the process: run in one of its own.
[[nodiscard]] std::optional<DeviceResult> run_device_pass(const DeviceRequest& request);

}  // namespace cleave::compiler::cxx

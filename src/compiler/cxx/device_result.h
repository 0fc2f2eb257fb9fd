// Holds the result of the pass for devices, as it comes to the process of the pass for the host.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cleave::compiler::cxx {

/// The linkage that the symbol of a SYCL_EXTERNAL function has on the host.
enum class Sharing : uint8_t {
  one,          // one unit defines it
  any_of_many,  // an inline function, or an instance of a template: any one is taken
  weak,         // __attribute__((weak))
};
enum class Visibility : uint8_t { standard, hidden, exported_only };  // exported_only: protected

/// A SYCL_EXTERNAL function that the unit defines, or wants.
struct ExternalFunction {
  std::string symbol;
  bool is_defined = false;
  Sharing sharing = Sharing::one;
  Visibility visibility = Visibility::standard;
};

/// The forms in which the device code of a unit is wanted.
struct CodeForms {
  bool image = true;  // as LLVM bitcode in the device image; else that has the table alone
  bool spirv = false;
};

struct DeviceResult {
  std::string image;                        // a device image; empty: the unit has no device code
  std::string spirv;                        // the same code; empty: it is not wanted
  std::vector<ExternalFunction> externals;  // in the order of the code
  std::vector<std::string> files;           // that were read, as make is told
  std::string text;  // a precompiled header for devices, or what -E gives for them
};

[[nodiscard]] std::string pack(const DeviceResult& result);

/// False if the bytes are not what `pack` has written, because the process ended too early.
[[nodiscard]] bool unpack(const std::string& bytes, DeviceResult& result);

}  // namespace cleave::compiler::cxx

// Reads what `cleave compile` is to compile: OpenCL C, a SPIR-V module with values of its
// specialization constants, or the SYCL kernels of an object, archive, executable or library.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "compiler/interface/compiler.h"

namespace cleave::tool {

/// A kernel of SYCL, as its user knows it.
struct KernelName {
  std::string name;      // as it is written; empty: it has none
  std::string location;  // FILE:LINE
};

/// A program of a file.
struct Program {
  compiler::interface::ProgramInput input;
  std::map<std::string, KernelName> names;  // of kernels of SYCL, by their symbols
};

/// Takes the contents of a file, and a list of ID=VALUE. SPIR-V is one program, and so is OpenCL C;
/// a file with device images is a program for each that has kernels. Numbers are decimal or 0x…, of
/// real constants real; `true` and `false` are of booleans. Returns why not, in words; empty:
/// `programs` has one or more.
[[nodiscard]] std::string read_programs(const std::string& contents,
                                        const std::vector<std::string>& specializations,
                                        std::vector<Program>& programs);

/// True for OpenCL C, to which remarks give no file.
[[nodiscard]] bool is_source(const std::string& contents);

}  // namespace cleave::tool

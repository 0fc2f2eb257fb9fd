// Declares `cleave compile`: what the compiler makes of the kernels of a file of OpenCL C or SPIR-V,
// or of the SYCL kernels in an object, archive, executable or library.
#pragma once

#include <string>
#include <vector>

namespace cleave::tool {

struct CompileRequest {
  std::string file;
  std::string options;         // of the build, as clBuildProgram takes them
  std::string kernel;          // empty: all
  std::string report;          // "text", "json" or empty: none
  std::string emit;            // "canonical", "ir", "asm", "spirv" or empty: nothing
  std::string after;           // a pass: the IR after it is printed; empty: none
  std::string shape = "rows";  // of the launch: "rows", "ragged" or "any"
  bool shares_memory = false;  // several arguments of the launch may lead to the same memory
  std::vector<std::string> specializations = {};  // of a module: ID=VALUE (read_programs)
  std::vector<std::string> bound = {};  // formats of images, modes of samplers (bind_arguments)
};

/// The exit code: 0, 1 when the file does not compile, 2 when it cannot be read.
[[nodiscard]] int compile(const CompileRequest& request);

}  // namespace cleave::tool

// Names the kinds of processors that code is made for.
#pragma once

#include <cstdint>

namespace cleave::compiler::interface {

/// A kind of processor, as code generation tells them apart. The driver's compiler makes code for
/// x86 alone; a module of the tests has nvptx beside it.
enum class CodeTarget : uint8_t {
  x86,    // object files for the processor of the process
  nvptx,  // PTX, text for NVIDIA's GPUs
};

[[nodiscard]] constexpr const char* name_of(CodeTarget target) {
  switch (target) {
    case CodeTarget::x86:
      return "x86";
    case CodeTarget::nvptx:
      return "nvptx";
  }
  return "";
}

}  // namespace cleave::compiler::interface

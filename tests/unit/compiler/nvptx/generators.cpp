// The list of a module that makes code for x86, as the driver's, and for nvptx.
#include "compiler/generators.h"

#include "compiler/target/x86/generator.h"
#include "tests/unit/compiler/nvptx/generator.h"

namespace cleave::compiler {

const target::CodeGenerator* generator_for(interface::CodeTarget target, std::string& error) {
  switch (target) {
    case interface::CodeTarget::x86:
      return &target::x86::generator();
    case interface::CodeTarget::nvptx:
      return &target::nvptx::generator();
  }
  error = "no such target";
  return nullptr;
}

}  // namespace cleave::compiler

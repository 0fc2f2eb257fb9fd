#include "compiler/generators.h"

#include "compiler/target/x86/generator.h"

namespace cleave::compiler {

const target::CodeGenerator* generator_for(interface::CodeTarget target, std::string& error) {
  if (target == interface::CodeTarget::x86) return &target::x86::generator();
  error = std::string("this compiler makes no code for ") + interface::name_of(target);
  return nullptr;
}

}  // namespace cleave::compiler

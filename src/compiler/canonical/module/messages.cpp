#include "compiler/canonical/module/messages.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>

#include <string_view>
#include <utility>

namespace cleave::compiler::canonical::module {

std::string error_at(const llvm::DebugLoc& location, const std::string& text) {
  std::string prefix;
  if (location) {
    prefix = location->getFilename().str() + ':' + std::to_string(location.getLine()) + ':' +
             std::to_string(location.getCol()) + ": ";
  }
  return prefix + "error: " + text + '\n';
}

std::string error_at(const llvm::Function& function, const std::string& text) {
  std::string prefix;
  if (const llvm::DISubprogram* program = function.getSubprogram()) {
    prefix = program->getFilename().str() + ':' + std::to_string(program->getLine()) + ": ";
  }
  return prefix + "error: " + text + '\n';
}

std::string readable_name(llvm::StringRef mangled) {
  std::string name = llvm::demangle(mangled);
  // Kernels of SYCL are called as the type that names them.
  constexpr std::string_view of_types = "typeinfo name for ";
  if (name.starts_with(of_types)) name.erase(0, of_types.size());
  constexpr std::pair<std::string_view, std::string_view> address_spaces[] = {
      {" AS1", " __global"}, {" AS2", " __constant"}, {" AS3", " __local"}, {" AS4", ""}};
  for (const auto& [mangling, spelling] : address_spaces) {
    for (size_t at = name.find(mangling); at != std::string::npos; at = name.find(mangling, at)) {
      name.replace(at, mangling.size(), spelling);
      at += spelling.size();
    }
  }
  return name;
}

std::string described(const llvm::GlobalValue& value) {
  llvm::StringRef name = value.getName();
  if (llvm::isa<llvm::GlobalVariable>(value)) return "variable '" + name.str() + "'";
  if (name.consume_front(kernel_body_prefix)) return "kernel '" + name.str() + "'";
  return "function '" + (name.starts_with("_Z") ? readable_name(name) : name.str()) + "'";
}

}  // namespace cleave::compiler::canonical::module

#include "compiler/canonical/messages.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Function.h>

namespace cleave::compiler::canonical {

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

}  // namespace cleave::compiler::canonical

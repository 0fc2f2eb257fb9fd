#include "compiler/frontend/spirv/intrinsic_imports.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Intrinsics.h>

namespace cleave::compiler::frontend::spirv {
namespace {

// Those that calculate with integers, or vectors of them, and have no operand that must be
// constant.
bool is_importable(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::uadd_sat:
    case llvm::Intrinsic::sadd_sat:
    case llvm::Intrinsic::usub_sat:
    case llvm::Intrinsic::ssub_sat:
    case llvm::Intrinsic::umin:
    case llvm::Intrinsic::umax:
    case llvm::Intrinsic::smin:
    case llvm::Intrinsic::smax:
    case llvm::Intrinsic::ctpop:
    case llvm::Intrinsic::bitreverse:
    case llvm::Intrinsic::bswap:
    case llvm::Intrinsic::fshl:
    case llvm::Intrinsic::fshr:
      return true;
    default:
      return false;
  }
}

}  // namespace

llvm::Function* declare_intrinsic(llvm::Module& module, std::string_view name,
                                  llvm::FunctionType& type) {
  const llvm::StringRef spelled(name);
  if (!spelled.starts_with("llvm.")) return nullptr;
  const llvm::Intrinsic::ID id = llvm::Intrinsic::lookupIntrinsicID(spelled);
  if (!is_importable(id)) return nullptr;
  llvm::SmallVector<llvm::Type*, 4> overloads;
  if (!llvm::Intrinsic::getIntrinsicSignature(id, &type, overloads)) return nullptr;
  if (llvm::Intrinsic::getName(id, overloads, &module, &type) != name) return nullptr;
  return llvm::Intrinsic::getOrInsertDeclaration(&module, id, overloads);
}

}  // namespace cleave::compiler::frontend::spirv

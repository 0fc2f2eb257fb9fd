#include "compiler/pass/ir/collectives.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>

namespace cleave::compiler::pass::ir {
namespace {

using Kind = Collective::Kind;
using Operation = Collective::Operation;

constexpr llvm::StringRef all_take_part = "__cleave_sub_group_";
constexpr llvm::StringRef active_take_part = "__cleave_active_";
constexpr llvm::StringRef lockstep_take_part = "__cleave_lockstep_";

Operation operation_named(llvm::StringRef name) {
  return llvm::StringSwitch<Operation>(name)
      .Case("add", Operation::add)
      .Case("mul", Operation::mul)
      .Case("smin", Operation::smin)
      .Case("smax", Operation::smax)
      .Case("umin", Operation::umin)
      .Case("umax", Operation::umax)
      .Case("and", Operation::bit_and)
      .Case("or", Operation::bit_or)
      .Case("xor", Operation::bit_xor)
      .Case("fadd", Operation::fadd)
      .Case("fmul", Operation::fmul)
      .Case("fmin", Operation::fmin)
      .Case("fmax", Operation::fmax)
      .Default(Operation::none);
}

}  // namespace

std::optional<Collective> collective_of(const llvm::Function& function) {
  llvm::StringRef name = function.getName();
  const bool is_of_lockstep = name.consume_front(lockstep_take_part);
  const bool is_active = is_of_lockstep || name.consume_front(active_take_part);
  if (!is_active && !name.consume_front(all_take_part)) return std::nullopt;
  const auto [start, type] = name.rsplit('_');
  if (!llvm::is_contained({"i8", "i16", "i32", "i64", "f32", "f64", "p1"}, type)) {
    return std::nullopt;
  }
  for (const auto& [simple, kind] :
       {std::pair("all", Kind::all), std::pair("any", Kind::any), std::pair("same", Kind::same),
        std::pair("ballot", Kind::ballot), std::pair("broadcast", Kind::broadcast),
        std::pair("shuffle", Kind::shuffle), std::pair("join", Kind::join)}) {
    if (start == simple) return Collective{kind, Operation::none, false, is_of_lockstep};
  }
  const auto [kind, operation] = start.rsplit('_');
  for (const auto& [combining, one] :
       {std::pair("reduce", Kind::reduce), std::pair("scan_inclusive", Kind::scan_inclusive),
        std::pair("scan_exclusive", Kind::scan_exclusive),
        std::pair("clustered", Kind::clustered)}) {
    if (kind == combining) {
      return Collective{one, operation_named(operation), is_active, is_of_lockstep};
    }
  }
  return std::nullopt;
}

std::optional<Collective> collective_of(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr || call->getCalledFunction() == nullptr) return std::nullopt;
  if (!call->getCalledFunction()->isDeclaration()) return std::nullopt;
  return collective_of(*call->getCalledFunction());
}

bool is_called_once(const llvm::Function& function) {
  return function.getName().starts_with("__cleave_once_");
}

bool is_called_once(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return call != nullptr && call->getCalledFunction() != nullptr &&
         is_called_once(*call->getCalledFunction());
}

void declare_as_collective(llvm::Function& function) {
  // The attribute is true of the body in codegen mode scalar; here it would make the call vanish.
  for (llvm::Argument& argument : function.args()) argument.removeAttr(llvm::Attribute::Returned);
  function.setDoesNotAccessMemory();
  function.setDoesNotThrow();
  function.setWillReturn();
  function.setConvergent();
}

llvm::Constant* neutral_element(Operation operation, llvm::Type* type) {
  const unsigned bits = type->getScalarSizeInBits();
  switch (operation) {
    case Operation::smin:
      return llvm::ConstantInt::get(type, llvm::APInt::getSignedMaxValue(bits));
    case Operation::smax:
      return llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(bits));
    case Operation::umin:
    case Operation::bit_and:
      return llvm::Constant::getAllOnesValue(type);
    case Operation::mul:
      return llvm::ConstantInt::get(type, 1);
    case Operation::fmul:
      return llvm::ConstantFP::get(type, 1);
    case Operation::fadd:
      return llvm::ConstantFP::getNegativeZero(type);
    case Operation::fmin:
      return llvm::ConstantFP::getInfinity(type, /*Negative=*/false);
    case Operation::fmax:
      return llvm::ConstantFP::getInfinity(type, /*Negative=*/true);
    default:
      return llvm::Constant::getNullValue(type);
  }
}

llvm::Constant* first_of_scan(Operation operation, llvm::Type* type) {
  return operation == Operation::fadd ? llvm::Constant::getNullValue(type)
                                      : neutral_element(operation, type);
}

}  // namespace cleave::compiler::pass::ir

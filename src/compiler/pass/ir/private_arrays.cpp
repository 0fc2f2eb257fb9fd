#include "compiler/pass/ir/private_arrays.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>

#include <algorithm>

#include "compiler/pass/ir/remarks.h"

namespace cleave::compiler::pass::ir {
namespace {

// Metadata of a kernel: a node for each variable, with its alloca's name, scope, line, column, and
// whether it is an array or a structure.
constexpr const char* variables_metadata = "cleave.variables";

/// Returns the program's name of a variable, without the ".i" and numbers that inlining adds.
llvm::StringRef program_name_of(llvm::StringRef name) {
  return name.take_until([](char letter) { return letter == '.'; });
}

/// Returns the location of its declaration, which is that of llvm.lifetime.start.
llvm::DILocation* declaration_of(const llvm::AllocaInst& variable) {
  for (const llvm::User* user : variable.users()) {
    const auto* begin = llvm::dyn_cast<llvm::LifetimeIntrinsic>(user);
    if (begin != nullptr && begin->getIntrinsicID() == llvm::Intrinsic::lifetime_start) {
      return begin->getDebugLoc().get();
    }
  }
  return nullptr;
}

struct Noted {
  llvm::StringRef name;
  llvm::DebugLoc location;
  bool is_array;

  /// Returns true if the variable in memory is this one, or what LLVM has left of it.
  [[nodiscard]] bool became(const VariableInMemory& variable) const {
    llvm::StringRef rest = variable.name;
    return rest.consume_front(name) && (rest.empty() || rest.starts_with(".sroa"));
  }
};

std::vector<Noted> noted_in(const llvm::Function& kernel) {
  std::vector<Noted> found;
  const llvm::MDNode* all = kernel.getMetadata(variables_metadata);
  if (all == nullptr) return found;
  auto number = [](const llvm::MDNode& node, unsigned i) {
    return static_cast<unsigned>(
        llvm::mdconst::extract<llvm::ConstantInt>(node.getOperand(i))->getZExtValue());
  };
  for (const llvm::MDOperand& operand : all->operands()) {
    const auto& one = *llvm::cast<llvm::MDNode>(operand);
    auto* scope = llvm::cast<llvm::Metadata>(one.getOperand(1));
    found.push_back(
        {llvm::cast<llvm::MDString>(one.getOperand(0))->getString(),
         llvm::DILocation::get(kernel.getContext(), number(one, 2), number(one, 3), scope),
         number(one, 4) != 0});
  }
  return found;
}

}  // namespace

void note_variables(llvm::Function& kernel) {
  llvm::LLVMContext& context = kernel.getContext();
  if (!wants_remarks(context) || kernel.hasMetadata(variables_metadata)) return;
  std::vector<llvm::Metadata*> all;
  auto number = [&](unsigned value) {
    return llvm::ConstantAsMetadata::get(
        llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), value));
  };
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    llvm::DILocation* location = variable == nullptr ? nullptr : declaration_of(*variable);
    if (location == nullptr || !variable->hasName()) continue;
    all.push_back(llvm::MDNode::get(
        context, {llvm::MDString::get(context, variable->getName()), location->getScope(),
                  number(location->getLine()), number(location->getColumn()),
                  number(variable->getAllocatedType()->isAggregateType())}));
  }
  kernel.setMetadata(variables_metadata, llvm::MDNode::get(context, all));
}

void explain_variables(const llvm::Function& kernel, const std::vector<VariableInMemory>& left) {
  if (!wants_remarks(kernel.getContext())) return;
  const std::vector<Noted> noted = noted_in(kernel);
  for (const VariableInMemory& variable : left) {
    const auto found = std::ranges::find_if(
        noted, [&](const Noted& candidate) { return candidate.became(variable); });
    const std::string name = "'" + program_name_of(variable.name).str() + "' ";
    const llvm::DebugLoc location = found == noted.end() ? llvm::DebugLoc() : found->location;
    remark(kernel, location, Topic::memory, variable.verdict,
           "private variable " + name + variable.text);
  }
  for (const Noted& variable : noted) {
    const bool is_left = std::ranges::any_of(
        left, [&](const VariableInMemory& other) { return variable.became(other); });
    if (is_left || !variable.is_array) continue;
    remark(kernel, variable.location, Topic::memory, "registers",
           "private variable '" + program_name_of(variable.name) +
               "' is in registers: its indices are constants once loops are unrolled");
  }
}

}  // namespace cleave::compiler::pass::ir

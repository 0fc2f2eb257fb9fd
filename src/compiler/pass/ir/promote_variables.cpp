#include "compiler/pass/ir/promote_variables.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#include <algorithm>
#include <climits>
#include <vector>

namespace cleave::compiler::pass::ir {
namespace {

// For each variable LLVM's promotion walks over all blocks that its stores dominate: of 2,000 ifs
// in a row that took 2.6 s of processor time. To go back from each load to the stores takes time
// with the distance between them, which is short: 0.1 s. Both place the same phis. If the distance
// is long, as for the masks of 2,000 cases, that takes longer than LLVM's way.
constexpr size_t most_blocks = 1'000;
constexpr unsigned short_way = 64;  // in blocks

void promote_from_loads(llvm::AllocaInst& variable) {
  llvm::SmallVector<llvm::Instruction*> accesses;
  for (llvm::User* user : variable.users()) accesses.push_back(llvm::cast<llvm::Instruction>(user));
  if (!accesses.empty()) {
    llvm::SSAUpdater values;
    llvm::LoadAndStorePromoter promoter(
        llvm::SmallVector<const llvm::Instruction*>(accesses.begin(), accesses.end()), values,
        variable.getName());
    values.AddAvailableValue(variable.getParent(),
                             llvm::UndefValue::get(variable.getAllocatedType()));
    promoter.run(accesses);
  }
  variable.eraseFromParent();
}

bool is_only_loaded_and_stored(const llvm::AllocaInst& variable) {
  return llvm::all_of(variable.users(), [](const llvm::User* user) {
    return llvm::isa<llvm::LoadInst, llvm::StoreInst>(user);
  });
}

using Numbers = llvm::DenseMap<const llvm::BasicBlock*, unsigned>;

Numbers block_numbers_of(llvm::Function& function) {
  Numbers numbers;
  for (const llvm::BasicBlock* block : llvm::ReversePostOrderTraversal(&function)) {
    numbers.try_emplace(block, static_cast<unsigned>(numbers.size()));
  }
  return numbers;
}

bool lives_short(const llvm::AllocaInst& variable, const Numbers& numbers) {
  unsigned first = UINT_MAX, last = 0;
  for (const llvm::User* user : variable.users()) {
    const auto number = numbers.find(llvm::cast<llvm::Instruction>(user)->getParent());
    if (number == numbers.end()) continue;  // nothing comes there
    first = std::min(first, number->second);
    last = std::max(last, number->second);
  }
  return first > last || last - first <= short_way;
}

}  // namespace

void promote_variables(llvm::ArrayRef<llvm::AllocaInst*> variables) {
  if (variables.empty()) return;
  llvm::Function& function = *variables.front()->getFunction();
  const bool is_large = function.size() > most_blocks;  // which counts them
  const Numbers numbers = is_large ? block_numbers_of(function) : Numbers();
  std::vector<llvm::AllocaInst*> others;
  for (llvm::AllocaInst* variable : variables) {
    if (is_large && is_only_loaded_and_stored(*variable) && lives_short(*variable, numbers)) {
      promote_from_loads(*variable);
    } else {
      others.push_back(variable);
    }
  }
  if (others.empty()) return;
  llvm::DominatorTree dominators(function);
  llvm::PromoteMemToReg(others, dominators);
}

}  // namespace cleave::compiler::pass::ir

#include "compiler/pass/late/chain_rows.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <vector>

#include "compiler/pass/ir/llvm_passes.h"

namespace cleave::compiler::pass::late {
namespace {

using llvm::Instruction;
using llvm::SCEV;
using llvm::Value;

// x86-64 has 16 registers for addresses, counters and the stack's: more rows do not stay in them.
constexpr size_t most_in_registers = 12;
// Two or three rows are reached by scaled indices.
constexpr size_t least_rows = 4;
// Accesses that are compared with each other: the time to compile stays linear.
constexpr size_t most_chains = 8;

/// Returns the operand that is the address of a load or store; null: the instruction is neither.
/// Those under masks are left alone: where no lane runs an address may be poison, and others that
/// were computed from it would be too.
llvm::Use* address_of(Instruction& instruction) {
  if (llvm::isa<llvm::LoadInst>(instruction)) {
    return &instruction.getOperandUse(llvm::LoadInst::getPointerOperandIndex());
  }
  if (llvm::isa<llvm::StoreInst>(instruction)) {
    return &instruction.getOperandUse(llvm::StoreInst::getPointerOperandIndex());
  }
  return nullptr;
}

/// An access to a row of a chain.
struct Access {
  llvm::Use* address;
  size_t row;
  int64_t offset;  // bytes from where the row's first access is
};

/// Rows of one object that follow each other at the same distance, in the order in which a block
/// accesses them.
struct RowChain {
  std::vector<const SCEV*> rows;
  const SCEV* pitch = nullptr;
  std::vector<Access> accesses;
};

/// Looks for the chains of an innermost loop, in one of its blocks after the other.
class ChainFinder {
 public:
  ChainFinder(llvm::Loop& loop, llvm::ScalarEvolution& evolution)
      : loop_(loop), evolution_(evolution) {}

  std::vector<RowChain> find() {
    for (llvm::BasicBlock* block : loop_.blocks()) {
      for (Instruction& instruction : *block) {
        if (llvm::Use* address = address_of(instruction)) add(*address);
      }
      close();
    }
    return std::move(found_);
  }

 private:
  void add(llvm::Use& address) {
    if (!evolution_.isSCEVable(address->getType())) return;
    const SCEV* place = evolution_.getSCEV(address);
    const auto* recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(place);
    if (recurrence == nullptr || recurrence->getLoop() != &loop_) return;
    for (RowChain& chain : open_) {
      if (add(chain, address, place)) return;
    }
    if (open_.size() < most_chains) open_.push_back({{place}, nullptr, {{&address, 0, 0}}});
  }

  bool add(RowChain& chain, llvm::Use& address, const SCEV* place) {
    for (size_t row = chain.rows.size(); row-- > 0;) {
      const SCEV* apart = evolution_.getMinusSCEV(place, chain.rows[row]);
      if (llvm::isa<llvm::SCEVCouldNotCompute>(apart)) return false;
      if (const auto* bytes = llvm::dyn_cast<llvm::SCEVConstant>(apart)) {
        if (bytes->getAPInt().getSignificantBits() > 32) return false;
        chain.accesses.push_back({&address, row, bytes->getAPInt().getSExtValue()});
        return true;
      }
      const bool is_next = row + 1 == chain.rows.size() &&
                           (chain.pitch == nullptr || chain.pitch == apart) &&
                           evolution_.isLoopInvariant(apart, &loop_);
      if (!is_next) continue;
      chain.pitch = apart;
      chain.accesses.push_back({&address, chain.rows.size(), 0});
      chain.rows.push_back(place);
      return true;
    }
    return false;
  }

  /// Chains end with their block: later accesses could not use what it has computed.
  void close() {
    for (RowChain& chain : open_) {
      if (chain.rows.size() >= least_rows) found_.push_back(std::move(chain));
    }
    open_.clear();
  }

  llvm::Loop& loop_;
  llvm::ScalarEvolution& evolution_;
  std::vector<RowChain> open_, found_;
};

void write(const RowChain& chain, Value& pitch) {
  std::vector<Value*> rows;
  for (const auto& [address, row, offset] : chain.accesses) {
    llvm::IRBuilder<> builder(llvm::cast<Instruction>(address->getUser()));
    if (rows.empty()) {
      rows.push_back(builder.CreateFreeze(*address));
    } else if (row == rows.size()) {
      rows.push_back(builder.CreatePtrAdd(rows.back(), &pitch));
    }
    Value* const old = *address;
    address->set(offset == 0 ? rows[row]
                             : builder.CreatePtrAdd(rows[row], builder.getInt64(offset)));
    llvm::RecursivelyDeleteTriviallyDeadInstructions(old);
  }
}

void chain_rows_of(llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  Instruction* const before =
      loop.getLoopPreheader() == nullptr ? nullptr : loop.getLoopPreheader()->getTerminator();
  if (before == nullptr) return;
  std::vector<RowChain> chains = ChainFinder(loop, evolution).find();
  llvm::SCEVExpander expander(evolution, "pitch");
  std::erase_if(chains, [&](const RowChain& chain) {
    return !expander.isSafeToExpandAt(chain.pitch, before);
  });
  size_t rows = 0;
  for (const RowChain& chain : chains) rows += chain.rows.size();
  if (rows <= most_in_registers) return;
  std::vector<Value*> pitches;
  for (const RowChain& chain : chains) {
    pitches.push_back(expander.expandCodeFor(chain.pitch, nullptr, before));
  }
  for (size_t i = 0; i < chains.size(); ++i) write(chains[i], *pitches[i]);
}

}  // namespace

std::string chain_rows(llvm::Module& module, const ir::PassOptions& options) {
  if (options.quick) return {};
  ir::LlvmPasses passes(options.target_machine);
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    auto& loops = passes.analyses().getResult<llvm::LoopAnalysis>(function);
    if (loops.empty()) continue;
    auto& evolution = passes.analyses().getResult<llvm::ScalarEvolutionAnalysis>(function);
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
      if (loop->isInnermost()) chain_rows_of(*loop, evolution);
    }
  }
  return {};
}

}  // namespace cleave::compiler::pass::late

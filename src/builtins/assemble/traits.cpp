#include "traits.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <vector>

#include "builtins/index_format.h"

namespace cleave::builtins::assemble {
namespace {

using llvm::Function;
using llvm::Instruction;
using LibraryFunctions = std::set<const Function*>;

const Function* callee_of(const Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call == nullptr ? nullptr : call->getCalledFunction();
}

/// Adds what calls `start`, directly or not, but for what `stops` is true of.
template <class Stops>
LibraryFunctions with_callers(std::vector<const Function*> start, const Stops& stops) {
  LibraryFunctions result;
  while (!start.empty()) {
    const Function* const function = start.back();
    start.pop_back();
    if (stops(*function) || !result.insert(function).second) continue;
    for (const llvm::User* const user : function->users()) {
      if (const auto* const call = llvm::dyn_cast<llvm::CallBase>(user)) {
        start.push_back(call->getFunction());
      }
    }
  }
  return result;
}

template <class Is>
std::vector<const Function*> functions_with(const llvm::Module& library, const Is& is) {
  std::vector<const Function*> result;
  for (const Function& function : library) {
    if (llvm::any_of(llvm::instructions(function), is)) result.push_back(&function);
  }
  return result;
}

std::vector<const Function*> functions_called(const llvm::Module& library, llvm::StringRef prefix) {
  std::vector<const Function*> result;
  for (const Function& function : library) {
    if (function.getName().starts_with(prefix)) result.push_back(&function);
  }
  return result;
}

/// Does it learn what others have written meanwhile?
bool observes(const Instruction& instruction) {
  if (const auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) {
    return fence->getOrdering() != llvm::AtomicOrdering::Release;
  }
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load->isAtomic();
  return llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction);
}

bool has_loop(const Function& function) {
  llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>> edges;
  if (!function.isDeclaration()) llvm::FindFunctionBackedges(function, edges);
  return !edges.empty();
}

/// Tells whether functions, with all that they call, ask for ids or touch memory.
class CallEffects {
 public:
  /// True if it asks for ids or sizes.
  bool asks(const Function& function) { return look_at(function).asks; }
  /// True if it touches no memory.
  bool is_plain(const Function& function) { return look_at(function).is_plain; }

 private:
  struct Answer {
    bool asks = false;
    bool is_plain = true;
  };

  Answer look_at(const Function& function) {
    if (function.isIntrinsic()) return {};
    if (function.isDeclaration()) {
      const llvm::StringRef name = function.getName();
      const bool is_arithmetic = name.starts_with("__cleave_scaled") ||
                                 name.starts_with("__cleave_is_constant_") ||
                                 name.starts_with("__cleave_has_");
      return {!is_arithmetic && name.starts_with("__cleave_"), true};
    }
    if (const auto known = answers_.find(&function); known != answers_.end()) return known->second;
    Answer answer;
    for (const Instruction& instruction : llvm::instructions(function)) {
      const Function* const callee = callee_of(instruction);
      const Answer part =
          callee != nullptr ? look_at(*callee) : Answer{false, !instruction.mayReadOrWriteMemory()};
      answer = {answer.asks || part.asks, answer.is_plain && part.is_plain};
    }
    return answers_[&function] = answer;
  }

  std::map<const Function*, Answer> answers_;
};

/// Functions that compute something of ids and sizes, and touch no memory.
LibraryFunctions query_functions(const llvm::Module& library, const LibraryFunctions& meeting) {
  LibraryFunctions result;
  CallEffects effects;
  for (const Function& function : library) {
    if (function.isDeclaration() || meeting.contains(&function)) continue;
    if (effects.asks(function) && effects.is_plain(function)) result.insert(&function);
  }
  return result;
}

}  // namespace

std::set<const Function*> meeting_functions(const llvm::Module& library) {
  std::vector<const Function*> barriers;
  for (const Function& function : library) {
    if (function.getName().starts_with("__cleave_") && function.getName().ends_with("_barrier")) {
      barriers.push_back(&function);
    }
  }
  return with_callers(std::move(barriers), [](const Function&) { return false; });
}

std::map<const Function*, uint32_t> find_traits(const llvm::Module& library) {
  const LibraryFunctions meeting = meeting_functions(library);
  // The fences around a barrier are its own.
  const LibraryFunctions observing =
      with_callers(functions_with(library, observes),
                   [&](const Function& function) { return meeting.contains(&function); });
  // A loop around a compare-exchange makes another operation of it.
  const LibraryFunctions exchanging =
      with_callers(functions_with(library,
                                  [](const Instruction& instruction) {
                                    return llvm::isa<llvm::AtomicCmpXchgInst>(instruction);
                                  }),
                   has_loop);
  const LibraryFunctions claiming =
      with_callers(functions_called(library, "__cleave_once_"),
                   [&](const Function& function) { return meeting.contains(&function); });
  const LibraryFunctions queries = query_functions(library, meeting);
  std::map<const Function*, uint32_t> traits;
  for (const Function& function : library) {
    const auto bit = [&](const LibraryFunctions& functions, Trait trait) {
      return functions.contains(&function) ? static_cast<uint32_t>(trait) : 0;
    };
    traits[&function] = bit(meeting, Trait::synchronises) | bit(observing, Trait::observes_memory) |
                        bit(exchanging, Trait::compares_and_exchanges) |
                        bit(queries, Trait::is_query) | bit(claiming, Trait::claims_together);
  }
  return traits;
}

}  // namespace cleave::builtins::assemble

// Chooses which functions stay calls for the sake of private variables.
//
// The variables of what is inlined exist at once, a copy for each call and each lane of a
// sub-group; those of a function that stays a call exist while it runs, for one lane. So the
// functions of a kernel are inlined up to the sum that a stack holds, and what would pass it stays.
// A function that comes to a barrier or a local variable cannot stay.
//
// Whether a program may be built is asked here, and so is what its code inlines. The first counts
// before library functions are linked: their variables are few, and the limit leaves room for them.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Function.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace cleave::compiler::pass::lowering {

using FunctionSet = llvm::SetVector<const llvm::Function*>;

/// The variables of all lanes of a sub-group together. Code addresses its stack by signed numbers
/// of 32 bits; half of that leaves room for what is no variable, and for alignment.
inline constexpr uint64_t maximum_stack_bytes = uint64_t{1} << 30;

/// Bytes of private variables that a kernel has at once.
struct PrivateBytes {
  uint64_t inlined = 0;  // for each lane, with all that is inlined
  uint64_t called = 0;   // for one lane, along the deepest chain of the calls that stay

  /// Returns true if a stack holds the variables of a sub-group.
  [[nodiscard]] bool fit(uint32_t sub_group_size) const;
};

/// Counts the private variables of a module's functions, and says which calls shall stay. The
/// module must not be changed meanwhile. Precondition: no recursion.
class CallChoice {
 public:
  explicit CallChoice(llvm::Module& module);

  /// Adds functions to those that stay, until the variables of the kernel fit or no other can stay.
  /// Returns what the kernel has then.
  PrivateBytes keep_calls(const llvm::Function& kernel, uint32_t sub_group_size,
                          FunctionSet& staying) const;
  /// Returns what the kernel has where these functions stay calls.
  [[nodiscard]] PrivateBytes count(const llvm::Function& kernel, const FunctionSet& staying) const;

  /// Bytes of the variables of the function itself.
  [[nodiscard]] uint64_t own_bytes(const llvm::Function& function) const;
  /// Returns the function and what it calls along the chain of calls that has the most variables.
  [[nodiscard]] std::vector<const llvm::Function*> deepest_chain(
      const llvm::Function& function) const;
  /// Bytes of the variables of that chain: the least that any choice leaves where all may stay.
  [[nodiscard]] uint64_t deepest_bytes(const llvm::Function& function) const;
  /// Returns the function whose copies have the most variables of those that cannot stay, or null
  /// if the kernel calls none.
  [[nodiscard]] const llvm::Function* largest_inlined(const llvm::Function& kernel) const;

 private:
  struct Counted {
    uint64_t own = 0, deepest = 0;
    // Called functions, and the number of calls of each.
    std::vector<std::pair<const llvm::Function*, uint64_t>> calls;
    const llvm::Function* next = nullptr;  // in the deepest chain
    bool may_stay = false;
  };
  using Sums = llvm::DenseMap<const llvm::Function*, PrivateBytes>;

  /// Returns the function and all that it calls, each after all that it calls.
  [[nodiscard]] std::vector<const llvm::Function*> reached_from(const llvm::Function& kernel) const;
  [[nodiscard]] PrivateBytes sum(const Counted& counted, const Sums& sums,
                                 const FunctionSet& staying) const;
  void keep_above(uint64_t most, const std::vector<const llvm::Function*>& functions,
                  FunctionSet& staying) const;

  std::vector<const llvm::Function*> functions_;  // callees first
  llvm::DenseMap<const llvm::Function*, Counted> counted_;
};

}  // namespace cleave::compiler::pass::lowering

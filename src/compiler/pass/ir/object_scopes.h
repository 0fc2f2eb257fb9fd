// Says by LLVM's alias scopes which of a launch's objects each access is to.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Metadata.h>

#include <optional>

namespace cleave::compiler::pass::ir {

/// Gives the loads and stores of a kernel alias scopes by the arguments that their addresses come
/// from (object_metadata, restrict_metadata). Of an access whose address may come from elsewhere
/// nothing is said.
///
///     a[i] += b[k]      the load of b[k] and the store do not meet, where a and b are two objects
///
/// Scopes of objects (PassOptions::distinct_objects) hold for all work-items of a launch, so
/// nothing ever has to forget them. Those of `restrict` are a promise about one work-item.
class ObjectScopes {
 public:
  explicit ObjectScopes(llvm::Function& kernel);

  /// True if there is nothing to say: arguments are no objects of memory.
  [[nodiscard]] bool empty() const { return objects_.empty(); }
  /// Adds scopes of objects: no two arguments lead to the same memory.
  void add_objects();
  /// Adds those of arguments that are `restrict`.
  void add_restrict();
  /// Removes what add_restrict() has added.
  void remove_restrict();

 private:
  struct Access {
    llvm::Instruction* instruction;
    llvm::SmallVector<unsigned, 2> objects;  // the numbers of those that it may be to
    bool may_be_apart;                       // or to local or private memory, or a constant
  };
  /// Returns the access of memory that the instruction is; nullopt: none, or to any memory.
  [[nodiscard]] std::optional<Access> access_of(llvm::Instruction& instruction) const;
  void add(llvm::StringRef name, llvm::ArrayRef<bool> are_scoped);

  llvm::Function& kernel_;
  llvm::SmallVector<const llvm::Instruction*> objects_;  // the loads of the arguments
  llvm::SmallVector<Access> accesses_;
};

/// Returns true if scopes of objects say that the accesses do not meet, of whichever work-items.
[[nodiscard]] bool are_of_distinct_objects(const llvm::Instruction& one,
                                           const llvm::Instruction& other);
/// Leaves the access those of its alias scopes whose domain is wanted.
void keep_scopes(llvm::Instruction& access,
                 llvm::function_ref<bool(const llvm::MDNode& domain)> is_wanted);
/// Returns true of the domain of scopes of objects.
[[nodiscard]] bool is_of_objects(const llvm::MDNode& domain);

}  // namespace cleave::compiler::pass::ir

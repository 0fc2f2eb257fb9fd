// Finds pointers that kernels load from private objects where they have stored them.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace llvm {
class AllocaInst;
class DataLayout;
class Function;
class LoadInst;
class Use;
class Value;
}  // namespace llvm

namespace cleave::compiler::canonical::dataflow {

/// The private objects of a kernel that these functions make up, of which it is the first. C++
/// programs keep arguments in functors and accessors, which member functions reach by generic
/// pointers: those of
///
///   struct F { Accessor out, in; void operator()(Item item) const { … in.p[…] … } };
///
/// are as well known as the kernel's arguments, though they are loaded from memory. Precondition:
/// canonical IR, which calls no function of the program but by its name.
class PrivatePointers {
 public:
  PrivatePointers(const std::vector<const llvm::Function*>& functions,
                  const llvm::DataLayout& layout);

  /// Returns true if what is loaded was stored as a pointer by one of the functions, whichever of
  /// its objects it lies in. Conservative: of objects that are written at unknown
  /// offsets, or whose address is kept in memory, nothing is known.
  [[nodiscard]] bool are_known(const llvm::LoadInst& load);

 private:
  /// A byte of a private variable.
  struct Location {
    const llvm::AllocaInst* variable;
    int64_t offset;
    friend auto operator<=>(const Location&, const Location&) = default;
  };
  struct Write {
    int64_t begin, end;              // bytes of the variable
    bool is_pointer;                 // a pointer and nothing else
    const llvm::Value* copied_from;  // nullptr: it is no copy
  };
  /// The writes to a variable; nullopt: some are not known.
  using Writes = std::optional<std::vector<Write>>;

  /// Adds the locations that a pointer + offset may be; false: it may be others.
  [[nodiscard]] bool find_locations(const llvm::Value& pointer, int64_t offset,
                                    std::vector<Location>& locations, unsigned depth = 0);
  [[nodiscard]] bool find_arguments(const llvm::Function& function, unsigned number, int64_t offset,
                                    std::vector<Location>& locations, unsigned depth);
  [[nodiscard]] bool is_known(const Location& location);
  [[nodiscard]] const Writes& writes_to(const llvm::AllocaInst& variable);
  /// An address inside a variable.
  using Address = std::pair<const llvm::Value*, int64_t>;
  /// Finds the writes to one variable.
  struct Search {
    std::vector<Write> writes;
    std::vector<Address> pending;
    std::set<Address> seen;

    void look_at(const llvm::Value& address, int64_t offset) {
      if (seen.insert({&address, offset}).second) pending.emplace_back(&address, offset);
    }
  };
  /// Both add what happens by a use of an address; false: something unknown.
  [[nodiscard]] bool follow_use(const llvm::Use& use, int64_t offset, Search& search) const;
  [[nodiscard]] bool follow_call(const llvm::Use& use, int64_t offset, Search& search) const;

  const llvm::DataLayout& layout_;
  llvm::SmallPtrSet<const llvm::Function*, 8> functions_;
  const llvm::Function* kernel_;
  std::map<const llvm::AllocaInst*, Writes> writes_;
  std::map<Location, bool> known_;  // true also of those that are being asked for
  // Functions that call each other twice, thirty deep, are looked at no longer.
  unsigned steps_left_ = 1 << 12;
};

}  // namespace cleave::compiler::canonical::dataflow

// Recognises collectives: functions that the work-items of a sub-group compute together, declared
// in src/builtins/lane_collectives.h. In codegen mode vector link_builtins leaves them without a
// body, and `widen` emits a few instructions on registers for each call.
#pragma once

#include <llvm/IR/Instructions.h>

#include <optional>

namespace cleave::compiler::pass::ir {

struct Collective {
  enum class Kind : uint8_t {
    all,
    any,
    ballot,     // a bit for each lane
    same,       // the value is the same in all lanes
    broadcast,  // the value of one lane, the same for all
    reduce,
    // From here on each work-item gets a result of its own.
    join,  // its own operand, once all that are about to have come
    scan_inclusive,
    scan_exclusive,
    shuffle,    // the value of a lane that each chooses
    clustered,  // a reduction among `lane / size of a cluster`
  } kind;
  enum class Operation : uint8_t {
    none,
    add,
    mul,
    smin,
    smax,
    umin,
    umax,
    bit_and,
    bit_or,
    bit_xor,
    fadd,
    fmul,
    fmin,
    fmax
  } operation;
  bool begins_with_first = false;  // an exclusive scan: what it begins with is combined too
  // Among all lanes of the code, whichever work-groups they belong to.
  bool is_of_lockstep = false;

  /// Returns true if every work-item gets the same result.
  [[nodiscard]] bool gives_one_value() const { return kind <= Kind::reduce; }
  /// Returns true if there is a second operand: the source lane of a broadcast or shuffle, the size
  /// of a cluster.
  [[nodiscard]] bool has_selector() const {
    return kind == Kind::broadcast || kind == Kind::shuffle || kind == Kind::clustered;
  }
};

/// Returns the collective that a function is, judged by its name; nullopt for other functions.
[[nodiscard]] std::optional<Collective> collective_of(const llvm::Function& function);
/// Returns the collective that an instruction calls, if the called function has no body; else
/// nullopt.
[[nodiscard]] std::optional<Collective> collective_of(const llvm::Instruction& instruction);

/// Returns true for functions of the library that lanes in lockstep call once, with arguments that
/// are the same for all of them: __cleave_once_… They never wait, whatever their loops look like.
[[nodiscard]] bool is_called_once(const llvm::Function& function);
/// Returns true if an instruction calls such a function.
[[nodiscard]] bool is_called_once(const llvm::Instruction& instruction);

/// Returns what changes no value that it is combined with.
[[nodiscard]] llvm::Constant* neutral_element(Collective::Operation operation, llvm::Type* type);
/// Returns what an exclusive scan begins with.
[[nodiscard]] llvm::Constant* first_of_scan(Collective::Operation operation, llvm::Type* type);

/// Marks a collective that stays without a body: it accesses no memory, and it is convergent.
void declare_as_collective(llvm::Function& function);

}  // namespace cleave::compiler::pass::ir

// The compiler's side of src/builtins/lane_collectives.h: what the work-items of a sub-group
// compute together. Where lanes run together, link_builtins leaves the functions without a body
// and `widen` makes each a few instructions on registers.
#pragma once

#include <llvm/IR/Instructions.h>

#include <optional>

namespace cleave::compiler::pass {

struct Collective {
  enum class Kind : uint8_t {
    all,
    any,
    ballot,     // a bit for each lane
    same,       // the value is the same in all lanes
    broadcast,  // of a lane that is the same for all
    reduce,
    // Here each work-item gets a result of its own.
    scan_inclusive,
    scan_exclusive,
    shuffle,    // of a lane that each chooses
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

  /// Does every work-item get the same?
  [[nodiscard]] bool gives_one_value() const { return kind <= Kind::reduce; }
  /// Has it a second operand: a broadcast, a shuffle its source, a cluster its size?
  [[nodiscard]] bool has_selector() const {
    return kind == Kind::broadcast || kind == Kind::shuffle || kind == Kind::clustered;
  }
};

/// Which of them a function is, if any; its body does not matter.
[[nodiscard]] std::optional<Collective> collective_of(const llvm::Function& function);
/// Likewise for a function without a body that an instruction calls.
[[nodiscard]] std::optional<Collective> collective_of(const llvm::Instruction& instruction);

/// The function has no body and gets none: says that it computes with registers only, and that all
/// lanes take part.
void declare_as_collective(llvm::Function& function);

}  // namespace cleave::compiler::pass

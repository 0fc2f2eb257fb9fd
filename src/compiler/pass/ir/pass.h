// Defines the signature of passes and the options that they take.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>

#include "compiler/interface/bindings.h"
#include "compiler/interface/merged_groups.h"

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace cleave::compiler::pass::ir {

/// How the lanes of a sub-group run.
enum class Lanes : uint8_t {
  serial,              // one after another: codegen mode scalar
  vector,              // as vectors
  vector_rows,         // as vectors, in work-groups whose rows are whole sub-groups
  vector_ragged_rows,  // as vectors; each row begins with a sub-group, and the last may lack lanes
};

/// Returns true where no sub-group has lanes of two rows.
[[nodiscard]] constexpr bool are_in_rows(Lanes lanes) {
  return lanes == Lanes::vector_rows || lanes == Lanes::vector_ragged_rows;
}

/// Inputs of passes beside the module.
struct PassOptions {
  uint32_t sub_group_size = 16;  // W of kernels that require no other
  Lanes lanes = Lanes::serial;
  uint32_t jam_x = 1, jam_y = 1;  // in rows: how many sub-groups of a dimension may run as one
  bool small_ids = false;         // every global id is less than 2^31
  bool small_objects = false;     // every memory object has at most LaunchShape::small_object bytes
  bool distinct_objects = false;  // LaunchShape::distinct_objects
  std::array<uint32_t, 3> local_size = {};  // of every work-group; zeros: any
  interface::MergedGroups merged = {};      // LaunchShape::merged
  uint64_t streamed_arguments = 0;          // LaunchShape::streamed_arguments
  interface::Bindings bindings = {};        // LaunchShape::bindings
  bool other_lanes = false;  // lanes run in the order that choose_lanes would not choose
  bool quick = false;        // prefer compile time over code quality (tier quick)
  bool small = false;        // in the main tier: the kernel is short and has no loops
  llvm::TargetMachine* target_machine = nullptr;  // null: the module keeps its triple and layout
  bool optimise = true;                           // false: optional passes are left out

  [[nodiscard]] bool streams(uint32_t argument) const {
    return argument < std::numeric_limits<uint64_t>::digits &&
           (streamed_arguments >> argument & 1) != 0;
  }
};

/// Changes the module, or finds fault with it. Returns what is wrong, one problem a line, for the
/// build log; empty when all is well. Touches nothing outside the module.
using PassFunction = std::string (*)(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass::ir

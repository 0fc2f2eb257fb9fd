// Converts between the values of an interleave group's members and the vectors of its slots.
#pragma once

#include <vector>

#include "compiler/pass/widen/access/access_emitter.h"

namespace cleave::compiler::pass::widen::access {

/// Returns the type as which all members are loaded or stored.
[[nodiscard]] llvm::Type* common_type(const analysis::InterleaveGroup& group);

/// Returns for each slot the vector that its member stores; nullptr for a gap.
[[nodiscard]] std::vector<llvm::Value*> slots_of_members(const analysis::InterleaveGroup& group,
                                                         WideValues& values,
                                                         llvm::IRBuilder<>& builder);

/// Returns for each slot that has a member the vector of it. `stretch` is the memory that all lanes
/// access as it lies there, in vectors of W elements; nullptr for those without elements of
/// members.
[[nodiscard]] std::vector<llvm::Value*> slots_of_stretch(const analysis::InterleaveGroup& group,
                                                         const std::vector<llvm::Value*>& stretch,
                                                         llvm::IRBuilder<>& builder);

/// Defines the members of a group of loads by the vectors of their slots.
void define_members(const analysis::InterleaveGroup& group, const std::vector<llvm::Value*>& slots,
                    WideValues& values, llvm::IRBuilder<>& builder);

}  // namespace cleave::compiler::pass::widen::access

// Defines what code of x86 knows of a kernel beside what queries and launch checks go by. Only files that make or run
// such code include this one (scripts/check_layers.py).
#pragma once

#include <optional>

#include "compiler/interface/merged_groups.h"
#include "compiler/interface/target_facts.h"

namespace cleave::compiler::interface {

/// The facts of one kernel. Another meaning of their bytes takes another x86_facts_version.
struct X86Facts {
  // The main tier costs about as much as the quick one, or -cl-opt-disable is given: only one tier is made.
  bool has_one_tier = false;
  GroupMerging group_merging = GroupMerging::none;
};
inline constexpr uint32_t x86_facts_version = 1;

[[nodiscard]] TargetFacts pack(const X86Facts& facts);
/// Returns those of a kernel; the defaults where it has none; nullopt: they are of another target or version, or bytes
/// that pack() does not make.
[[nodiscard]] std::optional<X86Facts> unpack(const TargetFacts& facts);

}  // namespace cleave::compiler::interface

// Names the attributes, metadata and prefixes by which passes tell each other about functions and
// variables. Those of canonical IR lie in program binaries too.
#pragma once

#include <llvm/IR/Instructions.h>

#include <optional>

namespace cleave::compiler::pass {

// Canonical IR.

/// Attribute of kernels that were built, or linked, with -cl-no-subgroup-ifp.
inline constexpr const char* no_progress_attribute = "cleave-no-progress";

// Code on its way to a kernel's entry.

/// Attribute of the functions that hold a kernel's work for one work-item; its value is the
/// kernel's name. Made by lower_arguments.
inline constexpr const char* kernel_attribute = "cleave-kernel";
/// Attribute of kernel entries: bytes of frame memory for each work-item.
inline constexpr const char* frame_bytes_attribute = "cleave-frame-bytes";
/// Attribute of functions whose source asks for code as written (-cl-opt-disable).
inline constexpr const char* unoptimised_attribute = "cleave-unoptimised";
/// Attribute of kernels that may wait for other work-items, the host or another device, and whose
/// sub-groups must make progress all the same.
inline constexpr const char* may_wait_attribute = "cleave-may-wait";
/// Attribute of those among them that have a loop which gives way to others: made by insert_yields.
inline constexpr const char* has_yield_attribute = "cleave-has-yield";
/// Attribute of the function void (ptr context) by which they do; a sub-group calls it once for all
/// its lanes.
inline constexpr const char* yield_attribute = "cleave-yield";
/// Attribute of variables that all kernels of a program share: their offset, in bytes, from
/// LaunchContext::program_scope.
inline constexpr const char* program_scope_attribute = "cleave-program-scope";
/// Name of the entry of a kernel is this and the kernel's name.
inline constexpr const char* entry_prefix = "__cleave_kernel_";
/// Attribute of functions whose calls stand for one work-item each: W, in decimal.
inline constexpr const char* lanes_attribute = "cleave-lanes";
/// Attribute of such a function: how many sub-groups run together, in decimal; none: one.
inline constexpr const char* parts_attribute = "cleave-parts";
/// Attribute of such a function: all lanes are there, and nothing in the whole kernel orders what
/// work-items read and write: who wrote what several of them read would race with one of them, so
/// that nobody does.
inline constexpr const char* unordered_attribute = "cleave-unordered";
/// Attribute of functions that inline_calls leaves for wide calls.
inline constexpr const char* wide_call_attribute = "cleave-wide-call";
/// Metadata of interleaved private variables: bytes from a lane's element to the next lane's.
inline constexpr const char* interleaved_metadata = "cleave.interleaved";

/// Bytes from a lane's element to the next lane's, if the variable is interleaved.
[[nodiscard]] std::optional<uint64_t> interleaved_stride(const llvm::AllocaInst& variable);

}  // namespace cleave::compiler::pass

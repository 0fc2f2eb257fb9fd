// Names the attributes, metadata and prefixes by which passes mark functions and variables for each
// other. Those of canonical IR are stored in program binaries too.
#pragma once

#include <llvm/IR/Instructions.h>

#include <optional>

namespace cleave::compiler::pass::ir {

// Canonical IR.

/// Attribute of kernels that were built, or linked, with -cl-no-subgroup-ifp.
inline constexpr const char* no_progress_attribute = "cleave-no-progress";

/// Attribute of the kernel that constructs the objects at program scope, and of the one that ends
/// them (canonical/globals/program_objects.h).
inline constexpr const char* constructs_attribute = "cleave-constructs";
inline constexpr const char* destroys_attribute = "cleave-destroys";

/// Metadata of kernels: how many sub-groups each work-group must have, an execution mode of SPIR-V.
inline constexpr const char* sub_group_count_metadata = "cleave-sub-group-count";

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
/// Attribute of kernels with may_wait_attribute that have a spin loop with a yield; set by
/// insert_yields.
inline constexpr const char* has_yield_attribute = "cleave-has-yield";
/// Attribute of the function void (ptr context) that yields; a sub-group calls it once for all its
/// lanes.
inline constexpr const char* yield_attribute = "cleave-yield";
/// Attribute of variables that all kernels of a program share: their offset, in bytes, from
/// LaunchContext::program_scope.
inline constexpr const char* program_scope_attribute = "cleave-program-scope";
/// Prefix of the name of a kernel's entry; the kernel's name follows.
inline constexpr const char* entry_prefix = "__cleave_kernel_";
/// Attribute of lane functions, whose calls each run one work-item: W, in decimal.
inline constexpr const char* lanes_attribute = "cleave-lanes";
/// Attribute of lane functions: the number of parts (jammed sub-groups), in decimal; absent: one.
inline constexpr const char* parts_attribute = "cleave-parts";
/// Attribute of lane functions: no lane is missing, and nothing in the whole kernel orders reads
/// and writes of different work-items. A write to a location that several work-items read would be
/// a race, so there is none.
inline constexpr const char* unordered_attribute = "cleave-unordered";
/// Attribute of kernels whose lanes run one after another in codegen mode vector too; set by
/// choose_lanes.
inline constexpr const char* serial_lanes_attribute = "cleave-serial-lanes";
/// Attribute of kernels of which choose_lanes is not sure.
inline constexpr const char* unsure_lanes_attribute = "cleave-unsure-lanes";
/// Attribute of functions that inline_calls leaves for wide calls.
inline constexpr const char* wide_call_attribute = "cleave-wide-call";
/// Metadata of the load of a pointer that is an argument, or lies in a value: it leads to an object
/// of the launch. Made by lower_arguments.
inline constexpr const char* object_metadata = "cleave.object";
/// Metadata of the load of such an argument that the program has declared `restrict`; likewise.
inline constexpr const char* restrict_metadata = "cleave.restrict";
/// Metadata of the load of an argument that the launch streams, or of the address of such an image;
/// made by lower_arguments and lower_images.
inline constexpr const char* streamed_metadata = "cleave.streamed";
/// Metadata of loads of what the region before has computed from ids alone: an index may be that of neighbours; made by
/// form_regions.
inline constexpr const char* computed_metadata = "cleave.computed";
/// Metadata of interleaved private variables: bytes from a lane's element to the next lane's.
inline constexpr const char* interleaved_metadata = "cleave.interleaved";

/// Returns the bytes from a lane's element to the next lane's; nullopt if the variable is not
/// interleaved.
[[nodiscard]] std::optional<uint64_t> interleaved_stride(const llvm::AllocaInst& variable);

}  // namespace cleave::compiler::pass::ir

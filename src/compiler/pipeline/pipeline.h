// Named pipelines: lists of registered passes, each with the reason for its place (pipeline.def).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace cleave::compiler::pipeline {

/// What the passes of one run may depend on, beside the module.
struct PipelineOptions {
  uint32_t sub_group_size = 16;                    // W of kernels that require no other
  llvm::TargetMachine* target_machine = nullptr;   // null: the module keeps its triple and layout
};

/// Runs the named pipeline over the module: times, disables, verifies and dumps passes as the
/// options of the platform say. Returns an empty string, or what is wrong with the module (a
/// message for the build log, one problem a line). Several threads may run pipelines on modules of
/// different LLVM contexts.
///
/// "canonical": what a front end gave becomes canonical IR (division guarded, checked by the
///   canonical verifier; every function that is declared but not defined is a built-in of ours).
/// "reference": canonical IR becomes code for one work-group a call: each kernel `k` is replaced by
///   `void __cleave_kernel_k(ptr context)` with the attribute "cleave-frame-bytes", see
///   KernelCode::frame_bytes_per_item.
[[nodiscard]] std::string run_pipeline(std::string_view name, llvm::Module& module,
                                       const PipelineOptions& options);

}  // namespace cleave::compiler::pipeline

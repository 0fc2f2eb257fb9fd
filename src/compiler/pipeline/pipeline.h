// Runs named pipelines: lists of registered passes, each with the reason for its position
// (pipelines.def). One runner times, disables, verifies and dumps them.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pipeline {

/// A callback that is shown the module after each pass that has run.
using Observer = std::function<void(std::string_view pass, const llvm::Module& module)>;

/// Runs the named pipeline over the module: times, disables, verifies and dumps passes as the
/// options of the platform say. Returns an empty string, or what is wrong with the module (a
/// message for the build log, one problem a line). Several threads may run pipelines on modules of
/// different LLVM contexts.
///
/// "canonical" makes canonical IR of a front end's module: division is guarded, the canonical
///   verifier has checked the rest, and every function that is declared but not defined is a
///   built-in of ours.
/// "scalar" and "vector" make code for one work-group a call of canonical IR: each kernel `k` is
///   replaced by `void __cleave_kernel_k(ptr context)` with the attribute "cleave-frame-bytes", see
///   KernelCode::frame_bytes_per_item. The lanes of a sub-group run one after another in "scalar",
///   as vectors in "vector", which kernels take unless CLEAVE_CODEGEN or -cl-opt-disable says
///   otherwise; a kernel whose lanes choose_lanes leaves alone has them one after another there too.
[[nodiscard]] std::string run_pipeline(std::string_view name, llvm::Module& module,
                                       const pass::ir::PassOptions& options,
                                       const Observer& observer = {});

/// The same for any list of passes; what is wrong includes a name that no pass has.
[[nodiscard]] std::string run_passes(std::span<const std::string> names, llvm::Module& module,
                                     const pass::ir::PassOptions& options,
                                     const Observer& observer = {});

/// Returns a message with the names that there are if no pass has the name; else an empty string.
[[nodiscard]] std::string problem_of_pass(std::string_view name);

/// Says on standard error which names in CLEAVE_DISABLE_PASSES and CLEAVE_DUMP_PASSES mean nothing
/// there: they would otherwise do nothing, silently.
void report_wrong_pass_names();

/// The passes of a pipeline, in their order; empty when there is no pipeline of that name.
[[nodiscard]] std::vector<std::string> passes_of(std::string_view pipeline);

/// The names of all pipelines.
[[nodiscard]] std::vector<std::string> all_pipelines();

}  // namespace cleave::compiler::pipeline

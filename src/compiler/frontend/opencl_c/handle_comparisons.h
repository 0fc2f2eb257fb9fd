// Compiles comparisons of queues and of events of the device.
#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
}  // namespace clang

namespace cleave::compiler::frontend::opencl_c {

/// Returns a consumer that replaces every == and != of two queue_t or clk_event_t by a call of a
/// function that compares them (opencl_prelude.h): clang accepts these, and its code generation
/// crashes or makes a comparison that LLVM does not know. Has to see declarations before code is
/// generated for them.
[[nodiscard]] std::unique_ptr<clang::ASTConsumer> compare_handles();

}  // namespace cleave::compiler::frontend::opencl_c

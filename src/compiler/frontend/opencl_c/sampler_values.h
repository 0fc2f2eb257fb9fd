// Reads the values of sampler variables.
#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
}  // namespace clang

namespace cleave::compiler::frontend::opencl_c {

/// Returns a consumer that replaces every load of a variable of the program that is a sampler by
/// the constant that it was initialised with. Clang does so itself where the variable is an
/// argument, and loads it elsewhere, as in `c ? a : b`: from a variable that it leaves without a
/// value. Has to see declarations before code is generated for them.
[[nodiscard]] std::unique_ptr<clang::ASTConsumer> read_sampler_values();

}  // namespace cleave::compiler::frontend::opencl_c

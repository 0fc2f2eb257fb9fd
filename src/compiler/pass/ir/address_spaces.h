// Names the address spaces of LLVM's IR for spir64.
#pragma once

namespace cleave::compiler::pass::ir {

inline constexpr unsigned private_space = 0;
inline constexpr unsigned global_space = 1;
inline constexpr unsigned constant_space = 2;
inline constexpr unsigned local_space = 3;
inline constexpr unsigned generic_space = 4;

}  // namespace cleave::compiler::pass::ir

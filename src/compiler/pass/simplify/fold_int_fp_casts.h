// fold_int_fp_casts
//   What: finds small integers that are converted to floating point and back, unchanged: the 8
//     bits of a channel that is read from one image and written to another.
//     `bitcast (fadd (fmul (x / 255.0), 255.0), 0x1.8p23)` becomes a constant plus x.
//   Requires: nothing. Scalars: a vector of the program is left alone.
//   Establishes: nothing that later passes need. Copies of images cost no arithmetic.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::simplify {

[[nodiscard]] std::string fold_int_fp_casts(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::simplify

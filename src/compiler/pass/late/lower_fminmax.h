// lower_fminmax
//   What: makes one instruction of the minimum or maximum of two numbers that may be NaNs. fmin and
//     fmax give the other number where one is a NaN. The minimum of SSE and its successors gives
//     the second one, which takes a comparison and a blend beside it; that of AVX512DQ, made for
//     ranges, does as fmin, and knows -0 from +0. It makes a signalling NaN quiet, where fmin has
//     the other number: such NaNs are only found in memory, and arithmetic makes none. Reductions
//     and scans order zeros (llvm.minimumnum), for which LLVM has eight instructions, and moves
//     scalars to registers of integers: numbers of memory are made quiet first. Scalars get it as
//     well, so that zeros of both signs give the same one in both.
//   Requires: runs after optimise, which knows what to make of llvm.minnum and llvm.maxnum and
//     nothing of these instructions, and after lower_half, which makes some.
//   Establishes: with AVX512DQ no operands of llvm.minnum and llvm.maxnum are both numbers of
//     single or double precision that arithmetic has made, unless one is known to be no NaN, and
//     llvm.minimumnum and llvm.maximumnum have only such operands that are no NaNs and whose zeros
//     need no order.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::late {

[[nodiscard]] std::string lower_fminmax(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::late

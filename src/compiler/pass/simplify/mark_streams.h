// mark_streams
//   What: marks as nontemporal the stores of a work-item that should go past the caches:
//
//       kernel void k(global float* a, global const float* b) { a[id] = b[id]; }
//
//       store float %x, ptr %p, !nontemporal      where the launch streams argument 0
//
//     They are those to arguments of PassOptions::streamed_arguments that the kernel only stores
//     to. Nothing is marked in a kernel that orders its stores for other threads by atomics or
//     fences: such stores are ordered by the end of the launch alone. Fences of barriers are for
//     the work-group, which one thread runs.
//   Requires: arguments lowered; calls inlined and pointers in registers, where it is to find them.
//   Establishes: no other store is nontemporal, whatever the program asked for.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::simplify {

[[nodiscard]] std::string mark_streams(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::simplify

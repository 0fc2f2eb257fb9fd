// Gives clang's blocks the form that canonical IR has for them (pass/ir/block_kernels.h).
#pragma once

namespace llvm {
class Module;
}

namespace cleave::compiler::frontend::opencl_c {

/// Makes the kernels of blocks internal, since two objects may have some of one name, and literals
/// forget the address of the block's function: all that run a block name its function or kernel.
void detach_blocks(llvm::Module& module);

}  // namespace cleave::compiler::frontend::opencl_c

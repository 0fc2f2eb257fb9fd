// Repairs uses of blocks that clang accepts and cannot compile.
#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
}  // namespace clang

namespace cleave::compiler::frontend::opencl_c {

/// Returns a consumer that removes parentheses around blocks, and what else stands for the
/// expression in it: clang looks through casts and names alone for the block that is called,
/// enqueued or asked about, and its code generation crashes when it finds none. A use of a block
/// that even so leads to none is an error. Flags of enqueue_kernel become numbers of 32 bits, which
/// clang takes them for. Has to see declarations before code is generated for them.
[[nodiscard]] std::unique_ptr<clang::ASTConsumer> repair_block_uses();

}  // namespace cleave::compiler::frontend::opencl_c

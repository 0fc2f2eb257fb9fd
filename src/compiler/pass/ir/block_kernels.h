// Knows the kernels of blocks, which kernels enqueue (OpenCL C 3.0, 6.15.18).
//
// In canonical IR a block that is enqueued has a kernel of its own: internal, of a generic pointer
// to the block's literal (its size and alignment, a null pointer, and what it captures) and of one
// pointer to local memory for each local argument. Calls of __enqueue_kernel_… and __get_kernel_…
// name it by its address in the generic space; nothing else does.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <cstdint>

namespace cleave::compiler::pass::ir {

/// Attribute of a block's kernel: its index among the kernels of the program, in decimal. Set when
/// an executable is finished.
inline constexpr const char* block_number_attribute = "cleave-block";

/// Returns true for the kernel of a block; no other kernel begins with a generic pointer.
[[nodiscard]] bool is_block_kernel(const llvm::Function& function);

/// Returns the block's kernel whose address the value is; nullptr if it is something else.
[[nodiscard]] llvm::Function* named_block(const llvm::Value& value);

/// Returns the kernels of blocks that instructions of the function name, each once.
[[nodiscard]] llvm::SmallVector<llvm::Function*> blocks_named_in(const llvm::Function& function);

/// Returns true for functions of the language that ask for queues, events or kernels of the device,
/// or enqueue something.
[[nodiscard]] bool uses_device_queues(const llvm::Function& function);

/// Returns the bytes before the literal in the argument block: the pointers to local memory, eight
/// bytes each, as offsets. The literal's alignment is at most that of long16.
[[nodiscard]] uint32_t literal_offset(const llvm::Function& block_kernel);

}  // namespace cleave::compiler::pass::ir

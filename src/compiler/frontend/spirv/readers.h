// Lists who reads which instructions. Each function returns false for those that do not concern it;
// true means that the result was defined, or the instruction refused.
#pragma once

#include "compiler/frontend/spirv/function_reader.h"

namespace cleave::compiler::frontend::spirv {

bool read_arithmetic(FunctionReader& reader, const cleave::spirv::Instruction& instruction);
bool read_bits(FunctionReader& reader, const cleave::spirv::Instruction& instruction);
bool read_conversion(FunctionReader& reader, const cleave::spirv::Instruction& instruction);
bool read_composite(FunctionReader& reader, const cleave::spirv::Instruction& instruction);
bool read_memory(FunctionReader& reader, const cleave::spirv::Instruction& instruction);
bool read_masked_memory(FunctionReader& reader, const cleave::spirv::Instruction& instruction);
bool read_address(FunctionReader& reader, const cleave::spirv::Instruction& instruction);
bool read_atomic(FunctionReader& reader, const cleave::spirv::Instruction& instruction);
bool read_control_flow(FunctionReader& reader, const cleave::spirv::Instruction& instruction);
bool read_barrier(FunctionReader& reader, const cleave::spirv::Instruction& instruction);
bool read_group(FunctionReader& reader, const cleave::spirv::Instruction& instruction);
bool read_pipe(FunctionReader& reader, const cleave::spirv::Instruction& instruction);
bool read_queue(FunctionReader& reader, const cleave::spirv::Instruction& instruction);
bool read_image(FunctionReader& reader, const cleave::spirv::Instruction& instruction);
bool read_miscellany(FunctionReader& reader, const cleave::spirv::Instruction& instruction);
bool read_extended(FunctionReader& reader, const cleave::spirv::Instruction& instruction);
/// Reads of built-in variables, before read_memory and read_address see them.
bool read_built_in(FunctionReader& reader, const cleave::spirv::Instruction& instruction);
/// The sampler of an OpConstantSampler, made where it is used.
[[nodiscard]] llvm::Value* constant_sampler(FunctionReader& reader,
                                            const cleave::spirv::Instruction& constant);
/// An image as an argument of a built-in function.
[[nodiscard]] BuiltInArgument image_argument(FunctionReader& reader, cleave::spirv::Id image);
/// A pointer to numbers as an argument of a built-in function. It may point to another type than the numbers in
/// memory: clang leaves out bitcasts.
[[nodiscard]] BuiltInArgument pointer_to_numbers(FunctionReader& reader, cleave::spirv::Id id,
                                                 const llvm::Type& number, bool is_const);
/// The queue, event or reservation that a null or undefined constant stands for: there is none.
[[nodiscard]] llvm::Value* null_handle(FunctionReader& reader,
                                       const cleave::spirv::Instruction& constant);
/// Refuses arrays of variable length that a loop makes and nothing gives back: each iteration would
/// have one more. Called when all blocks have been read.
void refuse_growing_arrays(FunctionReader& reader, const cleave::spirv::Function& source);
/// The memory of a module's variable in the storage class Function: each function has its own.
[[nodiscard]] llvm::Value* module_variable(FunctionReader& reader,
                                           const cleave::spirv::Instruction& variable);
/// The memory of an OpConstantPipeStorage: a variable.
[[nodiscard]] llvm::Constant* pipe_storage(ReaderState& state,
                                           const cleave::spirv::Instruction& constant);

}  // namespace cleave::compiler::frontend::spirv

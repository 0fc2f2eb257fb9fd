#include "compiler/frontend/spirv/group_copies.h"

#include <llvm/IR/Constants.h>

#include <string>

#include "compiler/frontend/spirv/readers.h"

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::Op;

constexpr std::string_view event_name = "9ocl_event";

/// The type of the numbers that a pointer leads to; nullptr if there are none. A pointer to an
/// array leads to its elements: clang leaves out the bitcast.
const llvm::Type* numbers_at(FunctionReader& reader, cleave::spirv::Id id) {
  const ReaderState& state = reader.state();
  const llvm::Type* type = state.types.in_memory(state.source.type(reader.type_of(id)).element);
  while (const auto* array = llvm::dyn_cast_or_null<llvm::ArrayType>(type)) {
    type = array->getElementType();
  }
  const bool is_number =
      type != nullptr && (type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy());
  return is_number ? type : nullptr;
}

// Operands: scope, target, source, elements, stride, event.
void read_async_copy(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  const std::span<const uint32_t> operands = instruction.operands;
  const llvm::Type* numbers = numbers_at(reader, operands[1]);
  if (numbers == nullptr) return reader.refuse(instruction);
  llvm::IRBuilderBase& builder = reader.builder();
  const auto size = [&](cleave::spirv::Id id) {
    return reader.argument(builder.CreateZExtOrTrunc(reader.value(id), builder.getInt64Ty()),
                           false);
  };
  llvm::SmallVector<BuiltInArgument> arguments = {
      pointer_to_numbers(reader, operands[1], *numbers, false),
      pointer_to_numbers(reader, operands[2], *numbers, true), size(operands[3])};
  const bool has_stride = reader.state().source.integer_constant(operands[4]) != 1;
  if (has_stride) arguments.push_back(size(operands[4]));
  arguments.push_back({reader.value(operands[5]), {.scalar = event_name}});
  reader.define(instruction,
                reader.call(instruction,
                            has_stride ? "async_work_group_strided_copy" : "async_work_group_copy",
                            reader.result_type(instruction), arguments));
}

void read_wait(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Value* events = reader.value(instruction.operands[2]);
  events = builder.CreateAddrSpaceCast(events, reader.state().types.pointer(Space::generic));
  reader.call(instruction, "wait_group_events", builder.getVoidTy(),
              {reader.argument(instruction.operands[1], true),
               {events, pointer_to({.scalar = event_name}, Space::generic)}});
}

// Shuffles of cl_intel_subgroups take vectors too.
void read_shuffle_of_intel(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  const std::span<const uint32_t> operands = instruction.operands;
  const bool has_two = instruction.op == Op::SubgroupShuffleDownINTEL ||
                       instruction.op == Op::SubgroupShuffleUpINTEL;
  const char* name = instruction.op == Op::SubgroupShuffleINTEL      ? "intel_sub_group_shuffle"
                     : instruction.op == Op::SubgroupShuffleXorINTEL ? "intel_sub_group_shuffle_xor"
                     : instruction.op == Op::SubgroupShuffleDownINTEL
                         ? "intel_sub_group_shuffle_down"
                         : "intel_sub_group_shuffle_up";
  llvm::SmallVector<BuiltInArgument> arguments = {reader.argument(operands[0], true)};
  if (has_two) arguments.push_back(reader.argument(operands[1], true));
  arguments.push_back(reader.argument(operands[has_two ? 2 : 1], false));
  reader.define(instruction,
                reader.call(instruction, name, reader.result_type(instruction), arguments));
}

// intel_sub_group_block_read_us4 and its like, by the width of the numbers.
std::string block_function(const char* start, const llvm::Type& type) {
  const unsigned bits = type.getScalarSizeInBits();
  std::string name = start;
  name += bits == 8 ? "_uc" : bits == 16 ? "_us" : bits == 64 ? "_ul" : "";
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  return vector == nullptr ? name : name + std::to_string(vector->getNumElements());
}

BuiltInArgument block_pointer(FunctionReader& reader, cleave::spirv::Id id, const llvm::Type& type,
                              bool is_const) {
  llvm::Value* pointer = reader.value(id);
  const auto space = static_cast<Space>(pointer->getType()->getPointerAddressSpace());
  ParameterType number = number_type(*type.getScalarType(), false);
  return {pointer, pointer_to(number, space, is_const)};
}

llvm::Type* as_integers(llvm::IRBuilderBase& builder, llvm::Type* type) {
  return type->getWithNewType(builder.getIntNTy(type->getScalarSizeInBits()));
}

void read_block_read(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Type* type = reader.result_type(instruction);
  llvm::Type* numbers = as_integers(builder, type);
  llvm::Value* read =
      reader.call(instruction, block_function("intel_sub_group_block_read", *numbers), numbers,
                  {block_pointer(reader, instruction.operands[0], *numbers, true)});
  if (read != nullptr) reader.define(instruction, builder.CreateBitCast(read, type));
}

void read_block_write(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Value* data = reader.value(instruction.operands[1]);
  data = builder.CreateBitCast(data, as_integers(builder, data->getType()));
  reader.call(instruction, block_function("intel_sub_group_block_write", *data->getType()),
              builder.getVoidTy(),
              {block_pointer(reader, instruction.operands[0], *data->getType(), false),
               reader.argument(data, false)});
}

void read_image_block_read(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Type* type = reader.result_type(instruction);
  llvm::Type* numbers = as_integers(builder, type);
  llvm::Value* read =
      reader.call(instruction, block_function("intel_sub_group_block_read", *numbers), numbers,
                  {image_argument(reader, instruction.operands[0]),
                   reader.argument(instruction.operands[1], true)});
  if (read != nullptr) reader.define(instruction, builder.CreateBitCast(read, type));
}

void read_image_block_write(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Value* data = reader.value(instruction.operands[2]);
  data = builder.CreateBitCast(data, as_integers(builder, data->getType()));
  reader.call(instruction, block_function("intel_sub_group_block_write", *data->getType()),
              builder.getVoidTy(),
              {image_argument(reader, instruction.operands[0]),
               reader.argument(instruction.operands[1], true), reader.argument(data, false)});
}

}  // namespace

bool read_group_copy(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  switch (instruction.op) {
    case Op::GroupAsyncCopy:
      read_async_copy(reader, instruction);
      return true;
    case Op::GroupWaitEvents:
      read_wait(reader, instruction);
      return true;
    default:
      return false;
  }
}

bool read_intel_group(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  switch (instruction.op) {
    case Op::SubgroupShuffleINTEL:
    case Op::SubgroupShuffleXorINTEL:
    case Op::SubgroupShuffleDownINTEL:
    case Op::SubgroupShuffleUpINTEL:
      read_shuffle_of_intel(reader, instruction);
      return true;
    case Op::SubgroupBlockReadINTEL:
      read_block_read(reader, instruction);
      return true;
    case Op::SubgroupBlockWriteINTEL:
      read_block_write(reader, instruction);
      return true;
    case Op::SubgroupImageBlockReadINTEL:
      read_image_block_read(reader, instruction);
      return true;
    case Op::SubgroupImageBlockWriteINTEL:
      read_image_block_write(reader, instruction);
      return true;
    case Op::SubgroupBlockPrefetchINTEL:  // a hint
      return true;
    default:
      return false;
  }
}

}  // namespace cleave::compiler::frontend::spirv

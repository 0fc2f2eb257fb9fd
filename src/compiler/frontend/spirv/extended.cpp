// Reads extended instructions: OpenCL.std as calls of our built-in functions.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "compiler/frontend/spirv/float_flags.h"
#include "compiler/frontend/spirv/readers.h"

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::OpenClStd;

struct ExtendedRow {
  std::string_view function;
  std::string_view operands;
};

std::optional<ExtendedRow> extended_row(OpenClStd number) {
  switch (number) {
#define CLEAVE_EXTENDED(instruction, function, operands) \
  case OpenClStd::instruction:                           \
    return ExtendedRow{#function, operands};
#include "compiler/frontend/spirv/extended.def"
    default:
      return std::nullopt;
  }
}

std::span<const uint32_t> ids_of(const cleave::spirv::Instruction& instruction) {
  return instruction.operands.subspan(2);  // after the set and the number
}

BuiltInArgument pointer_argument(FunctionReader& reader, cleave::spirv::Id id) {
  const ReaderState& state = reader.state();
  llvm::Value* pointer = reader.value(id);
  const cleave::spirv::Id pointee = state.source.type(reader.type_of(id)).element;
  const auto space = static_cast<Space>(pointer->getType()->getPointerAddressSpace());
  const llvm::Type* type = state.types.in_memory(pointee);
  const bool is_number =
      type != nullptr && (type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy());
  if (!is_number) return {pointer, pointer_to({.scalar = "v"}, space)};
  return {pointer, pointer_to(number_type(*type, true), space)};
}

void read_function(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                   const ExtendedRow& row) {
  const FloatFlags flags(reader, instruction);
  llvm::SmallVector<BuiltInArgument> arguments;
  CallEffect effect = CallEffect::none;
  for (size_t i = 0; i < row.operands.size(); ++i) {
    const cleave::spirv::Id id = ids_of(instruction)[i];
    if (row.operands[i] == 'p') {
      effect = CallEffect::any;
      arguments.push_back(pointer_argument(reader, id));
    } else {
      arguments.push_back(reader.argument(id, row.operands[i] == 's'));
    }
  }
  reader.define(instruction, reader.call(instruction, row.function, reader.result_type(instruction),
                                         arguments, effect));
}

std::string counted(std::string name, const llvm::Type& type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  return vector == nullptr ? name : name + std::to_string(vector->getNumElements());
}

// Operands: the offset, the pointer.
void read_vector_load(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                      const char* name, const llvm::Type& number) {
  llvm::Type* type = reader.result_type(instruction);
  const std::span<const uint32_t> ids = ids_of(instruction);
  reader.define(instruction, reader.call(instruction, counted(name, *type), type,
                                         {reader.argument(ids[0], false),
                                          pointer_to_numbers(reader, ids[1], number, true)},
                                         CallEffect::reads_memory));
}

// Operands: the data, the offset, the pointer, and for some the rounding.
void read_vector_store(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                       const char* name, const llvm::Type& number, bool has_rounding = false) {
  const std::span<const uint32_t> ids = ids_of(instruction);
  llvm::Value* data = reader.value(ids[0]);
  std::string whole = counted(name, *data->getType());
  if (has_rounding) whole += rounding_suffix(static_cast<cleave::spirv::FPRoundingMode>(ids[3]));
  reader.call(instruction, whole, reader.builder().getVoidTy(),
              {reader.argument(data, true), reader.argument(ids[1], false),
               pointer_to_numbers(reader, ids[2], number, false)});
}

// As C passes what a function with variable arguments takes.
llvm::Value* promoted(llvm::IRBuilderBase& builder, llvm::Value* value) {
  const llvm::Type* type = value->getType();
  if (type->isIntegerTy(1)) return builder.CreateZExt(value, builder.getInt32Ty());
  if (type->isIntegerTy() && type->getIntegerBitWidth() < 32) {
    return builder.CreateSExt(value, builder.getInt32Ty());
  }
  const bool is_small = type->isHalfTy() || type->isFloatTy();
  return is_small ? builder.CreateFPExt(value, builder.getDoubleTy()) : value;
}

void read_printf(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  ReaderState& state = reader.state();
  llvm::Type* format = state.types.pointer(Space::constant);
  auto* type = llvm::FunctionType::get(builder.getInt32Ty(), {format}, /*isVarArg=*/true);
  auto* function =
      llvm::cast<llvm::Function>(state.module.getOrInsertFunction("printf", type).getCallee());
  function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  function->setConvergent();
  function->setDoesNotThrow();
  llvm::SmallVector<llvm::Value*> arguments;
  for (const cleave::spirv::Id id : ids_of(instruction)) {
    if (state.types.is_composite(reader.type_of(id))) {
      return reader.refuse(instruction, "an argument of such a type is not offered");
    }
    llvm::Value* value = reader.value(id);
    arguments.push_back(arguments.empty() ? builder.CreateAddrSpaceCast(value, format)
                                          : promoted(builder, value));
  }
  llvm::CallInst* call = builder.CreateCall(function, arguments);
  call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  reader.define(instruction, call);
}

bool read_by_hand(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  const llvm::Type& half = *reader.builder().getHalfTy();
  switch (static_cast<OpenClStd>(instruction.operands[1])) {
    case OpenClStd::vloadn:
      read_vector_load(reader, instruction, "vload",
                       *reader.result_type(instruction)->getScalarType());
      return true;
    case OpenClStd::vload_half:
    case OpenClStd::vload_halfn:
      read_vector_load(reader, instruction, "vload_half", half);
      return true;
    case OpenClStd::vloada_halfn:
      read_vector_load(reader, instruction, "vloada_half", half);
      return true;
    case OpenClStd::vstoren:
      read_vector_store(reader, instruction, "vstore",
                        *reader.value(ids_of(instruction)[0])->getType()->getScalarType());
      return true;
    case OpenClStd::vstore_half:
    case OpenClStd::vstore_halfn:
      read_vector_store(reader, instruction, "vstore_half", half);
      return true;
    case OpenClStd::vstore_half_r:
    case OpenClStd::vstore_halfn_r:
      read_vector_store(reader, instruction, "vstore_half", half, true);
      return true;
    case OpenClStd::vstorea_halfn:
      read_vector_store(reader, instruction, "vstorea_half", half);
      return true;
    case OpenClStd::vstorea_halfn_r:
      read_vector_store(reader, instruction, "vstorea_half", half, true);
      return true;
    case OpenClStd::printf:
      read_printf(reader, instruction);
      return true;
    case OpenClStd::prefetch:  // a hint
      return true;
    default:
      return false;
  }
}

}  // namespace

BuiltInArgument pointer_to_numbers(FunctionReader& reader, cleave::spirv::Id id,
                                   const llvm::Type& number, bool is_const) {
  llvm::Value* pointer = reader.value(id);
  const auto space = static_cast<Space>(pointer->getType()->getPointerAddressSpace());
  return {pointer, pointer_to(number_type(number, true), space, is_const)};
}

bool read_extended(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  using cleave::spirv::Op;
  if (instruction.op != Op::ExtInst && instruction.op != Op::ExtInstWithForwardRefsKHR)
    return false;
  const cleave::spirv::ExtendedInstructionSet set =
      reader.state().source.instruction_set(instruction.operands[0]);
  if (set != cleave::spirv::ExtendedInstructionSet::opencl_std)
    return true;  // about debugging, or nothing
  const auto number = static_cast<OpenClStd>(instruction.operands[1]);
  if (const auto row = extended_row(number)) {
    read_function(reader, instruction, *row);
    return true;
  }
  return read_by_hand(reader, instruction);
}

}  // namespace cleave::compiler::frontend::spirv

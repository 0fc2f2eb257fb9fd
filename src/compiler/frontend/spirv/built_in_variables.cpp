#include "compiler/frontend/spirv/built_in_variables.h"

#include <llvm/IR/Constants.h>

#include "compiler/frontend/spirv/readers.h"

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::Op;

struct BuiltInRow {
  const char* function = nullptr;
  bool takes_dimension = false;
  unsigned bits = 0;
};

constexpr bool dimension = true;
constexpr bool nothing = false;
constexpr unsigned mask = 128;

BuiltInRow row_of(cleave::spirv::BuiltIn variable) {
  switch (variable) {
#define CLEAVE_BUILT_IN_VARIABLE(variable, function, of, bits) \
  case cleave::spirv::BuiltIn::variable:                       \
    return {#function, of, bits};
#include "compiler/frontend/spirv/built_in_variables.def"
  }
  return {};
}

llvm::Type* result_of(FunctionReader& reader, const BuiltInRow& row) {
  llvm::IRBuilderBase& builder = reader.builder();
  if (row.bits != mask) return builder.getIntNTy(row.bits);
  return llvm::FixedVectorType::get(builder.getInt32Ty(), 4);
}

// Asks for one dimension, or for the launch. Returns the answer as a number of the wanted type.
llvm::Value* ask(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                 const BuiltInRow& row, unsigned of_dimension, llvm::Type* wanted) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::SmallVector<BuiltInArgument> arguments;
  if (row.takes_dimension) {
    arguments.push_back(reader.argument(builder.getInt32(of_dimension), false));
  }
  llvm::Value* answer =
      reader.call(instruction, row.function, result_of(reader, row), arguments, CallEffect::none);
  if (answer == nullptr || !wanted->isIntegerTy() || row.bits == mask) return answer;
  return builder.CreateZExtOrTrunc(answer, wanted);
}

llvm::Value* vector_answer(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                           const BuiltInRow& row, llvm::FixedVectorType& type) {
  llvm::Value* vector = llvm::PoisonValue::get(&type);
  for (unsigned i = 0; i < type.getNumElements(); ++i) {
    llvm::Value* one = ask(reader, instruction, row, i, type.getElementType());
    if (one == nullptr) return nullptr;
    vector = reader.builder().CreateInsertElement(vector, one, i);
  }
  return vector;
}

// A constant index needs one call, another one selects among the results of three.
llvm::Value* element_answer(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                            cleave::spirv::BuiltIn variable, llvm::FixedVectorType& vector,
                            llvm::Value& index) {
  llvm::IRBuilderBase& builder = reader.builder();
  const BuiltInRow row = row_of(variable);
  llvm::Type* type = vector.getElementType();
  if (!row.takes_dimension) {
    llvm::Value* whole = ask(reader, instruction, row, 0, &vector);
    return whole == nullptr ? nullptr : builder.CreateExtractElement(whole, &index);
  }
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&index)) {
    return ask(reader, instruction, row, static_cast<unsigned>(constant->getLimitedValue(3)), type);
  }
  llvm::Value* result = ask(reader, instruction, row, 0, type);
  for (unsigned i = 1; i < 3 && result != nullptr; ++i) {
    llvm::Value* is_it = builder.CreateICmpEQ(&index, llvm::ConstantInt::get(index.getType(), i));
    result = builder.CreateSelect(is_it, ask(reader, instruction, row, i, type), result);
  }
  return result;
}

unsigned element_bytes(FunctionReader& reader, const BuiltInReference& reference) {
  return reader.state().types.in_memory(reference.type)->getScalarSizeInBits() / 8;
}

// Moves by `steps` things of `bytes` each. False where that cannot be said.
bool advance(FunctionReader& reader, BuiltInReference& reference, llvm::Value* steps,
             uint64_t bytes) {
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(steps)) {
    reference.offset += constant->getZExtValue() * bytes;
    return constant->isZero() || reference.index == nullptr;
  }
  const bool is_by_elements = bytes == element_bytes(reader, reference);
  if (!is_by_elements || reference.offset != 0 || reference.index != nullptr) return false;
  reference.index = steps;
  return true;
}

// A pointer further into the variable.
void read_step(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
               BuiltInReference reference, bool has_element) {
  const ReaderState& state = reader.state();
  const std::span<const uint32_t> operands = instruction.operands;
  const cleave::spirv::Id pointee = state.source.type(reader.type_of(operands[0])).element;
  bool is_known = true;
  if (has_element) {
    is_known = advance(reader, reference, reader.value(operands[1]), state.types.bytes(pointee));
  }
  for (const cleave::spirv::Id index : operands.subspan(has_element ? 2 : 1)) {
    is_known = is_known &&
               advance(reader, reference, reader.value(index), element_bytes(reader, reference));
  }
  if (!is_known) {
    return reader.refuse(instruction, "this address in a built-in variable is not offered");
  }
  reader.define_built_in(instruction, reference);
}

// A number of the variable, or a part of one: `offset` bytes from its start.
llvm::Value* number_at(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                       const BuiltInReference& reference, llvm::Type* wanted) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Type* whole = reader.state().types.in_memory(reference.type);
  const unsigned bytes = element_bytes(reader, reference);
  llvm::Value* number = nullptr;
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(whole)) {
    llvm::Value* index =
        reference.index != nullptr ? reference.index : builder.getInt64(reference.offset / bytes);
    number = element_answer(reader, instruction, reference.variable, *vector, *index);
  } else {
    number = ask(reader, instruction, row_of(reference.variable), 0, whole);
  }
  if (number == nullptr || number->getType() == wanted) return number;
  number = builder.CreateLShr(number, reference.offset % bytes * 8);
  return builder.CreateZExtOrTrunc(number, wanted);
}

void read_part(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
               const BuiltInReference& reference) {
  llvm::Type* whole = reader.state().types.in_memory(reference.type);
  llvm::Type* wanted = reader.result_type(instruction);
  const bool is_at_start = reference.offset == 0 && reference.index == nullptr;
  if (is_at_start && wanted == whole) {
    BuiltInReference value = reference;
    value.is_address = false;
    return reader.define_built_in(instruction, value);
  }
  const uint64_t whole_bytes = reader.state().types.bytes(reference.type);
  const unsigned bytes = element_bytes(reader, reference);
  const bool fits = wanted->isIntegerTy() && reference.offset < whole_bytes &&
                    reference.offset % bytes + wanted->getIntegerBitWidth() / 8 <= bytes;
  if (!fits) return reader.refuse(instruction, "this read of a built-in variable is not offered");
  reader.define(instruction, number_at(reader, instruction, reference, wanted));
}

void read_element(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                  const BuiltInReference& reference, llvm::Value* index) {
  auto* vector = llvm::cast<llvm::FixedVectorType>(reader.state().types.in_memory(reference.type));
  reader.define(instruction,
                element_answer(reader, instruction, reference.variable, *vector, *index));
}

bool read_of_address(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                     const BuiltInReference& reference) {
  switch (instruction.op) {
    case Op::Load:
      read_part(reader, instruction, reference);
      return true;
    case Op::Bitcast:
    case Op::CopyObject:
    case Op::PtrCastToGeneric:
    case Op::GenericCastToPtr:
      reader.define_built_in(instruction, reference);
      return true;
    case Op::AccessChain:
    case Op::InBoundsAccessChain:
      read_step(reader, instruction, reference, false);
      return true;
    case Op::PtrAccessChain:
    case Op::InBoundsPtrAccessChain:
      read_step(reader, instruction, reference, true);
      return true;
    default:
      return false;
  }
}

}  // namespace

llvm::Value* load_built_in(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                           const BuiltInReference& reference) {
  const BuiltInRow row = row_of(reference.variable);
  llvm::Type* type = reader.state().types.in_memory(reference.type);
  llvm::Value* made = nullptr;
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (vector != nullptr && row.takes_dimension) {
    made = vector_answer(reader, instruction, row, *vector);
  } else {
    made = ask(reader, instruction, row, 0, type);
  }
  return made == nullptr ? llvm::PoisonValue::get(type) : made;
}

bool read_built_in(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  if (instruction.operands.empty()) return false;
  switch (instruction.op) {
    case Op::Load:
    case Op::Bitcast:
    case Op::CopyObject:
    case Op::PtrCastToGeneric:
    case Op::GenericCastToPtr:
    case Op::AccessChain:
    case Op::InBoundsAccessChain:
    case Op::PtrAccessChain:
    case Op::InBoundsPtrAccessChain:
    case Op::CompositeExtract:
    case Op::VectorExtractDynamic:
      break;
    default:
      return false;
  }
  const std::optional<BuiltInReference> reference =
      reader.built_in_reference(instruction.operands[0]);
  if (!reference) return false;
  if (reference->is_address) return read_of_address(reader, instruction, *reference);
  if (!reader.state().types.in_memory(reference->type)->isVectorTy()) return false;
  if (instruction.op == Op::CompositeExtract && instruction.operands.size() == 2) {
    read_element(reader, instruction, *reference,
                 reader.builder().getInt64(instruction.operands[1]));
    return true;
  }
  if (instruction.op == Op::VectorExtractDynamic) {
    read_element(reader, instruction, *reference, reader.value(instruction.operands[1]));
    return true;
  }
  return false;
}

}  // namespace cleave::compiler::frontend::spirv

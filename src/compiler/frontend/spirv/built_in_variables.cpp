#include "compiler/frontend/spirv/built_in_variables.h"

#include <llvm/IR/Constants.h>

#include "compiler/frontend/spirv/readers.h"

namespace cleave::compiler::frontend {
namespace {

using spirv::Op;

struct QuestionRow {
  const char* function = nullptr;
  bool takes_dimension = false;
  unsigned bits = 0;
};

constexpr bool dimension = true;
constexpr bool nothing = false;
constexpr unsigned mask = 128;

QuestionRow row_of(spirv::BuiltIn variable) {
  switch (variable) {
#define CLEAVE_QUESTION(variable, function, of, bits) \
  case spirv::BuiltIn::variable:                      \
    return {#function, of, bits};
#include "compiler/frontend/spirv/built_in_variables.def"
  }
  return {};
}

llvm::Type* result_of(FunctionReader& reader, const QuestionRow& row) {
  llvm::IRBuilderBase& builder = reader.builder();
  if (row.bits != mask) return builder.getIntNTy(row.bits);
  return llvm::FixedVectorType::get(builder.getInt32Ty(), 4);
}

// Asks for one dimension, or for the launch. Returns the answer as a number of the wanted type.
llvm::Value* ask(FunctionReader& reader, const spirv::Instruction& instruction,
                 const QuestionRow& row, unsigned of_dimension, llvm::Type* wanted) {
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

llvm::Value* vector_answer(FunctionReader& reader, const spirv::Instruction& instruction,
                           const QuestionRow& row, llvm::FixedVectorType& type) {
  llvm::Value* vector = llvm::PoisonValue::get(&type);
  for (unsigned i = 0; i < type.getNumElements(); ++i) {
    llvm::Value* one = ask(reader, instruction, row, i, type.getElementType());
    if (one == nullptr) return nullptr;
    vector = reader.builder().CreateInsertElement(vector, one, i);
  }
  return vector;
}

// A constant index asks one question, another one chooses among three.
llvm::Value* element_answer(FunctionReader& reader, const spirv::Instruction& instruction,
                            spirv::BuiltIn variable, llvm::FixedVectorType& vector,
                            llvm::Value& index) {
  llvm::IRBuilderBase& builder = reader.builder();
  const QuestionRow row = row_of(variable);
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

unsigned element_bytes(FunctionReader& reader, const Question& question) {
  return reader.state().types.in_memory(question.type)->getScalarSizeInBits() / 8;
}

// Moves by `steps` things of `bytes` each. False where that cannot be said.
bool advance(FunctionReader& reader, Question& question, llvm::Value* steps, uint64_t bytes) {
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(steps)) {
    question.offset += constant->getZExtValue() * bytes;
    return constant->isZero() || question.index == nullptr;
  }
  const bool is_by_elements = bytes == element_bytes(reader, question);
  if (!is_by_elements || question.offset != 0 || question.index != nullptr) return false;
  question.index = steps;
  return true;
}

// A pointer further into the variable.
void read_step(FunctionReader& reader, const spirv::Instruction& instruction, Question question,
               bool has_element) {
  const ReaderState& state = reader.state();
  const std::span<const uint32_t> operands = instruction.operands;
  const spirv::Id pointee = state.source.type(reader.type_of(operands[0])).element;
  bool is_known = true;
  if (has_element) {
    is_known = advance(reader, question, reader.value(operands[1]), state.types.bytes(pointee));
  }
  for (const spirv::Id index : operands.subspan(has_element ? 2 : 1)) {
    is_known =
        is_known && advance(reader, question, reader.value(index), element_bytes(reader, question));
  }
  if (!is_known) {
    return reader.refuse(instruction, "this address in a built-in variable is not offered");
  }
  reader.define_question(instruction, question);
}

// A number of the variable, or a part of one: `offset` bytes from its start.
llvm::Value* number_at(FunctionReader& reader, const spirv::Instruction& instruction,
                       const Question& question, llvm::Type* wanted) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Type* whole = reader.state().types.in_memory(question.type);
  const unsigned bytes = element_bytes(reader, question);
  llvm::Value* number = nullptr;
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(whole)) {
    llvm::Value* index =
        question.index != nullptr ? question.index : builder.getInt64(question.offset / bytes);
    number = element_answer(reader, instruction, question.variable, *vector, *index);
  } else {
    number = ask(reader, instruction, row_of(question.variable), 0, whole);
  }
  if (number == nullptr || number->getType() == wanted) return number;
  number = builder.CreateLShr(number, question.offset % bytes * 8);
  return builder.CreateZExtOrTrunc(number, wanted);
}

void read_part(FunctionReader& reader, const spirv::Instruction& instruction,
               const Question& question) {
  llvm::Type* whole = reader.state().types.in_memory(question.type);
  llvm::Type* wanted = reader.result_type(instruction);
  const bool is_at_start = question.offset == 0 && question.index == nullptr;
  if (is_at_start && wanted == whole) {
    Question value = question;
    value.is_address = false;
    return reader.define_question(instruction, value);
  }
  const uint64_t whole_bytes = reader.state().types.bytes(question.type);
  const unsigned bytes = element_bytes(reader, question);
  const bool fits = wanted->isIntegerTy() && question.offset < whole_bytes &&
                    question.offset % bytes + wanted->getIntegerBitWidth() / 8 <= bytes;
  if (!fits) return reader.refuse(instruction, "this read of a built-in variable is not offered");
  reader.define(instruction, number_at(reader, instruction, question, wanted));
}

void read_element(FunctionReader& reader, const spirv::Instruction& instruction,
                  const Question& question, llvm::Value* index) {
  auto* vector = llvm::cast<llvm::FixedVectorType>(reader.state().types.in_memory(question.type));
  reader.define(instruction,
                element_answer(reader, instruction, question.variable, *vector, *index));
}

bool read_of_address(FunctionReader& reader, const spirv::Instruction& instruction,
                     const Question& question) {
  switch (instruction.op) {
    case Op::Load:
      read_part(reader, instruction, question);
      return true;
    case Op::Bitcast:
    case Op::CopyObject:
    case Op::PtrCastToGeneric:
    case Op::GenericCastToPtr:
      reader.define_question(instruction, question);
      return true;
    case Op::AccessChain:
    case Op::InBoundsAccessChain:
      read_step(reader, instruction, question, false);
      return true;
    case Op::PtrAccessChain:
    case Op::InBoundsPtrAccessChain:
      read_step(reader, instruction, question, true);
      return true;
    default:
      return false;
  }
}

}  // namespace

llvm::Value* answer(FunctionReader& reader, const spirv::Instruction& instruction,
                    const Question& question) {
  const QuestionRow row = row_of(question.variable);
  llvm::Type* type = reader.state().types.in_memory(question.type);
  llvm::Value* made = nullptr;
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (vector != nullptr && row.takes_dimension) {
    made = vector_answer(reader, instruction, row, *vector);
  } else {
    made = ask(reader, instruction, row, 0, type);
  }
  return made == nullptr ? llvm::PoisonValue::get(type) : made;
}

bool read_question(FunctionReader& reader, const spirv::Instruction& instruction) {
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
  const std::optional<Question> question = reader.question(instruction.operands[0]);
  if (!question) return false;
  if (question->is_address) return read_of_address(reader, instruction, *question);
  if (!reader.state().types.in_memory(question->type)->isVectorTy()) return false;
  if (instruction.op == Op::CompositeExtract && instruction.operands.size() == 2) {
    read_element(reader, instruction, *question,
                 reader.builder().getInt64(instruction.operands[1]));
    return true;
  }
  if (instruction.op == Op::VectorExtractDynamic) {
    read_element(reader, instruction, *question, reader.value(instruction.operands[1]));
    return true;
  }
  return false;
}

}  // namespace cleave::compiler::frontend

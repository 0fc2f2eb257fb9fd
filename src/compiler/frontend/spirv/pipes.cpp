// Reads instructions about pipes as the calls that clang makes of the language's functions.
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>

#include <string>

#include "builtins/pipe_memory.h"
#include "compiler/frontend/spirv/globals.h"
#include "compiler/frontend/spirv/readers.h"

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::Op;

struct PipeRow {
  const char* function = nullptr;
  bool has_scope = false;
};

PipeRow pipe_row(Op op) {
  switch (op) {
#define CLEAVE_PIPE(instruction, function, scoped) \
  case Op::instruction:                            \
    return {#function, scoped};
#include "compiler/frontend/spirv/pipes.def"
    default:
      return {};
  }
}

// Nothing for scopes that have no such functions.
std::string pipe_prefix(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                        const PipeRow& row) {
  if (!row.has_scope) return "__";
  const auto scope = reader.state().source.integer_constant(instruction.operands[0]);
  if (scope && static_cast<cleave::spirv::Scope>(*scope) == cleave::spirv::Scope::Workgroup)
    return "__work_group_";
  if (scope && static_cast<cleave::spirv::Scope>(*scope) == cleave::spirv::Scope::Subgroup)
    return "__sub_group_";
  return {};
}

// Which end of a pipe it is: that of readers, or of writers.
const char* end_of(FunctionReader& reader, cleave::spirv::Id pipe_type) {
  const cleave::spirv::Type& type = reader.state().source.type(pipe_type);
  const auto access = static_cast<cleave::spirv::AccessQualifier>(type.definition->operands[0]);
  return access == cleave::spirv::AccessQualifier::WriteOnly ? "_wo" : "_ro";
}

// Functions that ask about a pipe are told which end they ask.
const char* pipe_suffix(FunctionReader& reader, Op op, cleave::spirv::Id pipe) {
  if (op != Op::GetNumPipePackets && op != Op::GetMaxPipePackets) return "";
  return end_of(reader, reader.type_of(pipe));
}

void read_pipe_call(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                    const PipeRow& row) {
  const std::string prefix = pipe_prefix(reader, instruction, row);
  if (prefix.empty()) return reader.refuse(instruction, "this scope is not offered");
  const std::span<const uint32_t> operands = instruction.operands.subspan(row.has_scope ? 1 : 0);
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::SmallVector<llvm::Value*> arguments;
  for (const cleave::spirv::Id id : operands) {
    llvm::Value* value = reader.value(id);
    if (value->getType()->isPointerTy()) {
      value = builder.CreateAddrSpaceCast(value, reader.state().types.pointer(Space::generic));
    }
    arguments.push_back(value);
  }
  const std::string name = prefix + row.function + pipe_suffix(reader, instruction.op, operands[0]);
  llvm::Type* type = instruction.type == 0 ? builder.getVoidTy() : reader.result_type(instruction);
  llvm::Value* made = reader.call_mangled(instruction, name, type, arguments);
  if (instruction.type != 0) reader.define(instruction, made);
}

// The language's function gives a number.
void read_reservation_test(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Value* is_valid =
      reader.call(instruction, "is_valid_reserve_id", builder.getInt1Ty(),
                  {{reader.value(instruction.operands[0]), {.scalar = "13ocl_reserveid"}}});
  reader.define(instruction, is_valid);
}

void read_pipe_of_storage(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  const std::string name =
      std::string("__cleave_pipe_of_storage") + end_of(reader, instruction.type);
  reader.define(instruction,
                reader.call_mangled(instruction, name, reader.result_type(instruction),
                                    reader.value(instruction.operands[0]), CallEffect::none));
}

// A structure of `type` whose first members are these numbers; the rest is 0.
llvm::Constant* beginning_with(llvm::StructType* type, llvm::ArrayRef<uint64_t> numbers) {
  llvm::SmallVector<llvm::Constant*> members;
  for (llvm::Type* member : type->elements()) {
    members.push_back(members.size() < numbers.size()
                          ? llvm::ConstantInt::get(member, numbers[members.size()])
                          : llvm::Constant::getNullValue(member));
  }
  return llvm::ConstantStruct::get(type, members);
}

}  // namespace

llvm::Constant* pipe_storage(ReaderState& state, const cleave::spirv::Instruction& constant) {
  llvm::LLVMContext& context = state.module.getContext();
  llvm::Type* word = llvm::Type::getInt32Ty(context);
  llvm::Type* ticket = llvm::Type::getInt64Ty(context);
  const uint64_t packet_bytes = constant.operands[0];
  const uint32_t most_packets = constant.operands[2];
  const uint64_t packets_at = builtins::pipe_packets_at(most_packets);
  // An empty pipe (builtins/pipe_memory.h): all tickets of round 0 are the writers'.
  const auto padding = [&](size_t bytes) {
    return llvm::ArrayType::get(llvm::Type::getInt8Ty(context), bytes);
  };
  llvm::StructType* counter =
      llvm::StructType::get(ticket, ticket, padding(sizeof(builtins::PipeCounter::padding)));
  const uint64_t after_header =
      packets_at - sizeof(builtins::PipeHeader) + packet_bytes * most_packets;
  llvm::StructType* header =
      llvm::StructType::get(word, word, ticket, padding(sizeof(builtins::PipeHeader::padding)));
  llvm::StructType* type = llvm::StructType::get(header, counter, counter, padding(after_header));
  llvm::Constant* initial = llvm::ConstantStruct::get(
      type, {beginning_with(header, {packet_bytes, most_packets, packets_at}),
             beginning_with(counter, {0, uint64_t{1} << 32}), llvm::Constant::getNullValue(counter),
             llvm::Constant::getNullValue(type->getElementType(3))});
  auto* memory = new llvm::GlobalVariable(
      state.module, type, false, llvm::GlobalValue::InternalLinkage, initial,
      internal_name(state.source, constant.result), nullptr, llvm::GlobalValue::NotThreadLocal,
      static_cast<unsigned>(Space::global));
  memory->setAlignment(llvm::Align(128));
  return memory;
}

llvm::Value* null_handle(FunctionReader& reader, const cleave::spirv::Instruction& constant) {
  const cleave::spirv::TypeKind kind = reader.state().source.type(constant.type).kind;
  const char* name = kind == cleave::spirv::TypeKind::reserve_id     ? "__cleave_null_reservation"
                     : kind == cleave::spirv::TypeKind::device_event ? "__cleave_null_event"
                                                                     : "__cleave_null_queue";
  llvm::Type* type = reader.result_type(constant);
  llvm::Value* handle = reader.call_mangled(constant, name, type, {}, CallEffect::none);
  return handle == nullptr ? llvm::PoisonValue::get(type) : handle;  // it was refused
}

bool read_pipe(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  if (instruction.op == Op::IsValidReserveId) {
    read_reservation_test(reader, instruction);
    return true;
  }
  if (instruction.op == Op::CreatePipeFromPipeStorage) {
    read_pipe_of_storage(reader, instruction);
    return true;
  }
  const PipeRow row = pipe_row(instruction.op);
  if (row.function == nullptr) return false;
  read_pipe_call(reader, instruction, row);
  return true;
}

}  // namespace cleave::compiler::frontend::spirv

// Reads instructions about pipes as the calls that clang makes of the language's functions.
#include <llvm/IR/Constants.h>

#include <string>

#include "compiler/frontend/spirv/readers.h"

namespace cleave::compiler::frontend {
namespace {

using spirv::Op;

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
std::string pipe_prefix(FunctionReader& reader, const spirv::Instruction& instruction,
                        const PipeRow& row) {
  if (!row.has_scope) return "__";
  const auto scope = reader.state().source.integer_constant(instruction.operands[0]);
  if (scope && static_cast<spirv::Scope>(*scope) == spirv::Scope::Workgroup) return "__work_group_";
  if (scope && static_cast<spirv::Scope>(*scope) == spirv::Scope::Subgroup) return "__sub_group_";
  return {};
}

// Questions to pipes say which end they ask: of readers, or of writers.
const char* pipe_suffix(FunctionReader& reader, Op op, spirv::Id pipe) {
  if (op != Op::GetNumPipePackets && op != Op::GetMaxPipePackets) return "";
  const spirv::Type& type = reader.state().source.type(reader.type_of(pipe));
  const auto access = static_cast<spirv::AccessQualifier>(type.definition->operands[0]);
  return access == spirv::AccessQualifier::WriteOnly ? "_wo" : "_ro";
}

void read_pipe_call(FunctionReader& reader, const spirv::Instruction& instruction,
                    const PipeRow& row) {
  const std::string prefix = pipe_prefix(reader, instruction, row);
  if (prefix.empty()) return reader.refuse(instruction, "this scope is not offered");
  const std::span<const uint32_t> operands = instruction.operands.subspan(row.has_scope ? 1 : 0);
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::SmallVector<llvm::Value*> arguments;
  for (const spirv::Id id : operands) {
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
void read_reservation_test(FunctionReader& reader, const spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Value* is_valid =
      reader.call(instruction, "is_valid_reserve_id", builder.getInt1Ty(),
                  {{reader.value(instruction.operands[0]), {.scalar = "13ocl_reserveid"}}});
  reader.define(instruction, is_valid);
}

}  // namespace

bool read_pipe(FunctionReader& reader, const spirv::Instruction& instruction) {
  if (instruction.op == Op::IsValidReserveId) {
    read_reservation_test(reader, instruction);
    return true;
  }
  const PipeRow row = pipe_row(instruction.op);
  if (row.function == nullptr) return false;
  read_pipe_call(reader, instruction, row);
  return true;
}

}  // namespace cleave::compiler::frontend

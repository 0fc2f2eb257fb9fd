// Reads barriers and fences.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "compiler/frontend/spirv/memory_semantics.h"
#include "compiler/frontend/spirv/readers.h"

namespace cleave::compiler::frontend {
namespace {

using spirv::Op;

// Operands: the scope of execution, that of memory, and its semantics.
void read_control_barrier(FunctionReader& reader, const spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  const auto scope = reader.state().source.integer_constant(instruction.operands[0]);
  if (!scope) return reader.refuse(instruction, "a scope that is no constant is not offered");
  const char* name = nullptr;
  switch (static_cast<spirv::Scope>(*scope)) {
    case spirv::Scope::Workgroup:
      name = "barrier";
      break;
    case spirv::Scope::Subgroup:
      name = "sub_group_barrier";
      break;
    default:
      return reader.refuse(instruction, "a barrier of this scope is not offered");
  }
  const uint32_t flags = fence_flags(reader, instruction.operands[2]);
  reader.call(instruction, name, builder.getVoidTy(),
              {reader.argument(builder.getInt32(flags), false)});
}

// The two halves of a barrier.
void read_split_barrier(FunctionReader& reader, const spirv::Instruction& instruction,
                        const char* name) {
  llvm::IRBuilderBase& builder = reader.builder();
  const auto scope = reader.state().source.integer_constant(instruction.operands[0]);
  if (!scope || static_cast<spirv::Scope>(*scope) != spirv::Scope::Workgroup) {
    return reader.refuse(instruction, "a split barrier of this scope is not offered");
  }
  const uint32_t flags = fence_flags(reader, instruction.operands[2]);
  reader.call(instruction, name, builder.getVoidTy(),
              {reader.argument(builder.getInt32(flags), false)});
}

void read_fence(FunctionReader& reader, const spirv::Instruction& instruction) {
  const auto scope = reader.state().source.integer_constant(instruction.operands[0]);
  if (scope && static_cast<spirv::Scope>(*scope) == spirv::Scope::Invocation) return;
  const llvm::AtomicOrdering ordering = ordering_of(reader, instruction.operands[1]);
  if (ordering == llvm::AtomicOrdering::Monotonic) return;
  reader.builder().CreateFence(ordering);
}

}  // namespace

bool read_barrier(FunctionReader& reader, const spirv::Instruction& instruction) {
  switch (instruction.op) {
    case Op::ControlBarrier:
      read_control_barrier(reader, instruction);
      return true;
    case Op::ControlBarrierArriveEXT:
      read_split_barrier(reader, instruction, "intel_work_group_barrier_arrive");
      return true;
    case Op::ControlBarrierWaitEXT:
      read_split_barrier(reader, instruction, "intel_work_group_barrier_wait");
      return true;
    case Op::MemoryBarrier:
      read_fence(reader, instruction);
      return true;
    default:
      return false;
  }
}

}  // namespace cleave::compiler::frontend

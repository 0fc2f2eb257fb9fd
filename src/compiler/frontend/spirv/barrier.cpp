// Reads barriers and fences.
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include "builtins/named_barrier_memory.h"
#include "compiler/frontend/spirv/globals.h"
#include "compiler/frontend/spirv/memory_semantics.h"
#include "compiler/frontend/spirv/readers.h"

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::Op;

/// The work-items that a barrier synchronises.
enum class Meeting : uint8_t { work_group, sub_group, refused };

// Nothing lets more than a work-group meet. Producers write a larger scope of execution where they
// mean that of memory: clang 22 for work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device).
// Every fence is one for all devices anyway.
Meeting meeting_of(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  const auto scope = reader.state().source.integer_constant(instruction.operands[0]);
  if (!scope) {
    reader.refuse(instruction, "a scope that is no constant is not offered");
    return Meeting::refused;
  }
  switch (static_cast<cleave::spirv::Scope>(*scope)) {
    case cleave::spirv::Scope::CrossDevice:
    case cleave::spirv::Scope::Device:
      reader.remark(instruction, "its scope of execution is taken for the work-group");
      return Meeting::work_group;
    case cleave::spirv::Scope::Workgroup:
      return Meeting::work_group;
    case cleave::spirv::Scope::Subgroup:
      return Meeting::sub_group;
    default:
      reader.refuse(instruction, "a barrier of this scope is not offered");
      return Meeting::refused;
  }
}

// Operands: the scope of execution, that of memory, and its semantics.
void read_control_barrier(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  const Meeting meeting = meeting_of(reader, instruction);
  if (meeting == Meeting::refused) return;
  const char* const name = meeting == Meeting::sub_group ? "sub_group_barrier" : "barrier";
  const uint32_t flags = fence_flags(reader, instruction.operands[2]);
  reader.call(instruction, name, builder.getVoidTy(),
              {reader.argument(builder.getInt32(flags), false)});
}

// The two halves of a barrier.
void read_split_barrier(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                        const char* name) {
  llvm::IRBuilderBase& builder = reader.builder();
  const Meeting meeting = meeting_of(reader, instruction);
  if (meeting == Meeting::refused) return;
  if (meeting == Meeting::sub_group) {
    return reader.refuse(instruction, "a split barrier of this scope is not offered");
  }
  const uint32_t flags = fence_flags(reader, instruction.operands[2]);
  reader.call(instruction, name, builder.getVoidTy(),
              {reader.argument(builder.getInt32(flags), false)});
}

// A variable of local memory for each instruction that makes one (builtins/named_barriers.cl).
void read_named_barrier(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Type* type = llvm::ArrayType::get(builder.getInt8Ty(), sizeof(builtins::NamedBarrier));
  auto* state = new llvm::GlobalVariable(
      reader.state().module, type, false, llvm::GlobalValue::InternalLinkage,
      llvm::UndefValue::get(type), internal_name(reader.state().source, instruction.result),
      nullptr, llvm::GlobalValue::NotThreadLocal, static_cast<unsigned>(Space::local));
  state->setAlignment(llvm::Align(alignof(builtins::NamedBarrier)));
  reader.define(instruction, state);
  reader.call_mangled(instruction, "__cleave_named_barrier_make", builder.getVoidTy(),
                      {state, reader.value(instruction.operands[0])});
}

// The sub-group arrives, and asks until all have. Fences come with it.
void read_meeting(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Type* number = builder.getInt32Ty();
  llvm::Value* barrier = reader.value(instruction.operands[0]);
  llvm::Value* round =
      reader.call_mangled(instruction, builtins::arrive_at_named_barrier, number, barrier);
  llvm::LLVMContext& context = builder.getContext();
  llvm::BasicBlock* waiting = llvm::BasicBlock::Create(context, "", &reader.function());
  llvm::BasicBlock* met = llvm::BasicBlock::Create(context, "", &reader.function());
  builder.CreateBr(waiting);
  builder.SetInsertPoint(waiting);
  llvm::Value* answer = reader.call_mangled(instruction, builtins::has_met_at_named_barrier, number,
                                            {barrier, round});
  if (round == nullptr || answer == nullptr) return;  // refused
  builder.CreateCondBr(builder.CreateIsNotNull(answer), met, waiting);
  builder.SetInsertPoint(met);
}

void read_fence(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  const auto scope = reader.state().source.integer_constant(instruction.operands[0]);
  if (scope && static_cast<cleave::spirv::Scope>(*scope) == cleave::spirv::Scope::Invocation)
    return;
  const llvm::AtomicOrdering ordering = ordering_of(reader, instruction.operands[1]);
  if (ordering == llvm::AtomicOrdering::Monotonic) return;
  reader.builder().CreateFence(ordering);
}

}  // namespace

bool read_barrier(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
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
    case Op::NamedBarrierInitialize:
      read_named_barrier(reader, instruction);
      return true;
    case Op::MemoryNamedBarrier:
      read_meeting(reader, instruction);
      return true;
    case Op::MemoryBarrier:
      read_fence(reader, instruction);
      return true;
    default:
      return false;
  }
}

}  // namespace cleave::compiler::frontend::spirv

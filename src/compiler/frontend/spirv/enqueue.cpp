// Reads instructions by which kernels enqueue kernels, as the calls that clang makes of the
// language's functions. A function that is enqueued gets the kernel of a block (block_kernels.h).
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <bit>
#include <string>

#include "compiler/frontend/spirv/globals.h"
#include "compiler/frontend/spirv/readers.h"
#include "compiler/interface/launch_context.h"

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::Op;

enum class Pointers : uint8_t { generic, unchanged };

struct QueueRow {
  const char* mangled = nullptr;
  Pointers pointers{};
};

QueueRow queue_row(Op op) {
  switch (op) {
#define CLEAVE_QUEUE_CALL(instruction, mangled, pointers) \
  case Op::instruction:                                   \
    return {#mangled, Pointers::pointers};
#include "compiler/frontend/spirv/enqueue.def"
    default:
      return {};
  }
}

const char* kernel_info_function(Op op) {
  switch (op) {
#define CLEAVE_KERNEL_INFO_CALL(instruction, function) \
  case Op::instruction:                                \
    return #function;
#include "compiler/frontend/spirv/enqueue.def"
    default:
      return nullptr;
  }
}

llvm::Value* as_generic(FunctionReader& reader, llvm::Value* pointer) {
  return reader.builder().CreateAddrSpaceCast(pointer,
                                              reader.state().types.pointer(Space::generic));
}

void read_queue_call(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                     const QueueRow& row) {
  llvm::SmallVector<llvm::Value*> arguments;
  for (const cleave::spirv::Id id : instruction.operands) {
    llvm::Value* value = reader.value(id);
    const bool changes = row.pointers == Pointers::generic && value->getType()->isPointerTy();
    arguments.push_back(changes ? as_generic(reader, value) : value);
  }
  llvm::Type* type =
      instruction.type == 0 ? reader.builder().getVoidTy() : reader.result_type(instruction);
  llvm::Value* made = reader.call_mangled(instruction, row.mangled, type, arguments);
  if (instruction.type != 0) reader.define(instruction, made);
}

/// The four operands by which instructions name a function that they enqueue or ask about.
struct Invoked {
  llvm::Function* function = nullptr;
  cleave::spirv::Id id = 0;
  cleave::spirv::Id parameter = 0;
  uint64_t bytes = 0;  // that the parameter points to
  uint64_t alignment = 1;
};

Invoked invoked_by(FunctionReader& reader, std::span<const uint32_t> operands) {
  const cleave::spirv::Module& source = reader.state().source;
  return {.function = reader.state().functions.lookup(operands[0]),
          .id = operands[0],
          .parameter = operands[1],
          .bytes = *source.integer_constant(operands[2]),
          .alignment = *source.integer_constant(operands[3])};
}

// Returns the offset of the parameter's bytes in the literal.
uint64_t offset_in_literal(const Invoked& invoked) {
  return std::max<uint64_t>(sizeof(interface::BlockLiteral), invoked.alignment);
}

// The kernel of a block, as clang names it: its address. It calls the function with the address of
// the parameter's copy in its literal.
llvm::Value* block_kernel(FunctionReader& reader, const Invoked& invoked) {
  llvm::Module& module = reader.state().module;
  const Types& types = reader.state().types;
  const uint64_t offset = offset_in_literal(invoked);
  const std::string name =
      internal_name(reader.state().source, invoked.id) + ".block" + std::to_string(offset);
  llvm::Function* kernel = module.getFunction(name);
  if (kernel == nullptr) {
    llvm::Function& body = *invoked.function;
    llvm::SmallVector<llvm::Type*> parameters(body.getFunctionType()->params());
    parameters[0] = types.pointer(Space::generic);
    kernel =
        llvm::Function::Create(llvm::FunctionType::get(body.getReturnType(), parameters, false),
                               llvm::GlobalValue::InternalLinkage, name, module);
    kernel->setCallingConv(llvm::CallingConv::SPIR_KERNEL);
    kernel->setConvergent();
    kernel->setDoesNotThrow();
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "entry", kernel));
    llvm::SmallVector<llvm::Value*> arguments;
    for (llvm::Argument& argument : kernel->args()) arguments.push_back(&argument);
    llvm::Value* copy =
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), arguments[0], offset);
    arguments[0] = builder.CreateAddrSpaceCast(copy, body.getArg(0)->getType());
    llvm::CallInst* call = builder.CreateCall(&body, arguments);
    call->setCallingConv(body.getCallingConv());
    builder.CreateRetVoid();
  }
  return llvm::ConstantExpr::getAddrSpaceCast(kernel, types.pointer(Space::generic));
}

// A literal that captures the parameter's bytes.
llvm::Value* make_literal(FunctionReader& reader, const Invoked& invoked) {
  llvm::IRBuilderBase& builder = reader.builder();
  const uint64_t offset = offset_in_literal(invoked);
  const llvm::Align alignment(
      std::max<uint64_t>(alignof(interface::BlockLiteral), invoked.alignment));
  llvm::Type* type = llvm::ArrayType::get(builder.getInt8Ty(), offset + invoked.bytes);
  llvm::AllocaInst* literal = reader.temporary(type, alignment);
  const auto member = [&](uint64_t at) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), literal, at);
  };
  builder.CreateAlignedStore(builder.getInt32(static_cast<uint32_t>(offset + invoked.bytes)),
                             member(offsetof(interface::BlockLiteral, bytes)), llvm::Align(4));
  builder.CreateAlignedStore(builder.getInt32(static_cast<uint32_t>(alignment.value())),
                             member(offsetof(interface::BlockLiteral, alignment)), llvm::Align(4));
  builder.CreateAlignedStore(builder.getInt64(0), member(offsetof(interface::BlockLiteral, unused)),
                             llvm::Align(8));
  if (invoked.bytes != 0) {
    const llvm::Align known(invoked.alignment);
    builder.CreateMemCpy(member(offset), known, reader.value(invoked.parameter), known,
                         invoked.bytes);
  }
  return as_generic(reader, literal);
}

// The Khronos translator gives the address of a range, the specification the range itself: that is
// an address here too.
llvm::Value* range_of(FunctionReader& reader, cleave::spirv::Id id) {
  llvm::Value* range = reader.value(id);
  llvm::PointerType* private_pointer = reader.state().types.pointer(Space::private_);
  if (range->getType() == private_pointer) return range;
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::AllocaInst* copy =
      reader.temporary(llvm::ArrayType::get(builder.getInt8Ty(), sizeof(interface::BlockRange)),
                       llvm::Align(alignof(interface::BlockRange)));
  builder.CreateMemCpy(copy, copy->getAlign(), range, llvm::Align(1),
                       sizeof(interface::BlockRange));
  return copy;
}

// Sizes of the pointers to local memory: the translator gives the address of each.
llvm::Value* local_sizes(FunctionReader& reader, std::span<const uint32_t> ids) {
  llvm::IRBuilderBase& builder = reader.builder();
  if (ids.empty()) {
    return llvm::ConstantPointerNull::get(reader.state().types.pointer(Space::private_));
  }
  llvm::Type* number = builder.getInt64Ty();
  llvm::Value* list =
      reader.temporary(llvm::ArrayType::get(number, ids.size()), llvm::Align(sizeof(uint64_t)));
  for (size_t i = 0; i < ids.size(); ++i) {
    llvm::Value* size = reader.value(ids[i]);
    if (size->getType()->isPointerTy()) {
      size = builder.CreateAlignedLoad(number, size, llvm::Align(sizeof(uint64_t)));
    }
    builder.CreateStore(builder.CreateZExtOrTrunc(size, number),
                        builder.CreateConstInBoundsGEP1_64(number, list, i));
  }
  return list;
}

// Queue, flags, range, events to wait for, the event, what is enqueued, sizes of local memory.
void read_enqueue(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  const std::span<const uint32_t> operands = instruction.operands;
  const Invoked invoked = invoked_by(reader, operands.subspan(6, 4));
  const std::span<const uint32_t> sizes = operands.subspan(10);
  llvm::Value* arguments[] = {reader.value(operands[0]),
                              reader.value(operands[1]),
                              range_of(reader, operands[2]),
                              reader.value(operands[3]),
                              as_generic(reader, reader.value(operands[4])),
                              as_generic(reader, reader.value(operands[5])),
                              block_kernel(reader, invoked),
                              make_literal(reader, invoked),
                              builder.getInt32(static_cast<uint32_t>(sizes.size())),
                              local_sizes(reader, sizes)};
  reader.define(instruction, reader.call_mangled(instruction, "__enqueue_kernel_events_varargs",
                                                 reader.result_type(instruction), arguments));
}

void read_kernel_info(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                      const char* function) {
  const std::span<const uint32_t> operands = instruction.operands;
  const bool has_more = operands.size() == 5;  // a range, or a number
  llvm::SmallVector<llvm::Value*> arguments;
  if (has_more) {
    const bool is_number = reader.value(operands[0])->getType()->isIntegerTy();
    arguments.push_back(is_number ? reader.value(operands[0]) : range_of(reader, operands[0]));
  }
  const Invoked invoked = invoked_by(reader, operands.subspan(has_more ? 1 : 0));
  arguments.push_back(block_kernel(reader, invoked));
  arguments.push_back(make_literal(reader, invoked));
  reader.define(instruction, reader.call_mangled(instruction, function,
                                                 reader.result_type(instruction), arguments));
}

// Operands: global size, local size, offset; the functions take the offset first.
void read_range(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  const std::span<const uint32_t> operands = instruction.operands;
  const cleave::spirv::Type& type = reader.state().source.type(reader.type_of(operands[0]));
  const char* name = "_Z10ndrange_1Dmmm";
  if (type.kind == cleave::spirv::TypeKind::array) {
    name = type.count == 2 ? "_Z10ndrange_2DPKmS0_S0_" : "_Z10ndrange_3DPKmS0_S0_";
  }
  llvm::AllocaInst* range = reader.temporary(instruction.type);
  const bool is_made = reader.call_mangled(
      instruction, name, reader.builder().getVoidTy(),
      {range, reader.value(operands[2]), reader.value(operands[0]), reader.value(operands[1])});
  if (is_made) reader.define(instruction, range);
}

}  // namespace

bool read_queue(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  if (const QueueRow row = queue_row(instruction.op); row.mangled != nullptr) {
    read_queue_call(reader, instruction, row);
    return true;
  }
  if (const char* function = kernel_info_function(instruction.op)) {
    read_kernel_info(reader, instruction, function);
    return true;
  }
  switch (instruction.op) {
    case Op::EnqueueKernel:
      read_enqueue(reader, instruction);
      return true;
    case Op::BuildNDRange:
      read_range(reader, instruction);
      return true;
    default:
      return false;
  }
}

}  // namespace cleave::compiler::frontend::spirv

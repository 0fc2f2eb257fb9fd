#include "compiler/frontend/spirv/function_reader.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "builtins/index.h"
#include "compiler/frontend/spirv/built_in_variables.h"
#include "compiler/frontend/spirv/library_types.h"
#include "compiler/frontend/spirv/loop_controls.h"
#include "compiler/frontend/spirv/readers.h"

namespace cleave::compiler::frontend::spirv {
namespace {

using InstructionReader = bool (*)(FunctionReader&, const cleave::spirv::Instruction&);

constexpr InstructionReader instruction_readers[] = {
    read_built_in,      read_arithmetic, read_memory, read_address,      read_composite,
    read_conversion,    read_extended,   read_bits,   read_control_flow, read_atomic,
    read_barrier,       read_group,      read_image,  read_pipe,         read_queue,
    read_masked_memory, read_miscellany};

// Says nothing that a program could see.
bool is_silent(cleave::spirv::Op op) {
  switch (op) {
    case cleave::spirv::Op::Nop:
    case cleave::spirv::Op::Line:
    case cleave::spirv::Op::NoLine:
    case cleave::spirv::Op::LifetimeStop:
      return true;
    default:
      return false;
  }
}

/// Returns true for private variables at module scope: definitions inside a function are known when
/// they are used.
bool is_private_variable(const cleave::spirv::Instruction* definition) {
  return definition != nullptr &&
         (definition->op == cleave::spirv::Op::Variable ||
          definition->op == cleave::spirv::Op::UntypedVariableKHR) &&
         static_cast<cleave::spirv::StorageClass>(definition->operands[0]) ==
             cleave::spirv::StorageClass::Function;
}

}  // namespace

FunctionReader::FunctionReader(ReaderState& state, llvm::Function& function,
                               DebugInformation* debug)
    : state_(state),
      function_(function),
      debug_(debug),
      entry_(llvm::BasicBlock::Create(function.getContext(), "entry", &function)),
      builder_(function.getContext(), llvm::TargetFolder(state.module.getDataLayout())) {
  builder_.SetInsertPoint(entry_);
}

void FunctionReader::refuse(const cleave::spirv::Instruction& instruction, std::string_view why) {
  state_.refusals.add(instruction, why);
}

void FunctionReader::remark(const cleave::spirv::Instruction& instruction, std::string_view what) {
  if (state_.gives_remarks) state_.refusals.remark(instruction, what);
}

llvm::Type* FunctionReader::result_type(const cleave::spirv::Instruction& instruction) const {
  return state_.types.of_values(instruction.type);
}

void FunctionReader::define(const cleave::spirv::Instruction& instruction, llvm::Value* value) {
  if (value != nullptr) values_[instruction.result] = value;
}

void FunctionReader::define_built_in(const cleave::spirv::Instruction& instruction,
                                     const BuiltInReference& reference) {
  references_[instruction.result] = reference;
}

std::optional<BuiltInReference> FunctionReader::built_in_reference(cleave::spirv::Id id) const {
  const auto known = references_.find(id);
  if (known != references_.end()) return known->second;
  const auto variable = state_.built_ins.find(id);
  if (variable == state_.built_ins.end()) return std::nullopt;
  const cleave::spirv::Id pointee = state_.source.type(state_.source.type_of(id)).element;
  return BuiltInReference{.variable = variable->second, .type = pointee, .is_address = true};
}

llvm::Value* FunctionReader::value_in_memory(llvm::Constant& constant, cleave::spirv::Id type) {
  llvm::AllocaInst* memory = temporary(type);
  llvm::IRBuilder<> start(entry_);
  const uint64_t bytes = state_.types.bytes(type);
  if (constant.isNullValue()) {
    start.CreateMemSet(memory, start.getInt8(0), bytes, memory->getAlign());
    return memory;
  }
  auto* copied = new llvm::GlobalVariable(state_.module, constant.getType(), true,
                                          llvm::GlobalValue::PrivateLinkage, &constant,
                                          "il.constant", nullptr, llvm::GlobalValue::NotThreadLocal,
                                          static_cast<unsigned>(Space::constant));
  copied->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  copied->setAlignment(memory->getAlign());
  start.CreateMemCpy(memory, memory->getAlign(), copied, memory->getAlign(), bytes);
  return memory;
}

llvm::Value* FunctionReader::value(cleave::spirv::Id id) {
  const auto known = values_.find(id);
  if (known != values_.end()) return known->second;
  const auto constant = state_.constants.find(id);
  if (constant != state_.constants.end()) {
    const cleave::spirv::Id type = type_of(id);
    if (!state_.types.is_composite(type)) return constant->second;
    return values_[id] = value_in_memory(*constant->second, type);
  }
  const cleave::spirv::Instruction* definition = state_.source.definition(id);
  if (const std::optional<BuiltInReference> reference = built_in_reference(id)) {
    if (!reference->is_address) return load_built_in(*this, *definition, *reference);
    refuse(*definition, "the address of a built-in variable leads out of its reads");
  } else if (definition != nullptr && definition->op == cleave::spirv::Op::ConstantSampler) {
    return constant_sampler(*this, *definition);
  } else if (is_private_variable(definition)) {
    if (llvm::Value* variable = module_variable(*this, *definition)) return variable;
  } else if (definition != nullptr && state_.types.is_handle(type_of(id))) {
    return null_handle(*this, *definition);
  } else if (definition != nullptr) {
    refuse(*definition, "this value is not offered yet");
  }
  return llvm::PoisonValue::get(state_.types.of_values(type_of(id)));  // nobody reads on
}

llvm::Value* FunctionReader::known_value(cleave::spirv::Id id) const {
  const auto known = values_.find(id);
  if (known != values_.end()) return known->second;
  if (state_.types.is_composite(type_of(id))) return nullptr;
  return state_.constants.lookup(id);
}

llvm::AllocaInst* FunctionReader::temporary(llvm::Type* type, llvm::Align alignment) {
  auto* memory = new llvm::AllocaInst(type, static_cast<unsigned>(Space::private_), nullptr,
                                      alignment, "", entry_->begin());
  return memory;
}

llvm::AllocaInst* FunctionReader::temporary(cleave::spirv::Id type) {
  return temporary(state_.types.in_memory(type), state_.types.alignment(type));
}

void FunctionReader::copy_composite(cleave::spirv::Id type, llvm::Value* to, llvm::Value* from) {
  const llvm::Align alignment = state_.types.alignment(type);
  builder_.CreateMemCpy(to, alignment, from, alignment, state_.types.bytes(type));
}

BuiltInArgument FunctionReader::argument(llvm::Value* value, bool is_signed) const {
  return {value, number_type(*value->getType(), is_signed)};
}

BuiltInArgument FunctionReader::argument(cleave::spirv::Id id, bool is_signed) {
  return argument(value(id), is_signed);
}

llvm::Value* FunctionReader::call(const cleave::spirv::Instruction& instruction,
                                  std::string_view name, llvm::Type* result,
                                  llvm::ArrayRef<BuiltInArgument> arguments, CallEffect effect) {
  llvm::SmallVector<ParameterType> types;
  llvm::SmallVector<llvm::Value*> values;
  for (const BuiltInArgument& argument : arguments) {
    types.push_back(argument.type);
    values.push_back(argument.value);
  }
  return call_mangled(instruction, mangled_name(name, types), result, values, effect);
}

llvm::Value* FunctionReader::call_mangled(const cleave::spirv::Instruction& instruction,
                                          const std::string& mangled, llvm::Type* result,
                                          llvm::ArrayRef<llvm::Value*> arguments,
                                          CallEffect effect) {
  if (!builtins::has_trait(mangled, builtins::Trait::is_public)) {
    refuse(instruction, "function " + mangled + " is not offered");
    return nullptr;
  }
  llvm::SmallVector<llvm::Type*> types;
  for (const llvm::Value* argument : arguments) types.push_back(argument->getType());
  auto* type = llvm::FunctionType::get(result, types, false);
  const bool is_new = state_.module.getNamedValue(mangled) == nullptr;
  if (is_new && !library_defines(*type, mangled)) {
    refuse(instruction, "function " + mangled + " has other types");
    return nullptr;
  }
  llvm::FunctionCallee callee = state_.module.getOrInsertFunction(mangled, type);
  auto* function = llvm::dyn_cast<llvm::Function>(callee.getCallee());
  if (function == nullptr || function->getFunctionType() != type) {
    refuse(instruction, "the module declares function " + mangled + " with other types");
    return nullptr;
  }
  function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  function->setConvergent();
  function->setDoesNotThrow();
  if (effect != CallEffect::any) function->setWillReturn();
  if (effect == CallEffect::none) function->setDoesNotAccessMemory();
  if (effect == CallEffect::reads_memory) function->setOnlyReadsMemory();
  llvm::CallInst* made = builder_.CreateCall(callee, arguments);
  made->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  made->setConvergent();
  return made;
}

void FunctionReader::begin_phi(const cleave::spirv::Instruction& instruction) {
  if (result_type(instruction)->isVoidTy()) return refuse(instruction);
  PendingPhi pending{.source = &instruction};
  if (state_.types.is_composite(instruction.type)) {
    // Predecessors store it to one variable, and it is loaded from there before any leaves the
    // next.
    pending.incoming = temporary(instruction.type);
    llvm::AllocaInst* own = temporary(instruction.type);
    copy_composite(instruction.type, own, pending.incoming);
    define(instruction, own);
  } else {
    const unsigned sources = static_cast<unsigned>(instruction.operands.size() / 2);
    pending.phi = llvm::PHINode::Create(result_type(instruction), sources, "",
                                        builder_.GetInsertBlock()->getFirstNonPHIIt());
    define(instruction, pending.phi);
  }
  phis_.push_back(pending);
}

void FunctionReader::finish(const PendingPhi& pending) {
  const std::span<const uint32_t> operands = pending.source->operands;
  llvm::DenseMap<llvm::BasicBlock*, llvm::Value*> sources;
  for (size_t i = 0; i + 1 < operands.size(); i += 2) {
    llvm::BasicBlock* from = ends_.lookup(operands[i + 1]);
    if (from == nullptr) continue;
    builder_.SetInsertPoint(from->getTerminator());
    llvm::Value* value = this->value(operands[i]);
    sources[from] = value;
    if (pending.phi == nullptr) copy_composite(pending.source->type, pending.incoming, value);
  }
  if (pending.phi == nullptr) return;
  // A switch may come from one block by several ways, and each counts.
  for (llvm::BasicBlock* from : llvm::predecessors(pending.phi->getParent())) {
    llvm::Value* value = sources.lookup(from);
    if (value == nullptr) value = llvm::Constant::getNullValue(pending.phi->getType());
    pending.phi->addIncoming(value, from);
  }
}

void FunctionReader::finish_phis() {
  for (const PendingPhi& pending : phis_) finish(pending);
}

void FunctionReader::read(const cleave::spirv::Instruction& instruction) {
  if (is_silent(instruction.op)) return;
  if (debug_ != nullptr) {
    builder_.SetCurrentDebugLocation(debug_->location_of(function_, instruction));
    debug_->record_variable(*this, instruction);
  }
  if (instruction.op == cleave::spirv::Op::Phi) return begin_phi(instruction);
  for (const InstructionReader one : instruction_readers) {
    if (one(*this, instruction)) return;
  }
  refuse(instruction);
}

llvm::Value* FunctionReader::evaluate(const cleave::spirv::Instruction& instruction) {
  read(instruction);
  const auto known = values_.find(instruction.result);
  return known == values_.end() ? nullptr : known->second;
}

void FunctionReader::read_block(const cleave::spirv::BasicBlock& block) {
  builder_.SetInsertPoint(blocks_.lookup(block.label));
  label_ = block.label;
  for (const cleave::spirv::Instruction& instruction : block.instructions) {
    read(instruction);
    if (state_.refusals.any()) return;
  }
  ends_[block.label] = builder_.GetInsertBlock();
}

void FunctionReader::control_loop(std::span<const uint32_t> controls) {
  if (llvm::MDNode* hints = loop_hints(function_.getContext(), controls)) loops_[label_] = hints;
}

void FunctionReader::enter_scopes(llvm::MDNode* scopes) {
  for (const llvm::MDOperand& operand : scopes->operands()) {
    // A declaration takes one scope, as a list.
    llvm::MDNode* scope = llvm::MDNode::get(function_.getContext(), operand.get());
    if (!scopes_.insert(scope).second) continue;
    llvm::IRBuilder<>(entry_).CreateNoAliasScopeDeclaration(scope);
  }
}

// Branches back come from blocks behind the header, which dominates them.
void FunctionReader::finish_loops(const cleave::spirv::Function& source) {
  if (loops_.empty()) return;
  llvm::SmallDenseSet<llvm::BasicBlock*> behind;
  for (const cleave::spirv::BasicBlock& block : llvm::reverse(source.blocks)) {
    behind.insert(ends_.lookup(block.label));
    const auto hints = loops_.find(block.label);
    if (hints == loops_.end()) continue;
    for (llvm::BasicBlock* from : llvm::predecessors(blocks_.lookup(block.label))) {
      if (!behind.contains(from)) continue;
      from->getTerminator()->setMetadata(llvm::LLVMContext::MD_loop, hints->second);
    }
  }
}

void FunctionReader::read_parameters(const cleave::spirv::Function& source) {
  const bool returns_composite = state_.types.is_composite(source.definition->type);
  size_t number = returns_composite ? 1 : 0;
  for (const cleave::spirv::Instruction& parameter : source.parameters) {
    values_[parameter.result] = function_.getArg(static_cast<unsigned>(number++));
  }
}

void FunctionReader::read(const cleave::spirv::Function& source) {
  read_parameters(source);
  for (const cleave::spirv::BasicBlock& block : source.blocks) {
    blocks_[block.label] = llvm::BasicBlock::Create(function_.getContext(), "", &function_);
  }
  for (const cleave::spirv::BasicBlock& block : source.blocks) {
    read_block(block);
    if (state_.refusals.any()) return;
  }
  finish_phis();
  if (state_.refusals.any()) return;
  finish_loops(source);
  refuse_growing_arrays(*this, source);
  builder_.SetInsertPoint(entry_);
  builder_.CreateBr(blocks_.lookup(source.blocks.front().label));
}

}  // namespace cleave::compiler::frontend::spirv

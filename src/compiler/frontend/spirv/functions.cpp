#include "compiler/frontend/spirv/functions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <algorithm>

#include "builtins/index.h"
#include "compiler/canonical/globals/program_objects.h"
#include "compiler/frontend/spirv/globals.h"
#include "compiler/frontend/spirv/intrinsic_imports.h"
#include "compiler/frontend/spirv/kernel_metadata.h"
#include "compiler/frontend/spirv/library_types.h"
#include "compiler/pass/ir/address_spaces.h"
#include "compiler/pass/ir/debug_locations.h"

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::FunctionParameterAttribute;

// The bytes that a pointer parameter stands for, where it is a value handed over in memory.
cleave::spirv::Id pointee_of(const ReaderState& state,
                             const cleave::spirv::Instruction& parameter) {
  return state.source.type(parameter.type).element;
}

bool has_attribute(const ReaderState& state, cleave::spirv::Id id,
                   FunctionParameterAttribute attribute) {
  for (const cleave::spirv::DecorationUse& use : state.source.decorations(id)) {
    if (use.decoration == cleave::spirv::Decoration::FuncParamAttr &&
        static_cast<FunctionParameterAttribute>(use.operands[0]) == attribute) {
      return true;
    }
  }
  return false;
}

llvm::Align alignment_of(const ReaderState& state, cleave::spirv::Id id, llvm::Align least) {
  const auto* wanted = state.source.decoration(id, cleave::spirv::Decoration::Alignment);
  constexpr uint32_t largest = 1 << 16;
  const bool is_valid = wanted != nullptr && llvm::isPowerOf2_32(wanted->operands[0]) &&
                        wanted->operands[0] <= largest;
  return is_valid ? std::max(least, llvm::Align(wanted->operands[0])) : least;
}

void hand_over(llvm::Function& function, unsigned number, llvm::Type* type, llvm::Align alignment) {
  llvm::LLVMContext& context = function.getContext();
  function.addParamAttr(number, llvm::Attribute::getWithByValType(context, type));
  function.addParamAttr(number, llvm::Attribute::getWithAlignment(context, alignment));
}

void describe_parameter(const ReaderState& state, llvm::Function& function, unsigned number,
                        const cleave::spirv::Instruction& parameter) {
  llvm::LLVMContext& context = function.getContext();
  const Types& types = state.types;
  if (types.is_composite(parameter.type)) {
    return hand_over(function, number, types.in_memory(parameter.type),
                     types.alignment(parameter.type));
  }
  if (!types.of_values(parameter.type)->isPointerTy()) return;
  const cleave::spirv::Id pointee = pointee_of(state, parameter);
  llvm::Type* type = types.in_memory(pointee);
  const bool is_sized = type != nullptr && type->isSized();
  const llvm::Align natural = is_sized ? types.alignment(pointee) : llvm::Align(1);
  if (is_sized && has_attribute(state, parameter.result, FunctionParameterAttribute::ByVal)) {
    return hand_over(function, number, type, alignment_of(state, parameter.result, natural));
  }
  const bool is_restrict =
      has_attribute(state, parameter.result, FunctionParameterAttribute::NoAlias) ||
      state.source.decoration(parameter.result, cleave::spirv::Decoration::Restrict) != nullptr;
  if (is_restrict) function.addParamAttr(number, llvm::Attribute::NoAlias);
  if (state.source.decoration(parameter.result, cleave::spirv::Decoration::Alignment) != nullptr) {
    const llvm::Align alignment = alignment_of(state, parameter.result, llvm::Align(1));
    function.addParamAttr(number, llvm::Attribute::getWithAlignment(context, alignment));
  }
}

// Returns what keeps LLVM from handing an argument over by value; empty: nothing does.
std::string_view problem_of(const llvm::Argument& argument) {
  if (!argument.hasByValAttr()) return {};
  if (argument.getType()->getPointerAddressSpace() != pass::ir::private_space)
    return "a parameter by value is not private";
  const llvm::DataLayout& layout = argument.getParent()->getDataLayout();
  const uint64_t bytes = layout.getTypeAllocSize(argument.getParamByValType());
  return llvm::isUInt<32>(bytes) ? "" : "a parameter has 4 GiB or more";
}

void describe(ReaderState& state, llvm::Function& function, const cleave::spirv::Function& source) {
  function.setCallingConv(llvm::CallingConv::SPIR_FUNC);
  function.setConvergent();
  function.setDoesNotThrow();
  const cleave::spirv::Id result = source.definition->type;
  unsigned number = 0;
  if (state.types.is_composite(result)) {
    llvm::LLVMContext& context = function.getContext();
    function.addParamAttr(
        0, llvm::Attribute::getWithStructRetType(context, state.types.in_memory(result)));
    function.addParamAttr(
        0, llvm::Attribute::getWithAlignment(context, state.types.alignment(result)));
    number = 1;
  }
  for (const cleave::spirv::Instruction& parameter : source.parameters) {
    describe_parameter(state, function, number++, parameter);
  }
  for (const llvm::Argument& argument : function.args()) {
    const std::string_view problem = problem_of(argument);
    if (!problem.empty()) return state.refusals.add(*source.definition, problem);
  }
}

// An import of what the library or LLVM defines is that function.
void declare_import(ReaderState& state, const cleave::spirv::Function& source,
                    std::string_view name, llvm::FunctionType* type) {
  if (llvm::Function* intrinsic = declare_intrinsic(state.module, name, *type)) {
    state.functions[source.definition->result] = intrinsic;
    return;
  }
  const std::string problem = reserved_name(name);
  if (!problem.empty()) return state.refusals.add(*source.definition, problem);
  if (builtins::find(name) && !library_defines(*type, name)) {
    return state.refusals.add(*source.definition, "the built-in function has other types");
  }
  llvm::FunctionCallee callee = state.module.getOrInsertFunction(llvm::StringRef(name), type);
  auto* function = llvm::dyn_cast<llvm::Function>(callee.getCallee());
  if (function == nullptr || function->getFunctionType() != type || !function->isDeclaration()) {
    return state.refusals.add(*source.definition, "its name has another meaning in this module");
  }
  describe(state, *function, source);
  state.functions[source.definition->result] = function;
}

// A value of another kind than void that has no type here: of an opaque type, a sampled image.
bool has_odd_types(const ReaderState& state, const cleave::spirv::Function& source) {
  const auto is_void = [&](cleave::spirv::Id type) {
    return state.types.of_values(type)->isVoidTy();
  };
  const bool returns_value =
      state.source.type(source.definition->type).kind != cleave::spirv::TypeKind::void_type;
  if (returns_value && is_void(source.definition->type)) return true;
  return std::ranges::any_of(source.parameters, is_void, &cleave::spirv::Instruction::type);
}

void declare_function(ReaderState& state, const cleave::spirv::Function& source) {
  const cleave::spirv::Id id = source.definition->result;
  if (has_odd_types(state, source)) {
    return state.refusals.add(*source.definition, "parameters of such types are not offered yet");
  }
  llvm::FunctionType* type = state.types.of_function(source.definition->operands[1]);
  const auto linkage = linkage_of(state.source, id);
  if (source.blocks.empty()) {
    const std::string_view name = linkage ? linkage->name : std::string_view();
    return declare_import(state, source, name, type);
  }
  const bool is_exported =
      linkage && linkage->type != cleave::spirv::LinkageType::Import && state.is_object;
  auto* function = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage,
                                          internal_name(state.source, id), state.module);
  if (is_exported) {
    const std::string problem = reserved_name(linkage->name);
    if (!problem.empty()) return state.refusals.add(*source.definition, problem);
    if (state.module.getNamedValue(llvm::StringRef(linkage->name)) != nullptr) {
      return state.refusals.add(*source.definition, "its name is defined twice");
    }
    const bool is_once = linkage->type == cleave::spirv::LinkageType::LinkOnceODR;
    function->setLinkage(is_once ? llvm::GlobalValue::WeakODRLinkage
                         : linkage->type == cleave::spirv::LinkageType::WeakAMD
                             ? llvm::GlobalValue::WeakAnyLinkage
                             : llvm::GlobalValue::ExternalLinkage);
    function->setName(llvm::StringRef(linkage->name));
  }
  describe(state, *function, source);
  state.functions[id] = function;
}

const cleave::spirv::Function* function_with(const cleave::spirv::Module& source,
                                             cleave::spirv::Id id) {
  for (const cleave::spirv::Function& function : source.functions()) {
    if (function.definition->result == id) return &function;
  }
  return nullptr;
}

size_t count_entry_points(const cleave::spirv::Module& source, cleave::spirv::Id function) {
  return static_cast<size_t>(
      std::ranges::count(source.entry_points(), function, &cleave::spirv::EntryPoint::function));
}

// A kernel that does nothing but call the function.
llvm::Function& wrap(llvm::Function& body) {
  auto* kernel = llvm::Function::Create(body.getFunctionType(), llvm::GlobalValue::ExternalLinkage,
                                        "", body.getParent());
  kernel->setAttributes(body.getAttributes());
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(body.getContext(), "entry", kernel));
  builder.SetCurrentDebugLocation(pass::ir::make_location(*kernel, body));
  llvm::SmallVector<llvm::Value*> arguments;
  for (llvm::Argument& argument : kernel->args()) arguments.push_back(&argument);
  llvm::CallInst* call = builder.CreateCall(&body, arguments);
  call->setCallingConv(body.getCallingConv());
  call->setAttributes(body.getAttributes());
  builder.CreateRetVoid();
  return *kernel;
}

// The kernel takes the name from a value that has it already: applications know kernels by name.
void name_kernel(llvm::Function& kernel, std::string_view name) {
  llvm::Module& module = *kernel.getParent();
  if (llvm::GlobalValue* other = module.getNamedValue(llvm::StringRef(name))) {
    if (other == &kernel) return;
    other->setName("__clang_ocl_kern_imp_" + llvm::StringRef(name));
  }
  kernel.setName(llvm::StringRef(name));
}

bool has_mode(const cleave::spirv::Module& source, cleave::spirv::Id function,
              cleave::spirv::ExecutionMode mode) {
  return llvm::any_of(source.execution_modes(), [&](const cleave::spirv::ExecutionModeUse& use) {
    return use.function == function && use.mode == mode;
  });
}

// Entry points of these modes are no kernels: they run before the first one, or after the last.
// Returns false for others.
bool list_initializer(ReaderState& state, const cleave::spirv::Function& source,
                      llvm::Function& body) {
  const cleave::spirv::Id id = source.definition->result;
  const bool initializes = has_mode(state.source, id, cleave::spirv::ExecutionMode::Initializer);
  const bool finalizes = has_mode(state.source, id, cleave::spirv::ExecutionMode::Finalizer);
  if (!initializes && !finalizes) return false;
  if (!body.arg_empty() || !body.getReturnType()->isVoidTy()) {
    state.refusals.add(*source.definition, "an initializer or finalizer has arguments or a result");
    return true;
  }
  llvm::Module& module = *body.getParent();
  if (initializes) llvm::appendToGlobalCtors(module, &body, canonical::globals::object_priority);
  if (finalizes) llvm::appendToGlobalDtors(module, &body, canonical::globals::object_priority);
  return true;
}

// A function that kernels enqueue is no kernel of the application, whatever the module lists:
// nobody could set its first argument.
bool is_enqueued(const ReaderState& state, const cleave::spirv::Function& source) {
  return !source.parameters.empty() && state.source.type(source.parameters.front().type).storage ==
                                           cleave::spirv::StorageClass::Generic;
}

}  // namespace

void declare_functions(ReaderState& state) {
  for (const cleave::spirv::Function& source : state.source.functions()) {
    declare_function(state, source);
    if (state.refusals.any()) return;
  }
}

void make_kernels(ReaderState& state) {
  for (const cleave::spirv::EntryPoint& entry : state.source.entry_points()) {
    const cleave::spirv::Function* source = function_with(state.source, entry.function);
    llvm::Function* body = state.functions.lookup(entry.function);
    if (source == nullptr || body == nullptr || source->blocks.empty()) continue;
    if (is_enqueued(state, *source)) continue;
    if (list_initializer(state, *source, *body)) continue;
    std::string problem = reserved_name(entry.name);
    if (builtins::find(entry.name)) problem = "an entry point has the name of a built-in function";
    if (!problem.empty()) return state.refusals.add(*source->definition, problem);
    const bool is_other = !body->use_empty() || !body->hasInternalLinkage() ||
                          count_entry_points(state.source, entry.function) > 1;
    llvm::Function& kernel = is_other ? wrap(*body) : *body;
    kernel.setLinkage(llvm::GlobalValue::ExternalLinkage);
    kernel.setCallingConv(llvm::CallingConv::SPIR_KERNEL);
    kernel.setDSOLocal(true);
    name_kernel(kernel, entry.name);
    add_kernel_metadata(state, kernel, *source, entry.name);
  }
}

}  // namespace cleave::compiler::frontend::spirv

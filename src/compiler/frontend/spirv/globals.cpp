#include "compiler/frontend/spirv/globals.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>

#include <algorithm>

#include "compiler/frontend/spirv/constants.h"

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::Op;

// Sources with variables of this size are none.
constexpr uint64_t largest_alignment = 1 << 16;

bool is_type(Op op) {
  const auto number = static_cast<unsigned>(op);
  const bool is_core = number >= static_cast<unsigned>(Op::TypeVoid) &&
                       number <= static_cast<unsigned>(Op::TypeForwardPointer);
  return is_core || op == Op::TypeNamedBarrier || op == Op::TypePipeStorage ||
         op == Op::TypeUntypedPointerKHR;
}

void read_type(ReaderState& state, const cleave::spirv::Instruction& instruction) {
  const std::string problem = state.types.add(instruction);
  if (!problem.empty()) state.refusals.add(instruction, problem);
}

llvm::GlobalValue::LinkageTypes linkage_for(cleave::spirv::LinkageType type) {
  switch (type) {
    case cleave::spirv::LinkageType::LinkOnceODR:
      return llvm::GlobalValue::WeakODRLinkage;
    case cleave::spirv::LinkageType::WeakAMD:
      return llvm::GlobalValue::WeakAnyLinkage;
    default:
      return llvm::GlobalValue::ExternalLinkage;
  }
}

// Other extended instructions stand in functions.
bool is_about_debugging(Op op) {
  return op == Op::ExtInst || op == Op::ExtInstWithForwardRefsKHR;
}

llvm::Constant* initial_value(ReaderState& state, const cleave::spirv::Instruction& instruction,
                              llvm::Type* type, Space space) {
  const auto value = initial_value_of(instruction);
  // A null may be of another type.
  const bool is_null = value && state.source.definition(*value)->op == Op::ConstantNull;
  if (value && !is_null) return constant_in_memory(state, *value);
  if (!value && space == Space::local) return llvm::UndefValue::get(type);
  return llvm::Constant::getNullValue(type);
}

void name_variable(ReaderState& state, const cleave::spirv::Instruction& instruction,
                   llvm::GlobalVariable& variable) {
  const auto linkage = linkage_of(state.source, instruction.result);
  const bool is_import = linkage && linkage->type == cleave::spirv::LinkageType::Import;
  if (!linkage || (!is_import && !state.is_object)) {
    variable.setLinkage(llvm::GlobalValue::InternalLinkage);
    variable.setName(internal_name(state.source, instruction.result));
    return;
  }
  const std::string problem = reserved_name(linkage->name);
  if (!problem.empty()) return state.refusals.add(instruction, problem);
  variable.setLinkage(linkage_for(linkage->type));
  variable.setName(llvm::StringRef(linkage->name));
  if (is_import) variable.setInitializer(nullptr);
}

}  // namespace

cleave::spirv::Id type_of_variable(const cleave::spirv::Module& source,
                                   const cleave::spirv::Instruction& variable) {
  const bool is_untyped = variable.op != Op::Variable && variable.operands.size() > 1;
  return is_untyped ? variable.operands[1] : source.type(variable.type).element;
}

std::optional<cleave::spirv::Id> initial_value_of(const cleave::spirv::Instruction& variable) {
  const size_t index = variable.op == Op::Variable ? 1 : 2;
  if (variable.operands.size() <= index) return std::nullopt;
  return variable.operands[index];
}

static void read_variable(ReaderState& state, const cleave::spirv::Instruction& instruction) {
  const cleave::spirv::Module& source = state.source;
  if (const auto* built_in =
          source.decoration(instruction.result, cleave::spirv::Decoration::BuiltIn)) {
    state.built_ins[instruction.result] =
        static_cast<cleave::spirv::BuiltIn>(built_in->operands[0]);
    return;
  }
  if (source.type(instruction.type).storage == cleave::spirv::StorageClass::Function) {
    const auto linkage = linkage_of(source, instruction.result);
    const bool is_import = linkage && linkage->type == cleave::spirv::LinkageType::Import;
    if (is_import) state.refusals.add(instruction, "private variables are not imported");
    return;  // each function that uses it makes one
  }
  const auto space = Types::space_of(source.type(instruction.type).storage);
  const cleave::spirv::Id id = type_of_variable(source, instruction);
  llvm::Type* type = state.types.in_memory(id);
  const bool is_opaque = type != nullptr && type->isTargetExtTy();
  const bool is_shared_handle = space == Space::local && state.types.is_handle(id);
  if (!space || *space == Space::private_ || *space == Space::generic || type == nullptr ||
      !type->isSized() || (is_opaque && !is_shared_handle)) {
    return state.refusals.add(instruction, "variables of this kind are not offered yet");
  }
  llvm::Constant* initial = initial_value(state, instruction, type, *space);
  if (initial == nullptr) return;
  const bool is_constant =
      *space == Space::constant ||
      source.decoration(instruction.result, cleave::spirv::Decoration::Constant) != nullptr;
  auto* variable = new llvm::GlobalVariable(
      state.module, type, is_constant, llvm::GlobalValue::InternalLinkage, initial, "", nullptr,
      llvm::GlobalValue::NotThreadLocal, static_cast<unsigned>(*space));
  llvm::Align alignment = state.types.alignment(id);
  const auto* wanted = source.decoration(instruction.result, cleave::spirv::Decoration::Alignment);
  if (wanted != nullptr && llvm::isPowerOf2_32(wanted->operands[0]) &&
      wanted->operands[0] <= largest_alignment) {
    alignment = std::max(alignment, llvm::Align(wanted->operands[0]));
  }
  variable->setAlignment(alignment);
  state.constants[instruction.result] = variable;
  name_variable(state, instruction, *variable);
}

void read_globals(ReaderState& state) {
  for (const cleave::spirv::Instruction& instruction : state.source.globals()) {
    if (is_type(instruction.op)) {
      read_type(state, instruction);
    } else if (instruction.op == Op::Variable || instruction.op == Op::UntypedVariableKHR) {
      read_variable(state, instruction);
    } else if (instruction.result != 0 && !is_about_debugging(instruction.op)) {
      read_constant(state, instruction);
    }
    if (state.refusals.any()) return;
  }
}

std::string internal_name(const cleave::spirv::Module& source, cleave::spirv::Id id) {
  constexpr size_t longest = 64;
  std::string name = "il.";
  for (const char letter : source.name(id).substr(0, longest)) {
    name += llvm::isAlnum(letter) ? letter : '_';
  }
  return name + '.' + std::to_string(id);
}

std::optional<LinkageUse> linkage_of(const cleave::spirv::Module& source, cleave::spirv::Id id) {
  const cleave::spirv::DecorationUse* use =
      source.decoration(id, cleave::spirv::Decoration::LinkageAttributes);
  if (use == nullptr) return std::nullopt;
  cleave::spirv::Instruction text;
  text.operands = use->operands;
  return LinkageUse{cleave::spirv::text_at(text, 0),
                    static_cast<cleave::spirv::LinkageType>(
                        use->operands[cleave::spirv::words_of_text(text, 0)])};
}

std::string reserved_name(std::string_view name) {
  for (const std::string_view prefix : {"llvm.", "__cleave", "il."}) {
    if (name.starts_with(prefix))
      return "names that begin with " + std::string(prefix) + " are reserved";
  }
  if (name.empty() || name == "printf") return "this name cannot be linked";
  return {};
}

}  // namespace cleave::compiler::frontend::spirv

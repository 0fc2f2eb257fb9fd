#include "compiler/frontend/spirv/kernel_metadata.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Metadata.h>

#include <array>
#include <string>
#include <vector>

#include "compiler/pass/ir/attributes.h"

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::ExecutionMode;

/// How the language calls a type, as well as the module lets one know: integers have no sign.
std::string number_name(const cleave::spirv::Type& type) {
  if (type.kind == cleave::spirv::TypeKind::boolean) return "bool";
  if (type.kind == cleave::spirv::TypeKind::floating) {
    return type.bits == 16 ? "half" : type.bits == 32 ? "float" : "double";
  }
  switch (type.bits) {
    case 8:
      return "char";
    case 16:
      return "short";
    case 32:
      return "int";
    default:
      return "long";
  }
}

std::string image_name(const cleave::spirv::Type& type) {
  const std::span<const uint32_t> operands = type.definition->operands;
  std::string name = "image";
  switch (static_cast<cleave::spirv::Dim>(operands[1])) {
    case cleave::spirv::Dim::Dim1D:
      name += "1d";
      break;
    case cleave::spirv::Dim::Dim2D:
      name += "2d";
      break;
    case cleave::spirv::Dim::Dim3D:
      name += "3d";
      break;
    case cleave::spirv::Dim::Buffer:
      name += "1d_buffer";
      break;
  }
  if (operands[3] != 0) name += "_array";
  if (operands[4] != 0) name += "_msaa";
  if (operands[2] == 1) name += "_depth";
  return name + "_t";
}

std::string value_name(const cleave::spirv::Module& source, cleave::spirv::Id id) {
  const cleave::spirv::Type& type = source.type(id);
  switch (type.kind) {
    case cleave::spirv::TypeKind::boolean:
    case cleave::spirv::TypeKind::integer:
    case cleave::spirv::TypeKind::floating:
      return number_name(type);
    case cleave::spirv::TypeKind::vector:
      return number_name(source.type(type.element)) + std::to_string(type.count);
    case cleave::spirv::TypeKind::image:
      return image_name(type);
    case cleave::spirv::TypeKind::sampler:
      return "sampler_t";
    case cleave::spirv::TypeKind::queue:
      return "queue_t";
    case cleave::spirv::TypeKind::pipe:
      return "pipe";
    default: {
      std::string_view name = source.name(id);
      if (name.starts_with("struct.")) name.remove_prefix(7);
      return name.empty() ? "struct" : std::string(name);
    }
  }
}

std::string parameter_name(const cleave::spirv::Module& source,
                           const cleave::spirv::Instruction& parameter, bool is_handed_over) {
  const cleave::spirv::Type& type = source.type(parameter.type);
  if (type.kind == cleave::spirv::TypeKind::untyped_pointer) return "void*";
  if (type.kind != cleave::spirv::TypeKind::pointer) return value_name(source, parameter.type);
  if (is_handed_over) return value_name(source, type.element);
  const cleave::spirv::Type& pointee = source.type(type.element);
  if (pointee.kind == cleave::spirv::TypeKind::pointer) return "void**";
  if (pointee.kind == cleave::spirv::TypeKind::void_type) return "void*";
  return value_name(source, type.element) + '*';
}

/// Returns a list that the producer wrote for a kernel: "kernel_arg_type.NAME.int*,float*,".
std::vector<std::string> texts_of_producer(const cleave::spirv::Module& source,
                                           std::string_view list, std::string_view kernel) {
  const std::string start = std::string(list) + '.' + std::string(kernel) + '.';
  for (const cleave::spirv::Instruction& instruction : source.debug_strings()) {
    std::string_view text = cleave::spirv::text_at(instruction, 0);
    if (!text.starts_with(start)) continue;
    text.remove_prefix(start.size());
    std::vector<std::string> parts;
    while (!text.empty()) {
      const size_t end = std::min(text.find(','), text.size());
      parts.emplace_back(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
  }
  return {};
}

std::string access_name(const cleave::spirv::Module& source,
                        const cleave::spirv::Instruction& parameter) {
  const cleave::spirv::Type& type = source.type(parameter.type);
  uint32_t access = 0;
  if (type.kind == cleave::spirv::TypeKind::image) {
    const std::span<const uint32_t> operands = type.definition->operands;
    access = operands.size() > 7 ? operands[7] : 0;
  } else if (type.kind == cleave::spirv::TypeKind::pipe) {
    access = type.definition->operands[0];
  } else {
    return "none";
  }
  switch (static_cast<cleave::spirv::AccessQualifier>(access)) {
    case cleave::spirv::AccessQualifier::WriteOnly:
      return "write_only";
    case cleave::spirv::AccessQualifier::ReadWrite:
      return "read_write";
    default:
      return "read_only";
  }
}

std::string qualifiers_of(const cleave::spirv::Module& source,
                          const cleave::spirv::Instruction& parameter) {
  std::string text;
  const auto add = [&](std::string_view word) {
    if (!text.empty()) text += ' ';
    text += word;
  };
  const cleave::spirv::Type& type = source.type(parameter.type);
  if (type.kind == cleave::spirv::TypeKind::pipe) return "pipe";
  for (const cleave::spirv::DecorationUse& use : source.decorations(parameter.result)) {
    if (use.decoration == cleave::spirv::Decoration::Volatile) add("volatile");
    if (use.decoration == cleave::spirv::Decoration::Restrict) add("restrict");
    if (use.decoration != cleave::spirv::Decoration::FuncParamAttr) continue;
    const auto attribute = static_cast<cleave::spirv::FunctionParameterAttribute>(use.operands[0]);
    if (attribute == cleave::spirv::FunctionParameterAttribute::NoAlias) add("restrict");
    const bool is_read = attribute == cleave::spirv::FunctionParameterAttribute::NoWrite &&
                         type.storage != cleave::spirv::StorageClass::Function;
    if (is_read) add("const");
  }
  return text;
}

/// The lists about arguments, filled one argument after another.
class ArgumentLists {
 public:
  explicit ArgumentLists(llvm::LLVMContext& context) : context_(context) {}

  void add_text(size_t list, const std::string& text) {
    texts_[list].push_back(llvm::MDString::get(context_, text));
  }
  void add_space(unsigned space) {
    spaces_.push_back(llvm::ConstantAsMetadata::get(
        llvm::ConstantInt::get(llvm::Type::getInt32Ty(context_), space)));
  }
  void attach(llvm::Function& kernel) const {
    kernel.setMetadata("kernel_arg_addr_space", llvm::MDNode::get(context_, spaces_));
    for (size_t i = 0; i < texts_.size(); ++i) {
      kernel.setMetadata(names[i], llvm::MDNode::get(context_, texts_[i]));
    }
  }

  enum List : uint8_t { access, type, base_type, qualifiers, name };

 private:
  static constexpr std::array<const char*, 5> names = {"kernel_arg_access_qual", "kernel_arg_type",
                                                       "kernel_arg_base_type",
                                                       "kernel_arg_type_qual", "kernel_arg_name"};
  llvm::LLVMContext& context_;
  std::vector<llvm::Metadata*> spaces_;
  std::array<std::vector<llvm::Metadata*>, 5> texts_;
};

// A list of another length is about something else.
std::string chosen(const std::vector<std::string>& texts, size_t count, size_t index,
                   const std::string& otherwise) {
  return texts.size() == count ? texts[index] : otherwise;
}

void add_arguments(const ReaderState& state, llvm::Function& kernel,
                   const cleave::spirv::Function& function, std::string_view name) {
  const cleave::spirv::Module& source = state.source;
  const auto types = texts_of_producer(source, "kernel_arg_type", name);
  const auto qualifiers = texts_of_producer(source, "kernel_arg_type_qual", name);
  ArgumentLists lists(kernel.getContext());
  const size_t count = function.parameters.size();
  for (unsigned i = 0; i < count; ++i) {
    const cleave::spirv::Instruction& parameter = function.parameters[i];
    llvm::Argument& argument = *kernel.getArg(i);
    argument.addAttr(llvm::Attribute::NoUndef);  // the driver hands all of it over
    const bool is_handed_over = argument.hasByValAttr();
    const bool is_pointer = argument.getType()->isPointerTy() && !is_handed_over;
    const bool is_pipe_or_image =
        source.type(parameter.type).kind == cleave::spirv::TypeKind::image ||
        source.type(parameter.type).kind == cleave::spirv::TypeKind::pipe;
    lists.add_space(is_pointer ? argument.getType()->getPointerAddressSpace()
                               : static_cast<unsigned>(is_pipe_or_image));
    lists.add_text(ArgumentLists::access, access_name(source, parameter));
    const std::string type =
        chosen(types, count, i, parameter_name(source, parameter, is_handed_over));
    lists.add_text(ArgumentLists::type, type);
    lists.add_text(ArgumentLists::base_type, type);
    lists.add_text(ArgumentLists::qualifiers,
                   chosen(qualifiers, count, i, qualifiers_of(source, parameter)));
    lists.add_text(ArgumentLists::name, std::string(source.name(parameter.result)));
  }
  lists.attach(kernel);
}

llvm::MDNode* numbers(llvm::LLVMContext& context, std::span<const uint32_t> values) {
  llvm::SmallVector<llvm::Metadata*> list;
  for (const uint32_t value : values) {
    list.push_back(llvm::ConstantAsMetadata::get(
        llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), value)));
  }
  return llvm::MDNode::get(context, list);
}

std::vector<uint32_t> values_of(const cleave::spirv::Module& source,
                                std::span<const uint32_t> ids) {
  std::vector<uint32_t> values;
  for (const cleave::spirv::Id id : ids) {
    values.push_back(static_cast<uint32_t>(source.integer_constant(id).value_or(0)));
  }
  return values;
}

// A constant that is decorated so says the size for all kernels.
const cleave::spirv::Instruction* work_group_size(const cleave::spirv::Module& source) {
  for (const cleave::spirv::Instruction& instruction : source.globals()) {
    const auto* use = source.decoration(instruction.result, cleave::spirv::Decoration::BuiltIn);
    const bool is_size = use != nullptr && static_cast<cleave::spirv::BuiltIn>(use->operands[0]) ==
                                               cleave::spirv::BuiltIn::WorkgroupSize;
    if (is_size && instruction.op != cleave::spirv::Op::Variable &&
        instruction.operands.size() == 3) {
      return &instruction;
    }
  }
  return nullptr;
}

// As OpExecutionMode spells a type: its number of elements, and what they are.
void add_type_hint(llvm::Function& kernel, uint32_t hint) {
  llvm::LLVMContext& context = kernel.getContext();
  llvm::Type* const elements[] = {llvm::Type::getInt8Ty(context),  llvm::Type::getInt16Ty(context),
                                  llvm::Type::getInt32Ty(context), llvm::Type::getInt64Ty(context),
                                  llvm::Type::getHalfTy(context),  llvm::Type::getFloatTy(context),
                                  llvm::Type::getDoubleTy(context)};
  const uint32_t element = hint & 0xFFFFU;
  const uint32_t count = hint >> 16;
  if (element >= std::size(elements) || count > 16) return;
  llvm::Type* type = elements[element];
  if (count > 1) type = llvm::FixedVectorType::get(type, count);
  kernel.setMetadata(
      "vec_type_hint",
      llvm::MDNode::get(context, {llvm::ValueAsMetadata::get(llvm::PoisonValue::get(type)),
                                  llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(
                                      llvm::Type::getInt32Ty(context), 1))}));
}

// Says true for modes that need no more than not to be contradicted.
bool is_kept_anyway(ExecutionMode mode) {
  switch (mode) {
    case ExecutionMode::ContractionOff:  // float_modes.h has read it
    case ExecutionMode::FPFastMathDefault:
    case ExecutionMode::DenormPreserve:
    case ExecutionMode::SignedZeroInfNanPreserve:
    case ExecutionMode::RoundingModeRTE:
    case ExecutionMode::MaxWorkgroupSizeINTEL:
    case ExecutionMode::MaxWorkDimINTEL:
    case ExecutionMode::NoGlobalOffsetINTEL:
      return true;
    default:
      return false;
  }
}

void add_mode(ReaderState& state, llvm::Function& kernel, const cleave::spirv::Function& function,
              const cleave::spirv::ExecutionModeUse& use) {
  llvm::LLVMContext& context = kernel.getContext();
  const cleave::spirv::Module& source = state.source;
  switch (use.mode) {
    case ExecutionMode::LocalSize:
      kernel.setMetadata("reqd_work_group_size", numbers(context, use.operands.first(3)));
      return;
    case ExecutionMode::LocalSizeId:
      kernel.setMetadata("reqd_work_group_size",
                         numbers(context, values_of(source, use.operands.first(3))));
      return;
    case ExecutionMode::LocalSizeHint:
      kernel.setMetadata("work_group_size_hint", numbers(context, use.operands.first(3)));
      return;
    case ExecutionMode::LocalSizeHintId:
      kernel.setMetadata("work_group_size_hint",
                         numbers(context, values_of(source, use.operands.first(3))));
      return;
    case ExecutionMode::SubgroupSize:
      kernel.setMetadata("intel_reqd_sub_group_size", numbers(context, use.operands.first(1)));
      return;
    case ExecutionMode::SubgroupsPerWorkgroup:
      kernel.setMetadata(pass::ir::sub_group_count_metadata,
                         numbers(context, use.operands.first(1)));
      return;
    case ExecutionMode::SubgroupsPerWorkgroupId:
      kernel.setMetadata(pass::ir::sub_group_count_metadata,
                         numbers(context, values_of(source, use.operands.first(1))));
      return;
    case ExecutionMode::VecTypeHint:
      add_type_hint(kernel, use.operands[0]);
      return;
    default:
      if (is_kept_anyway(use.mode)) return;
      state.refusals.add(*function.definition,
                         "execution mode " + std::to_string(static_cast<uint32_t>(use.mode)) +
                             " of kernel '" + kernel.getName().str() + "' is not offered yet");
  }
}

}  // namespace

void add_kernel_metadata(ReaderState& state, llvm::Function& kernel,
                         const cleave::spirv::Function& function, std::string_view name) {
  add_arguments(state, kernel, function, name);
  if (const cleave::spirv::Instruction* size = work_group_size(state.source)) {
    kernel.setMetadata("reqd_work_group_size",
                       numbers(kernel.getContext(), values_of(state.source, size->operands)));
  }
  for (const cleave::spirv::ExecutionModeUse& use : state.source.execution_modes()) {
    if (use.function == function.definition->result) add_mode(state, kernel, function, use);
  }
}

}  // namespace cleave::compiler::frontend::spirv

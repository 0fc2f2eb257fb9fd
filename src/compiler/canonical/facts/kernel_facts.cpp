#include "compiler/canonical/facts/kernel_facts.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "compiler/canonical/dataflow/captured_pointers.h"
#include "compiler/canonical/dataflow/followed_pointers.h"
#include "compiler/canonical/facts/blocks.h"
#include "compiler/canonical/facts/distinct_objects.h"
#include "compiler/canonical/facts/images.h"
#include "compiler/canonical/facts/policies.h"
#include "compiler/canonical/module/call_graph.h"
#include "compiler/canonical/module/messages.h"
#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/block_kernels.h"
#include "compiler/pass/ir/kernel_layout.h"
#include "compiler/pass/ir/lane_intrinsics.h"
#include "compiler/pass/ir/value_pointers.h"
#include "compiler/pass/lowering/choose_calls.h"

namespace cleave::compiler::canonical::facts {
namespace {

// spir64's address spaces.
enum AddressSpace : unsigned {
  private_space,
  global_space,
  constant_space,
  local_space,
  generic_space
};

uint64_t number_at(const llvm::MDNode& node, unsigned index) {
  return llvm::mdconst::extract<llvm::ConstantInt>(node.getOperand(index))->getZExtValue();
}

// The string of the argument in a list like !kernel_arg_type.
std::string argument_text(const llvm::Function& kernel, const char* list, unsigned argument) {
  const llvm::MDNode* node = kernel.getMetadata(list);
  if (node == nullptr || argument >= node->getNumOperands()) return {};
  return llvm::cast<llvm::MDString>(node->getOperand(argument))->getString().str();
}

std::array<uint64_t, 3> three_sizes(const llvm::Function& kernel, const char* name) {
  const llvm::MDNode* node = kernel.getMetadata(name);
  if (node == nullptr) return {};
  return {number_at(*node, 0), number_at(*node, 1), number_at(*node, 2)};
}

// Zero where nothing is required.
uint32_t one_size(const llvm::Function& kernel, const char* name) {
  const llvm::MDNode* node = kernel.getMetadata(name);
  return node == nullptr ? 0 : static_cast<uint32_t>(number_at(*node, 0));
}

uint32_t required_sub_group_size(const llvm::Function& kernel) {
  return one_size(kernel, "intel_reqd_sub_group_size");
}

std::string scalar_name(const llvm::Type& type, bool is_signed) {
  if (type.isHalfTy()) return "half";
  if (type.isFloatTy()) return "float";
  if (type.isDoubleTy()) return "double";
  const std::string sign = is_signed ? "" : "u";
  switch (type.getScalarSizeInBits()) {
    case 8:
      return sign + "char";
    case 16:
      return sign + "short";
    case 32:
      return sign + "int";
    default:
      return sign + "long";
  }
}

// The type of vec_type_hint as the language spells it: the metadata holds a value of the type and
// whether its elements are signed.
std::string vector_type_hint(const llvm::Function& kernel) {
  const llvm::MDNode* node = kernel.getMetadata("vec_type_hint");
  if (node == nullptr) return {};
  const llvm::Type* type = llvm::cast<llvm::ValueAsMetadata>(node->getOperand(0))->getType();
  std::string name = scalar_name(*type->getScalarType(), number_at(*node, 1) != 0);
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    name += std::to_string(vector->getNumElements());
  }
  return name;
}

std::string three_sizes_text(const char* name, const std::array<uint64_t, 3>& sizes) {
  if (sizes[0] == 0) return {};
  return std::string(name) + '(' + std::to_string(sizes[0]) + ',' + std::to_string(sizes[1]) + ',' +
         std::to_string(sizes[2]) + ") ";
}

// CL_KERNEL_ATTRIBUTES: the attributes separated by spaces.
std::string attributes_text(const interface::KernelFacts& facts) {
  std::string text = three_sizes_text("reqd_work_group_size", facts.required_work_group_size) +
                     three_sizes_text("work_group_size_hint", facts.work_group_size_hint);
  if (!facts.vector_type_hint.empty()) text += "vec_type_hint(" + facts.vector_type_hint + ") ";
  if (facts.required_sub_group_size != 0) {
    text += "intel_reqd_sub_group_size(" + std::to_string(facts.required_sub_group_size) + ") ";
  }
  if (!text.empty()) text.pop_back();
  return text;
}

// Nothing when arguments of this type cannot be set.
std::optional<interface::ArgumentKind> argument_kind(const llvm::Argument& argument) {
  const llvm::Type* type = argument.getType();
  if (argument.hasByValAttr()) return interface::ArgumentKind::value;
  if (type->isPointerTy()) {
    switch (type->getPointerAddressSpace()) {
      case global_space:
        return interface::ArgumentKind::global_pointer;
      case constant_space:
        return interface::ArgumentKind::constant_pointer;
      case local_space:
        return interface::ArgumentKind::local_pointer;
      case generic_space:
        return argument.getArgNo() == 0 ? std::optional(interface::ArgumentKind::literal)
                                        : std::nullopt;
      default:
        return std::nullopt;
    }
  }
  if (const auto* opaque = llvm::dyn_cast<llvm::TargetExtType>(type)) {
    if (opaque->getName() == "spirv.Pipe") return interface::ArgumentKind::pipe;
    if (opaque->getName() == "spirv.Sampler") return interface::ArgumentKind::sampler;
    if (opaque->getName() == "spirv.Queue") return interface::ArgumentKind::queue;
    // A number that only kernels have: one that a kernel calls, or that its block does, takes it.
    if (opaque->getName() == "spirv.DeviceEvent") return interface::ArgumentKind::value;
    const bool is_image = opaque->getName() == "spirv.Image" && read_image_type(*opaque).type != 0;
    if (is_image) return interface::ArgumentKind::image;
  }
  if (type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy()) return interface::ArgumentKind::value;
  return std::nullopt;
}

cl_kernel_arg_address_qualifier address_qualifier(const llvm::Argument& argument) {
  const auto kind = argument_kind(argument);
  if (kind == interface::ArgumentKind::pipe || kind == interface::ArgumentKind::image) {
    return CL_KERNEL_ARG_ADDRESS_GLOBAL;
  }
  if (!argument.getType()->isPointerTy() || argument.hasByValAttr()) {
    return CL_KERNEL_ARG_ADDRESS_PRIVATE;
  }
  switch (argument.getType()->getPointerAddressSpace()) {
    case global_space:
      return CL_KERNEL_ARG_ADDRESS_GLOBAL;
    case constant_space:
      return CL_KERNEL_ARG_ADDRESS_CONSTANT;
    case local_space:
      return CL_KERNEL_ARG_ADDRESS_LOCAL;
    default:
      return CL_KERNEL_ARG_ADDRESS_PRIVATE;
  }
}

cl_kernel_arg_access_qualifier access_qualifier(std::string_view text) {
  if (text == "read_only") return CL_KERNEL_ARG_ACCESS_READ_ONLY;
  if (text == "write_only") return CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
  if (text == "read_write") return CL_KERNEL_ARG_ACCESS_READ_WRITE;
  return CL_KERNEL_ARG_ACCESS_NONE;
}

cl_kernel_arg_type_qualifier type_qualifiers(std::string_view text) {
  cl_kernel_arg_type_qualifier qualifiers = CL_KERNEL_ARG_TYPE_NONE;
  const auto add = [&](std::string_view word, cl_kernel_arg_type_qualifier bit) {
    if (text.find(word) != std::string_view::npos) qualifiers |= bit;
  };
  add("const", CL_KERNEL_ARG_TYPE_CONST);
  add("restrict", CL_KERNEL_ARG_TYPE_RESTRICT);
  add("volatile", CL_KERNEL_ARG_TYPE_VOLATILE);
  add("pipe", CL_KERNEL_ARG_TYPE_PIPE);
  return qualifiers;
}

bool is_pointer(interface::ArgumentKind kind) {
  return kind == interface::ArgumentKind::global_pointer ||
         kind == interface::ArgumentKind::constant_pointer ||
         kind == interface::ArgumentKind::local_pointer;
}

// Precondition: the argument has a kind. The offset is left to the caller.
interface::ArgumentFacts read_argument(const llvm::Function& kernel,
                                       const llvm::Argument& argument) {
  const unsigned index = argument.getArgNo();
  interface::ArgumentFacts facts;
  facts.name = argument_text(kernel, "kernel_arg_name", index);
  facts.type_name = argument_text(kernel, "kernel_arg_type", index);
  facts.kind = *argument_kind(argument);
  facts.address_qualifier = address_qualifier(argument);
  facts.access_qualifier = access_qualifier(argument_text(kernel, "kernel_arg_access_qual", index));
  facts.type_qualifiers = type_qualifiers(argument_text(kernel, "kernel_arg_type_qual", index));
  if (facts.kind == interface::ArgumentKind::literal) {
    facts.alignment = 128;  // that of long16
    return facts;
  }
  facts.size = pass::ir::argument_bytes(argument);
  if (facts.kind == interface::ArgumentKind::image) {
    const auto& type = llvm::cast<llvm::TargetExtType>(*argument.getType());
    const ImageTypeFacts image = read_image_type(type);
    facts.image_type = image.type;
    facts.is_depth = image.is_depth;
  }
  if (is_pointer(facts.kind)) {
    facts.alignment = static_cast<uint32_t>(argument.getParamAlign().valueOrOne().value());
    facts.read_only = facts.kind == interface::ArgumentKind::constant_pointer ||
                      (facts.type_qualifiers & CL_KERNEL_ARG_TYPE_CONST) != 0;
  } else {
    facts.alignment = pass::ir::argument_alignment(argument);
  }
  return facts;
}

void read_arguments(const llvm::Function& kernel, interface::KernelFacts& facts) {
  const pass::ir::ArgumentLayout layout = pass::ir::layout_arguments(kernel);
  for (const llvm::Argument& argument : kernel.args()) {
    interface::ArgumentFacts& added = facts.arguments.emplace_back(read_argument(kernel, argument));
    added.offset = layout.offsets[argument.getArgNo()];
  }
  facts.argument_block_size = layout.bytes;
}

// The parts of the program that its functions and kernels use, found once for all kernels.
class ProgramUses {
 public:
  ProgramUses(llvm::Module& module, pass::progress::SpinKernels waiting)
      : variables_(pass::ir::local_variables(module)),
        calls_(module),
        waiting_(std::move(waiting)) {
    const llvm::Function* print = module.getFunction("printf");
    if (print != nullptr) printing_ = pass::ir::functions_that_mention(*print);
  }

  // The local variables of all these functions, in the order of the module.
  [[nodiscard]] std::vector<pass::ir::LocalVariable> local_variables(
      const std::vector<const llvm::Function*>& functions) const {
    std::set<pass::ir::LocalVariable> all;
    for (const llvm::Function* function : functions) {
      const auto own = variables_.find(function);
      if (own != variables_.end()) all.insert(own->second.begin(), own->second.end());
    }
    return {all.begin(), all.end()};
  }
  [[nodiscard]] bool prints(const std::vector<const llvm::Function*>& functions) const {
    return std::ranges::any_of(functions, [&](const llvm::Function* function) {
      return printing_.contains(const_cast<llvm::Function*>(function));
    });
  }
  // Counts variables that exist at once, however the code is made: inlined functions may take more.
  [[nodiscard]] uint64_t private_memory_size(const llvm::Function& kernel) const {
    return calls_.deepest_bytes(kernel);
  }
  [[nodiscard]] bool may_wait(const llvm::Function& kernel) const {
    return waiting_.contains(&kernel);
  }

 private:
  llvm::DenseMap<const llvm::Function*, std::vector<pass::ir::LocalVariable>> variables_;
  pass::lowering::CallChoice calls_;
  pass::progress::SpinKernels waiting_;
  llvm::SetVector<llvm::Function*> printing_;
};

/// Pointers in the values of arguments, or in what a block captures.
std::vector<uint32_t> pointers_in_values(const llvm::Function& kernel,
                                         const std::vector<const llvm::Function*>& functions) {
  if (!pass::ir::is_block_kernel(kernel)) return pass::ir::pointers_in_values(kernel);
  std::vector<uint32_t> offsets = dataflow::captured_offsets(functions);
  for (uint32_t& offset : offsets) offset += pass::ir::literal_offset(kernel);
  return offsets;
}

interface::KernelFacts read_facts(const llvm::Function& kernel,
                                  const interface::LanguageTarget& target,
                                  const ProgramUses& uses) {
  const std::vector functions = module::reachable_functions(kernel);
  interface::KernelFacts facts;
  facts.name = kernel.getName().str();
  if (kernel.hasFnAttribute(pass::ir::constructs_attribute))
    facts.role = interface::KernelRole::constructs;
  if (kernel.hasFnAttribute(pass::ir::destroys_attribute))
    facts.role = interface::KernelRole::destroys;
  read_arguments(kernel, facts);
  facts.required_work_group_size = three_sizes(kernel, "reqd_work_group_size");
  facts.work_group_size_hint = three_sizes(kernel, "work_group_size_hint");
  facts.vector_type_hint = vector_type_hint(kernel);
  facts.required_sub_group_size = required_sub_group_size(kernel);
  facts.required_sub_group_count = one_size(kernel, pass::ir::sub_group_count_metadata);
  facts.may_wait = uses.may_wait(kernel);
  facts.sub_group_size = facts.required_sub_group_size != 0
                             ? facts.required_sub_group_size
                             : chosen_sub_group_size(target, facts, functions);
  facts.attributes = attributes_text(facts);
  const auto local = pass::ir::layout_local_memory(uses.local_variables(functions), nullptr);
  facts.local_memory_size = local.bytes;
  facts.local_memory_alignment = local.alignment;
  facts.private_memory_size = uses.private_memory_size(kernel);
  const TargetPolicy& policy = policy_of(target.code);
  facts.maximum_work_group_size = maximum_work_group_size(policy, facts, functions);
  facts.prints = uses.prints(functions);
  facts.pointers_in_values = pointers_in_values(kernel, functions);
  facts.follows_pointers = dataflow::follow_pointers(functions);
  facts.gains_by_distinct_objects = gain_by_distinct_objects(facts, functions);
  if (policy.own_facts != nullptr) facts.of_target = policy.own_facts(kernel, facts, functions);
  return facts;
}

}  // namespace

bool is_kernel(const llvm::Function& function) {
  return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration();
}

std::string find_unsupported_arguments(const llvm::Function& kernel) {
  std::string messages;
  const std::string of_kernel = " of kernel '" + kernel.getName().str() + "'";
  for (const llvm::Argument& argument : kernel.args()) {
    if (argument_kind(argument)) continue;
    const unsigned index = argument.getArgNo();
    messages +=
        module::error_at(kernel, "argument '" + argument_text(kernel, "kernel_arg_name", index) +
                                     "'" + of_kernel + " has a type that is not supported: " +
                                     argument_text(kernel, "kernel_arg_type", index));
  }
  const uint32_t required = required_sub_group_size(kernel);
  if (required != 0 &&
      std::ranges::find(interface::sub_group_sizes, required) == interface::sub_group_sizes.end()) {
    messages += module::error_at(kernel, "the sub-group size " + std::to_string(required) +
                                             of_kernel + " is none of 4, 8, 16, 32, 64");
  }
  return messages;
}

std::string find_unoffered_sizes(const llvm::Module& module,
                                 const std::vector<interface::KernelFacts>& kernels,
                                 const interface::LanguageTarget& target) {
  const std::span<const uint32_t> offered = policy_of(target.code).sub_group_sizes;
  std::string messages;
  for (const interface::KernelFacts& kernel : kernels) {
    const uint32_t required = kernel.required_sub_group_size;
    if (required == 0 || std::ranges::find(offered, required) != offered.end()) continue;
    messages += module::error_at(*module.getFunction(kernel.name),
                                 "kernel '" + kernel.name + "' requires the sub-group size " +
                                     std::to_string(required) + ", which the device has not");
  }
  return messages;
}

std::vector<interface::KernelFacts> read_kernel_facts(llvm::Module& module,
                                                      const interface::LanguageTarget& target) {
  return read_kernel_facts(module, target, pass::progress::find_spin_kernels(module));
}

std::vector<interface::KernelFacts> read_kernel_facts(llvm::Module& module,
                                                      const interface::LanguageTarget& target,
                                                      pass::progress::SpinKernels waiting) {
  const ProgramUses uses(module, std::move(waiting));
  std::vector<interface::KernelFacts> kernels;
  for (const llvm::Function& function : module) {
    if (is_kernel(function)) kernels.push_back(read_facts(function, target, uses));
  }
  add_block_facts(module, kernels);
  return kernels;
}

}  // namespace cleave::compiler::canonical::facts

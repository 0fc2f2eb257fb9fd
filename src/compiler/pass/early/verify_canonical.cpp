#include "compiler/pass/early/verify_canonical.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <optional>
#include <string>

#include "compiler/pass/ir/address_spaces.h"
#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/block_kernels.h"

namespace cleave::compiler::pass::early {
namespace {

// Clang's for spir64; LLVM itself has no layout for a target without a back end.
constexpr llvm::StringLiteral spir64_layout =
    "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1";
constexpr unsigned last_address_space = 4;  // generic; 0 private, 1 global, 2 constant, 3 local

/// An object of more bytes than a process can address has no size that can be computed with.
constexpr uint64_t largest_object = uint64_t{1} << 47;

/// Tells whether values and variables have sizes that are known and possible.
class TypeCheck {
 public:
  explicit TypeCheck(const llvm::DataLayout& layout) : layout_(layout) {}

  bool is_good(llvm::Type& type) { return bytes_of(type) <= largest_object; }

  /// Checks arguments, results, and all types that instructions take, give and mention.
  bool are_good(const llvm::Function& function) {
    for (llvm::Type* type : function.getFunctionType()->subtypes()) {
      if (!is_good(*type)) return false;
    }
    for (const llvm::Argument& argument : function.args()) {
      llvm::Type* type = argument.getPointeeInMemoryValueType();
      if (type != nullptr && !is_good(*type)) return false;
    }
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      if (!is_good(instruction)) return false;
    }
    return true;
  }

 private:
  bool is_good(const llvm::Instruction& instruction) {
    if (!is_good(*instruction.getType())) return false;
    for (const llvm::Use& operand : instruction.operands()) {
      if (!is_good(*operand->getType())) return false;
    }
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (variable != nullptr && !is_good(*variable)) return false;
    const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
    return address == nullptr || is_good(*address->getSourceElementType());
  }

  bool is_good(const llvm::AllocaInst& variable) {
    const uint64_t bytes = bytes_of(*variable.getAllocatedType());
    const auto* count = llvm::dyn_cast<llvm::ConstantInt>(variable.getArraySize());
    if (count == nullptr) return bytes <= largest_object;
    return llvm::SaturatingMultiply(bytes, count->getValue().getLimitedValue()) <= largest_object;
  }

  /// Returns the most bytes of a type, with padding; more than any size if it depends on the
  /// processor.
  uint64_t bytes_of(llvm::Type& type) {
    const auto known = bytes_.find(&type);
    if (known != bytes_.end()) return known->second;
    const uint64_t bytes = count_bytes(type);
    bytes_[&type] = bytes;
    return bytes;
  }

  uint64_t count_bytes(llvm::Type& type) {
    if (llvm::isa<llvm::ScalableVectorType>(type) || type.isX86_AMXTy()) return UINT64_MAX;
    if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(&type)) {
      return llvm::SaturatingMultiply(bytes_of(*array->getElementType()), array->getNumElements());
    }
    if (const auto* structure = llvm::dyn_cast<llvm::StructType>(&type)) {
      uint64_t bytes = 0;
      constexpr uint64_t padding = 128;
      for (llvm::Type* element : structure->elements()) {
        bytes = llvm::SaturatingAdd(bytes, bytes_of(*element), padding);
      }
      return bytes;
    }
    if (!type.isSized()) return 0;  // labels, metadata, opaque structures: nobody asks
    const llvm::TypeSize size = layout_.getTypeAllocSize(&type);
    return size.isScalable() ? UINT64_MAX : size.getFixedValue();
  }

  const llvm::DataLayout& layout_;
  llvm::DenseMap<const llvm::Type*, uint64_t> bytes_;
};

/// Names become those of symbols and go to applications as text.
bool is_name_of_kernel(llvm::StringRef name) {
  return !name.empty() && llvm::all_of(name, [](char letter) {
    return llvm::isAlnum(letter) || letter == '_' || letter == '$' || letter == '.' ||
           (static_cast<unsigned char>(letter) & 0x80U) != 0;
  });
}

bool is_list_of_texts(const llvm::MDNode& list) {
  return llvm::all_of(list.operands(), [](const llvm::MDOperand& operand) {
    return llvm::isa_and_nonnull<llvm::MDString>(operand.get());
  });
}

const llvm::ConstantInt* number_in(const llvm::MDOperand& operand) {
  return llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(operand);
}

/// Returns true for `count` numbers of 32 bits, none of them zero, and for no list at all.
bool is_list_of_sizes(const llvm::MDNode* list, unsigned count) {
  if (list == nullptr) return true;
  return list->getNumOperands() == count &&
         llvm::all_of(list->operands(), [](const llvm::MDOperand& operand) {
           const llvm::ConstantInt* number = number_in(operand);
           return number != nullptr && !number->isZero() && number->getValue().isIntN(32);
         });
}

/// Returns true for a value of a type, followed by whether its elements are signed.
bool is_type_hint(const llvm::MDNode& hint) {
  if (hint.getNumOperands() != 2) return false;
  const llvm::ConstantInt* is_signed = number_in(hint.getOperand(1));
  return llvm::isa_and_nonnull<llvm::ValueAsMetadata>(hint.getOperand(0).get()) &&
         is_signed != nullptr && is_signed->getValue().isIntN(32);
}

/// Returns the most bytes of the arguments, in more bits than they are laid out with.
uint64_t bytes_of_arguments(const llvm::Function& kernel) {
  const llvm::DataLayout& layout = kernel.getDataLayout();
  uint64_t bytes = 0;
  for (const llvm::Argument& argument : kernel.args()) {
    llvm::Type* in_memory = argument.getPointeeInMemoryValueType();
    llvm::Type* type = in_memory == nullptr ? argument.getType() : in_memory;
    const uint64_t padding = std::max<uint64_t>(argument.getParamAlign().valueOrOne().value(), 128);
    const uint64_t size = type->isSized() ? layout.getTypeAllocSize(type).getKnownMinValue() : 0;
    bytes = llvm::SaturatingAdd(bytes, size, argument.hasByValAttr() ? padding : 128);
  }
  return bytes;
}

class CanonicalVerifier {
 public:
  /// Returns LLVM's messages about a module that is not valid, else ours; empty if all is well.
  std::string run(const llvm::Module& module) {
    llvm::raw_string_ostream stream(problems_);
    if (!llvm::verifyModule(module, &stream)) check(module);
    while (!problems_.empty() && problems_.back() == '\n') problems_.pop_back();
    return std::move(problems_);
  }

 private:
  void check(const llvm::Module& module) {
    check_target(module);
    if (!module.getModuleInlineAsm().empty()) problem("inline assembly beside the functions");
    if (!module.ifunc_empty()) problem("a function that is chosen when the program is loaded");
    TypeCheck types(module.getDataLayout());
    for (const llvm::GlobalVariable& variable : module.globals()) {
      check(variable);
      if (!types.is_good(*variable.getValueType())) {
        problem("variable " + variable.getName().str() + " has a type without a possible size");
      }
    }
    for (const llvm::Function& function : module) {
      check(function);
      if (!types.are_good(function)) {
        problem("a value in " + function.getName().str() + " has a type without a possible size");
      }
    }
  }

  /// Returns the address space of a pointer, or of pointers in a vector, if canonical IR does not
  /// have it.
  static std::optional<unsigned> foreign_space(const llvm::Value& value) {
    const llvm::Type* type = value.getType()->getScalarType();
    if (!type->isPointerTy() || type->getPointerAddressSpace() <= last_address_space) return {};
    return type->getPointerAddressSpace();
  }

  void problem(const std::string& text) { problems_ += "not canonical: " + text + '\n'; }

  void problem(const llvm::Instruction& instruction, const std::string& text) {
    std::string where = " in " + instruction.getFunction()->getName().str();
    if (const llvm::DILocation* location = instruction.getDebugLoc().get()) {
      where += " at line " + std::to_string(location->getLine());
    }
    problem(text + where);
  }

  void check_target(const llvm::Module& module) {
    const llvm::Triple& triple = module.getTargetTriple();
    if (triple.getArch() != llvm::Triple::spir64) {
      problem("the module's triple is " + triple.str() + ", not spir64");
    } else if (module.getDataLayoutStr() != spir64_layout) {
      problem("the module's data layout is not spir64's");
    }
  }

  void check(const llvm::GlobalVariable& variable) {
    if (variable.getAddressSpace() > last_address_space) {
      problem("variable " + variable.getName().str() + " is in address space " +
              std::to_string(variable.getAddressSpace()));
    }
  }

  void check(const llvm::Function& function) {
    if (function.isDeclaration()) return check_declaration(function);
    if (function.isVarArg()) problem(function.getName().str() + " takes variable arguments");
    for (const llvm::Argument& argument : function.args()) {
      if (std::optional<unsigned> space = foreign_space(argument)) {
        problem("an argument of " + function.getName().str() + " points to address space " +
                std::to_string(*space));
      }
      const llvm::Type* type = argument.getType();
      if (argument.hasByValAttr() && type->getPointerAddressSpace() != ir::private_space)
        problem("an argument of " + function.getName().str() + " is by value and not private");
    }
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL) check_kernel(function);
    for (const llvm::Instruction& instruction : llvm::instructions(function)) check(instruction);
  }

  void check_declaration(const llvm::Function& function) {
    llvm::StringRef name = function.getName();
    bool known = function.isIntrinsic() || name == "printf" || name.starts_with("__cleave_") ||
                 name.starts_with("_Z");
    // A plain C name is a function that the program declares and never defines: the front end
    // reports it with its line.
    if (known && function.isVarArg() && name != "printf") {
      problem("built-in " + name.str() + " takes variable arguments");
    }
  }

  void check_kernel(const llvm::Function& kernel) {
    const std::string name = kernel.getName().str();
    if (!is_name_of_kernel(name)) problem("a kernel is called '" + name + "'");
    if (!kernel.getReturnType()->isVoidTy()) problem("kernel " + name + " returns a value");
    if (ir::is_block_kernel(kernel)) return check_block_kernel(kernel);
    const bool is_of_objects = kernel.hasFnAttribute(ir::constructs_attribute) ||
                               kernel.hasFnAttribute(ir::destroys_attribute);
    if (is_of_objects && !kernel.arg_empty())
      problem("kernel " + name + " of objects has arguments");
    for (const char* kind : {"kernel_arg_addr_space", "kernel_arg_access_qual", "kernel_arg_type",
                             "kernel_arg_base_type", "kernel_arg_type_qual", "kernel_arg_name"}) {
      const llvm::MDNode* list = kernel.getMetadata(kind);
      const llvm::StringRef word = kind;
      if (list == nullptr && word == "kernel_arg_name") continue;  // asked for by an option
      const bool is_text = word != "kernel_arg_addr_space";
      if (list == nullptr || list->getNumOperands() != kernel.arg_size()) {
        problem("kernel " + name + " lacks " + kind + " of its arguments");
      } else if (is_text && !is_list_of_texts(*list)) {
        problem("kernel " + name + " has in " + kind + " what is no text");
      }
    }
    for (const char* kind : {"reqd_work_group_size", "work_group_size_hint"}) {
      if (!is_list_of_sizes(kernel.getMetadata(kind), 3)) problem_of_attribute(name, kind);
    }
    for (const char* kind : {"intel_reqd_sub_group_size", ir::sub_group_count_metadata}) {
      if (!is_list_of_sizes(kernel.getMetadata(kind), 1)) problem_of_attribute(name, kind);
    }
    const llvm::MDNode* hint = kernel.getMetadata("vec_type_hint");
    if (hint != nullptr && !is_type_hint(*hint)) problem_of_attribute(name, "vec_type_hint");
    constexpr uint64_t most_bytes = uint64_t{1} << 31;
    if (bytes_of_arguments(kernel) > most_bytes) {
      problem("kernel " + name + " has too many bytes of arguments");
    }
  }

  void check_block_kernel(const llvm::Function& kernel) {
    const bool is_right =
        !kernel.getArg(0)->hasByValAttr() &&
        std::all_of(kernel.arg_begin() + 1, kernel.arg_end(), [](const auto& one) {
          const llvm::Type* type = one.getType();
          return type->isPointerTy() && type->getPointerAddressSpace() == 3;
        });
    constexpr size_t most_arguments = 1 << 16;
    if (!is_right || kernel.arg_size() > most_arguments) {
      problem("the kernel of block " + kernel.getName().str() + " has arguments that none has");
    }
  }

  void problem_of_attribute(const std::string& kernel, const char* kind) {
    problem("kernel " + kernel + " has a " + kind + " that is none");
  }

  void check(const llvm::Instruction& instruction) {
    if (std::optional<unsigned> space = foreign_space(instruction)) {
      problem(instruction, "a pointer of address space " + std::to_string(*space));
    }
    if (llvm::isa<llvm::InvokeInst, llvm::LandingPadInst, llvm::ResumeInst>(instruction)) {
      problem(instruction, "an exception");
    }
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr) return;
    if (call->isInlineAsm()) return problem(instruction, "inline assembly");
    if (call->getCalledFunction() == nullptr) problem(instruction, "an indirect call");
  }

  std::string problems_;
};

}  // namespace

std::string verify_canonical(llvm::Module& module, const ir::PassOptions&) {
  return CanonicalVerifier().run(module);
}

}  // namespace cleave::compiler::pass::early

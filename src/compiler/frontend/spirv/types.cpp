#include "compiler/frontend/spirv/types.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>

namespace cleave::compiler::frontend {
namespace {

bool is_vector_size(uint64_t count) {
  return count == 2 || count == 3 || count == 4 || count == 8 || count == 16;
}

}  // namespace

std::optional<Space> Types::space_of(spirv::StorageClass storage) {
  switch (storage) {
    case spirv::StorageClass::Function:
    case spirv::StorageClass::Private:
    case spirv::StorageClass::CodeSectionINTEL:  // functions, whose addresses are numbers
    case spirv::StorageClass::Input:             // built-in variables, which are no memory
      return Space::private_;
    case spirv::StorageClass::CrossWorkgroup:
    case spirv::StorageClass::DeviceOnlyINTEL:
    case spirv::StorageClass::HostOnlyINTEL:
      return Space::global;
    case spirv::StorageClass::UniformConstant:
      return Space::constant;
    case spirv::StorageClass::Workgroup:
      return Space::local;
    case spirv::StorageClass::Generic:
      return Space::generic;
    default:
      return std::nullopt;
  }
}

llvm::PointerType* Types::pointer(Space space) const {
  return llvm::PointerType::get(module_.getContext(), static_cast<unsigned>(space));
}

llvm::Type* Types::make_number(const spirv::Type& type, std::string& problem) {
  llvm::LLVMContext& context = module_.getContext();
  if (type.kind == spirv::TypeKind::integer) {
    const bool is_known = type.bits == 8 || type.bits == 16 || type.bits == 32 || type.bits == 64;
    if (is_known) return llvm::Type::getIntNTy(context, type.bits);
  } else {
    if (type.bits == 16) return llvm::Type::getHalfTy(context);
    if (type.bits == 32) return llvm::Type::getFloatTy(context);
    if (type.bits == 64) return llvm::Type::getDoubleTy(context);
  }
  problem = "numbers of " + std::to_string(type.bits) + " bits are not offered";
  return nullptr;
}

llvm::Type* Types::make_structure(const spirv::Instruction& definition, std::string& problem) {
  llvm::SmallVector<llvm::Type*> members;
  uint64_t bytes = 0;
  for (const spirv::Id member : source_.type(definition.result).members) {
    llvm::Type* type = in_memory_.lookup(member);
    if (type == nullptr || !type->isSized()) {
      problem = "structures with members of such types are not offered";
      return nullptr;
    }
    members.push_back(type);
    constexpr uint64_t most_padding = 128;
    bytes = llvm::SaturatingAdd(bytes, llvm::SaturatingAdd(bound(member), most_padding));
  }
  if (bytes > largest_type) problem = "the structure is too large";
  bounds_[definition.result] = bytes;
  const bool is_packed =
      source_.decoration(definition.result, spirv::Decoration::CPacked) != nullptr;
  return llvm::StructType::get(module_.getContext(), members, is_packed);
}

llvm::Type* Types::make_opaque(const spirv::Type& type, std::string& problem) {
  llvm::LLVMContext& context = module_.getContext();
  const auto named = [&](const char* name, llvm::ArrayRef<llvm::Type*> types = {},
                         llvm::ArrayRef<unsigned> numbers = {}) {
    return llvm::TargetExtType::get(context, name, types, numbers);
  };
  const std::span<const uint32_t> operands = type.definition->operands;
  switch (type.kind) {
    case spirv::TypeKind::sampler:
      return named("spirv.Sampler");
    case spirv::TypeKind::event:
      return named("spirv.Event");
    case spirv::TypeKind::device_event:
      return named("spirv.DeviceEvent");
    case spirv::TypeKind::reserve_id:
      return named("spirv.ReserveId");
    case spirv::TypeKind::queue:
      return named("spirv.Queue");
    case spirv::TypeKind::pipe:
      return named("spirv.Pipe", {}, {operands[0]});
    case spirv::TypeKind::pipe_storage:  // the address of the pipe's memory
      return pointer(Space::global);
    case spirv::TypeKind::named_barrier:  // the address of its state
      return pointer(Space::local);
    case spirv::TypeKind::image: {
      // Sampled type, dimensions, depth, array, samples, sampled, format, access.
      const unsigned access = operands.size() > 7 ? operands[7] : 0;
      return named("spirv.Image", {llvm::Type::getVoidTy(context)},
                   {operands[1], operands[2], operands[3], operands[4], 0, 0, access});
    }
    case spirv::TypeKind::sampled_image:  // two values, which the reader keeps apart
      return llvm::Type::getVoidTy(context);
    default:
      problem = "this type is not offered yet";
      return nullptr;
  }
}

llvm::Type* Types::make(const spirv::Instruction& definition, std::string& problem) {
  llvm::LLVMContext& context = module_.getContext();
  const spirv::Type& type = source_.type(definition.result);
  switch (type.kind) {
    case spirv::TypeKind::void_type:
    case spirv::TypeKind::opaque:  // only pointers lead to it
    case spirv::TypeKind::function:
      return nullptr;
    case spirv::TypeKind::boolean:
      return llvm::Type::getInt8Ty(context);
    case spirv::TypeKind::integer:
    case spirv::TypeKind::floating:
      return make_number(type, problem);
    case spirv::TypeKind::vector: {
      llvm::Type* element = in_memory_.lookup(type.element);
      if (!is_vector_size(type.count) || element == nullptr) {
        problem = "vectors of this kind are not offered";
        return nullptr;
      }
      return llvm::FixedVectorType::get(element, static_cast<unsigned>(type.count));
    }
    case spirv::TypeKind::array: {
      llvm::Type* element = in_memory_.lookup(type.element);
      const bool has_size = element != nullptr && element->isSized();
      const uint64_t size =
          has_size ? llvm::SaturatingMultiply(bound(type.element), type.count) : 0;
      if (!has_size) problem = "arrays of such types are not offered";
      if (size > largest_type) problem = "the array is too large";
      bounds_[definition.result] = size;
      return problem.empty() ? llvm::ArrayType::get(element, type.count) : nullptr;
    }
    case spirv::TypeKind::structure:
      return make_structure(definition, problem);
    case spirv::TypeKind::pointer:
    case spirv::TypeKind::untyped_pointer: {
      const std::optional<Space> space = space_of(type.storage);
      if (!space) problem = "pointers of this storage class are not offered yet";
      return space ? pointer(*space) : nullptr;
    }
    default:
      return make_opaque(type, problem);
  }
}

std::string Types::add(const spirv::Instruction& definition) {
  if (definition.op == spirv::Op::TypeForwardPointer) {
    const auto space = space_of(static_cast<spirv::StorageClass>(definition.operands[1]));
    if (!space) return "pointers of this storage class are not offered yet";
    in_memory_[definition.operands[0]] = pointer(*space);
    return {};
  }
  if (source_.type(definition.result).kind == spirv::TypeKind::none) return {};
  std::string problem;
  in_memory_[definition.result] = make(definition, problem);
  const spirv::Type& made = source_.type(definition.result);
  const bool has_handles =
      is_composite(definition.result) &&
      (holds_handles(made.element) ||
       std::ranges::any_of(made.members, [&](spirv::Id member) { return holds_handles(member); }));
  if (is_handle(definition.result) || has_handles) handles_.insert(definition.result);
  return problem;
}

llvm::Type* Types::in_memory(spirv::Id type) const {
  return in_memory_.lookup(type);
}

bool Types::is_composite(spirv::Id type) const {
  const spirv::TypeKind kind = source_.type(type).kind;
  return kind == spirv::TypeKind::array || kind == spirv::TypeKind::structure;
}

bool Types::is_boolean(spirv::Id type) const {
  const spirv::Type& known = source_.type(type);
  if (known.kind == spirv::TypeKind::vector) return is_boolean(known.element);
  return known.kind == spirv::TypeKind::boolean;
}

bool Types::is_handle(spirv::Id type) const {
  const spirv::TypeKind kind = source_.type(type).kind;
  return kind == spirv::TypeKind::queue || kind == spirv::TypeKind::device_event ||
         kind == spirv::TypeKind::reserve_id;
}

llvm::Type* Types::of_values(spirv::Id type) const {
  if (is_composite(type)) return pointer(Space::private_);
  llvm::Type* memory = in_memory_.lookup(type);
  if (memory == nullptr) return llvm::Type::getVoidTy(module_.getContext());
  if (!is_boolean(type)) return memory;
  return memory->getWithNewType(llvm::Type::getInt1Ty(module_.getContext()));
}

llvm::FunctionType* Types::of_function(spirv::Id type) const {
  const spirv::Type& function = source_.type(type);
  llvm::SmallVector<llvm::Type*> parameters;
  const bool returns_composite = is_composite(function.element);
  if (returns_composite) parameters.push_back(pointer(Space::private_));
  for (const spirv::Id parameter : function.members) parameters.push_back(of_values(parameter));
  llvm::Type* result =
      returns_composite ? llvm::Type::getVoidTy(module_.getContext()) : of_values(function.element);
  return llvm::FunctionType::get(result, parameters, false);
}

llvm::Align Types::alignment(spirv::Id type) const {
  llvm::Type* memory = in_memory_.lookup(type);
  if (memory == nullptr || !memory->isSized()) return llvm::Align(1);
  return module_.getDataLayout().getABITypeAlign(memory);
}

uint64_t Types::bound(spirv::Id type) const {
  const auto known = bounds_.find(type);
  return known != bounds_.end() ? known->second : bytes(type);
}

uint64_t Types::bytes(spirv::Id type) const {
  llvm::Type* memory = in_memory_.lookup(type);
  if (memory == nullptr || !memory->isSized()) return 0;
  return module_.getDataLayout().getTypeAllocSize(memory).getFixedValue();
}

}  // namespace cleave::compiler::frontend

#include "compiler/frontend/spirv/types.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>

namespace cleave::compiler::frontend::spirv {
namespace {

bool is_vector_size(uint64_t count) {
  return count == 2 || count == 3 || count == 4 || count == 8 || count == 16;
}

}  // namespace

std::optional<Space> Types::space_of(cleave::spirv::StorageClass storage) {
  switch (storage) {
    case cleave::spirv::StorageClass::Function:
    case cleave::spirv::StorageClass::Private:
    case cleave::spirv::StorageClass::CodeSectionINTEL:  // functions, whose addresses are numbers
    case cleave::spirv::StorageClass::Input:             // built-in variables, which are no memory
      return Space::private_;
    case cleave::spirv::StorageClass::CrossWorkgroup:
    case cleave::spirv::StorageClass::DeviceOnlyINTEL:
    case cleave::spirv::StorageClass::HostOnlyINTEL:
      return Space::global;
    case cleave::spirv::StorageClass::UniformConstant:
      return Space::constant;
    case cleave::spirv::StorageClass::Workgroup:
      return Space::local;
    case cleave::spirv::StorageClass::Generic:
      return Space::generic;
    default:
      return std::nullopt;
  }
}

llvm::PointerType* Types::pointer(Space space) const {
  return llvm::PointerType::get(module_.getContext(), static_cast<unsigned>(space));
}

llvm::Type* Types::make_number(const cleave::spirv::Type& type, std::string& problem) {
  llvm::LLVMContext& context = module_.getContext();
  if (type.kind == cleave::spirv::TypeKind::integer) {
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

llvm::Type* Types::make_structure(const cleave::spirv::Instruction& definition,
                                  std::string& problem) {
  llvm::SmallVector<llvm::Type*> members;
  uint64_t bytes = 0;
  for (const cleave::spirv::Id member : source_.type(definition.result).members) {
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
      source_.decoration(definition.result, cleave::spirv::Decoration::CPacked) != nullptr;
  return llvm::StructType::get(module_.getContext(), members, is_packed);
}

llvm::Type* Types::make_opaque(const cleave::spirv::Type& type, std::string& problem) {
  llvm::LLVMContext& context = module_.getContext();
  const auto named = [&](const char* name, llvm::ArrayRef<llvm::Type*> types = {},
                         llvm::ArrayRef<unsigned> numbers = {}) {
    return llvm::TargetExtType::get(context, name, types, numbers);
  };
  const std::span<const uint32_t> operands = type.definition->operands;
  switch (type.kind) {
    case cleave::spirv::TypeKind::sampler:
      return named("spirv.Sampler");
    case cleave::spirv::TypeKind::event:
      return named("spirv.Event");
    case cleave::spirv::TypeKind::device_event:
      return named("spirv.DeviceEvent");
    case cleave::spirv::TypeKind::reserve_id:
      return named("spirv.ReserveId");
    case cleave::spirv::TypeKind::queue:
      return named("spirv.Queue");
    case cleave::spirv::TypeKind::pipe:
      return named("spirv.Pipe", {}, {operands[0]});
    case cleave::spirv::TypeKind::pipe_storage:  // the address of the pipe's memory
      return pointer(Space::global);
    case cleave::spirv::TypeKind::named_barrier:  // the address of its state
      return pointer(Space::local);
    case cleave::spirv::TypeKind::image: {
      // Sampled type, dimensions, depth, array, samples, sampled, format, access.
      const unsigned access = operands.size() > 7 ? operands[7] : 0;
      return named("spirv.Image", {llvm::Type::getVoidTy(context)},
                   {operands[1], operands[2], operands[3], operands[4], 0, 0, access});
    }
    case cleave::spirv::TypeKind::sampled_image:  // two values, which the reader keeps apart
      return llvm::Type::getVoidTy(context);
    default:
      problem = "this type is not offered yet";
      return nullptr;
  }
}

llvm::Type* Types::make(const cleave::spirv::Instruction& definition, std::string& problem) {
  llvm::LLVMContext& context = module_.getContext();
  const cleave::spirv::Type& type = source_.type(definition.result);
  switch (type.kind) {
    case cleave::spirv::TypeKind::void_type:
    case cleave::spirv::TypeKind::opaque:  // only pointers lead to it
    case cleave::spirv::TypeKind::function:
      return nullptr;
    case cleave::spirv::TypeKind::boolean:
      return llvm::Type::getInt8Ty(context);
    case cleave::spirv::TypeKind::integer:
    case cleave::spirv::TypeKind::floating:
      return make_number(type, problem);
    case cleave::spirv::TypeKind::vector: {
      llvm::Type* element = in_memory_.lookup(type.element);
      if (!is_vector_size(type.count) || element == nullptr) {
        problem = "vectors of this kind are not offered";
        return nullptr;
      }
      return llvm::FixedVectorType::get(element, static_cast<unsigned>(type.count));
    }
    case cleave::spirv::TypeKind::array: {
      llvm::Type* element = in_memory_.lookup(type.element);
      const bool has_size = element != nullptr && element->isSized();
      const uint64_t size =
          has_size ? llvm::SaturatingMultiply(bound(type.element), type.count) : 0;
      if (!has_size) problem = "arrays of such types are not offered";
      if (size > largest_type) problem = "the array is too large";
      bounds_[definition.result] = size;
      return problem.empty() ? llvm::ArrayType::get(element, type.count) : nullptr;
    }
    case cleave::spirv::TypeKind::structure:
      return make_structure(definition, problem);
    case cleave::spirv::TypeKind::pointer:
    case cleave::spirv::TypeKind::untyped_pointer: {
      const std::optional<Space> space = space_of(type.storage);
      if (!space) problem = "pointers of this storage class are not offered yet";
      return space ? pointer(*space) : nullptr;
    }
    default:
      return make_opaque(type, problem);
  }
}

std::string Types::add(const cleave::spirv::Instruction& definition) {
  if (definition.op == cleave::spirv::Op::TypeForwardPointer) {
    const auto space = space_of(static_cast<cleave::spirv::StorageClass>(definition.operands[1]));
    if (!space) return "pointers of this storage class are not offered yet";
    in_memory_[definition.operands[0]] = pointer(*space);
    return {};
  }
  if (source_.type(definition.result).kind == cleave::spirv::TypeKind::none) return {};
  std::string problem;
  in_memory_[definition.result] = make(definition, problem);
  const cleave::spirv::Type& made = source_.type(definition.result);
  const bool has_handles = is_composite(definition.result) &&
                           (holds_handles(made.element) ||
                            std::ranges::any_of(made.members, [&](cleave::spirv::Id member) {
                              return holds_handles(member);
                            }));
  if (is_handle(definition.result) || has_handles) handles_.insert(definition.result);
  return problem;
}

llvm::Type* Types::in_memory(cleave::spirv::Id type) const {
  return in_memory_.lookup(type);
}

bool Types::is_composite(cleave::spirv::Id type) const {
  const cleave::spirv::TypeKind kind = source_.type(type).kind;
  return kind == cleave::spirv::TypeKind::array || kind == cleave::spirv::TypeKind::structure;
}

bool Types::is_boolean(cleave::spirv::Id type) const {
  const cleave::spirv::Type& known = source_.type(type);
  if (known.kind == cleave::spirv::TypeKind::vector) return is_boolean(known.element);
  return known.kind == cleave::spirv::TypeKind::boolean;
}

bool Types::is_handle(cleave::spirv::Id type) const {
  const cleave::spirv::TypeKind kind = source_.type(type).kind;
  return kind == cleave::spirv::TypeKind::queue || kind == cleave::spirv::TypeKind::device_event ||
         kind == cleave::spirv::TypeKind::reserve_id;
}

llvm::Type* Types::of_values(cleave::spirv::Id type) const {
  if (is_composite(type)) return pointer(Space::private_);
  llvm::Type* memory = in_memory_.lookup(type);
  if (memory == nullptr) return llvm::Type::getVoidTy(module_.getContext());
  if (!is_boolean(type)) return memory;
  return memory->getWithNewType(llvm::Type::getInt1Ty(module_.getContext()));
}

llvm::FunctionType* Types::of_function(cleave::spirv::Id type) const {
  const cleave::spirv::Type& function = source_.type(type);
  llvm::SmallVector<llvm::Type*> parameters;
  const bool returns_composite = is_composite(function.element);
  if (returns_composite) parameters.push_back(pointer(Space::private_));
  for (const cleave::spirv::Id parameter : function.members)
    parameters.push_back(of_values(parameter));
  llvm::Type* result =
      returns_composite ? llvm::Type::getVoidTy(module_.getContext()) : of_values(function.element);
  return llvm::FunctionType::get(result, parameters, false);
}

llvm::Align Types::alignment(cleave::spirv::Id type) const {
  llvm::Type* memory = in_memory_.lookup(type);
  if (memory == nullptr || !memory->isSized()) return llvm::Align(1);
  return module_.getDataLayout().getABITypeAlign(memory);
}

uint64_t Types::bound(cleave::spirv::Id type) const {
  const auto known = bounds_.find(type);
  return known != bounds_.end() ? known->second : bytes(type);
}

uint64_t Types::bytes(cleave::spirv::Id type) const {
  llvm::Type* memory = in_memory_.lookup(type);
  if (memory == nullptr || !memory->isSized()) return 0;
  return module_.getDataLayout().getTypeAllocSize(memory).getFixedValue();
}

}  // namespace cleave::compiler::frontend::spirv

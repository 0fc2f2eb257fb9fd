#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "spirv/calculate.h"
#include "spirv/parser.h"

namespace cleave::spirv {
namespace {

class GlobalsBuilder {
 public:
  GlobalsBuilder(Draft& draft, std::span<const Specialization> specializations)
      : tables_(draft.tables), module_(draft.module) {
    for (const Specialization& specialization : specializations)
      values_[specialization.id] = specialization.value;
  }

  void build() {
    for (size_t at = tables_.first_global; at < tables_.first_function; ++at) {
      Instruction& instruction = tables_.instructions[at];
      switch (facts(instruction.op).rule) {
        case Rule::type_declaration:
          make_type(instruction);
          break;
        case Rule::boolean_constant:
        case Rule::number_constant:
          specialize(instruction);
          break;
        case Rule::calculated_constant:
          calculate_constant(instruction);
          break;
        default:
          break;
      }
    }
  }

 private:
  void make_type(const Instruction& instruction) {
    if (instruction.result == 0) return;  // OpTypeForwardPointer
    Type type = shape_of(instruction);
    type.definition = &instruction;
    tables_.type_indices[tables_.slots.of(instruction.result)] =
        static_cast<uint32_t>(tables_.types.size());
    tables_.types.push_back(type);
  }

  Type shape_of(const Instruction& instruction) const;
  static TypeKind kind_of(Op op);

  // Puts the application's value in place of the default.
  void specialize(Instruction& constant) {
    const DecorationUse* use = module_.decoration(constant.result, Decoration::SpecId);
    if (use == nullptr || values_.empty()) return;
    const auto value = values_.find(use->operands[0]);
    if (value == values_.end()) return;
    if (constant.op == Op::SpecConstantTrue || constant.op == Op::SpecConstantFalse) {
      const bool is_true = std::any_of(value->second.begin(), value->second.end(),
                                       [](std::byte byte) { return byte != std::byte{0}; });
      constant.op = is_true ? Op::SpecConstantTrue : Op::SpecConstantFalse;
      return;
    }
    if (constant.op != Op::SpecConstant) return;
    const auto words =
        std::span(tables_.words).subspan(constant.word + 3, constant.operands.size());
    std::fill(words.begin(), words.end(), 0U);
    std::memcpy(words.data(), value->second.data(),
                std::min(value->second.size(), words.size_bytes()));
  }

  void calculate_constant(const Instruction& constant) {
    if (auto elements = calculate(module_, constant))
      tables_.calculated[tables_.slots.of(constant.result)] = std::move(*elements);
  }

  ModuleTables& tables_;
  const Module& module_;
  std::unordered_map<uint32_t, std::span<const std::byte>> values_;
};

TypeKind GlobalsBuilder::kind_of(Op op) {
  switch (op) {
    case Op::TypeVoid:
      return TypeKind::void_type;
    case Op::TypeBool:
      return TypeKind::boolean;
    case Op::TypeOpaque:
      return TypeKind::opaque;
    case Op::TypeStruct:
      return TypeKind::structure;
    case Op::TypeFunction:
      return TypeKind::function;
    case Op::TypeImage:
      return TypeKind::image;
    case Op::TypeSampler:
      return TypeKind::sampler;
    case Op::TypeSampledImage:
      return TypeKind::sampled_image;
    case Op::TypeEvent:
      return TypeKind::event;
    case Op::TypeDeviceEvent:
      return TypeKind::device_event;
    case Op::TypeReserveId:
      return TypeKind::reserve_id;
    case Op::TypeQueue:
      return TypeKind::queue;
    case Op::TypePipe:
      return TypeKind::pipe;
    case Op::TypePipeStorage:
      return TypeKind::pipe_storage;
    case Op::TypeNamedBarrier:
      return TypeKind::named_barrier;
    case Op::TypePointer:
      return TypeKind::pointer;
    case Op::TypeUntypedPointerKHR:
      return TypeKind::untyped_pointer;
    case Op::TypeInt:
      return TypeKind::integer;
    case Op::TypeFloat:
      return TypeKind::floating;
    case Op::TypeVector:
      return TypeKind::vector;
    case Op::TypeArray:
      return TypeKind::array;
    default:
      return TypeKind::none;
  }
}

Type GlobalsBuilder::shape_of(const Instruction& instruction) const {
  Type type;
  type.kind = kind_of(instruction.op);
  const auto operands = instruction.operands;
  switch (type.kind) {
    case TypeKind::integer:
      type.bits = operands[0];
      break;
    case TypeKind::floating:
      type.bits = operands[0];
      if (operands.size() > 1) type.kind = TypeKind::bfloat16;
      break;
    case TypeKind::vector:
      type.element = operands[0];
      type.count = operands[1];
      break;
    case TypeKind::array:
      type.element = operands[0];
      type.count = module_.integer_constant(operands[1]).value_or(0);
      break;
    case TypeKind::structure:
      type.members = operands;
      break;
    case TypeKind::function:
      type.element = operands[0];
      type.members = operands.subspan(1);
      break;
    case TypeKind::pointer:
      type.element = operands[1];
      [[fallthrough]];
    case TypeKind::untyped_pointer:
      type.storage = static_cast<StorageClass>(operands[0]);
      break;
    case TypeKind::image:
    case TypeKind::sampled_image:
      type.element = operands[0];
      break;
    default:
      break;
  }
  return type;
}

}  // namespace

void build_globals(Draft& draft, std::span<const Specialization> specializations) {
  GlobalsBuilder(draft, specializations).build();
}

}  // namespace cleave::spirv

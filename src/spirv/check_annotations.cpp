#include <algorithm>
#include <bit>
#include <unordered_set>

#include "spirv/check.h"

namespace cleave::spirv {
namespace {

class Annotations {
 public:
  explicit Annotations(Draft& draft)
      : module_(draft.module), problems_(draft.problems), tables_(draft.tables) {}

  void check() {
    for (const Instruction& instruction : tables_.instructions) {
      if (problems_.is_full()) return;
      switch (instruction.op) {
        case Op::EntryPoint:
          check_entry_point(instruction);
          break;
        case Op::ExecutionMode:
        case Op::ExecutionModeId:
          check_mode(instruction);
          break;
        case Op::MemberDecorate:
        case Op::MemberDecorateString:
          check_member(instruction, instruction.operands);
          break;
        case Op::GroupMemberDecorate:
          check_members(instruction);
          break;
        case Op::GroupDecorate:
          check_group(instruction);
          break;
        case Op::AliasScopeDeclINTEL:
          check_declared(instruction, instruction.operands.first(1), Op::AliasDomainDeclINTEL);
          break;
        case Op::AliasScopeListDeclINTEL:
          check_declared(instruction, instruction.operands, Op::AliasScopeDeclINTEL);
          break;
        case Op::DecorateId:
          check_scopes(instruction);
          break;
        default:
          break;
      }
    }
    for (const Function& function : module_.functions()) {
      check_linkage(function);
      check_export(*function.definition);
    }
    for (const Instruction& instruction : module_.globals()) check_export(instruction);
    for (const Instruction& instruction : tables_.instructions)
      if (has_decorations_of_its_own(instruction)) check_decorations(instruction);
  }

 private:
  // Alias scopes name domains, and lists of scopes scopes.
  void check_declared(const Instruction& instruction, std::span<const uint32_t> ids, Op op) {
    for (const Id id : ids) {
      const Instruction* definition = module_.definition(id);
      if (definition == nullptr || definition->op != op)
        problems_.add(instruction,
                      "%" + std::to_string(id) + " is no Op" + std::string(facts(op).name));
    }
  }

  void check_scopes(const Instruction& decorate) {
    const auto decoration = static_cast<Decoration>(decorate.operands[1]);
    if (decoration == Decoration::AliasScopeINTEL || decoration == Decoration::NoAliasINTEL)
      check_declared(decorate, decorate.operands.subspan(2, 1), Op::AliasScopeListDeclINTEL);
  }

  void check_entry_point(const Instruction& entry) {
    const Id id = entry.operands[1];
    const Instruction* function = module_.definition(id);
    if (function == nullptr || function->op != Op::Function)
      return problems_.add(entry, "operand 2 is no function");
    if (module_.type(function->type).kind != TypeKind::void_type)
      problems_.add(entry, "its function returns a value");
    entry_functions_.insert(id);
    check_arguments(entry, module_.type(function->operands[1]));
    if (!entry_names_.insert(text_at(entry, 2)).second)
      problems_.add(entry, "another entry point has its name, " + quoted(text_at(entry, 2)));
    for (const Id variable : entry.operands.subspan(2 + words_of_text(entry, 2))) {
      const Instruction* definition = module_.definition(variable);
      const bool is_variable = definition != nullptr && (definition->op == Op::Variable ||
                                                         definition->op == Op::UntypedVariableKHR);
      if (!is_variable) problems_.add(entry, "%" + std::to_string(variable) + " is no variable");
    }
  }

  // Functions that kernels enqueue: the Khronos translator lists them among the entry points.
  bool is_enqueued(const Type& function) const {
    if (!module_.declares(Capability::DeviceEnqueue) || function.members.empty()) return false;
    const auto points_to = [&](Id parameter, StorageClass storage) {
      const Type& type = module_.type(parameter);
      return type.kind == TypeKind::pointer && type.storage == storage;
    };
    return points_to(function.members[0], StorageClass::Generic) &&
           std::all_of(function.members.begin() + 1, function.members.end(),
                       [&](Id parameter) { return points_to(parameter, StorageClass::Workgroup); });
  }

  // An application must be able to give them.
  void check_arguments(const Instruction& entry, const Type& function) {
    if (is_enqueued(function)) return;
    for (const Id parameter : function.members) {
      const Type& type = module_.type(parameter);
      bool is_argument = true;
      switch (type.kind) {
        case TypeKind::boolean:
        case TypeKind::event:
        case TypeKind::device_event:
        case TypeKind::reserve_id:
        case TypeKind::sampled_image:
        case TypeKind::pipe_storage:
        case TypeKind::named_barrier:
          is_argument = false;
          break;
        case TypeKind::pointer:
        case TypeKind::untyped_pointer:
          is_argument =
              type.storage != StorageClass::Generic && type.storage != StorageClass::Input;
          break;
        default:
          break;
      }
      if (!is_argument)
        problems_.add(entry, "%" + std::to_string(parameter) + " is no type of kernels' arguments");
    }
  }

  // Sizes may come as ids of constants.
  void check_mode(const Instruction& mode) {
    if (!entry_functions_.contains(mode.operands[0]))
      return problems_.add(mode, "operand 1 is the function of no entry point");
    const auto values = mode.operands.subspan(2);
    switch (static_cast<ExecutionMode>(mode.operands[1])) {
      case ExecutionMode::LocalSize:
      case ExecutionMode::SubgroupSize:
      case ExecutionMode::SubgroupsPerWorkgroup:
      case ExecutionMode::MaxWorkgroupSizeINTEL:
        if (std::find(values.begin(), values.end(), 0U) != values.end())
          problems_.add(mode, "a size is 0");
        return;
      case ExecutionMode::FPFastMathDefault:
        if (module_.type(values[0]).kind != TypeKind::floating)
          problems_.add(mode, "operand 3 is no type of floating-point numbers");
        if (!module_.integer_constant(values[1])) problems_.add(mode, "its mode is no constant");
        return;
      case ExecutionMode::LocalSizeId:
      case ExecutionMode::LocalSizeHintId:
      case ExecutionMode::SubgroupsPerWorkgroupId:
      case ExecutionMode::MaximumRegistersIdINTEL:
        for (const Id value : values) check_size(mode, value);
        return;
      default:
        return;
    }
  }

  void check_size(const Instruction& mode, Id value) {
    const auto size = module_.integer_constant(value);
    if (!size)
      problems_.add(mode, "%" + std::to_string(value) + " is no integer constant");
    else if (*size == 0 || *size > ~0U)
      problems_.add(mode, "%" + std::to_string(value) + " is 0 or beyond 32 bits");
  }

  void check_member(const Instruction& decoration, std::span<const uint32_t> target) {
    const Type& type = module_.type(target[0]);
    if (type.kind != TypeKind::structure || target[1] >= type.members.size())
      problems_.add(decoration, "there is no such member");
  }

  void check_members(const Instruction& decoration) {
    check_group(decoration);
    const auto targets = decoration.operands.subspan(1);
    for (size_t at = 0; at + 1 < targets.size(); at += 2)
      check_member(decoration, targets.subspan(at, 2));
  }

  void check_group(const Instruction& decoration) {
    const uint32_t number = tables_.definitions[tables_.slots.of(decoration.operands[0])];
    if (number == 0 || tables_.instructions[number - 1].op != Op::DecorationGroup)
      problems_.add(decoration, "operand 1 is no group of decorations");
  }

  // A function without blocks is one that another module has.
  void check_linkage(const Function& function) {
    const Id id = function.definition->result;
    const DecorationUse* use = module_.decoration(id, Decoration::LinkageAttributes);
    const bool is_import = use != nullptr && type_of_linkage(*use) == LinkageType::Import;
    if (is_import == function.blocks.empty()) return;
    problems_.add(*function.definition, is_import ? "it is imported, and yet has blocks"
                                                  : "it has no blocks, and is not imported");
  }

  // One name is defined once.
  void check_export(const Instruction& target) {
    if (target.result == 0) return;
    const DecorationUse* use = module_.decoration(target.result, Decoration::LinkageAttributes);
    if (use == nullptr || type_of_linkage(*use) == LinkageType::Import) return;
    const Instruction words{target.op, 0, 0, use->operands, 0};
    if (!exported_names_.insert(text_at(words, 0)).second)
      problems_.add(target, "its name is exported twice, " + quoted(text_at(words, 0)));
  }

  // A group's decorations are checked as its targets' own.
  [[nodiscard]] bool has_decorations_of_its_own(const Instruction& instruction) const {
    return instruction.result != 0 && instruction.op != Op::DecorationGroup && !problems_.is_full();
  }

  static LinkageType type_of_linkage(const DecorationUse& use) {
    return static_cast<LinkageType>(use.operands.back());
  }

  void check_decorations(const Instruction& target) {
    for (const DecorationUse& use : module_.decorations(target.result)) {
      switch (use.decoration) {
        case Decoration::Alignment:
        case Decoration::MaxByteOffset:
          if (use.decoration == Decoration::Alignment && !std::has_single_bit(use.operands[0]))
            problems_.add(target, "its alignment is no power of two");
          break;
        case Decoration::AlignmentId:
        case Decoration::MaxByteOffsetId:
          check_constant(target, use);
          break;
        case Decoration::LinkageAttributes:
          if (target.op != Op::Function && target.op != Op::Variable &&
              target.op != Op::UntypedVariableKHR)
            problems_.add(target, "it cannot be linked");
          break;
        case Decoration::FuncParamAttr:
          check_parameter(target, use);
          break;
        case Decoration::BuiltIn:
          check_built_in(target, static_cast<BuiltIn>(use.operands[0]));
          break;
        default:
          break;
      }
    }
  }

  void check_constant(const Instruction& target, const DecorationUse& use) {
    const auto value = module_.integer_constant(use.operands[0]);
    const bool is_alignment = use.decoration == Decoration::AlignmentId;
    if (!value || (is_alignment && (!std::has_single_bit(*value) || *value > ~0U)))
      problems_.add(target, "%" + std::to_string(use.operands[0]) +
                                (is_alignment ? " is no power of two" : " is no integer constant"));
  }

  void check_parameter(const Instruction& target, const DecorationUse& use) {
    const auto attribute = static_cast<FunctionParameterAttribute>(use.operands[0]);
    const Type& type = module_.type(target.type);
    const bool is_of_pointers = attribute != FunctionParameterAttribute::Zext &&
                                attribute != FunctionParameterAttribute::Sext;
    const bool is_by_value = attribute == FunctionParameterAttribute::ByVal ||
                             attribute == FunctionParameterAttribute::Sret;
    if (is_of_pointers && type.kind != TypeKind::pointer && type.kind != TypeKind::untyped_pointer)
      return problems_.add(target, "its attribute is one of pointers");
    if (is_by_value && type.kind == TypeKind::pointer && !is_sized(type.element))
      problems_.add(target, "what it points to has no size");
  }

  [[nodiscard]] bool is_sized(Id type) const {
    switch (module_.type(type).kind) {
      case TypeKind::none:
      case TypeKind::void_type:
      case TypeKind::opaque:
      case TypeKind::function:
        return false;
      default:
        return true;
    }
  }

  // A variable, or a constant for WorkgroupSize.
  void check_built_in(const Instruction& target, BuiltIn variable) {
    Id type = target.type;
    if (target.op == Op::Variable)
      type = module_.type(type).element;
    else if (!is_constant_rule(facts(target.op).rule))
      return problems_.add(target, "it is neither a variable with a type nor a constant");
    const Type& shape = module_.type(type);
    const uint32_t elements = elements_of(variable);
    const Id number = shape.kind == TypeKind::vector ? shape.element : type;
    const uint64_t count = shape.kind == TypeKind::vector ? shape.count : 1;
    if (module_.type(number).kind != TypeKind::integer || count != elements)
      problems_.add(
          target,
          "as " + std::string(facts(OperandKind::built_in, static_cast<uint32_t>(variable))->name) +
              " it would have " + std::to_string(elements) + " integers");
  }

  const Module& module_;
  Problems& problems_;
  const ModuleTables& tables_;
  std::unordered_set<Id> entry_functions_;
  std::unordered_set<std::string_view> entry_names_;
  std::unordered_set<std::string_view> exported_names_;
};

}  // namespace

void check_annotations(Draft& draft) {
  Annotations(draft).check();
}

}  // namespace cleave::spirv

#include <algorithm>
#include <bit>

#include "spirv/check_rules.h"

namespace cleave::spirv {
namespace {

class GlobalsCheck {
 public:
  explicit GlobalsCheck(Draft& draft)
      : module_(draft.module),
        problems_(draft.problems),
        tables_(draft.tables),
        relations_(draft.module),
        rules_(draft.module, draft.problems) {}

  void check() {
    for (const Instruction& instruction : module_.globals()) {
      here_ = &instruction;
      const Rule rule = facts(instruction.op).rule;
      if (rule != Rule::type_declaration && check_order(rule)) check_one(rule);
      if (problems_.is_full()) return;
    }
  }

 private:
  void check_one(Rule rule) {
    switch (rule) {
      case Rule::boolean_constant:
        if (relations_.kind(here_->type) != TypeKind::boolean) fail("its type is not boolean");
        return;
      case Rule::number_constant:
        return check_number();
      case Rule::composite_constant:
        return check_composite();
      case Rule::replicated_constant:
        return check_replicated();
      case Rule::sampler_constant:
        return check_sampler();
      case Rule::null_constant:
        if (!has_null(here_->type)) fail("its type has no null");
        return;
      case Rule::calculated_constant:
        return check_calculated();
      case Rule::pipe_storage_constant:
        return check_pipe_storage();
      case Rule::function_pointer:
        return check_function_pointer();
      case Rule::undefined:
        if (!relations_.is_object(here_->type)) fail("its type is no object's");
        return;
      case Rule::variable:
      case Rule::untyped_variable:
        return check_variable();
      case Rule::extended:
        if (module_.instruction_set(here_->operands[0]) == ExtendedInstructionSet::opencl_std)
          fail("it does not stand in a function");
        return;
      case Rule::module_level:
        return;
      default:
        return fail("it does not stand in a function");
    }
  }

  // Each comes after its type and what it is made of. Functions, and what debug information refers
  // to, may follow.
  bool check_order(Rule rule) {
    if (rule == Rule::extended || rule == Rule::module_level) return true;
    bool is_right = comes_before(here_->type);
    if (rule == Rule::function_pointer) return is_right;
    for_each_id(*here_, tables_.words, operand_parser_,
                [&](Id id) { is_right = is_right && comes_before(id); });
    return is_right;
  }

  bool comes_before(Id id) {
    const uint32_t number = tables_.definitions[tables_.slots.of(id)];
    if (number != 0 && &tables_.instructions[number - 1] < here_) return true;
    fail("%" + std::to_string(id) + " does not come before it");
    return false;
  }

  void check_number() {
    const Type& type = module_.type(here_->type);
    const bool is_number = type.kind == TypeKind::integer || type.kind == TypeKind::floating ||
                           type.kind == TypeKind::bfloat16;
    if (!is_number) return fail("its type is no number's");
    if (here_->operands.size() != (type.bits > 32 ? 2 : 1))
      fail("its value is not as wide as its type");
  }

  void check_composite() {
    const Type& type = module_.type(here_->type);
    const bool has_parts = type.kind == TypeKind::vector || type.kind == TypeKind::array ||
                           type.kind == TypeKind::structure;
    if (!has_parts) return fail("its type has no parts");
    const uint64_t count = type.kind == TypeKind::structure ? type.members.size() : type.count;
    if (here_->operands.size() != count)
      return fail("it has not as many values as its type has parts");
    for (size_t at = 0; at < here_->operands.size(); ++at) {
      const Id part = here_->operands[at];
      if (!is_constant(part)) return fail("%" + std::to_string(part) + " is no constant");
      const Id wanted = type.kind == TypeKind::structure ? type.members[at] : type.element;
      // The Khronos translator declares the type of pipes' storages twice.
      const bool is_storage = relations_.kind(wanted) == TypeKind::pipe_storage &&
                              relations_.kind(module_.type_of(part)) == TypeKind::pipe_storage;
      if (module_.type_of(part) != wanted && !is_storage)
        return fail("%" + std::to_string(part) + " has not the type of its part");
    }
  }

  void check_replicated() {
    const Type& type = module_.type(here_->type);
    const bool has_elements = type.kind == TypeKind::vector || type.kind == TypeKind::array;
    if (!has_elements || module_.type_of(here_->operands[0]) != type.element)
      return fail("its value is not of the type of the elements");
    if (!is_constant(here_->operands[0])) fail("its value is no constant");
  }

  void check_sampler() {
    const auto operands = here_->operands;
    if (relations_.kind(here_->type) != TypeKind::sampler) return fail("its type is no sampler");
    if (operands[1] > 1) fail("whether coordinates are normalized is neither 0 nor 1");
  }

  // Its packets, and eight bytes that keep account of each, are a variable.
  void check_pipe_storage() {
    const auto operands = here_->operands;
    if (relations_.kind(here_->type) != TypeKind::pipe_storage)
      return fail("its type is no storage of a pipe");
    if (operands[0] == 0 || operands[2] == 0) return fail("it holds no packets");
    if (!std::has_single_bit(operands[1])) return fail("its alignment is no power of two");
    constexpr uint64_t account_bytes = 8;
    constexpr uint64_t largest_storage = uint64_t{1} << 40;
    if (operands[0] + account_bytes > largest_storage / operands[2])
      fail("it is larger than 2^40 bytes");
  }

  bool has_null(Id type) const {
    switch (relations_.kind(type)) {
      case TypeKind::image:
      case TypeKind::sampled_image:
      case TypeKind::sampler:
      case TypeKind::pipe:
      case TypeKind::pipe_storage:
      case TypeKind::named_barrier:
        return false;
      default:
        return relations_.is_object(type);
    }
  }

  // The expression is checked as the instruction would be in a function.
  void check_calculated() {
    const auto op = static_cast<Op>(here_->operands[0]);
    if (!may_be_calculated(op))
      return fail("Op" + std::string(facts(op).name) + " makes no constants");
    Instruction expression = *here_;
    expression.op = op;
    expression.operands = here_->operands.subspan(1);
    for_each_id(*here_, tables_.words, operand_parser_, [&](Id id) {
      if (!is_constant(id)) fail("%" + std::to_string(id) + " is no constant");
    });
    if (problems_.empty()) rules_.check(expression, 0);
  }

  static bool may_be_calculated(Op op) {
    switch (facts(op).rule) {
      case Rule::integer_unary:
      case Rule::integer_binary:
      case Rule::integer_comparison:
      case Rule::integer_resize:
      case Rule::shift:
      case Rule::logical_binary:
      case Rule::logical_not:
      case Rule::select:
      case Rule::vector_shuffle:
      case Rule::composite_extract:
      case Rule::composite_insert:
      case Rule::float_to_integer:
      case Rule::integer_to_float:
      case Rule::float_resize:
      case Rule::float_unary:
      case Rule::float_binary:
      case Rule::pointer_to_integer:
      case Rule::integer_to_pointer:
      case Rule::to_generic:
      case Rule::from_generic:
      case Rule::bitcast:
      case Rule::access_chain:
      case Rule::pointer_access_chain:
      case Rule::untyped_access_chain:
      case Rule::untyped_pointer_access_chain:
        return op != Op::BitReverse && op != Op::GenericCastToPtrExplicit;
      default:
        return false;
    }
  }

  void check_function_pointer() {
    const Instruction* function = module_.definition(here_->operands[0]);
    const Type& type = module_.type(here_->type);
    const bool fits = function != nullptr && function->op == Op::Function &&
                      type.kind == TypeKind::pointer && type.element == function->operands[1];
    if (!fits) fail("it points to no function of its type");
  }

  // Function is where producers put variables that each function has of its own.
  void check_variable() {
    const auto storage = static_cast<StorageClass>(here_->operands[0]);
    switch (storage) {
      case StorageClass::UniformConstant:
      case StorageClass::Input:
      case StorageClass::Workgroup:
      case StorageClass::CrossWorkgroup:
      case StorageClass::Function:
      case StorageClass::DeviceOnlyINTEL:
      case StorageClass::HostOnlyINTEL:
        return rules_.check_variable(*here_);
      default:
        fail("variables of a module are of another storage class");
    }
  }

  bool is_constant(Id id) const {
    const Instruction* value = module_.definition(id);
    if (value == nullptr) return false;
    const Rule rule = facts(value->op).rule;
    return is_constant_rule(rule) || rule == Rule::undefined ||
           (rule == Rule::variable && is_global(*value));
  }

  bool is_global(const Instruction& instruction) const {
    return &instruction < tables_.instructions.data() + tables_.first_function;
  }

  void fail(std::string_view what) { problems_.add(*here_, what); }

  const Module& module_;
  Problems& problems_;
  const ModuleTables& tables_;
  TypeRelations relations_;
  RuleCheck rules_;
  OperandParser operand_parser_;
  const Instruction* here_ = nullptr;
};

}  // namespace

void check_globals(Draft& draft) {
  GlobalsCheck(draft).check();
}

}  // namespace cleave::spirv

#include <algorithm>
#include <limits>

#include "spirv/check.h"

namespace cleave::spirv {
namespace {

constexpr uint32_t deepest_nesting = 255;
constexpr uint64_t largest_type = uint64_t{1} << 40;  // in bytes

class TypesCheck {
 public:
  explicit TypesCheck(Draft& draft)
      : module_(draft.module),
        problems_(draft.problems),
        tables_(draft.tables),
        known_(draft.tables.types.size()) {}

  void check() {
    for (const Instruction& instruction : module_.globals()) {
      if (facts(instruction.op).rule != Rule::type_declaration || instruction.result == 0) continue;
      here_ = &instruction;
      own_ = {};
      check_type(module_.type(instruction.result));
      if (own_.depth > deepest_nesting) fail("it nests more than 255 types");
      if (own_.bytes >= largest_type) fail("it is larger than 2^40 bytes");
      own_.is_known = true;
      known_[index_of(instruction.result)] = own_;
      if (problems_.is_full()) return;
    }
  }

 private:
  // The properties of a type that has been checked. Sizes are lower bounds, without padding.
  struct CheckedType {
    bool is_known = false;
    uint32_t depth = 1;
    uint64_t bytes = 0;
  };

  void check_type(const Type& type) {
    switch (type.kind) {
      case TypeKind::integer:
        return check_integer(type);
      case TypeKind::floating:
        return check_float(type);
      case TypeKind::bfloat16:
        own_.bytes = 2;
        if (type.bits != 16) fail("it has not 16 bits");
        return;
      case TypeKind::boolean:
        own_.bytes = 1;
        return;
      case TypeKind::vector:
        return check_vector(type);
      case TypeKind::array:
        return check_array(type);
      case TypeKind::structure:
        return check_structure(type);
      case TypeKind::pointer:
        return check_pointer(type);
      case TypeKind::untyped_pointer:
        own_.bytes = 8;
        return;
      case TypeKind::function:
        return check_function(type);
      case TypeKind::image:
        return check_image(type);
      case TypeKind::sampled_image:
        if (kind_of(type.element) != TypeKind::image) fail("it is made of no image");
        return contain(type.element);
      default:
        return;
    }
  }

  void check_integer(const Type& type) {
    own_.bytes = type.bits / 8;
    if (here_->operands[1] != 0) fail("integers have no sign in OpenCL's modules");
    switch (type.bits) {
      case 8:
        return demand(Capability::Int8);
      case 16:
        return demand(Capability::Int16);
      case 32:
        return;
      case 64:
        return demand(Capability::Int64);
      default:
        fail("integers have 8, 16, 32 or 64 bits");
    }
  }

  void check_float(const Type& type) {
    own_.bytes = type.bits / 8;
    switch (type.bits) {
      case 16:
        if (!module_.declares(Capability::Float16Buffer)) demand(Capability::Float16);
        return;
      case 32:
        return;
      case 64:
        return demand(Capability::Float64);
      default:
        fail("numbers with a point have 16, 32 or 64 bits");
    }
  }

  void check_vector(const Type& type) {
    contain(type.element);
    const bool is_number = is_scalar(type.element);
    const TypeKind element = kind_of(type.element);
    const bool is_of_pointers =
        (element == TypeKind::pointer || element == TypeKind::untyped_pointer) &&
        module_.declares(Capability::MaskedGatherScatterINTEL);
    if (!is_number && !is_of_pointers) return fail("its elements are no numbers");
    const bool is_long = type.count == 8 || type.count == 16;
    if (is_long) demand(Capability::Vector16);
    if (!is_long && (type.count < 2 || type.count > 4))
      return fail("vectors have 2, 3, 4, 8 or 16 elements");
    own_.bytes = (type.count == 3 ? 4 : type.count) * bytes_of(type.element);
  }

  void check_array(const Type& type) {
    contain(type.element);
    if (!can_be_stored(type.element)) return fail("its elements are no objects");
    if (!module_.integer_constant(here_->operands[1])) return fail("its length is no constant");
    if (type.count == 0) return fail("its length is 0");
    const uint64_t element = bytes_of(type.element);
    const bool overflows = element != 0 && type.count > largest_type / element;
    own_.bytes = overflows ? largest_type : std::max<uint64_t>(element * type.count, 0);
  }

  void check_structure(const Type& type) {
    for (const Id member : type.members) {
      contain(member);
      if (!can_be_stored(member) && !is_forward_pointer(member))
        return fail("%" + std::to_string(member) + " is no object's type");
      own_.bytes = std::min(own_.bytes + bytes_of(member), largest_type);
    }
  }

  void check_pointer(const Type& type) {
    own_.bytes = 8;
    contain(type.element);
    const TypeKind kind = kind_of(type.element);
    if (kind == TypeKind::none) return fail("it points to no type");
    const bool is_to_code = type.storage == StorageClass::CodeSectionINTEL;
    // The translator has them in Function, and all producers in Generic.
    const bool may_be_to_code = is_to_code || type.storage == StorageClass::Function ||
                                type.storage == StorageClass::Generic;
    if (kind == TypeKind::function ? !may_be_to_code : is_to_code)
      fail("pointers to functions, and only they, point into CodeSectionINTEL");
    if (type.storage == StorageClass::Image || type.storage == StorageClass::Private)
      fail("OpenCL has no such storage class");
  }

  void check_function(const Type& type) {
    contain(type.element);
    if (!can_be_stored(type.element) && kind_of(type.element) != TypeKind::void_type)
      return fail("its result is no object");
    for (const Id parameter : type.members) {
      contain(parameter);
      if (!can_be_stored(parameter))
        return fail("%" + std::to_string(parameter) + " is no object's type");
    }
  }

  // OpTypeImage: sampled type, dimension, depth, arrayed, multisampled, sampled, format, access.
  void check_image(const Type& type) {
    contain(type.element);
    const auto operands = here_->operands;
    if (kind_of(type.element) != TypeKind::void_type) return fail("its sampled type is not void");
    if (operands[2] > 1 || operands[3] > 1 || operands[4] > 1)
      return fail("a literal is not 0 or 1");
    if (operands[5] != 0) return fail("whether it is sampled must be left open");
    if (operands.size() < 8) return fail("it has no access qualifier");
    const auto dim = static_cast<Dim>(operands[1]);
    if (operands[3] == 1 && dim != Dim::Dim1D && dim != Dim::Dim2D)
      return fail("arrays of such images do not exist");
  }

  // Notes that the type is made of another one, which must come before it, pointers to types that
  // were announced excepted.
  void contain(Id part) {
    const CheckedType& known = known_[index_of(part)];
    if (known.is_known)
      own_.depth = std::max(own_.depth, known.depth + 1);
    else if (!may_come_later(part))
      fail("%" + std::to_string(part) + " is no type that comes before it");
  }

  [[nodiscard]] bool may_come_later(Id part) const {
    const TypeKind kind = kind_of(part);
    if (here_->op == Op::TypePointer || here_->op == Op::TypeUntypedPointerKHR)
      return kind != TypeKind::none;
    return here_->op == Op::TypeStruct && is_forward_pointer(part);
  }

  [[nodiscard]] bool is_forward_pointer(Id id) const { return kind_of(id) == TypeKind::pointer; }

  [[nodiscard]] bool can_be_stored(Id id) const {
    switch (kind_of(id)) {
      case TypeKind::none:
      case TypeKind::void_type:
      case TypeKind::function:
        return false;
      default:
        return true;
    }
  }

  [[nodiscard]] bool is_scalar(Id id) const {
    switch (kind_of(id)) {
      case TypeKind::boolean:
      case TypeKind::integer:
      case TypeKind::floating:
      case TypeKind::bfloat16:
        return true;
      default:
        return false;
    }
  }

  [[nodiscard]] uint32_t index_of(Id id) const {
    return tables_.type_indices[tables_.slots.of(id)];
  }
  [[nodiscard]] TypeKind kind_of(Id id) const { return module_.type(id).kind; }
  [[nodiscard]] uint64_t bytes_of(Id id) const { return known_[index_of(id)].bytes; }

  void demand(Capability capability) {
    if (!module_.declares(capability))
      fail("the module declares no " + std::string(facts(capability)->name));
  }
  void fail(std::string_view what) { problems_.add(*here_, what); }

  const Module& module_;
  Problems& problems_;
  const ModuleTables& tables_;
  std::vector<CheckedType> known_;  // by index among the types
  const Instruction* here_ = nullptr;
  CheckedType own_;
};

}  // namespace

void check_types(Draft& draft) {
  TypesCheck(draft).check();
}

}  // namespace cleave::spirv

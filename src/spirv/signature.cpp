#include "spirv/signature.h"

#include <string>

namespace cleave::spirv {
namespace {

std::string_view words_for(char letter) {
  switch (letter) {
    case 'V':
      return "is no object";
    case 'I':
      return "is neither an integer nor a vector of integers";
    case 'F':
      return "is neither a floating-point number nor a vector of such";
    case 'B':
      return "is neither a boolean nor a vector of booleans";
    case 'N':
      return "is neither a number nor a vector of numbers";
    case 'i':
      return "is no integer";
    case 'f':
      return "is no floating-point number";
    case 'b':
      return "is no boolean";
    case 'n':
      return "is no number";
    case 'w':
      return "is no integer of 32 bits";
    case 'x':
      return "is no image";
    case 'y':
      return "is no sampled image";
    case 'z':
      return "is no sampler";
    case 'e':
      return "is no event";
    case 'E':
      return "is no event of a device";
    case 'q':
      return "is no queue";
    case 'r':
      return "is no reservation";
    case '|':
      return "is no pipe";
    case 's':
      return "is no storage of a pipe";
    case 'k':
      return "is no named barrier";
    case 'o':
      return "is no function";
    case 'A':
      return "is neither a pointer nor a vector of pointers";
    default:
      return "is no pointer";
  }
}

}  // namespace

Id TypeRelations::element(Id type) const {
  const Type& shape = module_.type(type);
  return shape.kind == TypeKind::vector ? shape.element : type;
}

uint64_t TypeRelations::count(Id type) const {
  const Type& shape = module_.type(type);
  return shape.kind == TypeKind::vector ? shape.count : 1;
}

bool TypeRelations::is_pointer(Id type) const {
  return kind(type) == TypeKind::pointer || kind(type) == TypeKind::untyped_pointer;
}

bool TypeRelations::points_to(Id pointer, Id object) const {
  const Type& shape = module_.type(pointer);
  return shape.kind == TypeKind::untyped_pointer ||
         (shape.kind == TypeKind::pointer && shape.element == object);
}

bool TypeRelations::is_object(Id type) const {
  switch (kind(type)) {
    case TypeKind::none:
    case TypeKind::void_type:
    case TypeKind::function:
    case TypeKind::opaque:
      return false;
    default:
      return true;
  }
}

bool SignatureCheck::check(const Instruction& where, std::string_view signature,
                           std::span<const uint32_t> operands) {
  where_ = &where;
  operands_ = operands;
  size_t position = 0;  // 0: the result; operands from 1
  while (!signature.empty()) {
    const size_t length = std::min(signature.find(' '), signature.size());
    const std::string_view term = signature.substr(0, length);
    signature.remove_prefix(std::min(length + 1, signature.size()));
    if (term == "*" || position > operands.size()) return true;
    if (!check_term(term, position++)) return false;
  }
  return true;
}

bool SignatureCheck::check_term(std::string_view term, size_t position) {
  const char letter = term[0];
  if (letter == '.') return true;
  if (letter == '-') {
    if (where_->type == 0 || relations_.kind(where_->type) == TypeKind::void_type) return true;
    return fail(position, "is not void");
  }
  if (letter == 'o') {
    const Instruction* function = module_.definition(operands_[position - 1]);
    return (function != nullptr && function->op == Op::Function) ||
           fail(position, words_for(letter));
  }
  const Id type = position == 0 ? where_->type : type_of(position - 1);
  if (std::string_view("PpldjS").find(letter) != std::string_view::npos)
    return check_pointer(letter, type, position) &&
           (term.size() == 1 || check_relation(term[1], type, position));
  if (letter == 'a') {
    if (!relations_.is_object(type)) return fail(position, words_for('V'));
    return relations_.points_to(type_of(0), type) ||
           fail(position, "is not what the pointer points to");
  }
  if (!fits(letter, type)) return fail(position, words_for(letter));
  return term.size() == 1 || check_relation(term[1], type, position);
}

bool SignatureCheck::fits(char letter, Id type) const {
  switch (letter) {
    case 'V':
      return relations_.is_object(type);
    case 'I':
      return fits_scalar('i', relations_.element(type));
    case 'F':
      return fits_scalar('f', relations_.element(type));
    case 'B':
      return fits_scalar('b', relations_.element(type));
    case 'N':
      return fits_scalar('n', relations_.element(type));
    case 'x':
      return relations_.kind(type) == TypeKind::image;
    case 'y':
      return relations_.kind(type) == TypeKind::sampled_image;
    case 'z':
      return relations_.kind(type) == TypeKind::sampler;
    case 'e':
      return relations_.kind(type) == TypeKind::event;
    case 'E':
      return relations_.kind(type) == TypeKind::device_event;
    case 'q':
      return relations_.kind(type) == TypeKind::queue;
    case 'r':
      return relations_.kind(type) == TypeKind::reserve_id;
    case '|':
      return relations_.kind(type) == TypeKind::pipe;
    case 's':
      return relations_.kind(type) == TypeKind::pipe_storage;
    case 'k':
      return relations_.kind(type) == TypeKind::named_barrier;
    case 'A':
      return relations_.is_pointer(relations_.element(type));
    default:
      return fits_scalar(letter, type);
  }
}

bool SignatureCheck::fits_scalar(char letter, Id type) const {
  const Type& shape = module_.type(type);
  switch (letter) {
    case 'i':
      return shape.kind == TypeKind::integer;
    case 'f':
      return shape.kind == TypeKind::floating;
    case 'b':
      return shape.kind == TypeKind::boolean;
    case 'n':
      return shape.kind == TypeKind::integer || shape.kind == TypeKind::floating;
    default:
      return shape.kind == TypeKind::integer && shape.bits == 32;
  }
}

bool SignatureCheck::check_relation(char relation, Id type, size_t position) {
  if (relation == '=') return type == where_->type || fail(position, "has not the result's type");
  if (relation == '#')
    return relations_.count(type) == relations_.count(where_->type) ||
           fail(position, "has not as many elements as the result");
  const size_t other = static_cast<size_t>(relation - '1');
  return type == type_of(other) ||
         fail(position, "has not the type of operand " + std::to_string(other + 1));
}

bool SignatureCheck::check_pointer(char letter, Id type, size_t position) {
  if (!relations_.is_pointer(type)) return fail(position, words_for('P'));
  const Type& shape = module_.type(type);
  if (letter == 'P' || shape.kind == TypeKind::untyped_pointer) return true;
  const auto points_to = [&](Id object) {
    return shape.element == object || fail(position, "points to another type");
  };
  switch (letter) {
    case 'p':
      return points_to(where_->type);
    case 'l':
      return points_to(relations_.element(where_->type));
    case 'd':
      return points_to(relations_.element(type_of(0)));
    default: {
      const bool fits = fits_scalar('w', relations_.element(shape.element)) &&
                        relations_.count(shape.element) == relations_.count(where_->type);
      return fits || fail(position, "does not point to as many integers of 32 bits");
    }
  }
}

bool SignatureCheck::fail(size_t position, std::string_view what) {
  const std::string subject = position == 0 ? "its result" : "operand " + std::to_string(position);
  problems_.add(*where_, subject + " " + std::string(what));
  return false;
}

}  // namespace cleave::spirv

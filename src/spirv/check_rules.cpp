#include "spirv/check_rules.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>
#include <vector>

namespace cleave::spirv {

void RuleCheck::check(const Instruction& instruction, Id result_of_function) {
  here_ = &instruction;
  const Rule rule = facts(instruction.op).rule;
  if (!signature_.check(instruction, signature_of(rule), instruction.operands)) return;
  check_more(rule);
  check_composites(rule);
  check_conversions(rule);
  check_calls(rule, result_of_function);
  check_device(rule);
}

void RuleCheck::check_variable(const Instruction& instruction) {
  here_ = &instruction;
  const Rule rule = facts(instruction.op).rule;
  if (!signature_.check(instruction, signature_of(rule), instruction.operands)) return;
  variable(static_cast<StorageClass>(instruction.operands[0]), rule == Rule::variable ? 1 : 2);
}

// Memory, atomics, arithmetic.
void RuleCheck::check_more(Rule rule) {
  const auto operands = here_->operands;
  switch (rule) {
    case Rule::load:
      return memory_access(1);
    case Rule::store:
      return memory_access(2);
    case Rule::copy_memory:
      return copy_memory(2);
    case Rule::copy_memory_sized:
      return copy_memory(3);
    case Rule::predicated_load:
    case Rule::predicated_store:
      return memory_access(3);
    case Rule::variable:
    case Rule::untyped_variable:
      if (static_cast<StorageClass>(operands[0]) != StorageClass::Function)
        fail("variables in functions are of the storage class Function");
      return variable(static_cast<StorageClass>(operands[0]), rule == Rule::variable ? 1 : 2);
    case Rule::length_variable:
    case Rule::untyped_length_variable:
      return length_variable(rule);
    case Rule::masked_gather:
      return masked_access(here_->type, 0);
    case Rule::masked_scatter:
      return masked_access(type_of(0), 1);
    case Rule::vector_test: {
      const TypeKind kind = relations_.element_kind(type_of(0));
      if (kind != TypeKind::boolean && kind != TypeKind::integer)
        fail("operand 1 is neither a boolean nor a vector of booleans");
      return;
    }
    case Rule::pointer_comparison:
      // The pointees may differ: compilers whose pointers have no types forget them.
      if (storage(type_of(0)) != storage(type_of(1)))
        fail("its pointers are of two storage classes");
      return;
    case Rule::access_chain:
      return access_chain(false);
    case Rule::pointer_access_chain:
      return access_chain(true);
    case Rule::untyped_access_chain:
      return untyped_access_chain(false);
    case Rule::untyped_pointer_access_chain:
      return untyped_access_chain(true);
    case Rule::atomic_load:
    case Rule::atomic_store:
    case Rule::atomic_exchange:
    case Rule::atomic_compare_exchange:
    case Rule::atomic_step:
    case Rule::atomic_integer:
    case Rule::atomic_float:
      return atomic(rule);
    case Rule::group_copy:
      return group_copy();
    case Rule::carry:
      return carry();
    case Rule::integer_dot:
    case Rule::integer_dot_accumulate:
      return integer_dot();
    case Rule::float_dot:
    case Rule::vector_times_scalar: {
      const Id vector = type_of(0);
      const Id scalar = rule == Rule::float_dot ? here_->type : type_of(1);
      if (relations_.kind(vector) != TypeKind::vector || relations_.element(vector) != scalar)
        fail("the vector's elements are of another type");
      return;
    }
    default:
      return;
  }
}

void RuleCheck::check_composites(Rule rule) {
  switch (rule) {
    case Rule::composite_construct:
      return construct();
    case Rule::composite_extract:
      return extract();
    case Rule::composite_insert:
      return insert();
    case Rule::composite_replicate: {
      const Id part = member(here_->type, 0);
      if (part == 0 || part != type_of(0)) fail("operand 1 is no part of the result");
      return;
    }
    case Rule::copy_logical:
      return copy_logical();
    case Rule::vector_shuffle:
      return shuffle();
    case Rule::vector_extract:
    case Rule::vector_insert: {
      const bool is_insert = rule == Rule::vector_insert;
      const Id scalar = is_insert ? type_of(1) : here_->type;
      const bool fits = relations_.kind(type_of(0)) == TypeKind::vector &&
                        relations_.element(type_of(0)) == scalar &&
                        relations_.kind(type_of(is_insert ? 2 : 1)) == TypeKind::integer;
      if (!fits) fail("vector, element and index do not fit");
      return;
    }
    default:
      return;
  }
}

void RuleCheck::check_conversions(Rule rule) {
  switch (rule) {
    case Rule::select:
      return select();
    case Rule::bitcast:
      return bitcast();
    case Rule::to_generic:
    case Rule::from_generic:
    case Rule::memory_cast:
      return storage_cast();
    case Rule::float_to_bfloat:
    case Rule::bfloat_to_float: {
      const Id wide = rule == Rule::float_to_bfloat ? type_of(0) : here_->type;
      const Id narrow = rule == Rule::float_to_bfloat ? here_->type : type_of(0);
      if (bits(wide) != 32 || bits(narrow) != 16) fail("it converts between 32 and 16 bits");
      return;
    }
    default:
      return;
  }
}

void RuleCheck::check_calls(Rule rule, Id result_of_function) {
  switch (rule) {
    case Rule::phi:
      return phi();
    case Rule::call:
      return call();
    case Rule::indirect_call:
      return indirect_call();
    case Rule::extended:
      return extended();
    case Rule::return_:
      if (relations_.kind(result_of_function) != TypeKind::void_type)
        fail("its function returns a value");
      return;
    case Rule::return_value:
      if (type_of(0) != result_of_function) fail("its function returns another type");
      return;
    case Rule::branch_conditional:
      if (here_->operands.size() != 3 && here_->operands.size() != 5)
        fail("it has weights for one way only");
      return;
    default:
      return;
  }
}

uint64_t RuleCheck::bits(Id type) const {
  return module_.type(relations_.element(type)).bits;
}

void RuleCheck::demand(Capability capability) {
  if (!module_.declares(capability))
    fail("the module declares no " + std::string(facts(capability)->name));
}

// The mask at operand `first`, and what follows it. An alignment of 0, as translators write where
// they set memory to zeros, says nothing.
void RuleCheck::memory_access(size_t first) {
  if (first >= here_->operands.size()) return;
  size_t next = first + 1;
  if (has(here_->operands[first], MemoryAccess::Aligned)) {
    const uint32_t alignment = here_->operands[next++];
    if (alignment != 0 && !std::has_single_bit(alignment)) fail("its alignment is no power of two");
  }
  for (const MemoryAccess bit : {MemoryAccess::AliasScopeINTEL, MemoryAccess::NoAliasINTEL}) {
    if (!has(here_->operands[first], bit)) continue;
    const Instruction* list = module_.definition(here_->operands[next++]);
    if (list == nullptr || list->op != Op::AliasScopeListDeclINTEL)
      fail("what it says of aliasing is no list of scopes");
  }
}

// Two masks may follow, for what is written and what is read.
void RuleCheck::copy_memory(size_t first) {
  if (here_->op == Op::CopyMemory) {
    const Type& target = module_.type(type_of(0));
    const Type& source = module_.type(type_of(1));
    const bool has_type = target.kind == TypeKind::pointer || source.kind == TypeKind::pointer;
    const bool differs = target.kind == source.kind && target.element != source.element;
    if (!has_type || differs) return fail("its pointers do not say how much it copies");
    const Id object = target.kind == TypeKind::pointer ? target.element : source.element;
    if (!relations_.is_object(object)) return fail("what it would copy is no object");
  }
  memory_access(first);
  if (first >= here_->operands.size()) return;
  const uint32_t mask = here_->operands[first];
  size_t second = first + 1;
  for (const MemoryAccess bit :
       {MemoryAccess::Aligned, MemoryAccess::AliasScopeINTEL, MemoryAccess::NoAliasINTEL})
    if (has(mask, bit)) ++second;
  memory_access(second);
}

void RuleCheck::variable(StorageClass declared, size_t initializer) {
  const Type& pointer = module_.type(here_->type);
  if (pointer.storage != declared) return fail("its pointer is of another storage class");
  Id object = pointer.element;
  if (here_->op == Op::UntypedVariableKHR)
    object = here_->operands.size() > 1 ? here_->operands[1] : 0;
  if (!relations_.is_object(object)) return fail("what it would hold is no object");
  if (initializer >= here_->operands.size()) return;
  const Instruction* value = module_.definition(here_->operands[initializer]);
  const bool is_constant =
      value != nullptr && (is_constant_rule(facts(value->op).rule) || value->op == Op::Variable ||
                           value->op == Op::Undef);
  if (!is_constant) return fail("its initial value is no constant");
  // clang 22 writes null pointers of the module's variables as nulls of an integer.
  const bool is_null = value->op == Op::ConstantNull && declared != StorageClass::Function;
  if (value->type != object && !is_null) fail("its initial value is of another type");
}

// A length that is no constant is for the front end to refuse.
void RuleCheck::length_variable(Rule rule) {
  const bool is_typed = rule == Rule::length_variable;
  const Id element = is_typed ? module_.type(here_->type).element : here_->operands[0];
  const Id length = here_->operands[is_typed ? 0 : 1];
  if (storage(here_->type) != StorageClass::Function)
    return fail("its pointer is of another storage class");
  if (!relations_.is_object(element)) return fail("what it would hold is no object");
  if (relations_.kind(module_.type_of(length)) != TypeKind::integer)
    return fail("its length is no integer");
  if (module_.integer_constant(length) == 0) fail("its length is 0");
}

// The vector of pointers, their alignment and the mask follow each other.
void RuleCheck::masked_access(Id values, size_t pointers) {
  const uint64_t count = relations_.count(values);
  const Id mask = type_of(pointers + 2);
  const uint32_t alignment = here_->operands[pointers + 1];
  const bool fits =
      relations_.kind(values) == TypeKind::vector &&
      relations_.points_to(relations_.element(type_of(pointers)), relations_.element(values)) &&
      relations_.count(type_of(pointers)) == count;
  if (!fits) return fail("its pointers do not point to the elements of a vector");
  if (relations_.element_kind(mask) != TypeKind::boolean || relations_.count(mask) != count)
    return fail("its mask has not a boolean for each element");
  if (alignment != 0 && !std::has_single_bit(alignment)) fail("its alignment is no power of two");
}

Id RuleCheck::member(Id type, uint64_t index) {
  const Type& shape = module_.type(type);
  switch (shape.kind) {
    case TypeKind::structure:
      return index < shape.members.size() ? shape.members[index] : 0;
    case TypeKind::vector:
    case TypeKind::array:
      return index < shape.count ? shape.element : 0;
    default:
      return 0;
  }
}

// Indices are ids. Beyond the end of an array they are undefined when it runs, and no mistake here.
Id RuleCheck::walk(Id type, Operands indices) {
  for (const Id index : indices) {
    const Type& shape = module_.type(type);
    const Id index_type = module_.type_of(index);
    if (relations_.kind(index_type) != TypeKind::integer) return 0;
    if (shape.kind == TypeKind::structure) {
      const auto value = module_.integer_constant(index);
      type = value ? member(type, *value) : 0;
    } else {
      const bool has_elements = shape.kind == TypeKind::vector || shape.kind == TypeKind::array;
      type = has_elements ? shape.element : 0;
    }
    if (type == 0) return 0;
  }
  return type;
}

bool RuleCheck::makes_as_many_pointers() const {
  const uint64_t bases = relations_.count(type_of(0));
  const uint64_t elements = relations_.count(type_of(1));
  const bool fit = bases == 1 || elements == 1 || bases == elements;
  return fit && relations_.count(here_->type) == std::max(bases, elements);
}

void RuleCheck::access_chain(bool has_element) {
  const Type& base = module_.type(relations_.element(type_of(0)));
  if (base.kind != TypeKind::pointer) return fail("operand 1 is no pointer with a type");
  const Type& result = module_.type(relations_.element(here_->type));
  // A vector of pointers, or one of numbers behind a pointer to elements, makes a vector of
  // pointers.
  if (has_element && !makes_as_many_pointers())
    return fail("its result has not as many pointers as its operands make");
  if (has_element && !relations_.is_object(base.element)) return fail("it points to no object");
  const Operands indices = here_->operands.subspan(has_element ? 2 : 1);
  if (result.storage != base.storage) return fail("its result is of another storage class");
  // clang 22 writes addresses inside of constants so: one index, which counts bytes.
  const Type& wanted = module_.type(result.element);
  const bool counts_bytes = has_element && indices.size() == 1 &&
                            wanted.kind == TypeKind::integer && wanted.bits == 8 &&
                            module_.integer_constant(indices[0]).has_value();
  if (counts_bytes) return;
  const Id part = walk(base.element, indices);
  if (part == 0) return fail("there is no part with these indices");
  if (result.kind == TypeKind::pointer && result.element != part)
    fail("its result points to another type than the part");
}

// The type comes as operand 1, the pointer as operand 2.
void RuleCheck::untyped_access_chain(bool has_element) {
  const auto operands = here_->operands;
  if (!relations_.is_object(operands[0])) return fail("operand 1 is no object's type");
  if (!relations_.is_pointer(type_of(1))) return fail("operand 2 is no pointer");
  if (has_element && relations_.kind(type_of(2)) != TypeKind::integer)
    return fail("operand 3 is no integer");
  if (walk(operands[0], operands.subspan(has_element ? 3 : 2)) == 0)
    return fail("there is no part with these indices");
  if (relations_.kind(here_->type) != TypeKind::untyped_pointer)
    return fail("its result is no untyped pointer");
  if (storage(here_->type) != storage(type_of(1))) fail("its result is of another storage class");
}

void RuleCheck::construct() {
  const Type& result = module_.type(here_->type);
  const auto operands = here_->operands;
  if (result.kind == TypeKind::vector) {
    uint64_t count = 0;
    for (size_t at = 0; at < operands.size(); ++at) {
      const Id type = type_of(at);
      if (relations_.element(type) != result.element)
        return fail("operand " + std::to_string(at + 1) + " has other elements than the result");
      count += relations_.count(type);
    }
    if (count != result.count) fail("its operands have not as many elements as the result");
    return;
  }
  const uint64_t count = result.kind == TypeKind::structure ? result.members.size() : result.count;
  if (result.kind != TypeKind::structure && result.kind != TypeKind::array)
    return fail("its result has no parts");
  if (operands.size() != count) return fail("it has not as many operands as the result has parts");
  for (size_t at = 0; at < operands.size(); ++at)
    if (type_of(at) != member(here_->type, at))
      return fail("operand " + std::to_string(at + 1) + " has not the type of its part");
}

void RuleCheck::extract() {
  Id type = type_of(0);
  for (const uint32_t index : here_->operands.subspan(1)) type = member(type, index);
  if (type == 0) return fail("there is no part with these indices");
  if (type != here_->type) fail("its result has another type than the part");
}

void RuleCheck::insert() {
  Id type = type_of(1);
  for (const uint32_t index : here_->operands.subspan(2)) type = member(type, index);
  if (type == 0) return fail("there is no part with these indices");
  if (type != type_of(0)) fail("operand 1 has another type than the part");
}

void RuleCheck::shuffle() {
  const bool are_vectors = relations_.kind(type_of(0)) == TypeKind::vector &&
                           relations_.kind(type_of(1)) == TypeKind::vector &&
                           relations_.kind(here_->type) == TypeKind::vector;
  const Id element = relations_.element(here_->type);
  if (!are_vectors || relations_.element(type_of(0)) != element ||
      relations_.element(type_of(1)) != element)
    return fail("it is not of vectors with one type of elements");
  const auto from = here_->operands.subspan(2);
  if (from.size() != relations_.count(here_->type))
    return fail("it has not as many numbers as the result has elements");
  const uint64_t count = relations_.count(type_of(0)) + relations_.count(type_of(1));
  for (const uint32_t number : from)
    if (number >= count && number != ~0U)
      return fail("there is no element " + std::to_string(number));
}

// Types match logically where they are built alike. A type may hold the same one twice at each
// level, so the number of steps is bounded.
void RuleCheck::copy_logical() {
  std::vector<std::pair<Id, Id>> left{{here_->type, type_of(0)}};
  for (size_t steps = 0; !left.empty(); ++steps) {
    const auto [a, b] = left.back();
    left.pop_back();
    const Type& first = module_.type(a);
    const Type& second = module_.type(b);
    const bool is_array = first.kind == TypeKind::array && second.kind == TypeKind::array &&
                          first.count == second.count;
    const bool is_structure = first.kind == TypeKind::structure &&
                              second.kind == TypeKind::structure &&
                              first.members.size() == second.members.size();
    if (a == b && steps != 0) continue;
    if (steps > 10000 || (!is_array && !is_structure)) return fail("its types are not built alike");
    if (is_array) left.emplace_back(first.element, second.element);
    for (size_t at = 0; is_structure && at < first.members.size(); ++at)
      left.emplace_back(first.members[at], second.members[at]);
  }
}

void RuleCheck::select() {
  const uint64_t conditions = relations_.count(type_of(0));
  if (conditions != 1 && conditions != relations_.count(here_->type))
    return fail("operand 1 has not as many elements as the result");
  if (relations_.kind(type_of(0)) == TypeKind::vector &&
      relations_.kind(here_->type) != TypeKind::vector)
    return fail("operand 1 is a vector, the result is none");
  // clang 22 takes all functions to be in one storage class.
  const auto is_to_function = [this](Id type) {
    return relations_.kind(module_.type(type).element) == TypeKind::function;
  };
  for (const size_t operand : {size_t{1}, size_t{2}}) {
    const bool are_functions = is_to_function(here_->type) && is_to_function(type_of(operand));
    if (type_of(operand) != here_->type && !are_functions)
      return fail("operand " + std::to_string(operand + 1) + " has not the result's type");
  }
}

// Between numbers and vectors of as many bits, and between pointers of one storage class, and
// integers.
void RuleCheck::bitcast() {
  const Id from = type_of(0);
  const Id to = here_->type;
  const auto width = [&](Id type) -> uint64_t {
    if (relations_.is_pointer(relations_.element(type))) return 64 * relations_.count(type);
    switch (relations_.element_kind(type)) {
      case TypeKind::integer:
      case TypeKind::floating:
      case TypeKind::bfloat16:
        return bits(type) * relations_.count(type);
      default:
        return 0;
    }
  };
  if (width(from) == 0 || width(from) != width(to))
    return fail("operand 1 and the result have not as many bits");
  const bool are_pointers = relations_.is_pointer(relations_.element(from)) &&
                            relations_.is_pointer(relations_.element(to));
  if (are_pointers && storage(from) != storage(to)) fail("its pointers are of two storage classes");
}

void RuleCheck::storage_cast() {
  const StorageClass from = storage(type_of(0));
  const StorageClass to = storage(here_->type);
  const auto is_specific = [](StorageClass storage) {
    return storage == StorageClass::Workgroup || storage == StorageClass::CrossWorkgroup ||
           storage == StorageClass::Function || storage == StorageClass::CodeSectionINTEL ||
           storage == StorageClass::DeviceOnlyINTEL || storage == StorageClass::HostOnlyINTEL;
  };
  bool fits = is_specific(from) && is_specific(to);
  if (here_->op == Op::PtrCastToGeneric) fits = is_specific(from) && to == StorageClass::Generic;
  if (here_->op == Op::GenericCastToPtr || here_->op == Op::GenericCastToPtrExplicit)
    fits = from == StorageClass::Generic && is_specific(to);
  if (!fits) return fail("it does not cast between such storage classes");
  if (here_->op == Op::GenericCastToPtrExplicit && here_->operands.size() > 1 &&
      static_cast<StorageClass>(here_->operands[1]) != to)
    fail("its result is of another storage class");
}

void RuleCheck::phi() {
  for (size_t at = 0; at < here_->operands.size(); at += 2)
    if (type_of(at) != here_->type)
      return fail("%" + std::to_string(here_->operands[at]) + " has another type than the result");
}

void RuleCheck::call() {
  const Instruction* function = module_.definition(here_->operands[0]);
  if (function == nullptr || function->op != Op::Function) return fail("operand 1 is no function");
  const Type& type = module_.type(function->operands[1]);
  const auto arguments = here_->operands.subspan(1);
  if (here_->type != function->type) return fail("its function returns another type");
  if (arguments.size() != type.members.size())
    return fail("its function takes " + std::to_string(type.members.size()) + " arguments");
  for (size_t at = 0; at < arguments.size(); ++at)
    if (module_.type_of(arguments[at]) != type.members[at])
      return fail("argument " + std::to_string(at + 1) + " is of another type than the parameter");
}

// Producers forget what a pointer points to: then any function may be meant.
void RuleCheck::indirect_call() {
  if (!relations_.is_pointer(type_of(0))) return fail("operand 1 is no pointer");
  const auto arguments = here_->operands.subspan(1);
  for (size_t at = 0; at < arguments.size(); ++at)
    if (!relations_.is_object(module_.type_of(arguments[at])))
      return fail("argument " + std::to_string(at + 1) + " is no object");
  if (!relations_.is_object(here_->type) && relations_.kind(here_->type) != TypeKind::void_type)
    return fail("its result is no object");
  const Type& type = module_.type(module_.type(type_of(0)).element);
  if (type.kind != TypeKind::function) return;
  const bool fits = std::ranges::equal(arguments, type.members, {},
                                       [this](Id id) { return module_.type_of(id); });
  if (here_->type != type.element || !fits) fail("operand 1 points to functions of another type");
}

void RuleCheck::extended() {
  const ExtendedInstructionSet set = module_.instruction_set(here_->operands[0]);
  if (set == ExtendedInstructionSet::none) return fail("operand 1 is no set of instructions");
  if (set != ExtendedInstructionSet::opencl_std) return;
  const OpenClStdFacts* row = opencl_std_facts(here_->operands[1]);
  if (row == nullptr)
    return fail("OpenCL.std has no instruction " + std::to_string(here_->operands[1]));
  const auto operands = here_->operands.subspan(2);
  const auto terms =
      static_cast<size_t>(std::count(row->signature.begin(), row->signature.end(), ' '));
  const bool is_open = row->signature.back() == '*';
  if (is_open ? operands.size() + 1 < terms : operands.size() != terms)
    return fail(std::string(row->name) + " takes " + std::to_string(terms) + " operands");
  if (!signature_.check(*here_, row->signature, operands)) return;
  if (row->number != OpenClStd::ldexp) return;
  const uint64_t exponents = relations_.count(module_.type_of(operands[1]));
  if (exponents != 1 && exponents != relations_.count(here_->type))
    fail("operand 2 has not as many elements as the result");
}

void RuleCheck::atomic(Rule rule) {
  const Id type = rule == Rule::atomic_store ? type_of(3) : here_->type;
  if (!relations_.points_to(type_of(0), type)) return fail("operand 1 points to another type");
  const Type& number = module_.type(type);
  if (rule == Rule::atomic_float) {
    const bool adds = here_->op == Op::AtomicFAddEXT;
    if (number.bits == 16)
      return demand(adds ? Capability::AtomicFloat16AddEXT : Capability::AtomicFloat16MinMaxEXT);
    if (number.bits == 32)
      return demand(adds ? Capability::AtomicFloat32AddEXT : Capability::AtomicFloat32MinMaxEXT);
    return demand(adds ? Capability::AtomicFloat64AddEXT : Capability::AtomicFloat64MinMaxEXT);
  }
  if (number.kind == TypeKind::integer && number.bits == 64) {
    // clang 22 declares it for every atomic instruction but this one.
    if (here_->op != Op::AtomicCompareExchangeWeak) demand(Capability::Int64Atomics);
    return;
  }
  if (number.kind == TypeKind::integer && number.bits != 32)
    return fail("atomic integers have 32 or 64 bits");
  if (number.kind != TypeKind::integer && number.kind != TypeKind::floating)
    fail("what it works on is no number");
}

void RuleCheck::group_copy() {
  const Type& target = module_.type(type_of(1));
  const Type& source = module_.type(type_of(2));
  if (target.kind != TypeKind::pointer || source.kind != TypeKind::pointer ||
      target.element != source.element)
    fail("its pointers point to two types");
}

void RuleCheck::carry() {
  const Type& result = module_.type(here_->type);
  const bool fits = result.kind == TypeKind::structure && result.members.size() == 2 &&
                    result.members[0] == type_of(0) && result.members[1] == type_of(0);
  if (!fits) fail("its result is no structure of two such integers");
}

// Vectors of bytes or words, or four bytes packed into an integer.
void RuleCheck::integer_dot() {
  const size_t format = facts(here_->op).rule == Rule::integer_dot ? 2 : 3;
  const bool is_packed = here_->operands.size() > format;
  const bool is_vector = relations_.kind(type_of(0)) == TypeKind::vector;
  if (is_packed == is_vector) return fail("its operands are neither vectors nor packed");
  if (is_packed && bits(type_of(0)) != 32) return fail("packed operands have 32 bits");
  if (bits(here_->type) < (is_packed ? 8 : bits(type_of(0))))
    fail("its result is narrower than the elements");
}

}  // namespace cleave::spirv

// Checks instructions about pipes, images, and kernels that enqueue kernels, by their rules.
#include <algorithm>
#include <bit>
#include <string>

#include "spirv/check_rules.h"

namespace cleave::spirv {

void RuleCheck::check_device(Rule rule) {
  switch (rule) {
    case Rule::pipe_access:
    case Rule::pipe_reserved_access:
    case Rule::pipe_reserve:
    case Rule::pipe_commit:
      return pipe_access(0);
    case Rule::pipe_group_reserve:
    case Rule::pipe_group_commit:
      return pipe_access(1);
    case Rule::image_sample:
    case Rule::image_fetch:
    case Rule::image_read:
      return texel(here_->type);
    case Rule::image_write:
      return texel(type_of(2));
    case Rule::enqueue_marker:
      return wait_list(2);
    case Rule::event_profile:
      if (storage(type_of(2)) != StorageClass::CrossWorkgroup)
        fail("operand 3 does not point to global memory");
      return;
    case Rule::enqueue_kernel:
      wait_list(4);
      invoked(6);
      return local_sizes(6, 10);
    case Rule::kernel_range_query:
      if (!is_range(type_of(0))) fail("operand 1 is no range");
      return invoked(1);
    case Rule::kernel_size_query:
      return invoked(1);
    case Rule::kernel_query:
      return invoked(0);
    case Rule::range_make:
      return range();
    default:
      return;
  }
}

// Instructions that read take the end of a pipe that readers have.
void RuleCheck::pipe_access(size_t pipe) {
  const auto access =
      static_cast<AccessQualifier>(module_.type(type_of(pipe)).definition->operands[0]);
  switch (here_->op) {
    case Op::ReadPipe:
    case Op::ReservedReadPipe:
    case Op::ReserveReadPipePackets:
    case Op::CommitReadPipe:
    case Op::GroupReserveReadPipePackets:
    case Op::GroupCommitReadPipe:
      if (access != AccessQualifier::ReadOnly) fail("its pipe is not to be read");
      return;
    default:
      if (access != AccessQualifier::WriteOnly) fail("its pipe is not to be written");
  }
}

// One channel, as depth images have it, or four.
void RuleCheck::texel(Id type) {
  const uint64_t channels = relations_.count(type);
  if (channels != 1 && channels != 4) fail("its texel has neither one channel nor four");
}

// Operand `first` and the next point to events.
void RuleCheck::wait_list(size_t first) {
  for (size_t at = first; at < first + 2; ++at) {
    const Type& pointer = module_.type(type_of(at));
    if (pointer.kind == TypeKind::pointer &&
        relations_.kind(pointer.element) != TypeKind::device_event)
      fail("operand " + std::to_string(at + 1) + " points to no event of a device");
  }
}

// A function that can be enqueued, its parameter, and the size and alignment of what that points
// to.
void RuleCheck::invoked(size_t at) {
  const Instruction& function = *module_.definition(here_->operands[at]);
  const std::span<const Id> parameters = module_.type(function.operands[1]).members;
  const std::string subject = "operand " + std::to_string(at + 1);
  if (relations_.kind(function.type) != TypeKind::void_type)
    return fail(subject + " returns a value");
  if (parameters.empty() || !is_parameter(parameters[0]))
    return fail(subject + " begins with no pointer to bytes");
  const bool are_local = std::all_of(parameters.begin() + 1, parameters.end(), [&](Id type) {
    return relations_.is_pointer(type) && storage(type) == StorageClass::Workgroup;
  });
  if (!are_local) return fail(subject + " has parameters that do not point to local memory");
  const auto alignment = module_.integer_constant(here_->operands[at + 3]);
  if (!module_.integer_constant(here_->operands[at + 2]) || !alignment)
    return fail("size and alignment of the parameter are no constants");
  constexpr uint64_t largest_alignment = 128;  // that of the largest built-in type
  if (!std::has_single_bit(*alignment) || *alignment > largest_alignment)
    fail("the parameter's alignment is no power of two up to 128");
}

bool RuleCheck::is_parameter(Id type) const {
  if (!relations_.is_pointer(type)) return false;
  const Type& pointer = module_.type(type);
  const bool has_space = pointer.storage == StorageClass::Generic ||
                         pointer.storage == StorageClass::CrossWorkgroup ||
                         pointer.storage == StorageClass::Function;
  const Type& pointee = module_.type(pointer.element);
  return has_space && (pointer.kind == TypeKind::untyped_pointer ||
                       (pointee.kind == TypeKind::integer && pointee.bits == 8));
}

// A size for each pointer to local memory: a number, or as the Khronos translator has it the
// address of one.
void RuleCheck::local_sizes(size_t function, size_t first) {
  if (!is_range(type_of(2))) fail("operand 3 is no range");
  const Instruction& invoked = *module_.definition(here_->operands[function]);
  const std::span<const Id> parameters = module_.type(invoked.operands[1]).members;
  if (here_->operands.size() - first + 1 != parameters.size())
    return fail("it has not as many sizes as there are pointers to local memory");
  for (size_t at = first; at < here_->operands.size(); ++at) {
    const bool is_pointer = relations_.is_pointer(type_of(at));
    const Type& size = module_.type(is_pointer ? module_.type(type_of(at)).element : type_of(at));
    if (size.kind != TypeKind::integer || (is_pointer && size.bits != 64))
      fail("operand " + std::to_string(at + 1) + " is no size");
  }
}

// A structure of the number of dimensions, offset, global size and local size, or its address.
bool RuleCheck::is_range(Id type) const {
  if (relations_.kind(type) == TypeKind::pointer) type = module_.type(type).element;
  const Type& structure = module_.type(type);
  if (structure.kind != TypeKind::structure || structure.members.size() != 4) return false;
  if (module_.decoration(type, Decoration::CPacked) != nullptr) return false;
  const Type& dimensions = module_.type(structure.members[0]);
  return dimensions.kind == TypeKind::integer && dimensions.bits == 32 &&
         std::all_of(structure.members.begin() + 1, structure.members.end(), [&](Id member) {
           return relations_.kind(member) == TypeKind::array && module_.type(member).count == 3 &&
                  is_size(module_.type(member).element);
         });
}

bool RuleCheck::is_size(Id type) const {
  return relations_.kind(type) == TypeKind::integer && module_.type(type).bits == 64;
}

// All three are numbers, or arrays of two or three.
void RuleCheck::range() {
  if (!is_range(here_->type) || relations_.kind(here_->type) != TypeKind::structure)
    return fail("its result is no range");
  const Type& size = module_.type(type_of(0));
  const bool is_array =
      size.kind == TypeKind::array && (size.count == 2 || size.count == 3) && is_size(size.element);
  if (!is_array && !is_size(type_of(0))) return fail("operand 1 is no size");
  if (type_of(1) != type_of(0) || type_of(2) != type_of(0))
    fail("its operands are of several types");
}

}  // namespace cleave::spirv

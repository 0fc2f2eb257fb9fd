#include "compiler/interface/facts.h"

#include <algorithm>
#include <bit>
#include <functional>

namespace cleave::compiler::interface {
namespace {

/// All zeros, or none: a size of work-groups is divided by.
bool is_size(const std::array<uint64_t, 3>& size) {
  const auto is_zero = [](uint64_t one) { return one == 0; };
  const bool fits =
      std::ranges::all_of(size, [](uint64_t one) { return one <= uint64_t{UINT32_MAX}; });
  return fits && (std::ranges::all_of(size, is_zero) || std::ranges::none_of(size, is_zero));
}

bool is_consistent(const ArgumentFacts& argument, uint32_t block_size) {
  const bool is_value =
      argument.kind == ArgumentKind::value || argument.kind == ArgumentKind::literal;
  const size_t size = argument.kind == ArgumentKind::sampler ? sizeof(uint32_t) : sizeof(uint64_t);
  return (is_value || argument.size == size) && std::has_single_bit(argument.alignment) &&
         uint64_t{argument.offset} + argument.size <= block_size;
}

/// Eight bytes at the offset are part of a value, or may be of a literal, whose length each launch
/// has.
bool is_in_value(const KernelFacts& kernel, uint32_t offset) {
  return std::ranges::any_of(kernel.arguments, [&](const ArgumentFacts& argument) {
    if (argument.kind == ArgumentKind::literal) return argument.offset <= offset;
    return argument.kind == ArgumentKind::value && argument.offset <= offset &&
           uint64_t{offset} + sizeof(uint64_t) <= uint64_t{argument.offset} + argument.size;
  });
}

bool has_consistent_pointers(const KernelFacts& kernel) {
  const auto& pointers = kernel.pointers_in_values;
  return std::ranges::adjacent_find(pointers, std::greater_equal()) == pointers.end() &&
         std::ranges::all_of(pointers,
                             [&](uint32_t offset) { return is_in_value(kernel, offset); });
}

}  // namespace

bool is_consistent(const KernelFacts& kernel) {
  const auto holds = [&](const ArgumentFacts& argument) {
    return is_consistent(argument, kernel.argument_block_size);
  };
  const auto& sizes = sub_group_sizes;
  const bool has_lanes = std::ranges::find(sizes, kernel.sub_group_size) != sizes.end();
  return !kernel.name.empty() && std::ranges::all_of(kernel.arguments, holds) &&
         is_size(kernel.required_work_group_size) && is_size(kernel.work_group_size_hint) &&
         has_lanes &&
         (kernel.required_sub_group_size == 0 ||
          kernel.required_sub_group_size == kernel.sub_group_size) &&
         std::has_single_bit(kernel.local_memory_alignment) && has_consistent_pointers(kernel) &&
         kernel.private_memory_size <= maximum_private_memory_size &&
         kernel.maximum_work_group_size != 0 && is_readable(kernel.of_target);
}

bool is_consistent(const ProgramScope& scope) {
  return scope.size <= maximum_program_scope_size && scope.initial.size() <= scope.size &&
         std::has_single_bit(scope.alignment) && scope.alignment <= maximum_program_variable_size &&
         std::ranges::all_of(scope.pointers, [&](const ProgramScope::InitialPointer& pointer) {
           return scope.size >= sizeof(uint64_t) && pointer.target <= scope.size &&
                  pointer.offset <= scope.size - sizeof(uint64_t);
         });
}

bool is_consistent(cl_program_binary_type type, const std::vector<KernelFacts>& kernels,
                   const ProgramScope& scope) {
  if (!is_consistent(scope)) return false;
  switch (type) {
    case CL_PROGRAM_BINARY_TYPE_EXECUTABLE:
      return std::ranges::all_of(kernels, [&](const KernelFacts& kernel) {
        return is_consistent(kernel) && std::ranges::all_of(kernel.blocks, [&](uint32_t block) {
                 return block < kernels.size() && kernels[block].role == KernelRole::block;
               });
      });
    case CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT:
    case CL_PROGRAM_BINARY_TYPE_LIBRARY:
      return kernels.empty() && scope.size == 0;
    default:
      return false;
  }
}

}  // namespace cleave::compiler::interface

// Tells which kernels reach memory by pointers that are not their arguments.
#pragma once

#include <vector>

namespace llvm {
class Function;
}

namespace cleave::compiler::canonical::dataflow {

/// KernelFacts::follows_pointers of a kernel that these functions make up, of which it is the
/// first. Conservative: whether such a pointer is dereferenced is not looked at. What a block has
/// captured is not followed: whoever enqueues the block knows it, or follows it himself.
/// Precondition: canonical IR, whose variables may be in memory or in registers.
///
///   kernel void sum(global Node* first, ...)      for (…; node = node->next)      follows
///   kernel void at(ulong a, ...)                  *(global int*)a                 follows
///   kernel void add(global int* p, ...)           global int* q = p + 1; *q       does not
///   kernel void by(const Object object, ...)      *object.p                       does not, if
///       it only reads the object: KernelFacts::pointers_in_values has the pointer
///   kernel void of(global int* p, ...)            View view = {p, 1}; *view.p     does not
[[nodiscard]] bool follow_pointers(const std::vector<const llvm::Function*>& functions);

}  // namespace cleave::compiler::canonical::dataflow

#include "compiler/canonical/facts/policies.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <array>
#include <bit>

#include "builtins/index.h"
#include "compiler/canonical/facts/narrow_elements.h"
#include "compiler/canonical/facts/x86_facts.h"

namespace cleave::compiler::canonical::facts {
namespace {

// 4,096 work-items are what a region's frames are sized for, not a limit of the processor.
constexpr TargetPolicy x86_policy = {.sub_group_sizes = interface::sub_group_sizes,
                                     .maximum_work_group_size = 4096,
                                     .has_frames = true,
                                     .own_facts = x86_facts};
// A sub-group is a warp; the most threads of a block are the processors' limit. The driver's own
// compiler takes longer than ours, so there is no quick tier.
constexpr std::array<uint32_t, 1> warp_sizes = {32};
constexpr TargetPolicy nvptx_policy = {.sub_group_sizes = warp_sizes,
                                       .maximum_work_group_size = 1024};
// Bytes that the private variables of a work-group may take while its work-items wait for each
// other.
constexpr uint64_t maximum_frame_bytes = uint64_t{64} << 20;

constexpr unsigned spir_private_space = 0;
constexpr unsigned spir_generic_space = 4;

bool call_any_with(builtins::Trait trait, const std::vector<const llvm::Function*>& functions) {
  return std::ranges::any_of(functions, [trait](const llvm::Function* function) {
    return std::ranges::any_of(
        llvm::instructions(*function), [trait](const llvm::Instruction& instruction) {
          const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
          const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
          return callee != nullptr && callee->isDeclaration() &&
                 builtins::has_trait(callee->getName(), trait);
        });
  });
}

// Looks at what the kernel computes with: the elements that it loads and stores outside of its
// private memory, and floating-point operations. Addresses are of 64 bits everywhere and do not
// count. Neither do integers of 64 bits behind generic pointers: functors and what C++ libraries
// say of ids and ranges are private objects, which member functions reach by such pointers.
bool works_on_64_bits(const std::vector<const llvm::Function*>& functions) {
  size_t wide = 0, narrow = 0;
  const auto count = [&](const llvm::Type* type) {
    if (type->isPtrOrPtrVectorTy()) return;
    (type->getScalarSizeInBits() > 32 ? wide : narrow) += 1;
  };
  for (const llvm::Function* function : functions) {
    for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
      const auto* pointer = llvm::getLoadStorePointerOperand(&instruction);
      if (pointer != nullptr) {
        const unsigned space = pointer->getType()->getPointerAddressSpace();
        const llvm::Type* type = llvm::getLoadStoreType(&instruction);
        const bool is_member = space == spir_generic_space && type->isIntegerTy(64);
        if (space != spir_private_space && !is_member) count(type);
      } else if (instruction.getType()->isFPOrFPVectorTy()) {
        count(instruction.getType());
      }
    }
  }
  return wide > narrow;
}

/// Returns true if W may be that large without anybody's notice: nothing asks for sub-groups, no
/// size is wanted that would leave lanes empty, and small work-groups run as lanes of larger ones
/// (canonical/facts/group_merging.h).
bool may_have_lanes(uint32_t lanes, const interface::KernelFacts& facts,
                    const std::vector<const llvm::Function*>& functions) {
  const auto fills = [lanes](const std::array<uint64_t, 3>& size) {
    return size[0] == 0 || size[0] * size[1] * size[2] >= lanes;
  };
  if (!fills(facts.required_work_group_size) || !fills(facts.work_group_size_hint)) return false;
  if (facts.may_wait || call_any_with(builtins::Trait::synchronises, functions)) return false;
  if (facts.required_sub_group_count != 0) return false;
  return std::ranges::none_of(functions, [](const llvm::Function* function) {
    return std::ranges::any_of(
        llvm::instructions(*function), [](const llvm::Instruction& instruction) {
          if (instruction.isAtomic()) return true;
          const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
          const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
          if (callee == nullptr || !callee->isDeclaration() || callee->isIntrinsic()) return false;
          return callee->getName().contains("sub_group") ||
                 builtins::has_trait(callee->getName(), builtins::Trait::observes_memory);
        });
  });
}

// The private variables of each function once.
uint64_t bytes_of_variables(const std::vector<const llvm::Function*>& functions) {
  uint64_t size = 0;
  for (const llvm::Function* function : functions) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (variable == nullptr) continue;
      const auto bytes = variable->getAllocationSize(function->getDataLayout());
      if (bytes) size = llvm::SaturatingAdd(size, bytes->getFixedValue());
    }
  }
  return size;
}

}  // namespace

const TargetPolicy& policy_of(interface::CodeTarget target) {
  switch (target) {
    case interface::CodeTarget::x86:
      return x86_policy;
    case interface::CodeTarget::nvptx:
      return nvptx_policy;
  }
  return x86_policy;
}

uint64_t maximum_work_group_size(const TargetPolicy& policy, const interface::KernelFacts& facts,
                                 const std::vector<const llvm::Function*>& functions) {
  const auto& required = facts.required_work_group_size;
  if (required[0] != 0) {
    return llvm::SaturatingMultiply(llvm::SaturatingMultiply(required[0], required[1]),
                                    required[2]);
  }
  // If work-items wait for each other, the variables of a whole work-group exist at once, in
  // frames; otherwise only those of one work-item, on the stack.
  if (!policy.has_frames || !call_any_with(builtins::Trait::synchronises, functions)) {
    return policy.maximum_work_group_size;
  }
  const uint64_t items = maximum_frame_bytes / std::max<uint64_t>(1, bytes_of_variables(functions));
  return std::clamp<uint64_t>(std::bit_floor(items), facts.sub_group_size,
                              policy.maximum_work_group_size);
}

uint32_t chosen_sub_group_size(const interface::LanguageTarget& target,
                               const interface::KernelFacts& facts,
                               const std::vector<const llvm::Function*>& functions) {
  const std::span<const uint32_t> sizes = policy_of(target.code).sub_group_sizes;
  if (sizes.size() == 1) return sizes.front();
  const uint32_t usual = target.default_sub_group_size;
  uint32_t chosen = usual;
  if (target.fits_sub_groups_to_types && works_on_64_bits(functions)) {
    chosen = std::max(usual / 2, sizes.front());
  } else if (target.fits_sub_groups_to_types) {
    const uint32_t more = std::min(4 * usual, sizes.back());
    if (may_have_lanes(more, facts, functions) && works_on_narrow_elements(functions))
      chosen = more;
  }
  const bool claims = call_any_with(builtins::Trait::claims_together, functions);
  return claims ? std::min(2 * chosen, sizes.back()) : chosen;
}

}  // namespace cleave::compiler::canonical::facts

#include "backend/cpu/pool/inline_worker.h"

#include "support/os/affinity.h"
#include "support/os/os.h"
#include "support/os/x86.h"

namespace cleave::backend::cpu {
namespace {

constexpr size_t room_for_calls = size_t{128} << 10;

}  // namespace

InlineRules::InlineRules(const topology::Machine& machine, bool bound)
    : bound_(bound), system_processors_(support::configured_processors()) {
  for (uint32_t unit = 0; bound && unit < machine.units.size(); ++unit) {
    const size_t processor = machine.units[unit].os_processor;
    if (processor >= units_.size()) units_.resize(processor + 1, Execution::no_unit);
    units_[processor] = unit;
  }
}

bool InlineRules::may_run_inline(const topology::UnitSet& units) const {
  if (!bound_) return false;
  if (units.count() == system_processors_) return true;
  support::ProcessorMask mask{};
  if (!support::read_affinity(mask)) return false;
  constexpr size_t word_bits = 8 * sizeof mask[0];
  for (size_t word = 0; word < mask.size(); ++word) {
    for (unsigned long rest = mask[word]; rest != 0; rest &= rest - 1) {
      const size_t processor = word * word_bits + static_cast<size_t>(__builtin_ctzl(rest));
      const uint32_t unit = unit_of(processor);
      if (unit == Execution::no_unit || !units.contains(unit)) return false;
    }
  }
  return true;
}

uint32_t InlineRules::unit_here(const topology::UnitSet& units) const {
  const int processor = support::current_processor();
  if (processor < 0) return Execution::no_unit;
  const uint32_t unit = unit_of(static_cast<size_t>(processor));
  return unit != Execution::no_unit && units.contains(unit) ? unit : Execution::no_unit;
}

bool has_stack_for(size_t bytes) {
  static thread_local support::StackBounds stack;  // high is 0: not asked for yet
  if (stack.high == 0) stack = support::stack_of_this_thread().value_or(support::StackBounds{1, 1});
  const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  return here > stack.low && here < stack.high && here - stack.low >= room_for_calls &&
         here - stack.low - room_for_calls >= bytes;
}

Worker& inline_worker_of_this_thread() {
  static thread_local Worker worker(Execution::no_unit);
  return worker;
}

DefaultFloatingPoint::DefaultFloatingPoint() : before_(support::floating_point_modes()) {
  if ((before_ & ~support::floating_point_exceptions) != support::default_floating_point_modes) {
    support::set_floating_point_modes(support::default_floating_point_modes);
  }
}

DefaultFloatingPoint::~DefaultFloatingPoint() {
  // The flags of exceptions belong to the application as well.
  if (support::floating_point_modes() != before_) support::set_floating_point_modes(before_);
}

}  // namespace cleave::backend::cpu

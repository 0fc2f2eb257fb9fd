#include "backend/cpu/pool/inline_worker.h"

#include "os/affinity.h"
#include "os/os.h"
#include "os/x86.h"
#include "support/thread_variable.h"

namespace cleave::backend::cpu::pool {
namespace {

constexpr size_t room_for_calls = size_t{128} << 10;

}  // namespace

InlineRules::InlineRules(const topology::Machine& machine, bool bound)
    : bound_(bound), system_processors_(os::configured_processors()) {
  for (uint32_t unit = 0; bound && unit < machine.units.size(); ++unit) {
    const size_t processor = machine.units[unit].os_processor;
    if (processor >= units_.size()) units_.resize(processor + 1, Execution::no_unit);
    units_[processor] = unit;
  }
}

bool InlineRules::may_run_inline(const topology::UnitSet& units) const {
  if (!bound_) return false;
  if (units.count() == system_processors_) return true;
  os::ProcessorMask mask{};
  if (!os::read_affinity(mask)) return false;
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
  const int processor = os::current_processor();
  if (processor < 0) return Execution::no_unit;
  const uint32_t unit = unit_of(static_cast<size_t>(processor));
  return unit != Execution::no_unit && units.contains(unit) ? unit : Execution::no_unit;
}

bool has_stack_for(size_t bytes) {
  static constinit thread_local os::StackBounds bounds{};  // high is 0: not asked for yet
  os::StackBounds& stack = support::of_this_thread(bounds);
  if (stack.high == 0) stack = os::stack_of_this_thread().value_or(os::StackBounds{1, 1});
  const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  return here > stack.low && here < stack.high && here - stack.low >= room_for_calls &&
         here - stack.low - room_for_calls >= bytes;
}

Worker& inline_worker_of_this_thread() {
  static thread_local Worker worker(Execution::no_unit);
  return worker;
}

DefaultFloatingPoint::DefaultFloatingPoint() : before_(os::floating_point_modes()) {
  if ((before_ & ~os::floating_point_exceptions) != os::default_floating_point_modes) {
    os::set_floating_point_modes(os::default_floating_point_modes);
  }
}

DefaultFloatingPoint::~DefaultFloatingPoint() {
  // The flags of exceptions belong to the application as well.
  if (os::floating_point_modes() != before_) os::set_floating_point_modes(before_);
}

}  // namespace cleave::backend::cpu::pool

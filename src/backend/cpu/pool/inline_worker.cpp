#include "backend/cpu/pool/inline_worker.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "support/os/os.h"
#include "support/os/x86.h"

namespace cleave::backend::cpu {
namespace {

constexpr size_t room_for_calls = size_t{128} << 10;
constexpr size_t most_processors = 8192;  // of any kernel

struct StackBounds {
  uintptr_t low = 0;
  uintptr_t high = 0;  // 0: not asked for yet
};

StackBounds ask_for_stack() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {1, 1};
  void* low = nullptr;
  size_t bytes = 0;
  const bool is_known = pthread_attr_getstack(&attributes, &low, &bytes) == 0;
  pthread_attr_destroy(&attributes);
  if (!is_known) return {1, 1};
  return {reinterpret_cast<uintptr_t>(low), reinterpret_cast<uintptr_t>(low) + bytes};
}

}  // namespace

InlineRules::InlineRules(const topology::Machine& machine, bool bound)
    : bound_(bound), system_processors_(static_cast<size_t>(sysconf(_SC_NPROCESSORS_CONF))) {
  for (uint32_t unit = 0; bound && unit < machine.units.size(); ++unit) {
    const size_t processor = machine.units[unit].os_processor;
    if (processor >= units_.size()) units_.resize(processor + 1, Execution::no_unit);
    units_[processor] = unit;
  }
}

bool InlineRules::may_run_inline(const topology::UnitSet& units) const {
  if (!bound_) return false;
  if (units.count() == system_processors_) return true;
  std::array<unsigned long, most_processors / (8 * sizeof(unsigned long))> mask{};
  auto* set = reinterpret_cast<cpu_set_t*>(mask.data());
  if (sched_getaffinity(0, sizeof mask, set) != 0) return false;
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
  static thread_local StackBounds stack;
  if (stack.high == 0) stack = ask_for_stack();
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

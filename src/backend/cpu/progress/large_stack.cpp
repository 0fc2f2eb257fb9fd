#include "backend/cpu/progress/large_stack.h"

#include <cstdint>

namespace cleave::backend::cpu::progress {
namespace {

constexpr size_t room_for_calls = size_t{128} << 10;

}  // namespace

struct LargeStack::SwitchedCall {
  void (*function)(void*) noexcept;
  void* argument;
  Stack& from;
  Stack& here;
};

bool LargeStack::reserve(size_t bytes) {
  constexpr size_t most = SIZE_MAX - room_for_calls;
  return bytes <= most && room_.reserve(1, bytes + room_for_calls);
}

void LargeStack::release_if_large() {
  if (room_.bytes() > StackPool::most_kept) room_.release();
}

void LargeStack::begin(void* call) {
  auto& [function, argument, from, here] = *static_cast<SwitchedCall*>(call);
  Stack::arrived_first(here);
  function(argument);
  Stack::leave_for_good(here, from);
}

void LargeStack::switch_to(void (*function)(void*) noexcept, void* argument) {
  Stack& stack = room_.take();
  SwitchedCall call = {function, argument, own_, stack};
  stack.prepare(&begin, &call);
  Stack::switch_over(own_, stack);
  room_.give_back(stack);
}

}  // namespace cleave::backend::cpu::progress

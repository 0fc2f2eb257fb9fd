#include "os/x86.h"

#include <cstring>

// The registers that a call preserves by x86-64's System V ABI go onto the stack that is left. The
// modes of both floating-point units are kept too. A new stack begins at cleave_stack_begin, which
// calls what it finds in two of those registers; nothing is above it, so unwinding ends there.
asm(R"(
  .text
  .p2align 4
  .globl cleave_switch_stack
  .hidden cleave_switch_stack
  .type cleave_switch_stack, @function
cleave_switch_stack:
  .cfi_startproc
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  subq $8, %rsp
  stmxcsr (%rsp)
  fnstcw 4(%rsp)
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  ldmxcsr (%rsp)
  fldcw 4(%rsp)
  addq $8, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
  .cfi_endproc
  .size cleave_switch_stack, .-cleave_switch_stack
  .p2align 4
  .local cleave_stack_begin
  .type cleave_stack_begin, @function
cleave_stack_begin:
  .cfi_startproc
  .cfi_undefined rip
  movq %r12, %rdi
  callq *%rbx
  ud2
  .cfi_endproc
  .size cleave_stack_begin, .-cleave_stack_begin
)");

extern "C" void cleave_stack_begin();

namespace cleave::os {

void* lay_out_stack(std::byte* end, void (*function)(void*), void* argument) noexcept {
  // The layout that cleave_switch_stack takes off; with the address of the beginning gone the
  // pointer is a multiple of 16, as before a call.
  struct Saved {
    uint32_t vector_modes = default_floating_point_modes;
    uint32_t modes = 0x037F;
    uint64_t r15 = 0, r14 = 0, r13 = 0;
    void* r12;
    void (*rbx)(void*);
    uint64_t rbp = 0;
    void (*begin)();
  };
  Saved saved{};
  saved.r12 = argument;
  saved.rbx = function;
  saved.begin = &cleave_stack_begin;
  static_assert(sizeof saved == 64);
  std::byte* const top = end - 128;
  std::memcpy(top, &saved, sizeof saved);
  return top;
}

}  // namespace cleave::os

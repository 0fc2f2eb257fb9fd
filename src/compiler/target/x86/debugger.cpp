#include "compiler/target/x86/debugger.h"

#include <llvm/ExecutionEngine/Orc/TargetProcess/JITLoaderGDB.h>

#include <mutex>

// gdb finds both by their names. They are LLVM's, and this module's alone: it exports them, and
// nothing else in it registers code.
extern "C" {
extern jit_descriptor __jit_debug_descriptor;
void __jit_debug_register_code();
}

namespace cleave::compiler::target::x86 {
namespace {

std::mutex& list_mutex() {
  static std::mutex& mutex = *new std::mutex;
  return mutex;
}

void tell(jit_code_entry& entry, jit_actions_t action) {
  __jit_debug_descriptor.relevant_entry = &entry;
  __jit_debug_descriptor.action_flag = action;
  __jit_debug_register_code();
  __jit_debug_descriptor.action_flag = JIT_NOACTION;
  __jit_debug_descriptor.relevant_entry = nullptr;
}

}  // namespace

struct DebuggerEntry::Listed {
  std::vector<char> placed;
  jit_code_entry entry;
};

DebuggerEntry::DebuggerEntry(std::vector<char> placed)
    : listed_(std::make_unique<Listed>(std::move(placed))) {
  jit_code_entry& entry = listed_->entry;
  entry = {nullptr, nullptr, listed_->placed.data(), listed_->placed.size()};
  const std::scoped_lock lock(list_mutex());
  entry.next_entry = __jit_debug_descriptor.first_entry;
  if (entry.next_entry != nullptr) entry.next_entry->prev_entry = &entry;
  __jit_debug_descriptor.first_entry = &entry;
  tell(entry, JIT_REGISTER_FN);
}

DebuggerEntry::~DebuggerEntry() {
  jit_code_entry& entry = listed_->entry;
  const std::scoped_lock lock(list_mutex());
  (entry.prev_entry == nullptr ? __jit_debug_descriptor.first_entry
                               : entry.prev_entry->next_entry) = entry.next_entry;
  if (entry.next_entry != nullptr) entry.next_entry->prev_entry = entry.prev_entry;
  tell(entry, JIT_UNREGISTER_FN);
}

}  // namespace cleave::compiler::target::x86

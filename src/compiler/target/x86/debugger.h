// Tells gdb of code that is made while a program runs: gdb looks at a list that the process keeps,
// whenever it is told to or attaches.
#pragma once

#include <memory>
#include <vector>

namespace cleave::compiler::target::x86 {

/// While it lives gdb knows the code of a placed object, with its lines and variables. Thread-safe.
class DebuggerEntry {
 public:
  explicit DebuggerEntry(std::vector<char> placed);
  ~DebuggerEntry();
  DebuggerEntry(const DebuggerEntry&) = delete;
  DebuggerEntry& operator=(const DebuggerEntry&) = delete;

 private:
  struct Listed;
  std::unique_ptr<Listed> listed_;
};

}  // namespace cleave::compiler::target::x86

// Holds what a compiler process writes to its standard error stream until it is known whether the
// process answers.
#pragma once

#include <string>

#include "os/owned_descriptor.h"

namespace cleave::compiler::process {

/// Gives one request a stream. What is written to it comes to the application's standard error
/// stream after an answer; it belongs to the reason where the process crashed, as clang, LLVM and
/// the C library say there what they found before they abort.
///
/// The application's own stream is given instead where CLEAVE_DUMP_PASSES asks for modules, which
/// may have any size and are wanted up to a crash, and where the system has no file in memory.
class HeldErrors {
 public:
  HeldErrors();

  /// The descriptor to pass to the process.
  [[nodiscard]] int descriptor() const;
  /// Copies what was written to the application's standard error stream.
  void pass_on() const;
  /// Returns the end of what was written, without control characters and the last newline; empty:
  /// nothing was.
  [[nodiscard]] std::string last_words() const;

 private:
  /// Bytes that were written.
  [[nodiscard]] size_t written() const;

  os::OwnedDescriptor file_;  // none: the application's own stream
};

}  // namespace cleave::compiler::process

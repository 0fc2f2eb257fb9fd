// Gives tests the modules of the folder `modules` as bytes, and programs made of modules.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "support/notified.h"

namespace cleave::test::modules {

/// `k` writes what its specialization constants are.
[[nodiscard]] std::span<const std::byte> constants();
/// `k` calls the imported function `twice`.
[[nodiscard]] std::span<const std::byte> calls_twice();
/// `k` enqueues functions, and writes what the instructions about queues and events gave.
[[nodiscard]] std::span<const std::byte> enqueuing();
/// An initializer doubles the 7 that `get` writes; a finalizer writes it where `follow` said.
[[nodiscard]] std::span<const std::byte> initializers();
/// Exports `twice`.
[[nodiscard]] std::span<const std::byte> twice();
/// Defines `twice` as others may, too.
[[nodiscard]] std::span<const std::byte> shared_function();
/// `four` requires four sub-groups of eight work-items, `some` as many as its constant says, two by
/// itself; `ask` asks about a function.
[[nodiscard]] std::span<const std::byte> sub_group_counts();
/// Declares a capability that is not offered.
[[nodiscard]] std::span<const std::byte> asks_for_shaders();

}  // namespace cleave::test::modules

namespace cleave::test {

/// Makes, builds, compiles, links and runs programs, most of them from modules.
class WithModules : public Notified {
 protected:
  [[nodiscard]] Program create(std::span<const std::byte> module) const;
  [[nodiscard]] cl_int code_of_creation(std::span<const std::byte> module) const;
  [[nodiscard]] Program from_source(const char* source) const;
  [[nodiscard]] std::string log_of(cl_program program) const;
  /// Builds for all devices; a failure prints the log.
  static cl_int build(cl_program program, const char* options = "");
  static cl_int compile(cl_program program, const char* options = "");
  /// Gives what was compiled.
  [[nodiscard]] Program object(Program program, const char* options = "") const;
  [[nodiscard]] Program link(const std::vector<cl_program>& inputs, const char* options = "",
                             cl_int wanted = CL_SUCCESS) const;
  /// Runs the kernel `k` with these numbers as its argument, a work-item for each of the first
  /// `items`, and gives what they are then.
  [[nodiscard]] std::vector<cl_int> run(cl_program program, std::vector<cl_int> numbers,
                                        size_t items) const;
};

}  // namespace cleave::test

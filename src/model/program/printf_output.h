// Prints the output of printf in kernels (OpenCL C 6.12.13): holds the ring that a launch fills,
// and formats its text.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "compiler/interface/launch_context.h"
#include "compiler/interface/printf_record.h"
#include "os/os.h"

namespace cleave::model {
class Context;
}

namespace cleave::model::program {

/// CL_DEVICE_PRINTF_BUFFER_SIZE: what CLEAVE_PRINTF_BUFFER says, at least the least that the
/// specification allows.
[[nodiscard]] size_t printf_buffer_bytes();

/// The text of the records that `records` holds. What is damaged ends the text: nothing outside
/// `records` is read but format strings and string arguments.
[[nodiscard]] std::string format_printf_records(std::span<const std::byte> records);

/// The ring of one launch. Its memory is touched only as far as the launch prints.
class PrintfOutput {
 public:
  /// Throws std::bad_alloc.
  PrintfOutput();
  [[nodiscard]] compiler::interface::PrintfRing* ring() { return &ring_; }
  /// After the launch: writes the text to standard output and flushes it. Calls that did not fit
  /// are told there, after all that did, and to `context`.
  void print(const Context& context) const;

 private:
  struct FreeMemory {
    void operator()(std::byte* memory) const { os::unmap_memory(memory, printf_buffer_bytes()); }
  };
  std::unique_ptr<std::byte, FreeMemory> data_;
  compiler::interface::PrintfRing ring_;
};

}  // namespace cleave::model::program

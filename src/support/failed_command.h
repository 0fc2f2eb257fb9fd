// Declares what a notification of a failed command carries (cl_cleave_failed_commands).
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <cstdint>

namespace cleave::support {

/// The extension of the platform: the function that clCreateContext takes (4.4) is called for each command that fails after
/// it was enqueued, before the command's event ends, and `private_info` is then this structure. It and its text are good
/// during the call. The layout is frozen; members are added to the end.
struct FailedCommand {
  uint32_t bytes;          // of the structure
  cl_int status;           // of the event: negative
  cl_command_queue queue;  // that the command was enqueued to
  const char* kernel;      // the function's name; null: the command launched no kernel
  cl_command_type type;
};
static_assert(offsetof(FailedCommand, status) == 4 && offsetof(FailedCommand, queue) == 8 &&
              offsetof(FailedCommand, kernel) == 16 && offsetof(FailedCommand, type) == 24 &&
              sizeof(FailedCommand) == 32);

inline constexpr char failed_commands_extension[] = "cl_cleave_failed_commands";

}  // namespace cleave::support

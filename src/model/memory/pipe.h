// Makes the memory of pipes (5.4), which only kernels read and write.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <cstdint>

namespace cleave::model::memory {

struct PipeShape {
  cl_uint packet_bytes = 0;
  cl_uint most_packets = 0;  // 0: not a pipe
};

/// Returns the bytes of a pipe's memory (builtins/pipe_memory.h).
[[nodiscard]] uint64_t pipe_bytes(const PipeShape& shape);
/// Makes an empty pipe of pipe_bytes() at `memory`.
void make_empty_pipe(std::byte* memory, const PipeShape& shape);

}  // namespace cleave::model::memory

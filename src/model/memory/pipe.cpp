#include "model/memory/pipe.h"

#include <cstring>
#include <new>

#include "builtins/pipe_memory.h"

namespace cleave::model::memory {

using builtins::pipe_packets_at;
using builtins::PipeHeader;

uint64_t pipe_bytes(const PipeShape& shape) {
  return pipe_packets_at(shape.most_packets) + uint64_t{shape.packet_bytes} * shape.most_packets;
}

void make_empty_pipe(std::byte* memory, const PipeShape& shape) {
  const uint64_t packets_at = pipe_packets_at(shape.most_packets);
  // Round 0 of every slot is its writer's: state 0. Nobody reads packets that were not written.
  std::memset(memory, 0, packets_at);
  auto* const header = new (memory) PipeHeader{};
  header->packet_bytes = shape.packet_bytes;
  header->most_packets = shape.most_packets;
  header->packets_at = packets_at;
  header->tickets[builtins::pipe_writes].limit = builtins::PipeTicket{1} << 32;  // all of round 0
}

}  // namespace cleave::model::memory

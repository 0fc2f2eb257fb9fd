// Lays out the memory of a pipe, for the library's OpenCL C and for the driver's C++.
//
//   PipeHeader | a state for each slot | a count for each slot | padding | the packets, a slot each
//
// A pipe is a bounded queue of several producers and consumers (D. Vyukov's), in which packets are
// reserved in runs. A writer of packets takes *tickets* from `tickets[pipe_writes]`, a reader from
// `tickets[pipe_reads]`: one compare-exchange (relaxed) for a run of any length. A ticket names a
// slot, in its lower 32 bits, and in the upper 32 the round, how often all slots had been used
// before; it wraps around. A slot's state names the next user: 2 * round, its writer; 2 * round +
// 1, its reader. Tickets are taken only if all their slots are in that state; a commit stores the
// next state in each (release). So nobody ever waits: not for earlier reservations that are not
// committed, and a reader sees the packets before the first of these.
//
// Beside the next ticket stands a limit: all slots before it are in that state. A thread that finds
// it too low reads states from there on (acquire) and raises it (release); others need not read
// them.
#pragma once

#ifndef __cplusplus
typedef uint PipeWord;
typedef ulong PipeTicket;
#else
#include <cstddef>
#include <cstdint>
namespace cleave::builtins {
using PipeWord = uint32_t;
using PipeTicket = uint64_t;
#endif

enum PipeUse { pipe_writes = 0, pipe_reads = 1 };

/// On a cache line of its own, or two where processors fetch pairs of lines.
struct PipeCounter {
  PipeTicket ticket;  // the next one that nobody has
  PipeTicket limit;   // at least `ticket`: the slots of tickets before it are ready
  PipeWord padding[28];
};

struct PipeHeader {
  PipeWord packet_bytes;
  PipeWord most_packets;
  PipeTicket packets_at;  // bytes from the header to the first packet
  PipeWord padding[28];
  struct PipeCounter tickets[2];  // by PipeUse
};

#ifdef __cplusplus
static_assert(sizeof(PipeHeader) == 384 && offsetof(PipeHeader, tickets) == 128);

/// Returns where the first packet lies; the alignment is that of the largest built-in type.
[[nodiscard]] constexpr uint64_t pipe_packets_at(uint32_t most_packets) {
  constexpr uint64_t alignment = 128;
  const uint64_t bytes = sizeof(PipeHeader) + 2 * sizeof(PipeWord) * uint64_t{most_packets};
  return (bytes + alignment - 1) / alignment * alignment;
}

}  // namespace cleave::builtins
#endif

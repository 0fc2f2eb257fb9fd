// Copies and fills boxes of bytes on the CPU, in several pieces if there are many bytes. Stores of
// lines that the caches do not hold bypass them.
#pragma once

#include <cstdint>

#include "backend/cpu/pool/execution.h"
#include "backend/hardware.h"

namespace cleave::backend::cpu::pool {

/// Returns the number of pieces of the transfer: 1 for a small one and for one whose source and
/// target overlap, 0 for one of no bytes. Pieces of a box are whole rows.
[[nodiscard]] uint64_t transfer_pieces(const Transfer& transfer);

/// Returns how many threads the transfer is worth.
[[nodiscard]] Worth worth_of(const Transfer& transfer);

/// Moves the bytes of the pieces begin … end - 1. Lines of at least `streamed_bytes` bypass the
/// caches, see DeviceFacts::streamed_bytes.
void run_transfer(const Transfer& transfer, uint64_t begin, uint64_t end, uint64_t streamed_bytes);

}  // namespace cleave::backend::cpu::pool

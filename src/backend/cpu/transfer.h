// Copies and fills bytes on the CPU, in several parts if there are many bytes, and then with stores
// that bypass the caches.
#pragma once

#include <cstdint>

#include "backend/device.h"

namespace cleave::backend::cpu {

/// Returns the number of parts of the transfer: 1 for a small one and for one whose source and
/// target overlap, 0 for one of no bytes.
[[nodiscard]] uint64_t transfer_parts(const Transfer& transfer);

/// Moves the bytes of the parts begin … end - 1.
void run_transfer(const Transfer& transfer, uint64_t begin, uint64_t end);

}  // namespace cleave::backend::cpu

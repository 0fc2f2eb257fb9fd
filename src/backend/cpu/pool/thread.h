// Starts threads for workers and compilation.
#pragma once

namespace cleave::backend::cpu::pool {

/// Starts a detached thread with a stack for kernels; all signals of the application are blocked in
/// it.
[[nodiscard]] bool start_detached(void* (*function)(void*), void* argument);

}  // namespace cleave::backend::cpu::pool

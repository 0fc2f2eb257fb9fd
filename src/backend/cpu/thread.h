// Starts threads for workers and compilation.
#pragma once

namespace cleave::backend::cpu {

/// Starts a detached thread with a stack for kernels that no signal of the application reaches.
[[nodiscard]] bool start_detached(void* (*function)(void*), void* argument);

}  // namespace cleave::backend::cpu

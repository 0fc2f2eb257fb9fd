// Gives recorded work to queues, so that it ends early (clRemapCommandBufferKHR).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/command/recorded_step.h"

namespace cleave::model::command {

/// Returns for each step the index of one of the queues that can run it; where none can, of the
/// first one. A step goes where it would end first if it took as long as it has work-items and
/// bytes, divided by compute units; where that is the same, to the queue of a step that it follows.
/// So chains stay together, and what is independent runs side by side. Precondition: a queue.
[[nodiscard]] std::vector<uint32_t> balance(const Recorded& recorded,
                                            std::span<const support::Ref<Queue>> queues);

}  // namespace cleave::model::command

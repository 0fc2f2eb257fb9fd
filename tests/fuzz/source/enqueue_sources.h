// Makes random sources of blocks, queues and events of the device.
#pragma once

#include <string>

#include "mutation.h"

namespace cleave::test::fuzz::source {

/// A source in which anything stands where anything of its kind may, and now and then what may not.
[[nodiscard]] std::string enqueue_source(Mutator& mutator);

}  // namespace cleave::test::fuzz::source

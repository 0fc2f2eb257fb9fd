// Declares `cleave run`: an unmodified program on Cleave, or on parts of the machine.
#pragma once

#include <string>
#include <vector>

namespace cleave::tool {

struct RunRequest {
  std::string split;           // "" keeps what CLEAVE_SPLIT says
  std::string as;              // "" is all parts, or what CLEAVE_SPLIT_AS says without a split
  bool rank_from_env = false;  // the part is the number of this process among the job's
  std::string type;            // the type that devices report; "" keeps that of CLEAVE_DEVICE_TYPE
  std::vector<std::string> command;  // the program and its arguments
};

/// Replaces this process by the program. Returns only when that is not possible, with an exit
/// status as shells use it: 2 for a wrong request, 127 for no such program, 126 for another reason.
[[nodiscard]] int run(const RunRequest& request);

}  // namespace cleave::tool

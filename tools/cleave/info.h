// Declares `cleave info`: the machine, its devices, how they can be split, and every query.
#pragma once

namespace cleave::tool {

struct InfoRequest {
  bool json = false;
  bool options = false;  // the platform's options instead
  bool tree = false;     // without the queries
};

/// Writes to standard output; problems go to standard error. Returns the exit status.
[[nodiscard]] int info(const InfoRequest& request);

}  // namespace cleave::tool

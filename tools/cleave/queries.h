// Asks every query of a platform and of a device through the OpenCL API.
#pragma once

#include <CL/cl.h>

#include <string>
#include <vector>

#include "json.h"

namespace cleave::tool {

struct Answer {
  const char* token;  // the query: "CL_DEVICE_NAME"
  std::string text;   // for people
  Json json;          // for programs: an object with `error` where the query fails
  bool failed = false;
};

/// In the order of the driver's own tables of queries.
[[nodiscard]] std::vector<Answer> queries_of(cl_platform_id platform);
[[nodiscard]] std::vector<Answer> queries_of(cl_device_id device);

[[nodiscard]] bool any_failed(const std::vector<Answer>& answers);

/// A line for each, with the answers in one column.
[[nodiscard]] std::string describe(const std::vector<Answer>& answers);

[[nodiscard]] Json to_json(const std::vector<Answer>& answers);

}  // namespace cleave::tool

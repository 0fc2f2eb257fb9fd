// One call of every function of the dispatch table.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "tests/support/on_device.h"

namespace cleave::test {

using Sampler = Owned<cl_sampler, clReleaseSampler>;

/// Holds what the calls work on: valid objects of every kind.
struct Objects {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  Context context;
  Queue queue;
  Memory buffer;
  Memory pipe;
  Memory image;  // 2D, 8x8 texels of CL_R and CL_UNSIGNED_INT8
  Sampler sampler;
  Program program;  // built, with the kernel `k` of one global int pointer
  Kernel kernel;    // its argument is `buffer`
  Event event;      // of an ended command of `queue`, which is profiled
};
/// Whether there are images, samplers and pipes.
enum class OptionalObjects : bool { none, all };
[[nodiscard]] Objects make_objects(OptionalObjects optional);

using Calls = std::map<std::string, std::function<std::string(Objects&)>>;

/// Each gives the name of its answer as docs/STATUS.md spells it.
[[nodiscard]] const Calls& calls_of_missing_features();
/// Each gives CL_SUCCESS.
[[nodiscard]] const Calls& calls_that_work();

/// "CL_INVALID_VALUE" and so on.
[[nodiscard]] std::string name_of(cl_int code);

}  // namespace cleave::test

#include "calls.h"

namespace cleave::test {
namespace {

/// The answer of a call that would create something and must not.
template <class Create>
std::string refusal(const Create& create) {
  cl_int error = CL_SUCCESS;
  const auto object = create(&error);
  return object == nullptr ? name_of(error) : "an object";
}

}  // namespace

#define CALL(name, ...) {#name, [](Objects& on) { return name_of(name(__VA_ARGS__)); }}
#define CREATE(name, ...) \
  {#name, [](Objects& on) { return refusal([&](cl_int* error) { return name(__VA_ARGS__); }); }}

const Calls& calls_of_missing_features() {
  static const Calls calls = {
      // Programs.
      CREATE(clCreateProgramWithBuiltInKernels, on.context, 1, &on.device, "none", error),
      CALL(
          clSetProgramReleaseCallback, on.program, [](cl_program, void*) {}, nullptr),
      // Queues.
      CALL(clSetCommandQueueProperty, on.queue, CL_QUEUE_PROFILING_ENABLE, CL_FALSE, nullptr),
  };
  return calls;
}

#undef CALL
#undef CREATE

}  // namespace cleave::test

// The queries of contexts, queues, memory objects and events: plain tables.
#include <CL/cl_ext.h>

#include "api/info/handles.h"
#include "api/info/info.h"

#define CLEAVE_QUERY(token, type, ...) \
  case token:                          \
    return answer<type>(to, __VA_ARGS__);

namespace cleave::api::info {

support::Status context(const model::Context& context, cl_context_info name,
                        const Destination& to) {
  switch (name) {
#include "api/info/context.def"
    default:
      return CL_INVALID_VALUE;
  }
}

support::Status queue(const model::Queue& queue, cl_command_queue_info name,
                      const Destination& to) {
  switch (name) {
#include "api/info/queue.def"
    default:
      return CL_INVALID_VALUE;
  }
}

support::Status memory(const model::MemoryObject& memory, cl_mem_info name, const Destination& to) {
  switch (name) {
#include "api/info/memory.def"
    default:
      return CL_INVALID_VALUE;
  }
}

support::Status event(const model::Event& event, cl_event_info name, const Destination& to) {
  switch (name) {
#include "api/info/event.def"
    default:
      return CL_INVALID_VALUE;
  }
}

support::Status event_profiling(const model::Event& event, cl_profiling_info name,
                                const Destination& to) {
  const model::ProfilingTimes times = event.times();
  switch (name) {
#include "api/info/event_profiling.def"
    default:
      return CL_INVALID_VALUE;
  }
}

}  // namespace cleave::api::info

#undef CLEAVE_QUERY

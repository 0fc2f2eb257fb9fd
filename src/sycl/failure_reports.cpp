// Finds the queue of a command that failed.
#include "sycl/failure_reports.h"

#include <mutex>
#include <string>
#include <unordered_map>

#include "support/error_name.h"
#include "support/failed_command.h"
#include "sycl/async_errors.h"
#include "sycl/program.h"

namespace cleave::sycl {
namespace {

using support::FailedCommand;

/// Lives for ever: the driver may call at the end of the process.
struct Listeners {
  std::mutex mutex;
  std::unordered_map<cl_command_queue, AsyncErrors*> by_queue;
};
Listeners& listeners() {
  static auto* const made = new Listeners;
  return *made;
}

/// True of a command that the library enqueues beside others, and that fails because one of these does: that one's error
/// says all.
bool only_follows(const FailedCommand& failed) {
  return failed.status == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST &&
         (failed.type == CL_COMMAND_MARKER || failed.type == CL_COMMAND_BARRIER);
}

}  // namespace

void hear_of_failures(cl_command_queue queue, AsyncErrors& errors) {
  Listeners& all = listeners();
  const std::lock_guard lock(all.mutex);
  all.by_queue.emplace(queue, &errors);
}

void stop_hearing(cl_command_queue queue) noexcept {
  Listeners& all = listeners();
  const std::lock_guard lock(all.mutex);
  all.by_queue.erase(queue);
}

void CL_CALLBACK hear_of_failure(const char*, const void* failed, size_t bytes, void*) {
  if (failed == nullptr || bytes < sizeof(FailedCommand)) return;
  const auto& command = *static_cast<const FailedCommand*>(failed);
  if (only_follows(command)) return;
  try {
    const std::string name =
        command.kernel == nullptr ? "a command" : describe_launched(command.kernel);
    Failure failure{Code::runtime, name + " ended with " + support::error_name(command.status),
                    command.status};
    Listeners& all = listeners();
    const std::lock_guard lock(all.mutex);
    const auto listener = all.by_queue.find(command.queue);
    if (listener != all.by_queue.end()) listener->second->add(std::move(failure));
  } catch (...) {
    // Errors for which there is no memory are lost.
  }
}

}  // namespace cleave::sycl

#include "api/address_commands.h"

#include "api/check/shared_memory.h"
#include "model/command/requests.h"

namespace cleave::api {

using support::Status;

Status enqueue_copy(CheckedTarget target, cl_command_type type, void* to, const void* from,
                    size_t bytes, Blocking blocking, cl_event* event) {
  if (!target.ok()) return target.status();
  const Status checked = check::copy_addresses(to, from, bytes);
  if (!checked.ok()) return checked;
  const model::command::Queue& queue = *target.value().queue;
  return enqueue(std::move(target).value(),
                 model::command::copy_addresses_work(queue, type, to, from, bytes), blocking,
                 event);
}

Status enqueue_fill(CheckedTarget target, cl_command_type type, void* to, const RawPattern& pattern,
                    size_t bytes, cl_event* event) {
  if (!target.ok()) return target.status();
  const auto pattern_bytes = check::fill_address(to, pattern.bytes, pattern.size, bytes);
  if (!pattern_bytes.ok()) return pattern_bytes.status();
  const model::command::Queue& queue = *target.value().queue;
  return enqueue(std::move(target).value(),
                 model::command::fill_address_work(queue, type, to, pattern_bytes.value(), bytes),
                 Blocking::no, event);
}

}  // namespace cleave::api

#include "model/command/recorded_step.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace cleave::model::command {
namespace {

/// Makes sure of memory for the objects; false when there is none for one.
bool allocate(std::span<const ObjectAccess> accesses, uint32_t memory) {
  return std::ranges::all_of(accesses, [&](const ObjectAccess& access) {
    return access.object->storage().allocate(memory);
  });
}

/// Returns the side of a transfer as it lies in another memory. Memory of the host that no object
/// has stays where it is.
backend::Endpoint in_memory(backend::Endpoint endpoint, std::span<const ObjectAccess> accesses,
                            uint32_t from, uint32_t to) {
  for (const ObjectAccess& access : accesses) {
    const memory::Storage& storage = access.object->storage();
    if (endpoint.allocation == &storage.allocation(from)) {
      endpoint.allocation = &storage.allocation(to);
      break;
    }
  }
  return endpoint;
}

}  // namespace

support::Result<support::Ref<RecordedStep>> RecordedStep::of(
    Work&& work, std::unique_ptr<const LaunchRequest> launch) {
  auto step = support::make_ref<RecordedStep>();
  step->launch = std::move(launch);
  if (auto* const its_launch = std::get_if<support::Ref<backend::Launch>>(&work.action)) {
    if (!allocate(work.accesses, work.memory)) return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    write_addresses(work.accesses, work.memory, **its_launch);  // which never change
    // Output is a replay's.
    step->prints = std::exchange((*its_launch)->printf_ring, nullptr) != nullptr;
    step->work = std::move(*its_launch);
  } else if (auto* const transfer = std::get_if<std::unique_ptr<PooledTransfer>>(&work.action)) {
    step->transfer = std::move(*transfer);
    step->work = step->transfer.get();
  }
  step->memory = work.memory;
  step->accesses = std::move(work.accesses);
  if (work.extras) {
    step->addressed.assign(work.extras->memory.begin(), work.extras->memory.end());
    step->indirect = work.extras->indirect.kinds();
    step->device_queues = std::move(work.extras->queues);
  }
  return step;
}

support::Ref<RecordedStep> RecordedStep::with_arguments(
    std::span<const backend::ArgumentPatch> patches,
    std::unique_ptr<const LaunchRequest> request) const {
  auto its_launch = std::get<support::Ref<backend::Launch>>(work)->copy();
  for (const backend::ArgumentPatch& patch : patches) {
    std::memcpy(its_launch->arguments.data() + patch.offset, patch.bytes.data(),
                patch.bytes.size());
  }
  auto step = support::make_ref<RecordedStep>();
  step->work = std::move(its_launch);
  step->launch = std::move(request);
  step->prints = prints;
  step->accesses = accesses;
  step->memory = memory;
  step->addressed = addressed;
  step->indirect = indirect;
  step->device_queues = device_queues;
  return step;
}

bool RecordedStep::is_for(const Queue& queue) const {
  if (std::holds_alternative<std::monostate>(work)) return true;
  if (memory != queue.memory()) return false;
  const auto* const its_launch = std::get_if<support::Ref<backend::Launch>>(&work);
  if (its_launch == nullptr) return true;
  const program::KernelOnDevice& version = launch->kernel->on(queue.device());
  return (*its_launch)->kernel == version.code.get() &&
         (*its_launch)->program_variables == version.program_variables();
}

bool RecordedStep::can_run_on(const Queue& queue) const {
  if (launch) return launch->kernel->runs_on(queue.device());
  const bool names_addresses = transfer && accesses.empty();
  return !names_addresses || queue.device().hardware().facts().shares_host_memory;
}

support::Result<support::Ref<const RecordedStep>> RecordedStep::made_for(
    const Queue& queue, const LaunchRequest* request) const {
  Work made;
  std::unique_ptr<const LaunchRequest> its_launch;
  if (launch) {
    auto launched = launch_work(queue, *request);
    if (!launched.ok()) return launched.status();
    made = std::move(launched).value();
    its_launch = std::make_unique<LaunchRequest>(*request);
  } else {
    if (!can_run_on(queue)) return CL_INVALID_OPERATION;
    auto moved = std::make_unique<PooledTransfer>(*transfer);
    moved->to = in_memory(transfer->to, accesses, memory, queue.memory());
    moved->from = in_memory(transfer->from, accesses, memory, queue.memory());
    made.memory = queue.memory();
    made.accesses = accesses;
    made.action = std::move(moved);
  }
  auto step = of(std::move(made), std::move(its_launch));
  if (!step.ok()) return step.status();
  return support::Ref<const RecordedStep>(std::move(step).value());
}

}  // namespace cleave::model::command

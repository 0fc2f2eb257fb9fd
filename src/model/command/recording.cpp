#include "model/command/recording.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>

#include "model/command/requests.h"

namespace cleave::model::command {
namespace {

/// Writes the addresses of the objects that a launch accesses in that memory into its arguments. They never change.
/// False: there is no memory for an object.
bool write_addresses(std::span<const ObjectAccess> accesses, uint32_t memory,
                     backend::Launch& launch) {
  for (const ObjectAccess& access : accesses) {
    if (!access.object->storage().allocate(memory)) return false;
    if (access.argument_at == ObjectAccess::no_argument) continue;
    const uint64_t value = access.object->argument(memory);
    std::memcpy(launch.arguments.data() + access.argument_at, &value, sizeof value);
  }
  return true;
}

/// Joins the accesses to each object: the bytes of all, and written without being read only where each access does that.
void join_accesses(std::vector<ObjectAccess>& accesses) {
  std::ranges::stable_sort(accesses, std::less(),
                           [](const ObjectAccess& access) { return access.object.get(); });
  size_t last = 0;
  for (size_t i = 1; i < accesses.size(); ++i) {
    ObjectAccess& joined = accesses[last];
    const ObjectAccess& access = accesses[i];
    if (joined.object != access.object) {
      accesses[++last] = std::move(accesses[i]);
      continue;
    }
    const size_t end = std::max(joined.offset + joined.bytes, access.offset + access.bytes);
    const bool is_same = joined.offset == access.offset && joined.bytes == access.bytes;
    if (joined.kind != access.kind || !is_same) {
      const bool are_reads = joined.kind == ObjectAccess::Kind::read && access.kind == joined.kind;
      joined.kind = are_reads ? ObjectAccess::Kind::read : ObjectAccess::Kind::read_write;
    }
    joined.offset = std::min(joined.offset, access.offset);
    joined.bytes = end - joined.offset;
  }
  if (!accesses.empty()) accesses.resize(last + 1);
}

}  // namespace

Replay::Replay(support::Ref<Recording> of) : recording(std::move(of)) {}
Replay::~Replay() = default;

std::vector<uint32_t> Recording::put_in_order(const RecordedWork& recorded, uint32_t index) {
  Order& order = orders_[recorded.queue];
  std::vector<uint32_t> follows = recorded.after;
  const bool is_barrier = recorded.order == Queue::Order::barrier;
  if (recorded.is_in_order || (is_barrier && follows.empty())) {
    follows.insert(follows.end(), order.open.begin(), order.open.end());
    order.open.clear();
  }
  if (order.barrier != none) follows.push_back(order.barrier);
  order.open.push_back(index);
  if (is_barrier) order.barrier = index;
  return follows;
}

void Recording::note_memory(Work& work) {
  if (work.extras) {
    addressed_.insert(addressed_.end(), work.extras->memory.begin(), work.extras->memory.end());
    indirect_ |= work.extras->indirect.kinds();
    std::ranges::move(work.extras->queues, std::back_inserter(device_queues_));
  }
  std::ranges::move(work.accesses, std::back_inserter(accesses_));
}

support::Result<uint32_t> Recording::add(RecordedWork&& recorded) {
  auto* const launch = std::get_if<support::Ref<backend::Launch>>(&recorded.work.action);
  if (launch != nullptr &&
      !write_addresses(recorded.work.accesses, recorded.work.memory, **launch)) {
    return CL_MEM_OBJECT_ALLOCATION_FAILURE;
  }
  const auto index = static_cast<uint32_t>(steps_.size());
  backend::Step step{.queue = recorded.queue, .follows = put_in_order(recorded, index)};
  if (launch != nullptr) {
    if (std::exchange((*launch)->printf_ring, nullptr) != nullptr) printing_.push_back(index);
    step.work = std::move(*launch);
  } else if (auto* transfer = std::get_if<std::unique_ptr<PooledTransfer>>(&recorded.work.action)) {
    step.work = transfers_.emplace_back(std::move(*transfer)).get();
  }
  memory_ = recorded.work.memory;
  note_memory(recorded.work);
  if (recorded.kernel) kernels_.push_back(std::move(recorded.kernel));
  steps_.push_back(std::move(step));
  return index;
}

void Recording::prepare(backend::Hardware& hardware) {
  join_accesses(accesses_);
  std::ranges::sort(addressed_, std::owner_less());
  const auto same = [](const auto& left, const auto& right) {
    return !left.owner_before(right) && !right.owner_before(left);
  };
  const auto repeated = std::ranges::unique(addressed_, same);
  addressed_.erase(repeated.begin(), repeated.end());
  graph_ = hardware.prepare(steps_);
}

support::Result<Work> Recording::replay(std::span<const support::Ref<Queue>> queues) {
  Work work;
  work.type = CL_COMMAND_COMMAND_BUFFER_KHR;
  work.memory = memory_;
  Context& context = queues.front()->context();
  if (!context.has_one_memory()) work.accesses = accesses_;
  if (!addressed_.empty()) {
    std::vector<AddressedMemoryRef>& kept = work.extra().memory;
    kept.reserve(addressed_.size());
    for (const std::weak_ptr<AddressedMemory>& memory : addressed_) {
      AddressedMemoryRef found = memory.lock();
      if (!found) return CL_INVALID_OPERATION;
      kept.push_back(std::move(found));
    }
  }
  if (indirect_ != 0) work.extra().indirect = context.addresses().access_indirectly(indirect_);
  auto replay = std::make_unique<Replay>(support::Ref<Recording>(this));
  replay->run.graph = graph_;
  for (const support::Ref<Queue>& queue : queues)
    replay->run.where.emplace_back(&queue->resources());
  if (!printing_.empty()) {
    std::vector<support::Ref<backend::Launch>> launches;
    for (const uint32_t step : printing_) {
      launches.push_back(std::get<support::Ref<backend::Launch>>(steps_[step].work)->copy());
      replay->run.substitutes.push_back({step, launches.back()});
    }
    print_at_end(launches, context, work.extra());
  }
  work.action = std::move(replay);
  return work;
}

}  // namespace cleave::model::command

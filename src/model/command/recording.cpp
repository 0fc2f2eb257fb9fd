#include "model/command/recording.h"

#include <algorithm>
#include <functional>

#include "model/command/requests.h"

namespace cleave::model::command {
namespace {

/// Makes sure of memory for the objects; false when there is none for one.
bool allocate(std::span<const ObjectAccess> accesses, uint32_t memory) {
  return std::ranges::all_of(accesses, [&](const ObjectAccess& access) {
    return access.object->storage().allocate(memory);
  });
}

/// Joins the accesses to each object: the bytes of all, and written without being read only where
/// each access does that to all of them.
void join_accesses(std::vector<ObjectAccess>& accesses) {
  std::ranges::stable_sort(accesses, std::less(),
                           [](const ObjectAccess& access) { return access.object.get(); });
  size_t count = 0;
  for (ObjectAccess& access : accesses) {
    if (count == 0 || accesses[count - 1].object != access.object) {
      if (&accesses[count] != &access) accesses[count] = std::move(access);
      ++count;
      continue;
    }
    ObjectAccess& joined = accesses[count - 1];
    const bool are_same = joined.kind == access.kind && joined.offset == access.offset &&
                          joined.bytes == access.bytes;
    const bool are_reads = joined.kind == ObjectAccess::Kind::read && access.kind == joined.kind;
    const size_t end = std::max(joined.offset + joined.bytes, access.offset + access.bytes);
    joined.offset = std::min(joined.offset, access.offset);
    joined.bytes = end - joined.offset;
    if (!are_same && !are_reads) joined.kind = ObjectAccess::Kind::read_write;
  }
  accesses.erase(accesses.begin() + static_cast<std::ptrdiff_t>(count), accesses.end());
}

void keep_each_once(std::vector<std::weak_ptr<AddressedMemory>>& memory) {
  std::ranges::sort(memory, std::owner_less());
  const auto are_same = [](const auto& left, const auto& right) {
    return !left.owner_before(right) && !right.owner_before(left);
  };
  const auto repeated = std::ranges::unique(memory, are_same);
  memory.erase(repeated.begin(), repeated.end());
}

/// Lets one more element be appended without allocating.
template <class T>
void make_room(std::vector<T>& elements) {
  if (elements.size() < elements.capacity()) return;
  elements.reserve(2 * elements.size() + 4);
}

}  // namespace

support::Result<support::Ref<RecordedStep>> RecordedStep::of(Work&& work) {
  auto step = support::make_ref<RecordedStep>();
  if (auto* const launch = std::get_if<support::Ref<backend::Launch>>(&work.action)) {
    if (!allocate(work.accesses, work.memory)) return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    write_addresses(work.accesses, work.memory, **launch);  // which never change
    // Output is a replay's.
    step->prints = std::exchange((*launch)->printf_ring, nullptr) != nullptr;
    step->work = std::move(*launch);
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

Recording::Recording(Steps steps, support::Ref<const backend::Graph> graph)
    : steps_(std::move(steps)), graph_(std::move(graph)) {
  for (uint32_t i = 0; i < steps_.size(); ++i) {
    const RecordedStep& step = *steps_[i];
    if (step.prints) printing_.push_back(i);
    memory_ = std::max(memory_, step.memory);
    addressed_.insert(addressed_.end(), step.addressed.begin(), step.addressed.end());
    indirect_ |= step.indirect;
    const bool may_move =
        !step.accesses.empty() && !step.accesses.front().object->context().has_one_memory();
    if (may_move) accesses_.insert(accesses_.end(), step.accesses.begin(), step.accesses.end());
  }
  join_accesses(accesses_);
  keep_each_once(addressed_);
}

support::Ref<Recording> Recording::with(backend::Hardware& hardware,
                                        const Replacements& launches) const {
  Steps steps = steps_;
  std::vector<backend::Substitute> substitutes;
  substitutes.reserve(launches.size());
  for (const auto& [index, step] : launches) {
    steps[index] = step;
    const auto* const launch = std::get_if<support::Ref<backend::Launch>>(&step->work);
    substitutes.push_back({index, launch != nullptr ? *launch : nullptr});
  }
  return support::make_ref<Recording>(std::move(steps), hardware.replace(*graph_, substitutes));
}

support::Result<Work> Recording::replay(std::span<const support::Ref<Queue>> queues) {
  Work work;
  work.type = CL_COMMAND_COMMAND_BUFFER_KHR;
  work.memory = memory_;
  work.accesses = accesses_;
  Context& context = queues.front()->context();
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
  replay->run.where.reserve(queues.size());
  for (const support::Ref<Queue>& queue : queues) {
    replay->run.where.emplace_back(&queue->resources());
  }
  if (!printing_.empty()) {
    std::vector<support::Ref<backend::Launch>> launches;
    for (const uint32_t index : printing_) {
      launches.push_back(std::get<support::Ref<backend::Launch>>(steps_[index]->work)->copy());
      replay->run.substitutes.push_back({index, launches.back()});
    }
    print_at_end(launches, context, work.extra());
  }
  work.action = std::move(replay);
  return work;
}

std::vector<uint32_t> Recorder::put_in_order(const RecordedWork& recorded, uint32_t index) {
  Order& order = orders_[recorded.queue];
  make_room(order.open);
  std::vector<uint32_t> follows = recorded.after;
  const bool is_barrier = recorded.order == Queue::Order::barrier;
  const bool follows_all = recorded.is_in_order || (is_barrier && follows.empty());
  if (follows_all) follows.insert(follows.end(), order.open.begin(), order.open.end());
  if (order.barrier != none) follows.push_back(order.barrier);
  // Nothing fails from here on.
  if (follows_all) order.open.clear();
  order.open.push_back(index);
  if (is_barrier) order.barrier = index;
  return follows;
}

uint32_t Recorder::add(support::Ref<const RecordedStep> step, const RecordedWork& recorded) {
  const auto index = static_cast<uint32_t>(steps_.size());
  // A failure leaves all as it was: the next step gets this index.
  make_room(order_);
  make_room(steps_);
  order_.push_back(
      {.work = step->work, .queue = recorded.queue, .follows = put_in_order(recorded, index)});
  steps_.push_back(std::move(step));
  return index;
}

support::Ref<Recording> Recorder::finish(backend::Hardware& hardware) {
  auto graph = hardware.prepare(order_);
  order_ = {};
  return support::make_ref<Recording>(std::move(steps_), std::move(graph));
}

}  // namespace cleave::model::command

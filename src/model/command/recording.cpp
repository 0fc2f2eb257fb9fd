#include "model/command/recording.h"

#include <algorithm>
#include <functional>
#include <map>

#include "model/command/requests.h"

namespace cleave::model::command {
namespace {

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

void keep_each_once(std::vector<uint32_t>& numbers) {
  std::ranges::sort(numbers);
  const auto repeated = std::ranges::unique(numbers);
  numbers.erase(repeated.begin(), repeated.end());
}

/// Lets one more element be appended without allocating.
template <class T>
void make_room(std::vector<T>& elements) {
  if (elements.size() < elements.capacity()) return;
  elements.reserve(2 * elements.size() + 4);
}

}  // namespace

/// Cuts steps into subgraphs. A step's subgraph is known by its hardware and by its level: how
/// often the hardware changes on a way to it, at most. What a subgraph follows has a lower level,
/// or is the subgraph of its hardware before.
class Recording::Cutting {
 public:
  Cutting(const StepOrders& orders, std::span<const support::Ref<Queue>> queues)
      : orders_(orders), levels_(orders.size()) {
    for (const support::Ref<Queue>& queue : queues)
      hardware_.push_back(&queue->device().hardware());
    is_one_ = std::ranges::all_of(
        hardware_, [this](const backend::Hardware* other) { return other == hardware_.front(); });
    for (uint32_t step = 0; step < orders.size(); ++step) note_level(step);
  }

  /// Gives the subgraphs, each behind those that it follows, and the places of the steps.
  std::vector<SubgraphShape> subgraphs(std::vector<Place>& places) const {
    std::map<std::pair<uint32_t, backend::Hardware*>, std::vector<uint32_t>> steps_of;
    for (uint32_t step = 0; step < orders_.size(); ++step) {
      steps_of[{levels_[step], hardware_of(step)}].push_back(step);
    }
    std::vector<SubgraphShape> subgraphs;
    places.resize(orders_.size());
    for (auto& [key, steps] : steps_of) {
      const auto subgraph = static_cast<uint32_t>(subgraphs.size());
      for (uint32_t i = 0; i < steps.size(); ++i) places[steps[i]] = {subgraph, i};
      subgraphs.push_back({.hardware = key.second, .steps = std::move(steps)});
    }
    for (SubgraphShape& subgraph : subgraphs) connect(subgraph, places);
    return subgraphs;
  }

 private:
  [[nodiscard]] backend::Hardware* hardware_of(uint32_t step) const {
    return hardware_[orders_[step].queue];
  }
  void note_level(uint32_t step) {
    if (is_one_) return;
    for (const uint32_t before : orders_[step].follows) {
      const bool changes = hardware_of(before) != hardware_of(step);
      levels_[step] = std::max(levels_[step], levels_[before] + (changes ? 1 : 0));
    }
  }
  /// Returns true if each of the steps follows the one before.
  [[nodiscard]] bool follow_each_other(const std::vector<uint32_t>& steps) const {
    for (size_t i = 1; i < steps.size(); ++i) {
      const std::vector<uint32_t>& follows = orders_[steps[i]].follows;
      if (std::ranges::find(follows, steps[i - 1]) == follows.end()) return false;
    }
    return true;
  }
  /// Notes its queues, and the subgraphs that it follows.
  void connect(SubgraphShape& subgraph, const std::vector<Place>& places) const {
    const uint32_t own = places[subgraph.steps.front()].subgraph;
    std::vector<bool> has_queue(hardware_.size());
    for (const uint32_t step : subgraph.steps) {
      has_queue[orders_[step].queue] = true;
      if (is_one_) continue;
      for (const uint32_t before : orders_[step].follows) {
        if (places[before].subgraph != own) subgraph.after.push_back(places[before].subgraph);
      }
    }
    keep_each_once(subgraph.after);
    subgraph.is_chain = follow_each_other(subgraph.steps);
    for (uint32_t queue = 0; queue < has_queue.size(); ++queue) {
      if (has_queue[queue]) subgraph.queues.push_back(queue);
    }
  }

  const StepOrders& orders_;
  std::vector<backend::Hardware*> hardware_;  // by queue
  bool is_one_ = false;
  std::vector<uint32_t> levels_;  // by step
};

Recording::Recording(RecordedSteps steps, std::shared_ptr<const StepOrders> orders,
                     std::span<const support::Ref<Queue>> queues, support::Ref<StepSharing> sharing)
    : steps_(std::move(steps)),
      orders_(std::move(orders)),
      sharing_(std::move(sharing)),
      places_(std::make_shared<std::vector<Place>>()) {
  for (SubgraphShape& shape : Cutting(*orders_, queues).subgraphs(*places_)) {
    auto graph = graph_of(shape);
    subgraphs_.push_back(
        {std::make_shared<const SubgraphShape>(std::move(shape)), std::move(graph)});
    gather(subgraphs_.back());
  }
}

support::Ref<const backend::Graph> Recording::graph_of(const SubgraphShape& shape) const {
  const uint32_t own = (*places_)[shape.steps.front()].subgraph;
  size_t most_follows = 0;
  for (const uint32_t step : shape.steps) most_follows += (*orders_)[step].follows.size();
  std::vector<uint32_t> follows;  // of all steps; never moves
  follows.reserve(most_follows);
  std::vector<backend::Step> in_graph;
  in_graph.reserve(shape.steps.size());
  for (const uint32_t step : shape.steps) {
    const StepOrder& order = (*orders_)[step];
    const size_t first = follows.size();
    for (const uint32_t before : order.follows) {
      const Place& place = (*places_)[before];
      if (place.subgraph == own) follows.push_back(place.index);
    }
    const auto queue = std::ranges::lower_bound(shape.queues, order.queue) - shape.queues.begin();
    in_graph.push_back({.work = steps_[step]->work,
                        .queue = static_cast<uint32_t>(queue),
                        .follows = std::span(follows).subspan(first)});
  }
  return shape.hardware->prepare(in_graph);
}

Recording::Recording(RecordedSteps steps, const Recording& other)
    : steps_(std::move(steps)),
      orders_(other.orders_),
      sharing_(other.sharing_),
      places_(other.places_),
      subgraphs_(other.subgraphs_) {}

/// Gathers what the steps of a subgraph have together.
void Recording::gather(Subgraph& subgraph) const {
  subgraph = {subgraph.shape, subgraph.graph};
  for (uint32_t i = 0; i < subgraph.shape->steps.size(); ++i) {
    const RecordedStep& step = *steps_[subgraph.shape->steps[i]];
    if (step.prints) subgraph.printing.push_back(i);
    subgraph.memory = std::max(subgraph.memory, step.memory);
    subgraph.addressed.insert(subgraph.addressed.end(), step.addressed.begin(),
                              step.addressed.end());
    subgraph.indirect |= step.indirect;
    const bool may_move =
        !step.accesses.empty() && !step.accesses.front().object->context().has_one_memory();
    if (may_move) {
      subgraph.accesses.insert(subgraph.accesses.end(), step.accesses.begin(), step.accesses.end());
    }
    if (!may_move || subgraph.shape->hardware->work_order() == nullptr) continue;
    for (const ObjectAccess& access : step.accesses) {
      subgraph.step_accesses.push_back({&access.object->storage(), in_storage(access), i});
    }
  }
  join_accesses(subgraph.accesses);
  keep_each_once(subgraph.addressed);
}

support::Ref<Recording> Recording::with(const Replacements& launches) const {
  RecordedSteps steps = steps_;
  std::vector<std::vector<backend::Substitute>> substitutes(subgraphs_.size());
  for (const auto& [index, step] : launches) {
    steps[index] = step;
    const auto* const launch = std::get_if<support::Ref<backend::Launch>>(&step->work);
    const Place& place = (*places_)[index];
    substitutes[place.subgraph].push_back({place.index, launch != nullptr ? *launch : nullptr});
  }
  auto changed = support::Ref<Recording>::adopt(new Recording(std::move(steps), *this));
  for (size_t i = 0; i < subgraphs_.size(); ++i) {
    if (substitutes[i].empty()) continue;
    Subgraph& subgraph = changed->subgraphs_[i];
    subgraph.graph = subgraph.shape->hardware->replace(*subgraph.graph, substitutes[i]);
    changed->gather(subgraph);
  }
  return changed;
}

void Recording::patch(std::span<const backend::ArgumentPatch> patches) {
  if (subgraphs_.size() == 1) {  // whose steps have the same indices
    subgraphs_.front().shape->hardware->patch(*subgraphs_.front().graph, patches);
    return;
  }
  for (backend::ArgumentPatch each : patches) {
    const Place& place = (*places_)[each.step];
    const Subgraph& subgraph = subgraphs_[place.subgraph];
    each.step = place.index;
    subgraph.shape->hardware->patch(*subgraph.graph, std::span(&each, 1));
  }
}

support::Result<Work> Recording::replay(size_t index, std::span<const support::Ref<Queue>> queues) {
  const Subgraph& subgraph = subgraphs_[index];
  Work work;
  work.type = CL_COMMAND_COMMAND_BUFFER_KHR;
  work.memory = subgraph.memory;
  work.accesses = subgraph.accesses;
  Context& context = queues.front()->context();
  if (!subgraph.addressed.empty()) {
    std::vector<AddressedMemoryRef>& kept = work.extra().memory;
    kept.reserve(subgraph.addressed.size());
    for (const std::weak_ptr<AddressedMemory>& memory : subgraph.addressed) {
      AddressedMemoryRef found = memory.lock();
      if (!found) return CL_INVALID_OPERATION;
      kept.push_back(std::move(found));
    }
  }
  if (subgraph.indirect != 0) {
    work.extra().indirect = context.addresses().access_indirectly(subgraph.indirect);
  }
  auto replay = std::make_unique<Replay>(support::Ref<Recording>(this));
  replay->accesses = subgraph.step_accesses;
  replay->is_chain = subgraph.shape->is_chain;
  replay->run.graph = subgraph.graph;
  replay->run.where.reserve(subgraph.shape->queues.size());
  for (const uint32_t queue : subgraph.shape->queues) {
    replay->run.where.emplace_back(&queues[queue]->resources());
  }
  if (!subgraph.printing.empty()) {
    std::vector<support::Ref<backend::Launch>> launches;
    for (const uint32_t printing : subgraph.printing) {
      const RecordedStep& step = *steps_[subgraph.shape->steps[printing]];
      launches.push_back(std::get<support::Ref<backend::Launch>>(step.work)->copy());
      replay->run.substitutes.push_back({printing, launches.back()});
    }
    print_at_end(launches, context, work.extra());
  }
  work.action = std::move(replay);
  return work;
}

Recorder::Recorder(size_t queues)
    : orders_(std::make_shared<StepOrders>()),
      sharing_(support::make_ref<StepSharing>()),
      ends_(queues) {}

Recorder::Recorder(Recorded recorded, std::span<const support::Ref<Queue>> queues)
    : steps_(std::move(recorded.steps)),
      orders_(std::make_shared<StepOrders>(std::move(recorded.orders))),
      sharing_(std::move(recorded.sharing)),
      ends_(queues.size()) {
  for (uint32_t step = 0; step < orders_->size(); ++step) {
    const StepOrder& order = (*orders_)[step];
    QueueEnd& end = ends_[order.queue];
    if (!queues[order.queue]->is_out_of_order()) end.open.clear();
    end.open.push_back(step);
    if (order.is_barrier) end.barrier = step;
  }
}

StepOrder Recorder::put_in_order(const RecordedWork& recorded, uint32_t index) {
  QueueEnd& end = ends_[recorded.queue];
  make_room(end.open);
  const bool is_barrier = recorded.order == Queue::Order::barrier;
  StepOrder order{recorded.queue, is_barrier, recorded.after};
  const bool follows_all = recorded.is_in_order || (is_barrier && order.follows.empty());
  if (follows_all) order.follows.insert(order.follows.end(), end.open.begin(), end.open.end());
  if (end.barrier != none) order.follows.push_back(end.barrier);
  // Nothing fails from here on.
  if (follows_all) end.open.clear();
  end.open.push_back(index);
  if (is_barrier) end.barrier = index;
  return order;
}

uint32_t Recorder::add(support::Ref<const RecordedStep> step, const RecordedWork& recorded) {
  const auto index = static_cast<uint32_t>(steps_.size());
  // A failure leaves all as it was: the next step gets this index.
  make_room(*orders_);
  make_room(steps_);
  orders_->push_back(put_in_order(recorded, index));
  steps_.push_back(std::move(step));
  return index;
}

support::Ref<Recording> Recorder::finish(std::span<const support::Ref<Queue>> queues) {
  auto recording = support::make_ref<Recording>(steps_, orders_, queues, sharing_);
  steps_ = {};
  orders_ = nullptr;
  sharing_ = nullptr;
  ends_ = {};
  return recording;
}

}  // namespace cleave::model::command

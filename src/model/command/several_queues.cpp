#include "model/command/several_queues.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <utility>

namespace cleave::model::command {

/// Puts one command into several queues. Locks are taken in the order of addresses, and all are
/// held together: two such commands of two threads are in the same order in each of their queues,
/// so that none waits for the other in a circle.
class JointEntry {
 public:
  JointEntry(std::span<const support::Ref<Queue>> queues, Queue& home, CommandChain* chain)
      : home_(home), chain_(chain) {
    for (const support::Ref<Queue>& queue : queues) queues_.push_back(queue.get());
    std::ranges::sort(queues_, std::less());
    const auto repeated = std::ranges::unique(queues_);
    queues_.erase(repeated.begin(), repeated.end());
  }
  /// The order of the queues comes before `first`, and `last`, which is in the home queue, before
  /// what is enqueued later. May be one command. When it throws std::bad_alloc, both will end and
  /// have run nothing.
  void enter(Command& first, Command& last);
  /// Flushes the queues, and that of the command before in the chain.
  void flush() const {
    if (before_) before_->queue()->flush();
    for (Queue* const queue : queues_) queue->flush();
  }

 private:
  /// A command of another queue, which ends with the last one.
  struct Entry {
    Queue* queue;
    Command* command;
    support::Ref<Event> event;
  };
  void make_entries(Event& last);
  void join(Command& first, Command& last);

  Queue& home_;
  CommandChain* const chain_;   // null: none
  support::Ref<Event> before_;  // in the chain
  std::vector<Queue*> queues_;  // each once, ascending
  std::vector<Entry> entries_;  // that have not joined their queues
};

void JointEntry::make_entries(Event& last) {
  entries_.reserve(queues_.size());
  for (Queue* const queue : queues_) {
    if (queue == &home_) continue;
    auto event = Event::create(support::Ref(queue), last.type(), Event::Handle::none);
    if (!event.ok()) throw std::bad_alloc();
    Command* const entry = Command::make(event.value(), {}, 1);
    entry->depend_on(last, false);
    entries_.push_back({queue, entry, std::move(event).value()});
  }
}

void JointEntry::join(Command& first, Command& last) {
  std::vector<Queue::Released> released(queues_.size() + 1);  // which go when the locks are free
  std::vector<support::Ref<Event>> before(queues_.size());    // likewise
  auto last_event = support::Ref<Event>(&last.event());
  std::vector<std::unique_lock<std::mutex>> locks;
  locks.reserve(queues_.size());
  for (Queue* const queue : queues_) locks.emplace_back(queue->mutex_);
  if (chain_ != nullptr) before_ = chain_->follow(last.event());
  if (before_) first.depend_on(*before_, false);
  constexpr Queue::OrderRule normal{false, false};
  for (; !entries_.empty(); entries_.pop_back()) {
    Entry& entry = entries_.back();
    const size_t index = entries_.size();
    released[index] = entry.queue->join(*entry.command, first, entry.event, normal, 1);
    std::swap(before[index - 1], entry.event);
  }
  released[0] = home_.join(last, first, last_event, normal, 1);
  std::swap(before.back(), last_event);
}

void JointEntry::enter(Command& first, Command& last) {
  try {
    make_entries(last.event());
    join(first, last);
  } catch (const std::bad_alloc&) {
    for (Entry& entry : entries_) entry.command->abandon();
    if (&first != &last) last.abandon();
    first.abandon();
    throw;
  }
}

namespace {

/// The event of a command in several queues has times if one of them is profiled.
Queue& home_of(std::span<const support::Ref<Queue>> queues) {
  const auto profiled = std::ranges::find_if(
      queues, [](const support::Ref<Queue>& queue) { return queue->is_profiled(); });
  return profiled != queues.end() ? **profiled : *queues.front();
}

/// The first and the last command of a replay, which are one where it has one subgraph.
struct ReplayEnds {
  Command* first = nullptr;
  Command* last = nullptr;
};

/// Makes and arms a command for each subgraph, in no queue, which waits for the first one.
ReplayEnds make_replays(const support::Ref<Event>& whole, std::vector<SubgraphReplay>&& replays,
                        size_t dependencies) {
  auto begin = Event::create(support::Ref(whole->queue()), whole->type(), Event::Handle::none);
  if (!begin.ok()) throw std::bad_alloc();
  ReplayEnds ends;
  auto begun = std::make_shared<std::vector<support::Ref<Event>>>();
  begun->reserve(replays.size());
  Work end;
  end.extra().at_end = [begun, event = whole.get()] { event->begin_with(*begun); };
  try {
    ends.first = Command::make(begin.value(), {}, dependencies);
    ends.last = Command::make(whole, std::move(end), replays.size());
    for (SubgraphReplay& replay : replays) {
      auto event = Event::create(std::move(replay.queue), whole->type(), Event::Handle::none);
      if (!event.ok()) throw std::bad_alloc();
      Command* const command =
          Command::make(event.value(), std::move(replay.work), replay.after.size() + 1);
      command->depend_on(*begin.value(), true);
      for (const uint32_t before : replay.after) command->depend_on(*(*begun)[before], true);
      ends.last->depend_on(*event.value(), true);
      begun->push_back(std::move(event).value());
      command->arm();
    }
  } catch (const std::bad_alloc&) {
    if (ends.last != nullptr) ends.last->abandon();
    if (ends.first != nullptr) ends.first->abandon();
    throw;
  }
  return ends;
}

}  // namespace

bool are_of_one_hardware(std::span<const support::Ref<Queue>> queues) {
  return std::ranges::all_of(queues, [&](const support::Ref<Queue>& queue) {
    return &queue->device().hardware() == &queues.front()->device().hardware();
  });
}

support::Result<support::Ref<Event>> submit_to_all(std::span<const support::Ref<Queue>> queues,
                                                   std::vector<SubgraphReplay>&& replays,
                                                   const Queue::Schedule& schedule) {
  Queue& home = home_of(queues);
  auto event = Event::create(support::Ref(&home), CL_COMMAND_COMMAND_BUFFER_KHR, schedule.handle);
  if (!event.ok()) return event;
  event.value()->set_of_several_queues();
  JointEntry entry(queues, home, schedule.chain);
  const size_t dependencies = schedule.wait_list.size() + queues.size() + 1;
  const bool is_one_command = replays.size() == 1 && are_of_one_hardware(queues);
  ReplayEnds ends;
  if (is_one_command) {
    ends.first = Command::make(event.value(), std::move(replays.front().work), dependencies);
    ends.last = ends.first;
  } else {
    ends = make_replays(event.value(), std::move(replays), dependencies);
  }
  ends.first->depend_on(schedule.wait_list, nullptr);
  entry.enter(*ends.first, *ends.last);
  if (!is_one_command) ends.first->arm();
  entry.flush();
  return event;
}

}  // namespace cleave::model::command

#include "model/command/command.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <string>

#include "model/command/command_name.h"
#include "model/command/migration.h"
#include "model/command/ordered_starts.h"
#include "model/command/queue.h"
#include "model/command/recording.h"
#include "model/command/semaphore.h"
#include "options/without.h"
#include "support/error_name.h"
#include "support/thread_variable.h"

namespace cleave::model::command {

namespace {

/// Commands that this thread has found ready and not started yet. A command that ends at once makes
/// the next one ready, and that the next: lists instead of recursion keep the stack flat however long
/// such a chain is.
struct ReadyCommands {
  bool is_gathering = false;
  ReadyList ordered;  // those that their devices order
  ReadyList others;
};
constinit thread_local ReadyCommands ready_commands;

/// The commands that this thread waits for and may run itself; null: there are none.
constinit thread_local const InlineWait* this_wait = nullptr;

/// See SuccessorScope.
constinit thread_local bool is_continuing = false;

}  // namespace

Command* Command::make(support::Ref<Event> event, Work&& work, size_t dependencies) {
  auto command = std::unique_ptr<Command>(new Command(std::move(event), std::move(work)));
  command->expect_dependencies(dependencies);
  return command.release();
}

void Command::expect_dependencies(size_t more) {
  if (more <= free_dependencies_) return;
  auto& room = expected_[0] ? expected_[1] : expected_[0];
  room = std::make_unique<Dependency[]>(more);
  next_dependency_ = room.get();
  free_dependencies_ = more;
}

bool Command::is_for_work_order() const {
  if (!event_->is_of_work_order()) return false;
  return !std::holds_alternative<std::monostate>(work_.action) &&
         !std::holds_alternative<HostWork>(work_.action);
}

bool Command::is_ordered_behind(const Event& event) const {
  return event.is_of_work_order() && is_for_work_order() && !event.has_ended() &&
         &event.queue()->device().hardware() == &event_->queue()->device().hardware();
}

void Command::depend_on(Event& event, bool fails_with_it) {
  Dependency& dependency = *next_dependency_;
  dependency = {this, fails_with_it, nullptr};
  if (is_ordered_behind(event) && note_before(event, fails_with_it)) {
    if (event.add_follower(dependency)) note_link();
    return;
  }
  // A thread that has seen the end of a command finds that nothing waits for it any more, though the
  // thread that ended it may still be about to release its dependents.
  if (event.has_ended() || !event.add_dependent(dependency)) {
    return note_failure(event.status(), fails_with_it);
  }
  note_link();
}

void Command::depend_on(std::span<const support::Ref<Event>> wait_list, const Queue* own) {
  for (const support::Ref<Event>& before : wait_list) {
    Queue* const queue = before->queue();
    if (queue != nullptr && queue != own && !before->has_ended()) queue->flush();
    depend_on(*before, true);
  }
}

void Command::note_link() {
  ++next_dependency_;
  --free_dependencies_;
  ++linked_dependencies_;
}

bool Command::note_before(Event& event, bool fails_with_it) {
  try {
    work_.extra().predecessors.push_back({support::Ref<Event>(&event), fails_with_it});
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

bool Command::may_access(const AddressedMemory& memory) const {
  if (!work_.extras) return false;
  const auto& known = work_.extras->memory;
  return work_.extras->indirect.is_to(memory.kind()) ||
         std::ranges::find(known, &memory, &AddressedMemoryRef::get) != known.end();
}

void Command::arm() {
  const uint32_t surplus = not_armed - linked_dependencies_;
  // When all have ended nobody else is going to count any more.
  if (open_dependencies_.load(std::memory_order_acquire) == surplus ||
      open_dependencies_.fetch_sub(surplus, std::memory_order_acq_rel) == surplus) {
    become_ready();
  }
}

void Command::note_failure(cl_int status, bool fails_with_it) {
  if (status < CL_COMPLETE && fails_with_it) {
    failure_.store(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, std::memory_order_relaxed);
  }
}

void Command::abandon() {
  failure_.store(CL_OUT_OF_HOST_MEMORY, std::memory_order_relaxed);
  if (work_.extras) work_.extras->signals.reset();  // the call that failed signals nothing
  arm();
}

void Command::dependency_ended(cl_int status, bool fails_with_it) {
  note_failure(status, fails_with_it);
  if (open_dependencies_.fetch_sub(1, std::memory_order_acq_rel) == 1) become_ready();
}

void Command::become_ready() {
  const DeferredStarts starting;
  ReadyCommands& ready = support::of_this_thread(ready_commands);
  const bool is_for_order =
      failure_.load(std::memory_order_relaxed) == CL_SUCCESS && is_for_work_order();
  (is_for_order ? ready.ordered : ready.others).push(*this);
}

void ReadyList::push(Command& command) {
  command.next_ready_ = nullptr;
  (last_ == nullptr ? first_ : last_->next_ready_) = &command;
  last_ = &command;
}

Command* ReadyList::pop() {
  Command* const first = first_;
  if (first != nullptr) first_ = first->next_ready_;
  if (first_ == nullptr) last_ = nullptr;
  return first;
}

DeferredStarts::DeferredStarts()
    : is_outermost_(!std::exchange(support::of_this_thread(ready_commands).is_gathering, true)) {}

DeferredStarts::~DeferredStarts() {
  if (!is_outermost_) return;
  ReadyCommands& ready = support::of_this_thread(ready_commands);
  for (;;) {
    if (!ready.ordered.is_empty()) submit_in_order(ready.ordered, ready.others);
    Command* const command = ready.others.pop();
    if (command == nullptr) break;
    // This thread takes the last of the commands that can run at the same time, workers the others.
    command->start(ready.others.is_empty());
  }
  ready.is_gathering = false;
}

InlineScope::InlineScope(const InlineWait& wait) : outer_(this_wait) {
  this_wait = &wait;
}

InlineScope::~InlineScope() {
  this_wait = outer_;
}

bool InlineScope::is_this_thread() {
  return this_wait != nullptr;
}

SuccessorScope::SuccessorScope(bool may_continue) : outer_(is_continuing) {
  is_continuing = may_continue;
}

SuccessorScope::~SuccessorScope() {
  is_continuing = outer_;
}

void Command::start(bool may_run_inline) {
  if (const cl_int failure = failure_.load(std::memory_order_relaxed); failure != CL_SUCCESS) {
    return end(failure);
  }
  try {
    if (!try_accesses()) return Migration::begin(*this);
    run(may_run_inline);
  } catch (const std::bad_alloc&) {
    end(CL_OUT_OF_HOST_MEMORY);  // nobody is in a call that could return it
  }
}

bool Command::try_accesses() {
  if (event().context().has_one_memory() || work_.accesses.empty()) return true;
  const std::vector<memory::StorageAccess> accesses = storage_accesses();
  memory::JointAccess joint(accesses, work_.memory);
  const bool is_current = joint.plan();
  if (is_current) joint.begin();
  return is_current;
}

std::vector<memory::StorageAccess> Command::storage_accesses() const {
  std::vector<memory::StorageAccess> accesses;
  accesses.reserve(work_.accesses.size());
  for (const ObjectAccess& access : work_.accesses) {
    accesses.push_back({&access.object->storage(), in_storage(access)});
  }
  return accesses;
}

void Command::run(bool may_run_inline) {
  if (std::holds_alternative<std::monostate>(work_.action)) return end(CL_COMPLETE);
  if (is_for_work_order()) return become_ready();  // again: what it reads was copied
  if (auto* launch = std::get_if<support::Ref<backend::Launch>>(&work_.action)) {
    write_addresses(work_.accesses, work_.memory, **launch);
  }
  if (may_run_inline && (try_run_inline() || try_run_successor())) return;
  submit();
}

void Command::submit() {
  event().set_status(CL_SUBMITTED);
  // The command may end, on another thread, before submit() has returned.
  const Queue& queue = *event().queue();
  backend::Hardware& hardware = queue.device().hardware();
  const backend::ResourceSet& where = queue.resources();
  if (auto* launch = std::get_if<support::Ref<backend::Launch>>(&work_.action)) {
    // The command keeps its launch where the context hears which kernel failed.
    const bool is_kept = event().context().is_notified();
    hardware.submit(is_kept ? *launch : std::move(*launch), where, *this);
  } else if (auto* transfer = std::get_if<std::unique_ptr<PooledTransfer>>(&work_.action)) {
    hardware.submit(**transfer, where, *this);
  } else if (auto* replay = std::get_if<std::unique_ptr<Replay>>(&work_.action)) {
    hardware.submit(std::move((*replay)->run), *this);
  } else {
    hardware.submit(std::move(*std::get<HostWork>(work_.action)), where, *this);
  }
}

bool Command::try_run_inline() {
  const InlineWait* const current = this_wait;
  if (current == nullptr) return false;
  const InlineWait& wait = *current;
  const Queue& queue = *event().queue();
  if (&queue != wait.queue) return false;
  if (number_ > wait.last_number && &event() != wait.wanted) return false;
  // There is some: may_run_inline() was true when this wait began.
  backend::InlineExecution& execution = *queue.device().hardware().inline_execution();
  const backend::ResourceSet& where = queue.resources();
  if (auto* launch = std::get_if<support::Ref<backend::Launch>>(&work_.action)) {
    return !wait.is_of_transfers && execution.try_run_inline(*launch, where, *this);
  }
  if (auto* replay = std::get_if<std::unique_ptr<Replay>>(&work_.action)) {
    return !wait.is_of_transfers && execution.try_run_inline((*replay)->run, *this);
  }
  auto* transfer = std::get_if<std::unique_ptr<PooledTransfer>>(&work_.action);
  return transfer != nullptr && execution.try_run_inline(**transfer, where, *this);
}

bool Command::try_run_successor() {
  if (!is_continuing) return false;
  const Queue& queue = *event().queue();
  backend::InlineExecution* const execution = queue.device().hardware().inline_execution();
  if (execution == nullptr) return false;
  const backend::ResourceSet& where = queue.resources();
  if (auto* launch = std::get_if<support::Ref<backend::Launch>>(&work_.action)) {
    return execution->try_run_successor(*launch, where, *this);
  }
  if (auto* replay = std::get_if<std::unique_ptr<Replay>>(&work_.action)) {
    return execution->try_run_successor((*replay)->run, *this);
  }
  auto* transfer = std::get_if<std::unique_ptr<PooledTransfer>>(&work_.action);
  return transfer != nullptr && execution->try_run_successor(**transfer, where, *this);
}

void Command::started() noexcept {
  event().set_status(CL_RUNNING);
}

void Command::ended() noexcept {
  event().note_end_of_work();
}

void Command::completed(cl_int status) noexcept {
  const SuccessorScope continuing(true);
  end(status == CL_COMPLETE && has_failed_predecessor()
          ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
          : status);
}

const backend::DeviceKernel* Command::kernel() const {
  const auto* const launch = std::get_if<support::Ref<backend::Launch>>(&work_.action);
  return launch != nullptr ? (*launch)->kernel : failed_kernel_;
}

bool Command::has_failed_predecessor() const {
  return work_.extras &&
         std::ranges::any_of(work_.extras->predecessors, [](const OrderedBehind& before) {
           return before.fails_with_it && before.event->status() < CL_COMPLETE;
         });
}

void Command::report_failure(cl_int status) const {
  const Context& context = event().context();
  if (!context.is_notified()) return;
  const char* reason = reason_;
  if (reason == nullptr && status == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) {
    reason = "an event that it waited for has failed";
  }
  std::string message;
  try {
    message = std::string(command_name(event().type())) +
              " failed after it was enqueued: " + support::error_name(status);
    if (failed_kernel_ != nullptr) message.append(" in the kernel ").append(failed_kernel_->name());
    if (reason != nullptr) message.append(": ").append(reason);
  } catch (const std::bad_alloc&) {  // which may be why it failed
    message = "out of memory";       // takes none
  }
  const support::FailedCommand failed{
      .bytes = sizeof failed,
      .status = status,
      .queue =
          event().is_of_several_queues() ? nullptr : handle_of<cl_command_queue>(event().queue()),
      .kernel = kernel() == nullptr ? nullptr : kernel()->name().c_str(),
      .type = event().type()};
  context.notify(message,
                 options::is_without(support::failed_commands_extension) ? nullptr : &failed);
}

bool Command::may_call_back(cl_int status) const {
  const bool is_reported = status < CL_COMPLETE && event().context().is_notified();
  const bool prints = work_.extras && work_.extras->at_end;
  const auto* const replay = std::get_if<std::unique_ptr<Replay>>(&work_.action);
  const bool may_end_objects = replay != nullptr && (*replay)->recording->is_abandoned();
  return is_reported || prints || may_end_objects ||
         std::ranges::any_of(work_.accesses, [](const ObjectAccess& access) {
           return access.object->api_references() == 0 && access.object->calls_back_at_end();
         });
}

void Command::finish_extras() {
  std::function<void()>& at_end = work_.extras->at_end;
  if (at_end) at_end();
  at_end = nullptr;
}

void Command::end(cl_int status) {
  if (this_wait != nullptr && may_call_back(status)) {
    // The application may hold locks that its functions take, while it waits on this thread.
    event().queue()->run_on_worker([this, status] { end(status); });
    return;
  }
  if (status < CL_COMPLETE) report_failure(status);
  if (work_.extras) finish_extras();
  const auto signals = work_.extras ? std::move(work_.extras->signals) : nullptr;
  if (signals) signals->perform(status);
  // Memory and code go before the event ends: a thread that has waited for it finds them released.
  work_.action = std::monostate();
  work_.accesses.clear();
  work_.extras.reset();
  event().set_status(status);
  delete this;
  // Commands that go on may be long, and run on this thread: nobody waits for them to learn of the
  // signal.
  if (signals) signals->release_waits(status);
}

}  // namespace cleave::model::command

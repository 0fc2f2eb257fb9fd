#include "backend/cpu/pool/background.h"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "backend/cpu/pool/thread.h"
#include "os/affinity.h"
#include "os/fork.h"

namespace cleave::backend::cpu::pool {
namespace {

// Added to the niceness of the workers: a tenth of a processor where they want all of it.
constexpr int low_priority = 10;
constexpr auto longest_wait_of_fork = std::chrono::seconds(1);

constinit std::atomic<Background*> newest{nullptr};

}  // namespace

bool Background::Thread::overlaps(const topology::UnitSet& units) const {
  return std::ranges::any_of(items, [&](const Item& item) { return item.units.intersects(units); });
}

bool Background::run(std::function<void()> work, const topology::UnitSet& units,
                     code::Urgency urgency) {
  uint32_t none_yet = 0;
  const uint32_t here = os::fork_generation();
  // The lock of a parent's may never be opened here, so it is not tried.
  if (!used_in_.compare_exchange_strong(none_yet, here) && none_yet != here) return false;
  if (none_yet == 0) register_for_forks();
  Item item{std::move(work), units, {}};
  if (bind_) item.processors = machine_.processors_of(units);
  const std::lock_guard lock(mutex_);
  const auto busy = std::ranges::find_if(
      threads_, [&](const Thread& one) { return one.urgency == urgency && one.overlaps(units); });
  if (busy != threads_.end()) {
    busy->items.push_back(std::move(item));
    return true;
  }
  Thread& added = threads_.emplace_back(*this, urgency);
  added.items.push_back(std::move(item));
  const bool has_thread = start_detached(thread_function, &added);
  if (!has_thread) threads_.pop_back();
  return has_thread;
}

void* Background::thread_function(void* thread) {
  pthread_setname_np(pthread_self(), "cleave-compiler");
  auto& own = *static_cast<Thread*>(thread);
  if (own.urgency == code::Urgency::whenever) {
    const auto own_id = static_cast<id_t>(gettid());
    setpriority(PRIO_PROCESS, own_id, getpriority(PRIO_PROCESS, own_id) + low_priority);
  }
  own.background.work_off(own);
  return nullptr;
}

void Background::work_off(Thread& thread) {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return forks_ == 0; });
    if (thread.items.empty()) break;
    thread.is_working = true;
    Item& item = thread.items.front();  // stays where it is while others are added
    lock.unlock();
    os::keep_this_thread_on(item.processors);
    item.work();
    item.work = nullptr;
    lock.lock();
    thread.items.pop_front();
    thread.is_working = false;
    changed_.notify_all();
  }
  threads_.remove_if([&](const Thread& one) { return &one == &thread; });
}

void Background::register_for_forks() {
  // Later registered, earlier called: no lock of ours that forks take is held while one waits here.
  [[maybe_unused]] static const int registered =
      pthread_atfork(before_fork, after_fork, /*child=*/nullptr);
  next_ = newest.load();
  while (!newest.compare_exchange_weak(next_, this)) {
  }
}

void Background::before_fork() {
  for (Background* one = newest.load(); one != nullptr; one = one->next_) {
    if (one->used_in_.load() != os::fork_generation()) continue;
    std::unique_lock lock(one->mutex_);
    ++one->forks_;
    one->changed_.wait_for(lock, longest_wait_of_fork, [&] {
      return std::ranges::none_of(one->threads_, &Thread::is_working);
    });
  }
}

void Background::after_fork() {
  for (Background* one = newest.load(); one != nullptr; one = one->next_) {
    if (one->used_in_.load() != os::fork_generation()) continue;
    const std::lock_guard lock(one->mutex_);
    --one->forks_;
    one->changed_.notify_all();
  }
}

}  // namespace cleave::backend::cpu::pool

#include "backend/cpu/background.h"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <vector>

#include "backend/cpu/thread.h"
#include "support/fork.h"

namespace cleave::backend::cpu {
namespace {

// A tenth of a processor where workers want all of it: code comes soon enough even then.
constexpr int niceness = 10;
constexpr auto longest_wait_of_fork = std::chrono::seconds(1);

constinit std::atomic<Background*> newest{nullptr};

}  // namespace

bool Background::run(std::function<void()> work) {
  uint32_t none_yet = 0;
  const uint32_t here = support::fork_generation();
  // The lock of a parent's may never be opened here, so it is not tried.
  if (!used_in_.compare_exchange_strong(none_yet, here) && none_yet != here) return false;
  if (none_yet == 0) register_for_forks();
  const std::lock_guard lock(mutex_);
  waiting_.push_back(std::move(work));
  if (!has_thread_) has_thread_ = start_detached(thread_function, this);
  if (!has_thread_) waiting_.pop_back();
  return has_thread_;
}

void* Background::thread_function(void* argument) {
  auto& background = *static_cast<Background*>(argument);
  pthread_setname_np(pthread_self(), "cleave-compiler");
  std::vector<uint32_t> processors;
  for (const auto& unit : background.machine_.units) processors.push_back(unit.os_processor);
  if (background.bind_) keep_this_thread_on(processors);
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), niceness);
  background.work_off();
  return nullptr;
}

void Background::work_off() {
  std::function<void()> work;
  while (take(work)) {
    work();
    work = nullptr;
    const std::lock_guard lock(mutex_);
    is_working_ = false;
    changed_.notify_all();
  }
}

bool Background::take(std::function<void()>& work) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return forks_ == 0; });
  has_thread_ = is_working_ = !waiting_.empty();
  if (!has_thread_) return false;
  work = std::move(waiting_.front());
  waiting_.pop_front();
  return true;
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
    if (one->used_in_.load() != support::fork_generation()) continue;
    std::unique_lock lock(one->mutex_);
    ++one->forks_;
    one->changed_.wait_for(lock, longest_wait_of_fork, [&] { return !one->is_working_; });
  }
}

void Background::after_fork() {
  for (Background* one = newest.load(); one != nullptr; one = one->next_) {
    if (one->used_in_.load() != support::fork_generation()) continue;
    const std::lock_guard lock(one->mutex_);
    --one->forks_;
    one->changed_.notify_all();
  }
}

}  // namespace cleave::backend::cpu

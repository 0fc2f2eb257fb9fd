#include "backend/cpu/worker_pool.h"

#include <immintrin.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <string>

namespace cleave::backend::cpu {
namespace {

using support::Ref;
using support::Status;

// Kernels keep their private memory there; pages are touched only when used.
constexpr size_t stack_bytes = size_t{64} << 20;
// Round to nearest, denormals kept, all exceptions masked.
constexpr unsigned default_mxcsr = 0x1F80;
// A hand-off to a spinning worker takes 0.15 µs, to a sleeping one 25 to 40 µs.
constexpr auto long_spin = std::chrono::microseconds(50);
constexpr auto short_spin = std::chrono::microseconds(2);

void futex_wait(std::atomic<uint32_t>& word, uint32_t value) {
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
}

void futex_wake(std::atomic<uint32_t>& word) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

struct CpuSetDeleter {
  void operator()(cpu_set_t* set) const { CPU_FREE(set); }
};

/// The mask that holds one processor, with its size in bytes.
class ProcessorMask {
 public:
  explicit ProcessorMask(uint32_t processor)
      : processor_(processor),
        // As large as the largest kernel mask, so that it can be read back.
        count_(std::max<size_t>(processor + 1, size_t{8192})),
        set_(CPU_ALLOC(count_)) {
    CPU_ZERO_S(bytes(), set_.get());
    CPU_SET_S(processor, bytes(), set_.get());
  }
  [[nodiscard]] size_t bytes() const { return CPU_ALLOC_SIZE(count_); }
  /// Binds the calling thread and looks whether it worked.
  [[nodiscard]] bool bind_this_thread() const {
    if (sched_setaffinity(0, bytes(), set_.get()) != 0) return false;
    std::unique_ptr<cpu_set_t, CpuSetDeleter> now(CPU_ALLOC(count_));
    CPU_ZERO_S(bytes(), now.get());
    return sched_getaffinity(0, bytes(), now.get()) == 0 && CPU_COUNT_S(bytes(), now.get()) == 1 &&
           CPU_ISSET_S(processor_, bytes(), now.get());
  }

 private:
  uint32_t processor_;
  size_t count_;
  std::unique_ptr<cpu_set_t, CpuSetDeleter> set_;
};

/// Starts a detached thread that no signal of the application reaches.
bool start_detached(void* (*function)(void*), void* argument) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, stack_bytes);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  int error = pthread_create(&thread, &attributes, function, argument);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  return error == 0;
}

std::atomic<WorkerPool*> forking_pool{nullptr};

}  // namespace

void Worker::wait() {
  auto begin = std::chrono::steady_clock::now();
  auto limit = recently_busy_ ? long_spin : short_spin;
  while (signalled_.load(std::memory_order_acquire) == 0) {
    _mm_pause();
    if (std::chrono::steady_clock::now() - begin > limit) break;
  }
  while (signalled_.exchange(0, std::memory_order_acquire) == 0) futex_wait(signalled_, 0);
  recently_busy_ = std::chrono::steady_clock::now() - begin < long_spin;
}

void Worker::signal() {
  signalled_.store(1, std::memory_order_release);
  futex_wake(signalled_);
}

WorkerPool::WorkerPool(const topology::Machine& machine, bool bind)
    : machine_(machine), bind_(bind) {
  for (uint32_t unit = 0; unit < machine.units.size(); ++unit) {
    workers_.push_back(std::make_unique<Worker>(unit));
  }
  register_fork_handlers();
}

void WorkerPool::register_fork_handlers() {
  // One pool a process: the platform makes one device. The mutex is held across the fork, so that
  // the child finds it free and the lists whole.
  WorkerPool* none = nullptr;
  if (!forking_pool.compare_exchange_strong(none, this)) return;
  pthread_atfork([] { forking_pool.load()->mutex_.lock(); },
                 [] { forking_pool.load()->mutex_.unlock(); },
                 [] {
                   WorkerPool& pool = *forking_pool.load();
                   pool.forked_.store(true);
                   pool.mutex_.unlock();
                 });
}

Status WorkerPool::start() {
  static std::mutex starting;
  std::lock_guard lock(starting);
  if (forked_.load()) return CL_OUT_OF_RESOURCES;
  if (started_) return {};
  for (auto& worker : workers_) {
    Status status = start_worker(*worker);
    if (!status.ok()) return status;
  }
  started_ = true;
  return {};
}

Status WorkerPool::start_worker(Worker& worker) {
  struct Begin {
    WorkerPool& pool;
    Worker& worker;
    std::promise<bool> bound;
  };
  auto function = [](void* argument) -> void* {
    std::unique_ptr<Begin> begin(static_cast<Begin*>(argument));
    WorkerPool& pool = begin->pool;
    uint32_t processor = pool.machine_.units[begin->worker.unit()].os_processor;
    pthread_setname_np(pthread_self(), ("cleave/" + std::to_string(processor)).c_str());
    bool good = !pool.bind_ || ProcessorMask(processor).bind_this_thread();
    begin->bound.set_value(good);
    if (good) pool.run_worker(begin->worker);
    return nullptr;
  };
  auto begin = std::make_unique<Begin>(Begin{*this, worker, {}});
  std::future<bool> bound = begin->bound.get_future();
  if (!start_detached(function, begin.get())) return CL_OUT_OF_RESOURCES;
  static_cast<void>(begin.release());  // the thread's now
  return bound.get() ? Status() : Status(CL_OUT_OF_RESOURCES);
}

void WorkerPool::run_worker(Worker& worker) {
  _mm_setcsr(default_mxcsr);
  while (true) {
    Ref<Execution> execution = take(worker);
    if (!execution) {
      worker.wait();
      continue;
    }
    while (execution->run_some(worker)) {
    }
  }
}

Ref<Execution> WorkerPool::take(Worker& worker) {
  std::lock_guard lock(mutex_);
  for (size_t i = 0; i < active_.size();) {
    size_t at = (turn_ + i) % active_.size();
    CpuResourceSet& set = *active_[at];
    while (!set.ready_.empty() && set.ready_.front()->is_exhausted()) set.ready_.pop_front();
    if (set.ready_.empty()) {
      active_.erase(active_.begin() + static_cast<ptrdiff_t>(at));
      if (at < turn_) --turn_;
      continue;
    }
    if (set.units().contains(worker.unit())) {
      turn_ = at + 1;  // a parent and its parts take turns
      worker.idle_ = false;
      return set.ready_.front();
    }
    ++i;
  }
  worker.idle_ = true;
  return nullptr;
}

void WorkerPool::submit(Ref<Execution> execution) {
  if (forked_.load(std::memory_order_relaxed)) return execution->abandon(CL_OUT_OF_RESOURCES);
  CpuResourceSet& set = execution->where();
  uint64_t wanted = execution->parts();
  std::vector<Worker*> woken;
  {
    std::lock_guard lock(mutex_);
    if (set.ready_.empty() &&
        std::ranges::find(active_, &set, &Ref<CpuResourceSet>::get) == active_.end()) {
      active_.emplace_back(&set);
    }
    set.ready_.push_back(std::move(execution));
    for (uint32_t unit : set.units()) {
      if (woken.size() == wanted) break;
      Worker& worker = *workers_[unit];
      if (!worker.idle_) continue;
      worker.idle_ = false;
      woken.push_back(&worker);
    }
  }
  for (Worker* worker : woken) worker->signal();
}

}  // namespace cleave::backend::cpu

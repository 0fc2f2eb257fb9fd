#include "backend/cpu/thread.h"

#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

namespace cleave::backend::cpu {
namespace {

// Kernels keep their private memory there; pages are touched only when used.
constexpr size_t stack_bytes = size_t{64} << 20;

struct CpuSetDeleter {
  void operator()(cpu_set_t* set) const { CPU_FREE(set); }
};

// As large as the largest mask of a kernel, so that it can be read back.
size_t size_of_mask(uint32_t processor) {
  return std::max<size_t>(size_t{processor} + 1, 8192);
}

}  // namespace

bool start_detached(void* (*function)(void*), void* argument) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, stack_bytes);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  const int error = pthread_create(&thread, &attributes, function, argument);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  return error == 0;
}

void keep_this_thread_on(const std::vector<uint32_t>& processors) {
  if (processors.empty()) return;
  const size_t count = size_of_mask(*std::ranges::max_element(processors));
  const size_t bytes = CPU_ALLOC_SIZE(count);
  const std::unique_ptr<cpu_set_t, CpuSetDeleter> set(CPU_ALLOC(count));
  if (!set) return;
  CPU_ZERO_S(bytes, set.get());
  for (const uint32_t processor : processors) CPU_SET_S(processor, bytes, set.get());
  static_cast<void>(sched_setaffinity(0, bytes, set.get()));
}

bool bind_this_thread(uint32_t processor) {
  const size_t count = size_of_mask(processor);
  const size_t bytes = CPU_ALLOC_SIZE(count);
  const std::unique_ptr<cpu_set_t, CpuSetDeleter> set(CPU_ALLOC(count));
  if (!set) return false;
  CPU_ZERO_S(bytes, set.get());
  CPU_SET_S(processor, bytes, set.get());
  if (sched_setaffinity(0, bytes, set.get()) != 0) return false;
  CPU_ZERO_S(bytes, set.get());
  return sched_getaffinity(0, bytes, set.get()) == 0 && CPU_COUNT_S(bytes, set.get()) == 1 &&
         CPU_ISSET_S(processor, bytes, set.get());
}

void futex_wait(std::atomic<uint32_t>& word, uint32_t value) {
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
}

void futex_wake_one(std::atomic<uint32_t>& word) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

}  // namespace cleave::backend::cpu

#include "backend/cpu/pool/thread.h"

#include <pthread.h>
#include <signal.h>

#include <cstddef>

namespace cleave::backend::cpu::pool {
namespace {

// Kernels keep their private memory there; pages are touched only when used.
constexpr size_t stack_bytes = size_t{64} << 20;

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

}  // namespace cleave::backend::cpu::pool

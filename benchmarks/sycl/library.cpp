// Finds the twins and runs them on a queue.
#include <sycl/sycl.hpp>

#include <cstring>
#include <exception>
#include <string>

#include "launch.h"

namespace cleave::benchmark {
namespace twins {
#define CLEAVE_SYCL_TWIN(benchmark, kernel) \
  void benchmark##_##kernel(sycl::queue& queue, const Launch& launch);
#include "twins.def"
#undef CLEAVE_SYCL_TWIN
}  // namespace twins

struct Twin {
  const char* benchmark;
  const char* kernel;
  void (*launch)(sycl::queue& queue, const twins::Launch& launch);
};
struct TwinSession {
  sycl::queue queue{sycl::property::queue::in_order()};
};

namespace {

constexpr Twin all_twins[] = {
#define CLEAVE_SYCL_TWIN(benchmark, kernel) {#benchmark, #kernel, twins::benchmark##_##kernel},
#include "twins.def"
#undef CLEAVE_SYCL_TWIN
};

/// Calls `step`; an exception becomes text.
template <class Step>
const char* guarded(Step step) noexcept {
  thread_local std::string problem;
  try {
    step();
    return nullptr;
  } catch (const std::exception& error) {
    problem = error.what();
    return problem.c_str();
  }
}

const Twin* find(const char* benchmark, const char* kernel) {
  for (const Twin& twin : all_twins) {
    if (std::strcmp(twin.benchmark, benchmark) == 0 &&
        (kernel == nullptr || std::strcmp(twin.kernel, kernel) == 0))
      return &twin;
  }
  return nullptr;
}

const char* open(TwinSession** session) {
  return guarded([&] { *session = new TwinSession; });
}

void close(TwinSession* session) {
  delete session;
}

const char* allocate(TwinSession* session, size_t bytes, void** memory) {
  return guarded([&] {
    *memory = sycl::malloc_device(bytes, session->queue);
    if (*memory == nullptr) throw std::bad_alloc();
  });
}

void release(TwinSession* session, void* memory) {
  (void)guarded([&] {
    session->queue.wait();
    sycl::free(memory, session->queue);
  });
}

const char* copy(TwinSession* session, void* to, const void* from, size_t bytes, bool wait) {
  return guarded([&] {
    session->queue.memcpy(to, from, bytes);
    if (wait) session->queue.wait();
  });
}

const char* clear(TwinSession* session, void* memory, size_t bytes) {
  return guarded([&] { session->queue.memset(memory, 0, bytes); });
}

const char* launch(TwinSession* session, const Twin* twin, const TwinLaunch* launch) {
  return guarded([&] { twin->launch(session->queue, twins::Launch(*launch)); });
}

const char* finish(TwinSession* session) {
  return guarded([&] { session->queue.wait_and_throw(); });
}

}  // namespace
}  // namespace cleave::benchmark

const cleave::benchmark::TwinFunctions* cleave_benchmark_twins() {
  using namespace cleave::benchmark;
  static constexpr TwinFunctions functions = {find, open,  close,  allocate, release,
                                              copy, clear, launch, finish};
  return &functions;
}

// Finds the twins and runs them on a queue.
#include <sycl/sycl.hpp>

#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "memory.h"

namespace cleave::benchmark {
namespace twins {
#define CLEAVE_SYCL_TWIN(benchmark, kernel) \
  void benchmark##_##kernel(sycl::queue& queue, const Launch& launch);
#define CLEAVE_SYCL_TWINS(benchmark, kernel) \
  template <class Memory>                    \
  void benchmark##_##kernel(sycl::queue& queue, const Launch& launch);
#include "twins.def"
#undef CLEAVE_SYCL_TWIN
#undef CLEAVE_SYCL_TWINS
}  // namespace twins

struct Twin {
  const char* benchmark;
  const char* kernel;
  void (*launch)(sycl::queue& queue, const twins::Launch& launch);
};
struct TwinSession {
  sycl::queue queue{sycl::property::queue::in_order()};
  std::unordered_map<const void*, std::unique_ptr<twins::BufferMemory>> buffers;
};

namespace {

constexpr Twin twins_of_pointers[] = {
#define CLEAVE_SYCL_TWIN(benchmark, kernel) {#benchmark, #kernel, twins::benchmark##_##kernel},
#define CLEAVE_SYCL_TWINS(benchmark, kernel) \
  {#benchmark, #kernel, twins::benchmark##_##kernel<twins::Pointers>},
#include "twins.def"
#undef CLEAVE_SYCL_TWIN
#undef CLEAVE_SYCL_TWINS
};
constexpr Twin twins_of_accessors[] = {
#define CLEAVE_SYCL_TWIN(benchmark, kernel)
#define CLEAVE_SYCL_TWINS(benchmark, kernel) \
  {#benchmark, #kernel, twins::benchmark##_##kernel<twins::Accessors>},
#include "twins.def"
#undef CLEAVE_SYCL_TWIN
#undef CLEAVE_SYCL_TWINS
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

template <size_t count>
const Twin* find_among(const Twin (&twins)[count], const char* benchmark, const char* kernel) {
  for (const Twin& twin : twins) {
    if (std::strcmp(twin.benchmark, benchmark) == 0 &&
        (kernel == nullptr || std::strcmp(twin.kernel, kernel) == 0))
      return &twin;
  }
  return nullptr;
}
const Twin* find_of_pointers(const char* benchmark, const char* kernel) {
  return find_among(twins_of_pointers, benchmark, kernel);
}
const Twin* find_of_accessors(const char* benchmark, const char* kernel) {
  return find_among(twins_of_accessors, benchmark, kernel);
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

const char* make_buffer(TwinSession* session, size_t bytes, void** memory) {
  return guarded([&] {
    auto made = std::make_unique<twins::BufferMemory>(bytes);
    *memory = made.get();
    session->buffers.emplace(made.get(), std::move(made));
  });
}

void release_buffer(TwinSession* session, void* memory) {
  (void)guarded([&] { session->buffers.erase(memory); });
}

/// The buffer that `memory` names; null of the host's memory.
sycl::buffer<std::byte>* buffer_of(TwinSession* session, const void* memory) {
  const auto found = session->buffers.find(memory);
  return found == session->buffers.end() ? nullptr : &found->second->bytes();
}

const char* copy_of_buffers(TwinSession* session, void* to, const void* from, size_t bytes,
                            bool wait) {
  return guarded([&] {
    sycl::buffer<std::byte>* const target = buffer_of(session, to);
    sycl::buffer<std::byte>* const source = buffer_of(session, from);
    const sycl::range<1> count(bytes);
    session->queue.submit([&](sycl::handler& group) {
      if (target == nullptr) {
        group.copy(sycl::accessor(*source, group, count, sycl::read_only),
                   static_cast<std::byte*>(to));
      } else if (source == nullptr) {
        group.copy(static_cast<const std::byte*>(from),
                   sycl::accessor(*target, group, count, sycl::write_only));
      } else {
        group.copy(sycl::accessor(*source, group, count, sycl::read_only),
                   sycl::accessor(*target, group, count, sycl::write_only));
      }
    });
    if (wait) session->queue.wait();
  });
}

const char* clear_buffer(TwinSession* session, void* memory, size_t bytes) {
  return guarded([&] {
    session->queue.submit([&](sycl::handler& group) {
      group.fill(sycl::accessor(*buffer_of(session, memory), group, sycl::range<1>(bytes),
                                sycl::write_only),
                 std::byte{0});
    });
  });
}

const char* launch(TwinSession* session, const Twin* twin, const TwinLaunch* launch) {
  return guarded([&] { twin->launch(session->queue, twins::Launch(*launch)); });
}

const char* finish(TwinSession* session) {
  return guarded([&] { session->queue.wait_and_throw(); });
}

}  // namespace
}  // namespace cleave::benchmark

const cleave::benchmark::TwinFunctions* cleave_benchmark_twins(
    cleave::benchmark::TwinMemoryKind kind) {
  using namespace cleave::benchmark;
  static constexpr TwinFunctions of_usm = {
      find_of_pointers, open, close, allocate, release, copy, clear, launch, finish};
  static constexpr TwinFunctions of_buffers = {find_of_accessors, open,           close,
                                               make_buffer,       release_buffer, copy_of_buffers,
                                               clear_buffer,      launch,         finish};
  return kind == TwinMemoryKind::usm ? &of_usm : &of_buffers;
}

// The border between cleave_bench and the library of twins in SYCL, which cleave-c++ compiles: plain functions and
// structures, so that the program needs neither SYCL's headers nor its runtime.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cleave::benchmark {

/// A launch of a kernel, as OpenCL C's twin gets it: sizes begin with the dimension that varies fastest.
struct TwinLaunch {
  const void* const* arguments;  // where each one is: memory of the session, or a value
  const uint8_t* sizes;          // of values in bytes; 0: it is a pointer
  size_t argument_count;
  uint32_t dimensions;  // 1 or 2
  const size_t* global;
  const size_t* local;  // null: the driver chooses
};

/// The memory that kernels of a session get.
enum class TwinMemoryKind : uint32_t {
  usm,      // pointers to memory of the device
  buffers,  // accessors
};

struct TwinSession;  // an in-order queue of Cleave's CPU device
struct Twin;

/// The library's functions. Those that return text return null, or what is wrong: it is good until the thread's next
/// call. A session belongs to one thread.
struct TwinFunctions {
  /// The twin of a kernel of a case; null if there is none. With a null `kernel`: any twin of the case.
  const Twin* (*find)(const char* benchmark, const char* kernel);
  const char* (*open)(TwinSession** session);
  void (*close)(TwinSession* session);
  /// Makes memory of the session's kind. With buffers `memory` names one, and is no address.
  const char* (*allocate)(TwinSession* session, size_t bytes, void** memory);
  void (*free)(TwinSession* session, void* memory);
  /// Copies from or to memory of the session; `wait` until it is done.
  const char* (*copy)(TwinSession* session, void* to, const void* from, size_t bytes, bool wait);
  const char* (*clear)(TwinSession* session, void* memory, size_t bytes);
  const char* (*launch)(TwinSession* session, const Twin* twin, const TwinLaunch* launch);
  const char* (*finish)(TwinSession* session);
};

}  // namespace cleave::benchmark

extern "C" const cleave::benchmark::TwinFunctions* cleave_benchmark_twins(
    cleave::benchmark::TwinMemoryKind kind);

// Runs kernels that are written in SYCL: the library of twins (sycl/twins.h), and a queue of it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>

#include "sycl/twins.h"

namespace cleave::benchmark {

/// Names the library of twins, in place of the one that was built with this program; before the first call of
/// twin_functions().
void use_twins_of(std::string library);

/// The library's functions for kernels of this memory, or null where this build has none: a sanitized one has no
/// cleave-c++. Throws if the library cannot be loaded.
[[nodiscard]] const TwinFunctions* twin_functions(TwinMemoryKind kind);

/// Memory of a session, which it keeps.
using TwinMemory = std::shared_ptr<void>;

/// A twin is launched with pointers, and values of at most their size.
class TwinArguments {
 public:
  template <class T>
  void set(size_t index, const T& value) {
    static_assert(sizeof value <= sizeof(uint64_t));
    std::memcpy(&values_.at(index), &value, sizeof value);
    sizes_[index] = std::is_pointer_v<T> ? 0 : sizeof value;
    count_ = std::max(count_, index + 1);
  }
  [[nodiscard]] const void* at(size_t index) const { return &values_[index]; }
  /// Sizes of values in bytes; 0 of a pointer.
  [[nodiscard]] const uint8_t* sizes() const { return sizes_.data(); }
  [[nodiscard]] size_t count() const { return count_; }

  static constexpr size_t most = 8;

 private:
  std::array<uint64_t, most> values_ = {};
  std::array<uint8_t, most> sizes_ = {};
  size_t count_ = 0;
};

/// An in-order queue of SYCL's on a CPU device: Cleave's, or of another runtime (harness/dpctl.h). What fails throws std::runtime_error. Used by one thread.
class TwinQueue {
 public:
  explicit TwinQueue(const TwinFunctions& functions);

  [[nodiscard]] const Twin* find(const char* benchmark, const char* kernel) const {
    return functions_->find(benchmark, kernel);
  }
  /// Memory with a copy of `data`, or of zeros where `data` is null.
  [[nodiscard]] TwinMemory memory_of(const void* data, size_t bytes);
  void copy(void* to, const void* from, size_t bytes, bool wait) {
    check(functions_->copy(session_.get(), to, from, bytes, wait));
  }
  void clear(void* memory, size_t bytes) {
    check(functions_->clear(session_.get(), memory, bytes));
  }
  void launch(const Twin& twin, const TwinArguments& arguments, uint32_t dimensions,
              const size_t* global, const size_t* local) {
    std::array<const void*, TwinArguments::most> places;
    for (size_t i = 0; i < places.size(); ++i) places[i] = arguments.at(i);
    const TwinLaunch launch = {
        places.data(), arguments.sizes(), arguments.count(), dimensions, global, local};
    check(functions_->launch(session_.get(), &twin, &launch));
  }
  void finish() { check(functions_->finish(session_.get())); }
  [[nodiscard]] TwinSession& session() const { return *session_; }

 private:
  static void check(const char* problem) {
    if (problem != nullptr) fail(problem);
  }
  [[noreturn]] static void fail(const char* problem);

  const TwinFunctions* functions_;
  std::shared_ptr<TwinSession> session_;
};

}  // namespace cleave::benchmark

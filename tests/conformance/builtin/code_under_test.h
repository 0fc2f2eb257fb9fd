// Finds the code of a function in a library: the function itself, which is called for one number
// after another, or a kernel of write_calls.py, which computes a batch as vectors.
#pragma once

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "compiler/interface/launch_context.h"
#include "judge.h"

namespace cleave::test {

/// A library that was made of functions or of their kernels.
class Library {
 public:
  explicit Library(const std::string& path)
      : name_(std::filesystem::path(path).stem()),
        handle_(dlopen(std::filesystem::absolute(path).c_str(), RTLD_LAZY)) {
    if (handle_ == nullptr) throw std::runtime_error(dlerror());
  }

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] void* find(const std::string& symbol) const {
    return dlsym(handle_, symbol.c_str());
  }
  /// Returns what stands after the last _ of the name: the processor, and the lanes of kernels.
  [[nodiscard]] std::string processor() const { return name_.substr(name_.rfind('_') + 1); }

 private:
  std::string name_;
  void* handle_;
};

/// Computes the results of all arguments of a batch.
template <class T>
using Code = std::function<void(Batch<T>&)>;

/// Runs a kernel of write_calls.py as one work-group, with a work-item for each argument that a
/// batch has room for: what is beyond its count is computed too.
template <class T>
class KernelCode {
 public:
  explicit KernelCode(compiler::interface::KernelEntry entry) : entry_(entry) {}

  void operator()(Batch<T>& batch) const {
    constexpr std::uint64_t items = Batch<T>::capacity;
    // As the kernels' parameters are.
    const void* const arguments[] = {batch.result.data(), batch.x.data(), batch.y.data(),
                                     batch.z.data(),      batch.n.data(), batch.part.data(),
                                     batch.whole.data()};
    compiler::interface::LaunchContext context{};
    context.work_dimensions = 1;
    for (auto* const sizes : {context.global_size, context.enqueued_local_size, context.local_size})
      std::ranges::copy(std::array<std::uint64_t, 3>{items, 1, 1}, sizes);
    std::ranges::fill(context.group_count, 1);
    context.arguments = reinterpret_cast<const std::byte*>(arguments);
    entry_(&context);
  }

 private:
  compiler::interface::KernelEntry entry_;
};

/// Finds code in a library by the names of a function. `call(function, batch, i)` calls the
/// function itself for one argument. Returns none where the library has neither.
template <class T, class Function, class Call>
Code<T> find_code(const Library& library, const std::string& kernel, const std::string& mangled,
                  const Call& call) {
  if (void* const entry = library.find("__cleave_kernel_varying_" + kernel))
    return KernelCode<T>(reinterpret_cast<compiler::interface::KernelEntry>(entry));
  auto* const function = reinterpret_cast<Function>(library.find(mangled));
  if (function == nullptr) return {};
  return [function, call](Batch<T>& batch) {
    for (std::size_t i = 0; i < batch.count; ++i) batch.result[i] = call(function, batch, i);
  };
}

/// Compares results of other code with those of a library, bit for bit.
class Differences {
 public:
  /// Returns code that leaves the results of `code` in a batch, and looks whether `other` gives the
  /// same. Refers to this object.
  template <class T>
  Code<T> compared(const Code<T>& code, const Code<T>& other, const std::string& name) {
    return [this, code, other, name](Batch<T>& batch) {
      other(batch);
      const std::vector<T> result = batch.result, part = batch.part;
      code(batch);
      const std::size_t bytes = batch.count * sizeof(T);
      if (std::memcmp(result.data(), batch.result.data(), bytes) == 0 &&
          std::memcmp(part.data(), batch.part.data(), bytes) == 0)
        return;
      for (std::size_t i = 0; i < batch.count; ++i) {
        if (!are_same(result[i], batch.result[i]) || !are_same(part[i], batch.part[i]))
          add(name, to_double(batch.x[i]), to_double(result[i]), to_double(batch.result[i]));
      }
    };
  }

  /// Returns how many there were since the last call.
  std::uint64_t take() { return count_.exchange(0); }

 private:
  /// All NaN are one.
  template <class T>
  static bool are_same(T first, T second) {
    return std::memcmp(&first, &second, sizeof(T)) == 0 || (first != first && second != second);
  }
  /// Says the first of them.
  void add(const std::string& name, double x, double result, double other) {
    if (count_++ == 0)
      (void)std::fprintf(stderr, "%s at %a: %a instead of %a\n", name.c_str(), x, result, other);
  }

  std::atomic<std::uint64_t> count_ = 0;
};

}  // namespace cleave::test

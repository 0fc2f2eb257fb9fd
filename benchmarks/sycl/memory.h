// The two memories that twins are written for at once: pointers to USM, and accessors of buffers.
#pragma once

#include <sycl/sycl.hpp>

#include <cstddef>
#include <memory>
#include <type_traits>
#include <typeindex>
#include <typeinfo>
#include <utility>

#include "launch.h"

namespace cleave::benchmark::twins {

/// A buffer that the session made. Kernels see it by the type and shape that they ask for, which is made once.
class BufferMemory {
 public:
  explicit BufferMemory(size_t size) : bytes_(sycl::range<1>(size)) {}

  [[nodiscard]] sycl::buffer<std::byte>& bytes() { return bytes_; }

  template <class T, int Dimensions>
  [[nodiscard]] sycl::buffer<T, Dimensions>& seen_as(sycl::range<Dimensions> shape) {
    using Seen = sycl::buffer<T, Dimensions>;
    if (type_ != typeid(Seen) || static_cast<Seen*>(seen_.get())->get_range() != shape) {
      seen_ = std::make_shared<Seen>(bytes_.template reinterpret<T, Dimensions>(shape));
      type_ = typeid(Seen);
    }
    return *static_cast<Seen*>(seen_.get());
  }
  template <class T>
  [[nodiscard]] sycl::buffer<T>& seen_as() {
    return seen_as<T>(sycl::range<1>(bytes_.size() / sizeof(T)));
  }

 private:
  sycl::buffer<std::byte> bytes_;
  std::shared_ptr<void> seen_;  // a buffer of `type_`
  std::type_index type_ = typeid(void);
};

/// Rows of USM, with the subscripts that an accessor of two dimensions has.
template <class T>
class Rows {
 public:
  Rows(T* data, size_t pitch) : data_(data), pitch_(pitch) {}

  T* operator[](size_t row) const { return data_ + row * pitch_; }
  T& operator[](sycl::id<2> i) const { return data_[i[0] * pitch_ + i[1]]; }

 private:
  T* data_;
  size_t pitch_;
};

/// Arguments of a launch as pointers.
class Pointers {
 public:
  explicit Pointers(const Launch& launch) : launch_(launch) {}
  Pointers(const Launch& launch, sycl::handler&) : launch_(launch) {}

  template <class T, class Mode>
  [[nodiscard]] T* view(size_t index, Mode) const {
    return launch_.pointer<T>(index);
  }
  template <class T, class Mode>
  [[nodiscard]] Rows<T> view(size_t index, sycl::range<2> shape, Mode) const {
    return {launch_.pointer<T>(index), shape[1]};
  }
  /// A reduction to the argument, which is one element; what was there before does not count.
  template <class T, class Operation>
  [[nodiscard]] auto reduction(size_t index, Operation operation) const {
    return sycl::reduction(launch_.pointer<T>(index), operation,
                           sycl::property::reduction::initialize_to_identity());
  }

 private:
  const Launch& launch_;
};

/// Arguments of a launch as accessors of the command group.
class Accessors {
 public:
  Accessors(const Launch& launch, sycl::handler& group) : launch_(launch), group_(group) {}

  template <class T, class Mode>
  [[nodiscard]] auto view(size_t index, Mode mode) const {
    return sycl::accessor(memory(index).seen_as<std::remove_const_t<T>>(), group_, mode);
  }
  template <class T, class Mode>
  [[nodiscard]] auto view(size_t index, sycl::range<2> shape, Mode mode) const {
    return sycl::accessor(memory(index).seen_as<std::remove_const_t<T>>(shape), group_, mode);
  }
  template <class T, class Operation>
  [[nodiscard]] auto reduction(size_t index, Operation operation) const {
    return sycl::reduction(memory(index).seen_as<T>(), group_, operation,
                           sycl::property::reduction::initialize_to_identity());
  }

 private:
  [[nodiscard]] BufferMemory& memory(size_t index) const {
    return *launch_.pointer<BufferMemory>(index);
  }

  const Launch& launch_;
  sycl::handler& group_;
};

/// The memory that argument `index` is, for a kernel that reads it, writes it or does both; `shape`: its rows.
template <class T, class Memory, class... Shape>
[[nodiscard]] auto reads(const Memory& memory, size_t index, Shape... shape) {
  return memory.template view<const T>(index, shape..., sycl::read_only);
}
template <class T, class Memory, class... Shape>
[[nodiscard]] auto writes(const Memory& memory, size_t index, Shape... shape) {
  return memory.template view<T>(index, shape..., sycl::write_only);
}
template <class T, class Memory, class... Shape>
[[nodiscard]] auto changes(const Memory& memory, size_t index, Shape... shape) {
  return memory.template view<T>(index, shape..., sycl::read_write);
}

/// Calls `launches` with what takes the kernel, as users write it who need no more: for pointers the queue, for accessors a
/// handler; and with the memory.
template <class Memory, class Launches>
void submit(sycl::queue& queue, const Launch& launch, const Launches& launches) {
  if constexpr (std::is_same_v<Memory, Pointers>) {
    launches(queue, Memory(launch));
  } else {
    queue.submit([&](sycl::handler& group) { launches(group, Memory(launch, group)); });
  }
}

/// Instantiates a twin for both.
#define CLEAVE_BOTH_MEMORIES(twin)                           \
  template void twin<Pointers>(sycl::queue&, const Launch&); \
  template void twin<Accessors>(sycl::queue&, const Launch&)

}  // namespace cleave::benchmark::twins

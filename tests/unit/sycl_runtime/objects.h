// Uses SYCL's library through its table of functions, as the headers do: owned handles, and what several tests ask for.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <utility>

#include "sycl/detail/abi.h"

namespace cleave::sycl::test {

constexpr int thread_count = 4;
constexpr int rounds = 50;
/// A command that changes a buffer.
constexpr uint32_t change = CLEAVE_SYCL_ACCESS_READ | CLEAVE_SYCL_ACCESS_WRITE;

inline const cleave_sycl_api& api() {
  return *__cleave_sycl_api(CLEAVE_SYCL_API_VERSION);
}

inline void check(cleave_sycl_error* error) {
  if (error == nullptr) return;
  ADD_FAILURE() << error->text;
  api().release_error(error);
}

/// A counted reference to an object of the library.
template <class Object>
class Held {
 public:
  explicit Held(Object* object = nullptr) : object_(object) {}
  Held(Held&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Held& operator=(Held&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Held() {
    if (object_ != nullptr) api().release(object_);
  }
  [[nodiscard]] Object* get() const { return object_; }

 private:
  Object* object_;
};
using Context = Held<cleave_sycl_context>;
using Event = Held<cleave_sycl_event>;
using Queue = Held<cleave_sycl_queue>;
using Buffer = Held<cleave_sycl_buffer>;

/// The device of all tests.
cleave_sycl_device* device();
Queue make_queue(uint32_t flags, const cleave_sycl_async_handler& handler = {},
                 cleave_sycl_context* context = nullptr);
/// A buffer of memory of the host, to which its contents go in the end.
Buffer make_buffer(void* host, size_t bytes);
cleave_sycl_context* context_of(const Queue& queue);
/// Shared memory.
void* allocate(const Queue& queue, size_t bytes);

/// Collects the dependencies and buffers of a command.
class Group {
 public:
  explicit Group(const Queue& queue);
  void wait_for(const Event& event) { check(api().group_wait_for(group_.get(), event.get())); }
  void* use(const Buffer& buffer, uint32_t mode) {
    void* address = nullptr;
    check(api().group_use(group_.get(), buffer.get(), mode, &address));
    return address;
  }
  [[nodiscard]] cleave_sycl_command_group* get() const { return group_.get(); }
  [[nodiscard]] const cleave_sycl_group* contents() const {
    return api().group_contents(group_.get());
  }

 private:
  Held<cleave_sycl_command_group> group_;
};

using Task = std::function<void(cleave_sycl_exception*)>;

/// Submits a host task.
Event submit(const Queue& queue, const Group& group, Task function);

/// Calls the function on each of the threads, with its number, and waits for all.
void in_threads(const std::function<void(int)>& function);

}  // namespace cleave::sycl::test

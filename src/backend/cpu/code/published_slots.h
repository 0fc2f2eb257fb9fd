// Keeps a few objects that any thread may add and find without waiting.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace cleave::backend::cpu::code {

/// Up to `Most` objects, which stay until the end; adding one asks for no memory. Publication of
/// immutable slots: a thread claims an empty slot by compare-and-exchange, constructs the object in
/// it and publishes it with release; readers load the state with acquire and pass over slots that
/// are being filled. Two threads that add the same at once may add it twice: the first one is found
/// from then on. No operation locks or waits.
template <class T, size_t Most>
class PublishedSlots {
 public:
  /// Returns the first object of which `is_wanted(object)` is true; nullptr: there is none yet.
  template <class IsWanted>
  [[nodiscard]] T* find(const IsWanted& is_wanted) {
    for (Slot& slot : slots_) {
      const State state = slot.state.load(std::memory_order_acquire);
      if (state == State::empty) return nullptr;
      if (state == State::filled && is_wanted(*slot.object)) return &*slot.object;
    }
    return nullptr;
  }
  /// Adds the object that `make(object)` constructs by emplace(); nullptr: there is no room. `make`
  /// throws nothing.
  template <class Make>
  [[nodiscard]] T* add(const Make& make) {
    for (Slot& slot : slots_) {
      State empty = State::empty;
      if (slot.state.load(std::memory_order_relaxed) != State::empty ||
          !slot.state.compare_exchange_strong(empty, State::claimed, std::memory_order_relaxed)) {
        continue;
      }
      make(slot.object);
      slot.state.store(State::filled, std::memory_order_release);
      return &*slot.object;
    }
    return nullptr;
  }
  template <class Function>
  void for_each(const Function& function) {
    static_cast<void>(find([&](T& object) { return function(object), false; }));
  }

 private:
  enum class State : uint8_t { empty, claimed, filled };
  struct Slot {
    std::atomic<State> state{State::empty};
    std::optional<T> object;
  };
  std::array<Slot, Most> slots_;
};

}  // namespace cleave::backend::cpu::code

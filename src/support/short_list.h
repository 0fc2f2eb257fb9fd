// Keeps lists that are short most of the time where they are used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace cleave::support {

/// A list that grows at its end. Its first `Few` elements lie in the list itself: as long as there are no more it asks for
/// no memory. Moves of elements throw nothing.
template <class T, uint32_t Few>
class ShortList {
  static_assert(std::is_nothrow_move_constructible_v<T>);

 public:
  ShortList() = default;
  ShortList(ShortList&& other) noexcept { take(other); }
  ShortList& operator=(ShortList&& other) noexcept {
    if (this != &other) {
      clear();
      take(other);
    }
    return *this;
  }
  ~ShortList() { clear(); }

  /// Makes sure that the next push_back() throws nothing.
  void make_room() {
    if (size_ == capacity_) grow();
  }
  /// Throws std::bad_alloc, and then has changed nothing.
  void push_back(T element) {
    make_room();
    new (data() + size_) T(std::move(element));
    ++size_;
  }
  /// Forgets all elements, and the memory that they took.
  void clear() noexcept {
    std::destroy_n(data(), size_);
    if (large_ != nullptr) release(std::exchange(large_, nullptr));
    size_ = 0;
    capacity_ = Few;
  }

  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] T* data() { return large_ != nullptr ? large_ : near(); }
  [[nodiscard]] const T* data() const { return large_ != nullptr ? large_ : near(); }
  [[nodiscard]] T& operator[](size_t index) { return data()[index]; }
  [[nodiscard]] const T& operator[](size_t index) const { return data()[index]; }
  [[nodiscard]] T* begin() { return data(); }
  [[nodiscard]] T* end() { return data() + size_; }
  [[nodiscard]] const T* begin() const { return data(); }
  [[nodiscard]] const T* end() const { return data() + size_; }

 private:
  [[nodiscard]] T* near() { return std::launder(reinterpret_cast<T*>(near_)); }
  [[nodiscard]] const T* near() const { return std::launder(reinterpret_cast<const T*>(near_)); }
  [[nodiscard]] static T* allocate(size_t count) {
    return static_cast<T*>(::operator new(count * sizeof(T), std::align_val_t(alignof(T))));
  }
  static void release(T* memory) noexcept {
    ::operator delete(memory, std::align_val_t(alignof(T)));
  }

  [[gnu::noinline]] void grow() {
    T* const larger = allocate(size_t{2} * capacity_);
    std::uninitialized_move_n(data(), size_, larger);
    std::destroy_n(data(), size_);
    if (large_ != nullptr) release(large_);
    large_ = larger;
    capacity_ *= 2;
  }
  /// Precondition: this list is empty.
  void take(ShortList& other) noexcept {
    if (other.large_ != nullptr) {
      large_ = std::exchange(other.large_, nullptr);
      capacity_ = std::exchange(other.capacity_, Few);
      size_ = std::exchange(other.size_, 0);
      return;
    }
    std::uninitialized_move_n(other.near(), other.size_, near());
    size_ = other.size_;
    other.clear();
  }

  T* large_ = nullptr;  // null: they lie in the list
  uint32_t size_ = 0;
  uint32_t capacity_ = Few;
  alignas(T) std::byte near_[Few * sizeof(T)];
};

}  // namespace cleave::support

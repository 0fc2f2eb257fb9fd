// Counts references inside objects: one pointer, one count, no control block.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace cleave::support {

/// Base of objects that several owners share. Starts with a count of one, which adopt() takes over.
/// Thread-safe. `Derived` needs `static void destroy(Derived*)`; the default deletes the object.
template <class Derived>
class ReferenceCounted {
 public:
  ReferenceCounted(const ReferenceCounted&) = delete;
  ReferenceCounted& operator=(const ReferenceCounted&) = delete;

  void add_reference() const { count_.fetch_add(1, std::memory_order_relaxed); }
  void add_references(uint32_t count) const { count_.fetch_add(count, std::memory_order_relaxed); }
  void drop_reference() const {
    // The holder of the only reference needs no atomic subtraction: nobody is there to see it.
    if (count_.load(std::memory_order_acquire) == 1 ||
        count_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      Derived::destroy(const_cast<Derived*>(static_cast<const Derived*>(this)));
    }
  }
  static void destroy(Derived* object) { delete object; }
  /// Returns true when there are other references than the caller's. Where nobody can make more of them,
  /// false means that all that former holders did is visible.
  [[nodiscard]] bool is_shared() const { return count_.load(std::memory_order_acquire) != 1; }

 protected:
  ReferenceCounted() = default;
  ~ReferenceCounted() = default;

 private:
  mutable std::atomic<uint32_t> count_{1};
};

/// Shared ownership of an object that counts its references: a ReferenceCounted one, or another
/// with add_reference() and drop_reference(). As cheap as a pointer; may be null.
template <class T>
class Ref {
 public:
  Ref() = default;
  Ref(std::nullptr_t) {}  // NOLINT: null is a value of every reference
  explicit Ref(T* object) : object_(object) {
    if (object_ != nullptr) object_->add_reference();
  }
  Ref(const Ref& other) : Ref(other.object_) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  template <class U>
    requires std::is_convertible_v<U*, T*>
  Ref(Ref<U> other) : object_(other.release()) {}  // NOLINT: as pointers convert
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_ != nullptr) object_->drop_reference();
  }

  /// Takes over the reference that the caller holds, without counting it again.
  [[nodiscard]] static Ref adopt(T* object) {
    Ref reference;
    reference.object_ = object;
    return reference;
  }
  /// Gives the reference to the caller, who must drop it.
  [[nodiscard]] T* release() { return std::exchange(object_, nullptr); }

  [[nodiscard]] T* get() const { return object_; }
  T& operator*() const { return *object_; }
  T* operator->() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }
  friend bool operator==(const Ref&, const Ref&) = default;

 private:
  T* object_ = nullptr;
};

template <class T, class... Arguments>
[[nodiscard]] Ref<T> make_ref(Arguments&&... arguments) {
  return Ref<T>::adopt(new T(std::forward<Arguments>(arguments)...));
}

}  // namespace cleave::support

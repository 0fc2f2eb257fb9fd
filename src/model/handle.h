// Handles: what an application holds for an object, safe to look at for ever.
//
// A handle is the address of a HandleHeader in a slab that is never unmapped. The ICD loader reads
// the dispatch pointer of any handle it is given, a released one too; find() then tells a live
// object of the right kind from everything else (null, foreign, released, garbage).
// A released slot waits in a queue before it is used again, so that use after release is an error
// for a while and not another object.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include "support/reference.h"

namespace cleave::model {

/// First word of every handle, as cl_khr_icd demands. The API layer sets it once, before any
/// object.
void set_dispatch_table(const void* table);
[[nodiscard]] const void* dispatch_table();

struct HandleHeader {
  const void* dispatch;
  // 0: no object. Counts why the handle is valid: the application's references together are one
  // reason, each callback that is still to be called with the handle is another.
  std::atomic<uint32_t> live;
};

/// Slots of one size for one kind of object. Thread-safe. Never gives memory back.
class Slab {
 public:
  explicit Slab(size_t object_bytes, size_t object_alignment);
  /// Uninitialised room for one object, with a live handle before it; null when memory is out.
  [[nodiscard]] void* allocate();
  /// The object has been destroyed; its slot joins the end of the queue of slots to use again.
  void deallocate(void* object) noexcept;
  /// The object of a live handle of this slab; null for any other pointer, without reading it.
  [[nodiscard]] void* find(const void* handle) const;
  [[nodiscard]] static HandleHeader* header(void* object);
  /// Bytes from the handle to its object.
  static constexpr size_t object_offset = 64;
  struct Impl;

 private:
  Impl* impl_;  // lives as long as the process: late releases are normal
};

/// Base of the classes behind handles. Two counts: the application's (clRetain…, clRelease…,
/// CL_…_REFERENCE_COUNT) and the internal one (Ref), of which the application's share is one.
/// A handle is invalid once the application's count is zero, the object dies with the internal one.
///
///   auto context = Context::create(…);            // Result<Ref<Context>>
///   return give_handle<cl_context>(context);      // the application now holds one reference
///   Context* context = find_object<Context>(raw); // in api/check only; null: CL_INVALID_CONTEXT
template <class Derived>
class Object : public support::ReferenceCounted<Derived> {
 public:
  [[nodiscard]] uint32_t api_references() const {
    return api_references_.load(std::memory_order_relaxed);
  }
  /// Neither call revives an object that the application has let go: a count of zero stays zero,
  /// so that calls which race with the last release do no harm.
  void retain() {
    uint32_t count = api_references();
    while (count != 0 && !api_references_.compare_exchange_weak(count, count + 1)) {
    }
  }
  /// The last release makes the handle invalid, calls Derived::on_released() and drops the
  /// application's share of the object.
  void release() {
    uint32_t count = api_references();
    while (count != 0 && !api_references_.compare_exchange_weak(count, count - 1)) {
    }
    if (count != 1) return;
    unpin_handle();
    self()->on_released();
    this->drop_reference();
  }
  /// Keeps the handle valid beyond the last release, until unpin_handle(). The caller holds a
  /// reference all the while.
  void pin_handle() { Slab::header(self())->live.fetch_add(1, std::memory_order_relaxed); }
  void unpin_handle() { Slab::header(self())->live.fetch_sub(1, std::memory_order_release); }
  /// Something to do when the application lets go, before the last internal reference goes.
  void on_released() {}

  static Slab& slab() {
    static Slab& instance = *new Slab(sizeof(Derived), alignof(Derived));
    return instance;
  }
  template <class... Arguments>
  [[nodiscard]] static support::Ref<Derived> make(Arguments&&... arguments) {
    void* room = slab().allocate();
    if (room == nullptr) return nullptr;
    try {
      return support::Ref<Derived>::adopt(new (room)
                                              Derived(std::forward<Arguments>(arguments)...));
    } catch (...) {
      slab().deallocate(room);
      throw;
    }
  }
  static void destroy(Derived* object) {
    object->~Derived();
    slab().deallocate(object);
  }

 protected:
  Object() = default;
  ~Object() = default;
  std::atomic<uint32_t> api_references_{1};

 private:
  Derived* self() { return static_cast<Derived*>(this); }
};

/// The handle of an object, for output. Counts nothing.
template <class Handle, class T>
[[nodiscard]] Handle handle_of(T* object) {
  return object == nullptr ? nullptr : reinterpret_cast<Handle>(Slab::header(object));
}

/// Hands an object to the application, which takes over the caller's reference.
template <class Handle, class T>
[[nodiscard]] Handle give_handle(support::Ref<T> object) {
  return handle_of<Handle>(object.release());
}

/// The live object behind a handle, or null. Any pointer may be asked about.
template <class T>
[[nodiscard]] T* find_object(const void* handle) {
  return static_cast<T*>(T::slab().find(handle));
}

}  // namespace cleave::model

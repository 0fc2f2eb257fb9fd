// Implements handles: what an application holds for an object, safe to look at for ever.
//
// A handle is the address of a HandleHeader in a slab that is never unmapped. The ICD loader reads
// the dispatch pointer of any handle it is given, a released one too; ClObject::find() then tells a
// live object of the right kind from everything else (null, foreign, released, garbage).
// A released slot waits in a queue before it is used again, so that use after release is an error
// for a while and not another object.
//
// A handle is valid as long as its object lives, whoever keeps it alive: the application by the
// references that it counts (clRetain…, clRelease…), other objects and commands by theirs (Ref). So
// a query may name whatever an object refers to, and the application may retain what it is given
// ("after the context reference count becomes zero and all the objects attached to context (such as
// memory objects, command-queues) are released, the context is deleted", 4.4, and so in 5.1, 5.5.1,
// 5.8.2, 5.9.1 and 5.11). Of an object that only others keep alive:
//   - its reference count (CL_…_REFERENCE_COUNT: the application's references) is 0;
//   - every call takes it but clRelease…: of nothing there is nothing to release, and the error is
//     that of an invalid handle;
//   - clRetain… makes the application a holder again, until it has released as often.
// The object dies with the last reference of either sort, and the handle before its destructor
// begins: a callback for that moment (clSetMemObjectDestructorCallback, say) is called once, and
// finds the handle invalid.
//
// These keep others alive: a queue, memory object, program, semaphore and user event their context; a
// context, queue, program, semaphore and sub-device their devices; a kernel its program; a sub-buffer its buffer; an
// event its queue; a command that has not ended its event, memory objects, addressed memory and
// semaphores. A
// user event that has not ended is kept by the commands that wait for it; an event by the threads
// that wait for it and by callbacks that are still to be called; a program by its build in the
// background. A kernel keeps no arguments (5.9.2), a launch its code and not its kernel.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include "support/reference.h"

namespace cleave::model {

/// The first word of every handle, as cl_khr_icd demands. The API layer sets it once, before any
/// object.
void set_dispatch_table(const void* table);
[[nodiscard]] const void* dispatch_table();
/// The second word of handles, since cl_khr_icd 2.0.0: the loader's, which nobody else reads. Counts
/// for objects that are made from now on.
void set_dispatch_data(void* data);

/// Both counts of an object in one word, so that one compare-exchange tells whether it is alive,
/// counts, and finds the last reference. add_reference() is relaxed, since its caller holds a
/// reference; drop_reference() is acq_rel, so that the thread which drops the last one sees all
/// uses of the others. ClObject::find() takes a reference from nothing but an address: a
/// compare-exchange that fails on a dead object, in memory that is never unmapped (type-stable
/// memory). publish() is a release: a thread that finds the handle sees the whole object. Bits 0 to
/// 31: all references, those of the application together as one. Bits 32 to 62: the application's.
/// Bit 63: the application may know the handle.
struct Counts {
  uint64_t word = 0;
  static constexpr uint64_t reference = 1;
  static constexpr uint64_t api_reference = uint64_t{1} << 32;
  static constexpr uint64_t published = uint64_t{1} << 63;

  [[nodiscard]] uint32_t references() const { return static_cast<uint32_t>(word); }
  [[nodiscard]] uint32_t api_references() const {
    return static_cast<uint32_t>((word & ~published) >> 32);
  }
  /// Returns true for a live, published object. An object that is still being made cannot be found,
  /// by a stale handle neither.
  [[nodiscard]] bool can_be_found() const { return references() != 0 && (word & published) != 0; }
};

struct HandleHeader {
  const void* dispatch;
  void* dispatch_data;
  std::atomic<uint64_t> counts;  // a Counts; 0: no object
};

/// Slots of one size for one kind of object. Thread-safe. Never gives memory back.
class Slab {
 public:
  /// Bytes from the handle to its object.
  static constexpr size_t object_offset = 64;
  /// Slots lie in chunks, whose addresses are multiples of their size.
  static constexpr size_t chunk_bytes = size_t{256} << 10;
  /// Bytes of a slot for objects of that size.
  [[nodiscard]] static constexpr size_t slot_bytes(size_t object_bytes) {
    return (object_offset + object_bytes + 63) & ~size_t{63};
  }

  explicit Slab(size_t object_bytes, size_t object_alignment);
  /// Uninitialised room for one object that is not published, with one reference; null when memory
  /// is out.
  [[nodiscard]] void* allocate();
  /// Takes back the slot of a destroyed object, at the end of the FIFO of free slots.
  void deallocate(void* object) noexcept;
  /// The header of a slot of this slab, which may hold no object now; nullptr for any other
  /// pointer, without reading it. `slot`: slot_bytes() of this slab's objects, which the compiler
  /// knows.
  [[nodiscard]] HandleHeader* find(const void* handle, size_t slot) const {
    const auto address = reinterpret_cast<uintptr_t>(handle);
    const size_t offset = address % chunk_bytes;
    if (offset % slot != 0 || offset / slot >= chunk_bytes / slot) return nullptr;
    const uintptr_t chunk = address - offset;
    if (chunk != first_chunk_.load(std::memory_order_acquire) && !is_later_chunk(chunk)) {
      return nullptr;
    }
    // A slot that was never used is a page of zeros, which holds no object.
    return chunk == 0 ? nullptr : reinterpret_cast<HandleHeader*>(address);
  }
  [[nodiscard]] static HandleHeader* header(void* object) {
    return reinterpret_cast<HandleHeader*>(static_cast<std::byte*>(object) - object_offset);
  }
  [[nodiscard]] static void* object(HandleHeader* header) {
    return reinterpret_cast<std::byte*>(header) + object_offset;
  }
  struct Impl;

 private:
  [[nodiscard]] bool is_later_chunk(uintptr_t address) const;

  std::atomic<uintptr_t> first_chunk_{0};  // 0: there is none yet
  Impl* impl_;                             // lives as long as the process: late releases are normal
};

/// Base of the classes behind handles: the counts, for Ref and for the application. Thread-safe.
///
///   auto context = Context::create(…);            // Result<Ref<Context>>
///   return give_handle<cl_context>(context);      // the application now holds one reference
///   auto context = Context::find(raw);            // in api/check; null: CL_INVALID_CONTEXT
///   Context::release(raw)                         // false: CL_INVALID_CONTEXT
///
/// A Derived with on_released() hears of each time that the application has let go of its last
/// reference, while the object still lives.
template <class Derived>
class ClObject {
 public:
  ClObject(const ClObject&) = delete;
  ClObject& operator=(const ClObject&) = delete;

  void add_reference() const { counts().fetch_add(Counts::reference, std::memory_order_relaxed); }
  /// Adds references while nobody but the caller has the object, before its handle is given: needs
  /// no atomic addition.
  void add_references_unshared(uint32_t count) const {
    counts().store(counts().load(std::memory_order_relaxed) + count, std::memory_order_relaxed);
  }
  void drop_reference() const {
    // The only reference of what cannot be found needs no atomic subtraction: nobody is there to
    // see it.
    if (counts().load(std::memory_order_acquire) == Counts::reference ||
        Counts{counts().fetch_sub(Counts::reference, std::memory_order_acq_rel)}.references() ==
            1) {
      Derived::destroy(const_cast<Derived*>(static_cast<const Derived*>(this)));
    }
  }
  [[nodiscard]] uint32_t api_references() const {
    return Counts{counts().load(std::memory_order_relaxed)}.api_references();
  }

  /// The live object behind a handle, or null. Any pointer may be asked about.
  [[nodiscard]] static support::Ref<Derived> find(const void* handle) {
    return find_in(header_of(handle));
  }
  /// Returns the live object of a header that was once an object's; null when it is no more.
  [[nodiscard]] static support::Ref<Derived> find_in(HandleHeader* header) {
    const Counts before =
        change(header, [](Counts counts) { return counts.word + Counts::reference; });
    return support::Ref<Derived>::adopt(before.word == 0 ? nullptr : object_of(header));
  }
  /// True for the handle of an object that lives now. It may be gone when the caller looks.
  [[nodiscard]] static bool is_live(const void* handle) {
    const HandleHeader* header = header_of(handle);
    return header != nullptr &&
           Counts{header->counts.load(std::memory_order_acquire)}.can_be_found();
  }
  /// clRetain…; false when there is no such object.
  [[nodiscard]] static bool retain(const void* handle) {
    const Counts before = change(header_of(handle), [](Counts counts) {
      const bool is_first = counts.api_references() == 0;
      return counts.word + Counts::api_reference + (is_first ? Counts::reference : 0);
    });
    return before.word != 0;
  }
  /// clRelease…; false when there is no such object or the application holds nothing of it.
  [[nodiscard]] static bool release(const void* handle) {
    constexpr bool is_told = requires(Derived& object) { object.on_released(); };
    HandleHeader* header = header_of(handle);
    const Counts before = change(header, [](Counts counts) {
      if (counts.api_references() == 0) return nothing;
      const bool is_last = counts.api_references() == 1;
      return counts.word - Counts::api_reference - (is_last && !is_told ? Counts::reference : 0);
    });
    if (before.api_references() > 1) return true;
    if (before.word == 0) return false;
    Derived* object = object_of(header);
    if constexpr (is_told) {
      object->on_released();
      object->drop_reference();
    } else if (before.references() == 1) {
      Derived::destroy(object);
    }
    return true;
  }
  /// The application may know the handle from now on and holds one reference, which the caller
  /// gives away. Called once.
  void publish() {
    counts().fetch_add(Counts::published + Counts::api_reference, std::memory_order_release);
  }

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
  ClObject() = default;
  ~ClObject() = default;

 private:
  [[nodiscard]] std::atomic<uint64_t>& counts() const {
    return Slab::header(const_cast<Derived*>(static_cast<const Derived*>(this)))->counts;
  }
  static Derived* object_of(HandleHeader* header) {
    return static_cast<Derived*>(Slab::object(header));
  }
  [[nodiscard]] static HandleHeader* header_of(const void* handle) {
    return slab().find(handle, Slab::slot_bytes(sizeof(Derived)));
  }
  static constexpr uint64_t nothing = 0;
  /// Makes the counts of a live object what `step(counts)` gives, unless that is `nothing`. Returns
  /// what they were, or no counts when they are as they were. The header may be null.
  template <class Step>
  static Counts change(HandleHeader* header, const Step& step) {
    if (header == nullptr) return {};
    Counts before{header->counts.load(std::memory_order_relaxed)};
    uint64_t after = nothing;
    do {
      after = before.can_be_found() ? step(before) : nothing;
      if (after == nothing) return {};
    } while (!header->counts.compare_exchange_weak(before.word, after, std::memory_order_acq_rel,
                                                   std::memory_order_relaxed));
    return before;
  }
};

/// The handle of an object, for output. Counts nothing.
template <class Handle, class T>
[[nodiscard]] Handle handle_of(T* object) {
  return object == nullptr ? nullptr : reinterpret_cast<Handle>(Slab::header(object));
}

/// Hands an object to the application, which takes over the caller's reference.
template <class Handle, class T>
[[nodiscard]] Handle give_handle(support::Ref<T> object) {
  object->publish();
  return handle_of<Handle>(object.release());
}

}  // namespace cleave::model

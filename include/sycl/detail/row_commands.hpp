// Declares the commands on rows of memory, and the barriers, of handler (sycl_ext_oneapi_memcpy2d, sycl_ext_oneapi_enqueue_barrier).
#pragma once

#include <cstddef>
#include <vector>

#include "../event.hpp"
#include "../exception.hpp"
#include "../is_device_copyable.hpp"
#include "abi.h"
#include "config.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

/// A base of handler.
template <class Handler>
class row_commands {
 public:
  // Rows of memory, whose pitch is the distance from one to the next (sycl_ext_oneapi_memcpy2d). errc::invalid for rows that
  // are wider than their pitch.
  CLEAVE_SYCL_LAZY void ext_oneapi_memcpy2d(void* to, std::size_t to_pitch, const void* from,
                                            std::size_t from_pitch, std::size_t width,
                                            std::size_t height) {
    check_rows(width, to_pitch < from_pitch ? to_pitch : from_pitch);
    begin_rows(to, to_pitch, from, from_pitch, width, height);
  }
  template <class Type>
  void ext_oneapi_copy2d(const Type* from, std::size_t from_pitch, Type* to, std::size_t to_pitch,
                         std::size_t width, std::size_t height) {
    static_assert(is_device_copyable_v<Type>, "the elements are copied byte by byte");
    check_rows(width, to_pitch < from_pitch ? to_pitch : from_pitch);
    begin_rows(to, to_pitch * sizeof(Type), from, from_pitch * sizeof(Type), width * sizeof(Type),
               height);
  }
  CLEAVE_SYCL_LAZY void ext_oneapi_memset2d(void* to, std::size_t to_pitch, int value,
                                            std::size_t width, std::size_t height) {
    ext_oneapi_fill2d(to, to_pitch, static_cast<unsigned char>(value), width, height);
  }
  template <class Type>
  void ext_oneapi_fill2d(void* to, std::size_t to_pitch, const Type& pattern, std::size_t width,
                         std::size_t height) {
    static_assert(is_device_copyable_v<Type>, "the pattern is copied byte by byte");
    check_rows(width, to_pitch);
    own().template begin<Handler::command::copy_rows>();
    own().object_.copy(
        filled_rows<Type>{{sizeof(cleave_sycl_rows), to, to_pitch * sizeof(Type), nullptr, 0,
                           nullptr, sizeof(Type), width * sizeof(Type), height},
                          pattern});
    own().memory_ = {nullptr, nullptr, offsetof(filled_rows<Type>, pattern), 0, 0};
  }

  /// Commands that are submitted to the queue later begin when all before have ended (sycl_ext_oneapi_enqueue_barrier).
  void ext_oneapi_barrier() {
    own().template begin<Handler::command::barrier>();
    own().memory_.advice = 1;
  }
  /// The same with these events in place of the commands before; of none: without an effect.
  CLEAVE_SYCL_LAZY void ext_oneapi_barrier(const std::vector<event>& dependencies) {
    own().template begin<Handler::command::barrier>();
    own().depends_on(dependencies);
  }

 private:
  Handler& own() { return static_cast<Handler&>(*this); }

  template <class Type>
  struct filled_rows {
    cleave_sycl_rows rows;
    Type pattern;
  };

  static void check_rows(std::size_t width, std::size_t least_pitch) {
    if (width > least_pitch) {
      detail::raise(errc::invalid, "rows of memory: the width is larger than a pitch");
    }
  }
  void begin_rows(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                  std::size_t width, std::size_t height) {
    if (from == nullptr && width * height != 0) {
      detail::raise(errc::invalid, "rows of memory: the source is null");
    }
    own().template begin<Handler::command::copy_rows>();
    own().object_.copy(cleave_sycl_rows{sizeof(cleave_sycl_rows), to, to_pitch, from, from_pitch,
                                        nullptr, 1, width, height});
  }
};

}  // namespace CLEAVE_SYCL_HIDDEN detail
}  // namespace _v1
}  // namespace sycl

// Collects the buffers that a command uses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "../exception.hpp"
#include "abi.h"
#include "config.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

/// The few buffers of a command, and where it finds them. It needs no memory: a command group of the library, which takes
/// any number, costs 230 of the 8,200 instructions of a launch with two accessors.
class buffer_uses {
 public:
  buffer_uses() {}
  buffer_uses(const buffer_uses&) = delete;
  buffer_uses& operator=(const buffer_uses&) = delete;
  ~buffer_uses() { clear(); }

  bool is_empty() const { return count_ == 0; }
  /// True when there is no room for one more.
  bool is_full() const { return count_ == most; }

  /// Notes a use, and returns where the command finds the buffer. Precondition: it is not full.
  void* add(cleave_sycl_queue* its_queue, cleave_sycl_buffer* used, std::uint32_t mode) {
    std::size_t index = count_;
    while (index != 0 && !std::less<cleave_sycl_buffer*>()(accesses_[index - 1].buffer, used)) {
      --index;
    }
    const bool is_known = index != count_ && accesses_[index].buffer == used;
    if (is_known) mode = both(accesses_[index].mode, mode);
    void* address = nullptr;
    check(api().use_buffer(its_queue, used, mode, &address));
    if (is_known) {
      release(used);
    } else {
      for (std::size_t i = count_++; i != index; --i) {
        accesses_[i] = accesses_[i - 1];
        addresses_[i] = addresses_[i - 1];
      }
    }
    accesses_[index] = {used, mode};
    addresses_[index] = address;
    return address;
  }

  /// Null if the command does not use it.
  void* address_of(const cleave_sycl_buffer* used) const {
    for (std::size_t i = 0; i < count_; ++i) {
      if (accesses_[i].buffer == used) return addresses_[i];
    }
    return nullptr;
  }

  /// Gives all to a command group of the library.
  CLEAVE_SYCL_LAZY void move_to(cleave_sycl_command_group* group) {
    for (std::size_t i = 0; i < count_; ++i) {
      void* address = nullptr;
      check(api().group_use(group, accesses_[i].buffer, accesses_[i].mode, &address));
    }
    clear();
  }

  /// A view, good until the next change.
  cleave_sycl_group contents() const {
    return {sizeof(cleave_sycl_group), nullptr, 0, accesses_, count_, nullptr, nullptr, 0};
  }

 private:
  static constexpr std::size_t most = 6;

  /// A command that writes and reads needs what was there, unless it needs it for neither.
  static std::uint32_t both(std::uint32_t first, std::uint32_t second) {
    const std::uint32_t no_init = CLEAVE_SYCL_ACCESS_NO_INIT;
    return ((first | second) & ~no_init) | (first & second & no_init);
  }
  void clear() {
    while (count_ != 0) release(accesses_[--count_].buffer);
  }

  std::size_t count_ = 0;
  cleave_sycl_access accesses_[most];  // in the order of the buffers' addresses
  void* addresses_[most];
};

}  // namespace CLEAVE_SYCL_HIDDEN detail
}  // namespace _v1
}  // namespace sycl

// Declares private_memory: a value for each work-item of a hierarchical launch (SYCL 2020, 4.9.4.2.4).
#pragma once

#include <cstddef>

#include "group.hpp"

// The C library has it, and declares it only where assert does something.
extern "C" __attribute__((noreturn)) void __assert_fail(const char* text, const char* file,
                                                        unsigned line,
                                                        const char* function) noexcept;

namespace sycl {
inline namespace _v1 {

/// A work-group's loops are run by one work-item, which keeps the values of all. So their number has a limit that is
/// known to the compiler; in a larger work-group the program ends with this message.
template <class Type, int Dimensions = 1>
class private_memory {
 public:
  private_memory(const group<Dimensions>& of) : extent_(of.get_local_range()) {
    if (extent_.size() > most_work_items) {
      __assert_fail("sycl::private_memory is for work-groups of at most 256 work-items", __FILE__,
                    __LINE__, "private_memory");
    }
  }
  private_memory(const private_memory&) = delete;
  private_memory& operator=(const private_memory&) = delete;

  Type& operator()(const h_item<Dimensions>& of) {
    return values_[detail::linear(extent_, of.get_physical_local_id())];
  }

 private:
  static constexpr std::size_t most_work_items = 256;
  range<Dimensions> extent_;
  Type values_[most_work_items];
};

}  // namespace _v1
}  // namespace sycl

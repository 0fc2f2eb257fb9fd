// Declares private_memory: a value for each work-item of a hierarchical launch (SYCL 2020, 4.9.4.2.4).
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>

#include "group.hpp"

// The C library has it, and declares it only where assert does something.
extern "C" __attribute__((noreturn)) void __assert_fail(const char* text, const char* file,
                                                        unsigned line,
                                                        const char* function) noexcept;

namespace sycl {
inline namespace _v1 {

/// A work-group's loops are run by one work-item, which keeps the values of all. So their room is known to the compiler: it
/// is for the largest work-groups of devices, and for less where the type is large. In a work-group for which it is too small
/// the program ends with this message.
template <class Type, int Dimensions = 1>
class private_memory {
 public:
  private_memory(const group<Dimensions>& of) : extent_(of.get_local_range()) {
    if (extent_.size() > most_work_items) {
      __assert_fail(
          "sycl::private_memory has room for work-groups of 4096 work-items, or, of large types, "
          "for "
          "256 KiB, at least 256 values",
          __FILE__, __LINE__, "private_memory");
    }
    if constexpr (!std::is_trivially_default_constructible_v<Type>) {
      for (std::size_t i = 0; i < extent_.size(); ++i) new (values() + i) Type;
    }
  }
  private_memory(const private_memory&) = delete;
  private_memory& operator=(const private_memory&) = delete;
  ~private_memory() {
    if constexpr (!std::is_trivially_destructible_v<Type>) {
      for (std::size_t i = extent_.size(); i > 0; --i) values()[i - 1].~Type();
    }
  }

  Type& operator()(const h_item<Dimensions>& of) {
    return values()[detail::linear(extent_, of.get_physical_local_id())];
  }

 private:
  static constexpr std::size_t largest_work_group = 4096;  // of Cleave's devices
  static constexpr std::size_t fitting_values = (std::size_t{256} << 10) / sizeof(Type);
  static constexpr std::size_t least_values = 256;
  static constexpr std::size_t most_work_items = fitting_values > largest_work_group
                                                     ? largest_work_group
                                                 : fitting_values > least_values ? fitting_values
                                                                                 : least_values;
  Type* values() { return reinterpret_cast<Type*>(bytes_); }

  range<Dimensions> extent_;
  alignas(Type) unsigned char bytes_[most_work_items * sizeof(Type)];
};

}  // namespace _v1
}  // namespace sycl

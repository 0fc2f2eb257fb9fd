// Declares stream: text that kernels print (SYCL 2020, 4.16).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "detail/builtins.hpp"
#include "group.hpp"
#include "h_item.hpp"
#include "half.hpp"
#include "handler.hpp"
#include "is_device_copyable.hpp"
#include "item.hpp"
#include "multi_ptr.hpp"
#include "nd_item.hpp"
#include "nd_range.hpp"
#include "vec.hpp"

namespace sycl {
inline namespace _v1 {

enum class stream_manipulator : std::uint32_t {
#define CLEAVE_SYCL_MANIPULATOR(name) name,
#include "detail/stream_manipulators.def"
#undef CLEAVE_SYCL_MANIPULATOR
};

#define CLEAVE_SYCL_MANIPULATOR(name) \
  inline constexpr stream_manipulator name = stream_manipulator::name;
#include "detail/stream_manipulators.def"
#undef CLEAVE_SYCL_MANIPULATOR

namespace CLEAVE_SYCL_HIDDEN detail {
struct stream_access;
struct stream_width {
  std::int32_t value;
};
struct stream_precision {
  std::int32_t value;
};
}  // namespace CLEAVE_SYCL_HIDDEN detail

/// The least width of the value that comes next.
inline detail::stream_width setw(int width) {
  return {width};
}
inline detail::stream_precision setprecision(int digits) {
  return {digits};
}

/// Kernels write values as they are: the host makes text of them when the kernel has ended, and prints all that a
/// work-item wrote up to a flush in one piece. Nothing limits a work-item but the size of the whole.
class stream {
 public:
  stream(std::size_t most, std::size_t work_item_most, handler& group,
         const property_list& properties = {})
      : memory_(detail::handler_access::add_stream(group, most)),
        size_(most),
        work_item_size_(work_item_most) {
    detail::check_properties<>(properties);
  }

  std::size_t size() const noexcept { return size_; }
  std::size_t get_work_item_buffer_size() const { return work_item_size_; }
  [[deprecated("use size")]] std::size_t get_size() const { return size_; }
  [[deprecated("use get_work_item_buffer_size")]] std::size_t get_max_statement_size() const {
    return work_item_size_;
  }

  /// No property is one of streams.
  template <class Property>
  bool has_property() const noexcept {
    return false;
  }
  template <class Property>
  Property get_property() const {
    detail::raise(errc::invalid, "get_property: streams have no properties");
  }

  friend bool operator==(const stream& left, const stream& right) {
    return left.memory_ == right.memory_;
  }
  friend bool operator!=(const stream& left, const stream& right) { return !(left == right); }

 private:
  friend struct detail::stream_access;
  friend struct std::hash<stream>;
  cleave_sycl_stream* memory_;
  std::size_t size_;
  std::size_t work_item_size_;
};

namespace CLEAVE_SYCL_HIDDEN detail {

struct stream_access {
  /// Adds a record, unless there is no room for it.
  static void add(const stream& to, std::uint32_t kind, const void* value, std::uint32_t bytes) {
    cleave_sycl_stream* const memory = to.memory_;
    const std::uint64_t needed =
        sizeof(cleave_sycl_stream_record) + (std::uint64_t{bytes} + 7) / 8 * 8;
    const std::uint64_t at =
        __scoped_atomic_fetch_add(&memory->used, needed, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM);
    if (at + needed > memory->capacity) {
      if (at <= memory->capacity) memory->end = at;
      return;
    }
    char* const bytes_of_record = reinterpret_cast<char*>(memory + 1) + at;
    auto* const record = reinterpret_cast<cleave_sycl_stream_record*>(bytes_of_record);
    record->kind = kind;
    record->size = bytes;
    record->work_item = (cl::get_global_id(2) * cl::get_global_size(1) + cl::get_global_id(1)) *
                            cl::get_global_size(0) +
                        cl::get_global_id(0);
    for (std::uint32_t i = 0; i < bytes; ++i) {
      bytes_of_record[sizeof *record + i] = static_cast<const char*>(value)[i];
    }
  }
  template <class Value>
  static const stream& add(const stream& to, std::uint32_t kind, const Value& value) {
    add(to, kind, &value, sizeof value);
    return to;
  }
  /// Numbers between braces.
  template <class Numbers>
  static const stream& add_numbers(const stream& to, const Numbers& numbers, int count);
};

template <class Type>
inline constexpr bool is_character = std::is_same_v<std::remove_cv_t<Type>, char> ||
                                     std::is_same_v<std::remove_cv_t<Type>, signed char> ||
                                     std::is_same_v<std::remove_cv_t<Type>, unsigned char>;

}  // namespace CLEAVE_SYCL_HIDDEN detail

inline const stream& operator<<(const stream& to, const char* text) {
  std::uint32_t count = 0;
  while (text[count] != '\0') ++count;
  detail::stream_access::add(to, CLEAVE_SYCL_STREAM_TEXT, text, count);
  return to;
}

template <class Number, std::enable_if_t<std::is_arithmetic_v<Number>, int> = 0>
const stream& operator<<(const stream& to, Number value) {
  using access = detail::stream_access;
  if constexpr (std::is_same_v<Number, bool>) {
    return to << (value ? "true" : "false");
  } else if constexpr (detail::is_character<Number>) {
    return access::add(to, CLEAVE_SYCL_STREAM_TEXT, value);
  } else if constexpr (std::is_floating_point_v<Number>) {
    return access::add(to, CLEAVE_SYCL_STREAM_DOUBLE, static_cast<double>(value));
  } else if constexpr (std::is_signed_v<Number>) {
    return access::add(to, CLEAVE_SYCL_STREAM_SIGNED, value);
  } else {
    return access::add(to, CLEAVE_SYCL_STREAM_UNSIGNED, value);
  }
}
inline const stream& operator<<(const stream& to, half value) {
  return to << static_cast<float>(value);
}
template <class Type, std::enable_if_t<!std::is_same_v<std::remove_cv_t<Type>, char>, int> = 0>
const stream& operator<<(const stream& to, Type* value) {
  return detail::stream_access::add(to, CLEAVE_SYCL_STREAM_ADDRESS,
                                    reinterpret_cast<std::uint64_t>(value));
}
template <class Type, access::address_space Space, access::decorated Decoration>
const stream& operator<<(const stream& to, const multi_ptr<Type, Space, Decoration>& value) {
  return to << static_cast<const void*>(value.get_raw());
}

inline const stream& operator<<(const stream& to, stream_manipulator manipulator) {
  return detail::stream_access::add(to, CLEAVE_SYCL_STREAM_MANIPULATOR,
                                    static_cast<std::uint32_t>(manipulator));
}
inline const stream& operator<<(const stream& to, detail::stream_width width) {
  return detail::stream_access::add(to, CLEAVE_SYCL_STREAM_WIDTH, width.value);
}
inline const stream& operator<<(const stream& to, detail::stream_precision digits) {
  return detail::stream_access::add(to, CLEAVE_SYCL_STREAM_PRECISION, digits.value);
}

namespace CLEAVE_SYCL_HIDDEN detail {
template <class Numbers>
const stream& stream_access::add_numbers(const stream& to, const Numbers& numbers, int count) {
  to << '{';
  for (int i = 0; i < count; ++i) {
    if (i != 0) to << ", ";
    to << numbers[i];
  }
  return to << '}';
}
}  // namespace CLEAVE_SYCL_HIDDEN detail

template <class Type, int Count>
const stream& operator<<(const stream& to, const vec<Type, Count>& value) {
  for (int i = 0; i < Count; ++i) {
    if (i != 0) to << ", ";
    to << value[i];
  }
  return to;
}
template <int Dimensions>
const stream& operator<<(const stream& to, const id<Dimensions>& value) {
  return detail::stream_access::add_numbers(to, value, Dimensions);
}
template <int Dimensions>
const stream& operator<<(const stream& to, const range<Dimensions>& value) {
  return detail::stream_access::add_numbers(to, value, Dimensions);
}
template <int Dimensions>
const stream& operator<<(const stream& to, const nd_range<Dimensions>& value) {
  return to << "nd_range(global_range: " << value.get_global_range()
            << ", local_range: " << value.get_local_range()
            << ", offset: " << detail::nd_range_access::offset(value) << ')';
}
template <int Dimensions, bool WithOffset>
const stream& operator<<(const stream& to, const item<Dimensions, WithOffset>& value) {
  return to << "item(range: " << value.get_range() << ", id: " << value.get_id() << ')';
}
template <int Dimensions>
const stream& operator<<(const stream& to, const nd_item<Dimensions>& value) {
  return to << "nd_item(global_id: " << value.get_global_id()
            << ", local_id: " << value.get_local_id() << ')';
}
template <int Dimensions>
const stream& operator<<(const stream& to, const group<Dimensions>& value) {
  return to << "group(id: " << value.get_group_id() << ", local_range: " << value.get_local_range()
            << ", group_range: " << value.get_group_range() << ')';
}
template <int Dimensions>
const stream& operator<<(const stream& to, const h_item<Dimensions>& value) {
  return to << "h_item(global: " << value.get_global()
            << ", logical_local: " << value.get_logical_local()
            << ", physical_local: " << value.get_physical_local() << ')';
}

}  // namespace _v1
}  // namespace sycl

template <>
struct std::hash<sycl::stream> {
  std::size_t operator()(const sycl::stream& of) const {
    return reinterpret_cast<std::size_t>(of.memory_);
  }
};

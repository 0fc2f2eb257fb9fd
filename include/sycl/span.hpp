// Declares span: elements one behind the other, as C++20 has it (SYCL 2020, 3.9.2).
#pragma once

#include <array>
#include <cstddef>
#include <iterator>
#include <type_traits>

#include "detail/config.hpp"

namespace sycl {
inline namespace _v1 {

inline constexpr std::size_t dynamic_extent = static_cast<std::size_t>(-1);

template <class Type, std::size_t Extent = dynamic_extent>
class span {
  template <class Container>
  using enable_if_container =
      std::enable_if_t<std::is_convertible_v<std::remove_pointer_t<decltype(std::data(
                                                 std::declval<Container&>()))> (*)[],
                                             Type (*)[]> &&
                           !std::is_array_v<std::remove_reference_t<Container>>,
                       int>;

 public:
  using element_type = Type;
  using value_type = std::remove_cv_t<Type>;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using pointer = Type*;
  using const_pointer = const Type*;
  using reference = Type&;
  using const_reference = const Type&;
  using iterator = Type*;
  using const_iterator = const Type*;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  static constexpr std::size_t extent = Extent;

  template <std::size_t E = Extent, std::enable_if_t<E == 0 || E == dynamic_extent, int> = 0>
  constexpr span() noexcept {}
  constexpr span(Type* data, std::size_t count) : data_(data), size_(count) {}
  constexpr span(Type* first, Type* last)
      : data_(first), size_(static_cast<std::size_t>(last - first)) {}
  template <std::size_t Count,
            std::enable_if_t<Extent == dynamic_extent || Extent == Count, int> = 0>
  constexpr span(Type (&array)[Count]) noexcept : data_(array), size_(Count) {}
  template <class Container, enable_if_container<Container> = 0>
  constexpr span(Container& container) : data_(std::data(container)), size_(std::size(container)) {}
  template <class Container, enable_if_container<const Container> = 0>
  constexpr span(const Container& container)
      : data_(std::data(container)), size_(std::size(container)) {}

  constexpr iterator begin() const noexcept { return data_; }
  constexpr iterator end() const noexcept { return data_ + size_; }
  constexpr reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  constexpr reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  constexpr Type& front() const { return data_[0]; }
  constexpr Type& back() const { return data_[size_ - 1]; }
  constexpr Type& operator[](std::size_t index) const { return data_[index]; }
  constexpr Type* data() const noexcept { return data_; }
  constexpr std::size_t size() const noexcept { return size_; }
  constexpr std::size_t size_bytes() const noexcept { return size_ * sizeof(Type); }
  [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }

  template <std::size_t Count>
  constexpr span<Type, Count> first() const {
    return {data_, Count};
  }
  constexpr span<Type> first(std::size_t count) const { return {data_, count}; }
  template <std::size_t Count>
  constexpr span<Type, Count> last() const {
    return {data_ + (size_ - Count), Count};
  }
  constexpr span<Type> last(std::size_t count) const { return {data_ + (size_ - count), count}; }
  constexpr span<Type> subspan(std::size_t offset, std::size_t count = dynamic_extent) const {
    return {data_ + offset, count == dynamic_extent ? size_ - offset : count};
  }

 private:
  Type* data_ = nullptr;
  std::size_t size_ = Extent == dynamic_extent ? 0 : Extent;
};

template <class Type, std::size_t Count>
span(Type (&)[Count]) -> span<Type, Count>;
template <class Type, std::size_t Count>
span(std::array<Type, Count>&) -> span<Type, Count>;
template <class Type, std::size_t Count>
span(const std::array<Type, Count>&) -> span<const Type, Count>;
template <class Container>
span(Container&) -> span<typename Container::value_type>;
template <class Container>
span(const Container&) -> span<const typename Container::value_type>;

}  // namespace _v1
}  // namespace sycl

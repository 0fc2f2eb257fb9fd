// Reads and writes the fields of a device image: numbers, texts, and records that begin with their
// size.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cleave::device_image {

/// Takes fields from the front of bytes. After the first field that is not there `ok()` is false,
/// and every further field is zero or empty.
class FieldReader {
 public:
  explicit FieldReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <std::unsigned_integral T>
  T number() {
    T value = 0;
    const std::span<const std::byte> bytes = take(sizeof(T));
    for (size_t i = 0; i < bytes.size(); ++i) {
      value = static_cast<T>(value | static_cast<T>(static_cast<T>(bytes[i]) << (8 * i)));
    }
    return value;
  }

  /// A text with a zero byte counts as damaged: C, whose texts end there, would see another one.
  std::string text() {
    std::string read = content();
    if (read.find('\0') != std::string::npos) refuse();
    return read;
  }

  /// Any bytes, written as a text is.
  std::string content() {
    const std::span<const std::byte> bytes = take(number<uint32_t>());
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  /// Takes a record whole, and returns the reader of its fields.
  FieldReader record() {
    constexpr uint32_t size_of_size = sizeof(uint32_t);
    const auto bytes = number<uint32_t>();
    if (bytes < size_of_size) ok_ = false;
    return FieldReader(ok_ ? take(bytes - size_of_size) : std::span<const std::byte>());
  }

  /// Notes that a field is wrong though it is there.
  void refuse() { ok_ = false; }

  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] std::span<const std::byte> rest() const { return rest_; }

 private:
  std::span<const std::byte> take(size_t count) {
    if (!ok_ || count > rest_.size()) {
      ok_ = false;
      return {};
    }
    const std::span<const std::byte> taken = rest_.first(count);
    rest_ = rest_.subspan(count);
    return taken;
  }

  std::span<const std::byte> rest_;
  bool ok_ = true;
};

/// Puts fields behind each other.
class FieldWriter {
 public:
  template <std::unsigned_integral T>
  void number(T value) {
    for (size_t i = 0; i < sizeof(T); ++i)
      bytes.push_back(static_cast<std::byte>(value >> (8 * i)));
  }

  void text(std::string_view text) {
    number(static_cast<uint32_t>(text.size()));
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    bytes.insert(bytes.end(), first, first + text.size());
  }

  /// Writes a record whose fields `write` puts behind its size.
  template <class Write>
  void record(Write write) {
    const size_t start = bytes.size();
    number(uint32_t{0});
    write();
    FieldWriter size;
    size.number(static_cast<uint32_t>(bytes.size() - start));
    std::copy(size.bytes.begin(), size.bytes.end(),
              bytes.begin() + static_cast<std::ptrdiff_t>(start));
  }

  std::vector<std::byte> bytes;
};

}  // namespace cleave::device_image

// Lays out values of specialization constants as kernels read them.
#include "sycl/constant_values.h"

#include <algorithm>
#include <cstring>

#include "support/rounding.h"

namespace cleave::sycl {
namespace {

// The layout of sycl::detail::specialization_table, in include/sycl/detail/specialization.hpp.
constexpr size_t rows_offset = 2 * sizeof(uint64_t);
constexpr size_t row_bytes = 2 * sizeof(uint64_t);
constexpr size_t value_alignment = 16;

void put_number(std::vector<std::byte>& bytes, size_t at, uint64_t number) {
  std::memcpy(bytes.data() + at, &number, sizeof number);
}

}  // namespace

void ConstantValues::set(uint64_t identity, std::span<const std::byte> value) {
  std::vector<std::byte> bytes(value.begin(), value.end());
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find(values_, identity, &Value::identity);
  if (found == values_.end()) {
    values_.push_back({identity, std::move(bytes)});
  } else {
    found->bytes = std::move(bytes);
  }
}

std::vector<ConstantValues::Value> ConstantValues::all() const {
  const std::lock_guard lock(mutex_);
  return values_;
}

void ConstantValues::add(const ConstantValues& others) {
  for (Value& value : others.all()) {
    const std::lock_guard lock(mutex_);
    if (std::ranges::find(values_, value.identity, &Value::identity) == values_.end()) {
      values_.push_back(std::move(value));
    }
  }
}

std::vector<std::byte> ConstantValues::table() const {
  const std::vector<Value> values = all();
  if (values.empty()) return {};
  size_t end = support::rounded_up(rows_offset + values.size() * row_bytes, value_alignment);
  std::vector<size_t> offsets;
  for (const Value& value : values) {
    offsets.push_back(end);
    end = support::rounded_up(end + value.bytes.size(), value_alignment);
  }
  std::vector<std::byte> bytes(end);
  put_number(bytes, 0, values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    const size_t row = rows_offset + i * row_bytes;
    put_number(bytes, row, values[i].identity);
    put_number(bytes, row + sizeof(uint64_t), offsets[i]);
    std::ranges::copy(values[i].bytes, bytes.begin() + static_cast<std::ptrdiff_t>(offsets[i]));
  }
  return bytes;
}

}  // namespace cleave::sycl

// Keeps the values of specialization constants that a command group sets (SYCL 2020, 4.11.12.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "../handler.hpp"
#include "../is_device_copyable.hpp"
#include "abi.h"
#include "config.hpp"
#include "object.hpp"
#include "specialization.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

/// Values of specialization constants that a command group sets. A template, so that only files that set some pay for it, and for
/// its vectors.
template <class Byte>
class specialization_values {
 public:
  /// Those of a command group, made when they are asked for.
  static specialization_values& of(handler& group) {
    if (group.constants_.state == nullptr) {
      group.constants_ = detail::make_box(specialization_values());
      group.send_constants_ = send;
    }
    return *static_cast<specialization_values*>(group.constants_.state);
  }

  template <class Type>
  static constexpr void check_type() {
    static_assert(is_device_copyable_v<Type>, "specialization constants are copied byte by byte");
    static_assert(alignof(Type) <= most_alignment,
                  "specialization constants are aligned to 16 bytes at most");
  }

  // A kernel bundle has values of its own, and the command group that uses it has those.

  template <class Bundle>
  static std::vector<Byte> of_bundle(const Bundle& bundle) {
    return read<std::vector<Byte>>([&](const cleave_sycl_sink* sink) {
      return api().bundle_constants(object_access::get(bundle), sink);
    });
  }
  static const void* find_in(const std::vector<Byte>& table, std::uint64_t identity) {
    return table.empty()
               ? nullptr
               : reinterpret_cast<const specialization_table*>(table.data())->find(identity);
  }
  /// errc::invalid where the command group itself has set a value.
  static void check_unset(const handler& group) {
    const auto* const values = static_cast<const specialization_values*>(group.constants_.state);
    if (values != nullptr && !values->is_of_bundle_) {
      raise(errc::invalid,
            "use_kernel_bundle: the command group has set a specialization constant; values are "
            "those of the bundle");
    }
  }
  template <class Bundle>
  static void adopt(handler& group, const Bundle& bundle) {
    specialization_values& values = of(group);
    values.is_of_bundle_ = true;
    values.data_ = of_bundle(bundle);
  }

  /// `unit`: for whose kernels alone the value is; null: for all.
  template <class Type>
  void set(std::uint64_t identity, const cleave_sycl_unit* unit, const Type& value) {
    check_type<Type>();
    if (is_of_bundle_) {
      raise(errc::invalid,
            "set_specialization_constant: the command group uses a kernel bundle, whose values "
            "were set before it was built");
    }
    for (const auto& row : rows_) {
      if (row.identity == identity && row.unit == unit) {
        std::memcpy(data_.data() + row.offset, &value, sizeof value);
        return;
      }
    }
    rows_.push_back({identity, data_.size(), unit});
    data_.resize(data_.size() +
                 (sizeof value + most_alignment - 1) / most_alignment * most_alignment);
    std::memcpy(data_.data() + rows_.back().offset, &value, sizeof value);
  }
  /// Null: the command group has not set it.
  static const void* find_in(const handler& group, std::uint64_t identity,
                             const cleave_sycl_unit* unit) {
    const auto* const values = static_cast<const specialization_values*>(group.constants_.state);
    if (values == nullptr) return nullptr;
    if (values->is_of_bundle_) {
      raise(errc::invalid,
            "get_specialization_constant: the command group uses a kernel bundle, which tells its "
            "values itself");
    }
    for (const auto& row : values->rows_) {
      if (row.identity == identity && row.unit == unit) return values->data_.data() + row.offset;
    }
    return nullptr;
  }

 private:
  static constexpr std::size_t most_alignment = 16;
  using row = specialization_table::row;
  struct set_row {
    std::uint64_t identity;
    std::size_t offset;  // in data_
    const cleave_sycl_unit* unit;
  };

  /// Brings the values to memory of the device, which the command keeps, for a kernel that takes a kernel_handler: those
  /// for all units, and those for the kernel's.
  static void send(handler& group) {
    if (group.object_.constants() == nullptr) return;
    const specialization_values& values = of(group);
    if (values.data_.empty()) return;
    if (values.is_of_bundle_) {
      void* const memory = allocate(group, values.data_.size());
      std::memcpy(memory, values.data_.data(), values.data_.size());
      *group.object_.constants() = static_cast<const specialization_table*>(memory);
      return;
    }
    const std::size_t begin = specialization_table::rows_offset + values.rows_.size() * sizeof(row);
    void* const memory = allocate(group, begin + values.data_.size());
    std::uint64_t count = 0;
    char* const bytes = static_cast<char*>(memory);
    for (const set_row& each : values.rows_) {
      if (each.unit != nullptr && each.unit != group.unit_) continue;
      const row moved{each.identity, each.offset + begin};
      std::memcpy(bytes + specialization_table::rows_offset + count * sizeof moved, &moved,
                  sizeof moved);
      ++count;
    }
    std::memcpy(memory, &count, sizeof count);
    std::memcpy(bytes + begin, values.data_.data(), values.data_.size());
    *group.object_.constants() = static_cast<const specialization_table*>(memory);
  }

  /// Returns memory of the device, which the command keeps.
  static void* allocate(handler& group, std::size_t size) {
    const cleave_sycl_usm_request request{sizeof request,
                                          CLEAVE_SYCL_USM_SHARED,
                                          api().queue_context(group.queue_),
                                          api().queue_device(group.queue_),
                                          size,
                                          most_alignment};
    void* memory = nullptr;
    check(api().allocate(&request, &memory));
    if (memory == nullptr) {
      raise(errc::memory_allocation, "there is no memory for the specialization constants");
    }
    group.object_.also_keep(make_box(owned_memory(request.context, memory)));
    return memory;
  }

  class owned_memory {
   public:
    owned_memory(cleave_sycl_context* its_context, void* memory)
        : context_(reference<cleave_sycl_context>::share(its_context)), memory_(memory) {}
    owned_memory(owned_memory&& from) noexcept
        : context_(std::move(from.context_)), memory_(std::exchange(from.memory_, nullptr)) {}
    owned_memory& operator=(owned_memory&&) = delete;
    ~owned_memory() {
      if (memory_ == nullptr) return;
      cleave_sycl_error* const error = api().free(context_.get(), memory_);
      if (error != nullptr) api().release_error(error);
    }

   private:
    reference<cleave_sycl_context> context_;
    void* memory_;
  };

  std::vector<set_row> rows_;
  std::vector<Byte> data_;  // of a bundle the whole table
  bool is_of_bundle_ = false;
};

/// The unit for whose kernels a value of the constant is; null: for those of all units.
template <auto& Constant>
const cleave_sycl_unit* unit_of_specialization() {
  if constexpr (is_specialization_internal<Constant>) return &cleave_sycl_this_unit;
  return nullptr;
}

}  // namespace CLEAVE_SYCL_HIDDEN detail

template <auto& Constant>
void handler::set_specialization_constant(detail::specialization_type<Constant> value) {
  detail::specialization_values<>::of(*this).set(detail::specialization_identity<Constant>,
                                                 detail::unit_of_specialization<Constant>(), value);
}
template <auto& Constant>
detail::specialization_type<Constant> handler::get_specialization_constant() const {
  using Type = detail::specialization_type<Constant>;
  const void* const set = detail::specialization_values<>::find_in(
      *this, detail::specialization_identity<Constant>, detail::unit_of_specialization<Constant>());
  return set != nullptr ? *static_cast<const Type*>(set)
                        : detail::specialization_access::otherwise(Constant);
}

}  // namespace _v1
}  // namespace sycl

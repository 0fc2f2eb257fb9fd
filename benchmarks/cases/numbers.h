// Cases about N unsigned integers.
#pragma once

#include <vector>

#include "harness/case.h"
#include "harness/host.h"

namespace cleave::benchmark {

struct ScrambledNumbers {
  explicit ScrambledNumbers(size_t count) : numbers(count) {
    for (size_t i = 0; i < count; ++i) numbers[i] = scrambled(static_cast<uint32_t>(i));
  }
  std::vector<cl_uint> numbers;
};

/// Their rate is GB/s of numbers read. `make` as in Case, `make_native` as in Native.
[[nodiscard]] inline Case case_of_numbers(
    std::string_view name, std::string_view description,
    std::unique_ptr<Work> (*make)(Device& device, size_t count),
    std::unique_ptr<Work> (*make_native)(size_t count) = nullptr) {
  return {name,
          description,
          "GB/s",
          {{"small", size_t{1} << 13}, {"cache", size_t{1} << 18}, {"memory", size_t{1} << 24}},
          [](size_t count) { return 1e-9 * sizeof(cl_uint) * static_cast<double>(count); },
          make,
          Kind::kernel,
          make_native == nullptr ? std::vector<Native>{}
                                 : std::vector<Native>{{"native", make_native}}};
}

}  // namespace cleave::benchmark

// Keeps what an application tells the process that watches it, in memory that outlives a crash.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/campaign/campaign.h"

namespace cleave::test::fuzz::api {

/// The functions of codes.def.
enum class Function : uint16_t {
#define CLEAVE_FUNCTION(name, ...) name,
#include "codes.def"
#undef CLEAVE_FUNCTION
  count
};
inline constexpr size_t function_count = static_cast<size_t>(Function::count);
[[nodiscard]] const char* name_of(Function function);
/// Whether the specification lets the function answer the code.
[[nodiscard]] bool may_answer(Function function, int32_t code);

inline constexpr unsigned most_threads = 8;

/// The last calls of one thread, as text.
struct Trace {
  static constexpr size_t lines = 48;
  static constexpr size_t line_bytes = 224;
  std::atomic<uint64_t> next;
  char text[lines][line_bytes];
};

/// How often a function was called.
struct Tally {
  std::atomic<uint64_t> succeeded;
  std::atomic<uint64_t> refused;
};

/// All that one application tells. Zeros are a record of nothing.
struct Record : Progress {
  std::atomic<uint64_t> seeds;
  std::array<Tally, function_count> tallies;
  std::array<Trace, most_threads> traces;
};

}  // namespace cleave::test::fuzz::api

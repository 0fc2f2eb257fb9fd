#include "backend/distinct_objects.h"

#include <cstddef>

namespace cleave::backend {
namespace {

bool overlap(const ReachedRange& one, const ReachedRange& other) {
  return one.begin < other.begin + other.bytes && other.begin < one.begin + one.bytes;
}

}  // namespace

bool are_distinct(std::span<const ReachedRange> ranges) {
  constexpr size_t most = 8;
  if (ranges.size() > most) return false;
  for (size_t i = 1; i < ranges.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      const bool are_read_only = ranges[i].is_read_only && ranges[j].is_read_only;
      if (overlap(ranges[i], ranges[j]) && !are_read_only) return false;
    }
  }
  return true;
}

}  // namespace cleave::backend

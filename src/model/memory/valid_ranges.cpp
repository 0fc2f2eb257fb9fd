#include "model/memory/valid_ranges.h"

#include <algorithm>

namespace cleave::model::memory {
namespace {

MemorySet only(uint32_t memory) {
  return MemorySet{1} << memory;
}

}  // namespace

std::vector<ValidRanges::ValidRange> ValidRanges::stale(size_t begin, size_t end,
                                                        uint32_t memory) const {
  std::vector<ValidRange> found;
  for (const ValidRange& range : ranges_) {
    const size_t first = std::max(begin, range.begin), last = std::min(end, range.end);
    if (first < last && (range.memories & only(memory)) == 0) {
      found.push_back({first, last, range.memories});
    }
  }
  return found;
}

void ValidRanges::add(size_t begin, size_t end, uint32_t memory) {
  const size_t first = split(begin), last = split(end);
  for (size_t index = first; index < last; ++index) ranges_[index].memories |= only(memory);
  merge_equal();
}

void ValidRanges::set(size_t begin, size_t end, uint32_t memory) {
  const size_t first = split(begin), last = split(end);
  for (size_t index = first; index < last; ++index) ranges_[index].memories = only(memory);
  merge_equal();
}

void ValidRanges::lose(size_t begin, size_t end, uint32_t memory) {
  const size_t first = split(begin), last = split(end);
  for (size_t index = first; index < last; ++index) {
    MemorySet& memories = ranges_[index].memories;
    if (memories != only(memory)) memories &= ~only(memory);
  }
  merge_equal();
}

bool ValidRanges::is_only_in(size_t begin, size_t end, uint32_t memory) const {
  return std::ranges::all_of(ranges_, [&](const ValidRange& range) {
    const bool is_outside = range.end <= begin || end <= range.begin;
    return is_outside || range.memories == only(memory);
  });
}

size_t ValidRanges::split(size_t position) {
  const auto after = std::ranges::find_if(
      ranges_, [position](const ValidRange& range) { return position < range.end; });
  const auto index = static_cast<size_t>(after - ranges_.begin());
  if (after == ranges_.end() || after->begin == position) return index;
  ValidRange head = *after;
  head.end = position;
  after->begin = position;
  ranges_.insert(after, head);
  return index + 1;
}

void ValidRanges::merge_equal() {
  std::vector<ValidRange> merged;
  for (const ValidRange& range : ranges_) {
    if (!merged.empty() && merged.back().memories == range.memories) {
      merged.back().end = range.end;
    } else {
      merged.push_back(range);
    }
  }
  ranges_.swap(merged);
}

}  // namespace cleave::model::memory

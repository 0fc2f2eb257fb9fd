#include "model/memory/contents.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace cleave::model::memory {
namespace {

struct Interval {
  size_t begin;
  size_t end;
};

bool overlap(size_t begin, size_t end, size_t other_begin, size_t other_end) {
  return begin < other_end && other_begin < end;
}

/// Takes [begin, end) out of the intervals; returns true if any of it was in them.
bool take_out(std::vector<Interval>& intervals, size_t begin, size_t end) {
  const auto is_hit = [&](const Interval& each) {
    return overlap(each.begin, each.end, begin, end);
  };
  if (std::ranges::none_of(intervals, is_hit)) return false;
  std::vector<Interval> left;
  for (const Interval& each : intervals) {
    if (!is_hit(each)) {
      left.push_back(each);
      continue;
    }
    if (each.begin < begin) left.push_back({each.begin, begin});
    if (end < each.end) left.push_back({end, each.end});
  }
  intervals.swap(left);
  return true;
}

}  // namespace

void Contents::apply(const Claim& claim, ValidRanges& ranges) {
  switch (claim.kind) {
    case Claim::Kind::copied:
      return ranges.add(claim.span.begin, claim.span.end, claim.span.memory);
    case Claim::Kind::written:
      return ranges.set(claim.span.begin, claim.span.end, claim.span.memory);
    case Claim::Kind::lost:
      return ranges.lose(claim.span.begin, claim.span.end, claim.span.memory);
  }
}

void Contents::refresh() {
  const auto has_ended = [](const support::Ref<PendingCopy>& copy) {
    return copy->state() != PendingCopy::State::open;
  };
  const auto changes = [&](const Claim& claim) {
    return std::ranges::any_of(claim.needs, has_ended);
  };
  if (std::ranges::none_of(claims_, changes)) return;
  std::vector<Claim> kept;  // in their order
  ValidRanges before = *before_;
  for (const Claim& each : claims_) {
    Claim claim = each;
    const bool has_failed = std::ranges::any_of(
        claim.needs, [](const auto& copy) { return copy->state() == PendingCopy::State::failed; });
    if (has_failed && claim.kind == Claim::Kind::copied) continue;
    if (has_failed) {
      claim.kind = Claim::Kind::lost;
      claim.needs.clear();
    }
    std::erase_if(claim.needs, has_ended);
    // A claim that nothing can undo counts for good, unless an earlier one of the same bytes may be
    // undone.
    const bool waits = !claim.needs.empty() || std::ranges::any_of(kept, [&](const Claim& earlier) {
      return overlap(earlier.span.begin, earlier.span.end, claim.span.begin, claim.span.end);
    });
    if (waits) {
      kept.push_back(std::move(claim));
    } else {
      apply(claim, before);
    }
  }
  ValidRanges now = before;
  for (const Claim& claim : kept) apply(claim, now);
  std::swap(now_, now);
  claims_.swap(kept);
  before_.reset();
  if (!claims_.empty()) before_ = std::move(before);
}

CopyList Contents::copies_behind(size_t begin, size_t end, uint32_t memory) const {
  CopyList copies;
  if (claims_.empty() || begin >= end) return copies;
  std::vector<Interval> open = {{begin, end}};  // whose last claim has not been found
  for (const Claim& claim : std::views::reverse(claims_)) {
    if (open.empty()) break;
    const bool decides = claim.span.memory == memory || claim.kind == Claim::Kind::written;
    if (!decides || !take_out(open, claim.span.begin, claim.span.end)) continue;
    if (claim.span.memory == memory) add_copies(copies, claim.needs);
  }
  return copies;
}

void Contents::push(const Span& span, Claim::Kind kind, const CopyList& needs) {
  const auto overlaps = [&](const Claim& earlier) {
    return overlap(earlier.span.begin, earlier.span.end, span.begin, span.end);
  };
  const auto last = std::ranges::find_if(std::views::reverse(claims_), overlaps);
  const bool is_alone = last == std::views::reverse(claims_).end();
  // Launches of a recording write the same bytes again and again.
  if (!is_alone && last->kind == kind && last->span == span && last->needs == needs) return;
  const Claim claim{kind, span, needs};
  ValidRanges now = now_;
  apply(claim, now);
  if (!needs.empty() || !is_alone) {
    std::optional<ValidRanges> before = before_ ? std::nullopt : std::optional(now_);
    claims_.push_back(claim);
    if (before) before_ = std::move(before);
  } else if (before_) {
    ValidRanges before = *before_;
    apply(claim, before);
    std::swap(*before_, before);
  }
  std::swap(now_, now);
}

void Contents::add(size_t begin, size_t end, uint32_t memory, const CopyList& needs) {
  push({begin, end, memory}, Claim::Kind::copied, needs);
}

void Contents::set(size_t begin, size_t end, uint32_t memory, const CopyList& needs) {
  push({begin, end, memory}, Claim::Kind::written, needs);
}

bool Contents::is_only_in(size_t begin, size_t end, uint32_t memory, const CopyList& needs) const {
  if (!claims_.empty() || !needs.empty()) return false;
  return now_.is_only_in(begin, end, memory);
}

}  // namespace cleave::model::memory

#include "backend/cpu/code/code_trial.h"

#include <algorithm>
#include <vector>

namespace cleave::backend::cpu::code {
namespace {

// Less than this is the noise of a machine that does other things as well, and no great loss.
constexpr double clearly = 1.05;

// No disturbance makes each of three launches so much longer, and none of three others.
constexpr double hopelessly = 1.5;

double median(std::span<const double> times) {
  std::vector<double> sorted(times.begin(), times.end());
  const auto middle = sorted.begin() + static_cast<ptrdiff_t>(sorted.size() / 2);
  std::ranges::nth_element(sorted, middle);
  return *middle;
}

}  // namespace

bool is_clearly_slower(std::span<const double> successor, std::span<const double> former) {
  return std::ranges::min(successor) > clearly * std::ranges::min(former) &&
         median(successor) > clearly * median(former);
}

void CodeTrial::Range::add(double time) {
  shortest = std::min(shortest, time);
  longest = std::max(longest, time);
}

bool CodeTrial::Range::is_hopeless_beside(const Range& other) const {
  return other.longest != 0 && shortest > hopelessly * other.longest;
}

void CodeTrial::LaunchTimes::add(double time) {
  shortest = std::min(shortest, time);
  ++count;
}

TrialCode CodeTrial::add(TrialCode ran, const LaunchSizes& sizes, double item_time) {
  if (sizes == sizes_) {
    add_comparable(ran, item_time);
  } else {
    add_other(ran, sizes, item_time);
  }
  return next_;
}

void CodeTrial::add_other(TrialCode ran, const LaunchSizes& sizes, double item_time) {
  const bool nothing_yet = former_.count + successor_.count == 0;
  if (nothing_yet || (stage_ == Stage::before && sizes.items() > sizes_.items())) {
    sizes_ = sizes;
    former_ = {};
    add_comparable(ran, item_time);
  } else if (stage_ != Stage::before && ++others_ == most_others) {
    end(in_doubt_ == InDoubt::keep_former ? TrialCode::former : TrialCode::successor);
  }
}

void CodeTrial::add_comparable(TrialCode ran, double item_time) {
  (ran == TrialCode::former ? since_.former : since_.successor).add(item_time);
  if (stage_ == Stage::alternating) return add_in_turn(ran, item_time);
  LaunchTimes& times = ran == TrialCode::former ? former_ : successor_;
  times.add(item_time);
  // A launch that took so much longer needs no second one before the former's.
  const bool is_far = successor_.shortest > hopelessly * former_.shortest;
  if (stage_ == Stage::watching && successor_.count != 0 &&
      (successor_.count == watched || is_far)) {
    stage_ = Stage::probing;
    next_ = TrialCode::former;
  } else if (stage_ == Stage::probing && ran == TrialCode::former) {
    const bool is_suspect = in_doubt_ == InDoubt::keep_former ||
                            is_clearly_slower({&successor_.shortest, 1}, {&former_.shortest, 1});
    if (!is_suspect) return end(TrialCode::successor);
    stage_ = Stage::alternating;
    next_ = TrialCode::successor;
    former_ = successor_ = {};
  }
}

void CodeTrial::add_in_turn(TrialCode ran, double item_time) {
  LaunchTimes& times = ran == TrialCode::former ? former_ : successor_;
  // Launches that were in flight may be of either.
  if (times.count < rounds) times.alternating[times.count++] = item_time;
  next_ = former_.count < successor_.count ? TrialCode::former : TrialCode::successor;
  const size_t in_turn = std::min(former_.count, successor_.count);
  if (in_turn >= least_rounds && since_.successor.is_hopeless_beside(since_.former)) {
    return end(TrialCode::former);
  }
  if (in_turn >= proof_rounds && since_.former.is_hopeless_beside(since_.successor)) {
    return end(TrialCode::successor);
  }
  if (former_.count < rounds || successor_.count < rounds) return;
  const bool is_kept = in_doubt_ == InDoubt::keep_former
                           ? is_clearly_slower(former_.alternating, successor_.alternating)
                           : !is_clearly_slower(successor_.alternating, former_.alternating);
  end(is_kept ? TrialCode::successor : TrialCode::former);
}

void CodeTrial::end(TrialCode kept) {
  next_ = kept;
  stage_ = Stage::over;
}

}  // namespace cleave::backend::cpu::code

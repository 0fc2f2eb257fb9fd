// Decides from the times of launches whether code that was to be better is kept.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace cleave::backend::cpu::code {

/// The sizes of a launch. Times of launches are compared where these are the same.
struct LaunchSizes {
  std::array<uint64_t, 3> global = {};
  std::array<uint64_t, 3> local = {};
  [[nodiscard]] uint64_t items() const { return global[0] * global[1] * global[2]; }
  friend bool operator==(const LaunchSizes&, const LaunchSizes&) = default;
};

/// Two versions of the code of a kernel that a trial compares.
enum class TrialCode : uint8_t { former, successor };

/// The version that a trial keeps where times do not tell clearly which one is faster.
enum class InDoubt : uint8_t {
  keep_successor,  // it is made to be better
  keep_former,     // the compiler has chosen that, and the successor is its second choice
};

/// Returns whether launches took clearly longer with the successor: their median and the shortest
/// both. Disturbances make a launch longer, never shorter, and they would have to meet most
/// launches of one version and none of the other. Precondition: there are times of both, in any one
/// unit.
[[nodiscard]] bool is_clearly_slower(std::span<const double> successor,
                                     std::span<const double> former);

/// Compares a successor with the code that it replaces, by the launches that the program makes
/// anyway. Launches of one size count: the largest before the successor came, or else the first one
/// after. The successor runs a few of them, then the former one more: what it took before may have
/// been compilation beside it. Only where the successor looks slower do they alternate for some
/// rounds, so that launches whose work grows or shrinks tell nothing wrong of either; where it
/// looks hopeless, for as few as possible. A successor that has to prove itself always alternates:
/// single launches would let it win by a disturbance of the other. It wins early where the former
/// looks hopeless. For one thread at a time.
class CodeTrial {
 public:
  /// The successor is there.
  void begin(InDoubt in_doubt = InDoubt::keep_successor) {
    in_doubt_ = in_doubt;
    stage_ = Stage::watching;
    next_ = TrialCode::successor;
    since_ = {};
  }
  /// There is one more successor, of the version that was kept.
  void begin_again(InDoubt in_doubt = InDoubt::keep_successor) {
    if (next_ == TrialCode::successor) former_ = successor_;
    successor_ = {};
    begin(in_doubt);
  }
  /// Adds one launch, the time in any one unit. Returns the version that launches are to run from
  /// now on.
  TrialCode add(TrialCode ran, const LaunchSizes& sizes, double item_time);
  /// No more launches are needed; what add() returned last remains.
  [[nodiscard]] bool is_over() const { return stage_ == Stage::over; }

  static constexpr size_t watched = 3;        // launches of the successor before the former's one
  static constexpr size_t rounds = 7;         // of one launch each, where they alternate
  static constexpr size_t least_rounds = 2;   // where there is no hope for the successor
  static constexpr size_t proof_rounds = 3;   // where there is none for the former
  static constexpr size_t most_others = 100;  // launches of other sizes until it gives up

 private:
  enum class Stage : uint8_t { before, watching, probing, alternating, over };
  struct LaunchTimes {
    double shortest = std::numeric_limits<double>::infinity();
    size_t count = 0;
    std::array<double, rounds> alternating = {};
    void add(double time);
  };

  /// The range of one version's times since the trial began.
  struct Range {
    double shortest = std::numeric_limits<double>::infinity();
    double longest = 0;
    void add(double time);
    [[nodiscard]] bool is_hopeless_beside(const Range& other) const;
  };
  struct Since {
    Range former, successor;
  };

  void add_other(TrialCode ran, const LaunchSizes& sizes, double item_time);
  void add_comparable(TrialCode ran, double item_time);
  void add_in_turn(TrialCode ran, double item_time);
  void end(TrialCode kept);

  Stage stage_ = Stage::before;
  InDoubt in_doubt_ = InDoubt::keep_successor;
  TrialCode next_ = TrialCode::former;
  LaunchSizes sizes_;
  size_t others_ = 0;
  LaunchTimes former_, successor_;
  Since since_;
};

}  // namespace cleave::backend::cpu::code

// Writes statements about pipes: `from`, which the kernel reads, and `to`, which it writes. Which
// packet a work-item gets depends on the order; that each is read once, and whole, does not.
#pragma once

#include <string>
#include <vector>

#include "expressions.h"
#include "features.h"
#include "tests/fuzz/random.h"

namespace cleave::test::fuzz::kernels {

class Statements;
struct Site;

/// OpenCL C, one text for each line: packet_t, functions, and the kernels `fill` and `drain`. They
/// keep books in `pipe_sums` (pipe_launches.h).
std::vector<std::string> pipe_text(const PipeFeatures& features);
/// The parameters that PipeLaunches::set_arguments sets.
std::string pipe_parameters();

class PipeStatements {
 public:
  PipeStatements(Statements& statements, Random& random, const PipeFeatures& features)
      : statements_(statements), random_(random), features_(features) {}

  /// At the head of a kernel.
  void memory();
  /// Returns false if no more packets may go through the pipes here.
  bool statement(const Scope& scope, const Site& site);

 private:
  struct Direction;

  bool spend(const Site& site, unsigned packets);
  Direction some_direction();
  std::string packet(const Scope& scope, bool may_be_shared);
  std::string one(const Scope& scope, const Direction& direction);
  std::string again(const Scope& scope, const Direction& direction);
  std::string forwarded() const;
  std::string reserved(const Scope& scope, const Direction& direction, unsigned most);
  std::string two_reserved(const Scope& scope, const Direction& direction);
  std::string reserved_together(const Direction& direction, const std::string& group,
                                unsigned each);
  std::string shared_reservations(const Direction& direction) const;
  std::string counts() const;

  Statements& statements_;
  Random& random_;
  const PipeFeatures features_;
  unsigned spent_ = 0;  // packets of a work-item, at most
  unsigned count_ = 0;  // statements
};

}  // namespace cleave::test::fuzz::kernels

// Memory that runs out when a test says so. A program that links this has its own malloc,
// aligned_alloc, free and mmap, and so has every library in it: our libraries' operators new and
// delete end there.
#pragma once

#include <cstddef>

namespace cleave::test {

/// While it lives, allocation number `number` (from 0) of this thread fails, of those that
/// `callers` names, and all that follow it or none of them. Not nested.
class FailingAllocation {
 public:
  enum class Callers {
    all,     // calls from our libraries
    driver,  // only calls from libcleave.so itself: LLVM ends the process when it has no memory
  };
  enum class Following { succeed, fail };
  FailingAllocation(size_t number, Callers callers, Following following);
  ~FailingAllocation();
  FailingAllocation(const FailingAllocation&) = delete;
  FailingAllocation& operator=(const FailingAllocation&) = delete;
  /// There was such an allocation: it has failed.
  [[nodiscard]] static bool has_happened();
};

/// Blocks that our libraries have taken and not freed, of all threads. In sanitized builds the
/// program's count too, of which `own` are left out.
[[nodiscard]] size_t live_blocks(size_t own);

}  // namespace cleave::test

// LLVM takes arc4random from the C library that it was built with, and libraries before 2.36 have none.
// The compiler module's own lets it run there too. In the module only: programs keep their C library's.
#include <sys/random.h>

#include <cstdint>
#include <ctime>

extern "C" __attribute__((visibility("hidden"))) uint32_t arc4random() noexcept {
  uint32_t number = 0;
  if (getrandom(&number, sizeof number, GRND_NONBLOCK) == sizeof number) return number;
  // LLVM makes names of files of it, and tries another where one is taken.
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint32_t>(now.tv_nsec);
}

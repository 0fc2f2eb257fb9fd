#include "batch.h"

#include <cstdio>

namespace cleave::test::fuzz::module {

void Batch::fail(const std::string& what) {
  ++wrong;
  std::printf("WRONG: seed %llu: %s\n", static_cast<unsigned long long>(progress.seed.load()),
              what.c_str());
}

}  // namespace cleave::test::fuzz::module

// Names the kernels that programs of these tests have, and what they take.
#pragma once

#include <cstdint>

#include "sycl/detail/abi.h"

namespace cleave::sycl::test {

/// The object of a kernel of SYCL, which adds a number to that of its work-item.
struct Raise {
  uint32_t* numbers = nullptr;
  uint64_t by = 0;
};
inline constexpr const char* raise_symbol = "_ZTS5Raise";

/// The object of one whose work-items write a line to a stream each.
struct WriteLine {
  cleave_sycl_stream* stream = nullptr;
  char line[8] = {};
};
inline constexpr const char* write_symbol = "_ZTS9WriteLine";

/// A kernel of OpenCL, with a buffer as its argument.
inline constexpr const char* native_name = "increment";

}  // namespace cleave::sycl::test
